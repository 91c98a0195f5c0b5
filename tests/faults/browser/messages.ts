/** Between the harness and the platform it runs as a process of its own. */
export type Question = { id: number } & (
  | { ask: 'person' }
  | { ask: 'account'; userId: number }
  /** How many jobs the person has; cheap. */
  | { ask: 'count'; userId: number }
  | { ask: 'orphans' }
  /** From now on jobs start and don't end; or they all do. */
  | { ask: 'hold'; isHeld: boolean }
  /** One-row inserts per second that the same PostgreSQL takes from a bare loop. */
  | { ask: 'inserts'; forMs: number }
  /** So many works hang in the gallery from now on, with pictures that lie on the disk. */
  | { ask: 'gallery'; works: number }
);

/** Someone with an account and a session, made past the door: hashing passwords takes longer than a story. */
export interface Person {
  userId: number;
  userKey: string;
  userToken: string;
}

export interface JobRecord {
  id: string;
  key: string;
  prompt: string;
  state: string;
  /** In the order of acceptance. */
  seq: number;
  outputs: number;
  createdAtMs: number;
}

export interface WorkRecord {
  id: string;
  jobId: string | null;
  sha256: string;
  /** Of the bytes that lie on the platform's disk; null when there is no file. */
  sha256OnDisk: string | null;
  starred: boolean;
}

/** What the platform has about a person, read from its database and its disk. */
export interface AccountRecord {
  jobs: JobRecord[];
  works: WorkRecord[];
  balance: number;
  reserved: number;
  /** Ledger rows by job: what was charged and what was given back. */
  charges: { jobId: string | null; amount: number }[];
  returns: { jobId: string | null; amount: number }[];
  /** The person's files that nothing refers to. */
  unusedFiles: string[];
}

export type Answer =
  | { id: number; value: unknown }
  | { id: number; error: string }
  | { ready: string };
