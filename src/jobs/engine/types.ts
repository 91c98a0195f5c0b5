import type { Credentials } from '../../api/request.ts';
import type { WorkTable } from '../../db/intents/leases.ts';
import type { Session } from '../../db/schema.ts';
import type { Intent, IntentKind } from '../../domain/intent.ts';

/** Who runs the queue: the service worker, or a worker of a page. Only for names of leases and logs. */
export type Host = 'service-worker' | 'page';

/** What a host found when it ran the queue. */
export interface QueueReport {
  /** False when another host was at it. */
  ran: boolean;
  /** True when the network stopped the round. */
  networkFailed: boolean;
  /** When to run it again; null when nothing waits for a time. */
  nextDueAtMs: number | null;
}

/**
 * Lanes go on side by side: a long download or a stuck upload must not hold up submissions, and a deletion
 * neither. `upload` carries sources, `send` submits, `fetch` brings home, `tell` is for short calls, `show` fetches
 * what somebody looks at, `keep` what is only to be here; `give` brings the platform works that it did not make.
 */
export const lanes = ['upload', 'send', 'fetch', 'tell', 'show', 'keep', 'give'] as const;
export type Lane = (typeof lanes)[number];

/** Rows of a lane that are worked on at the same time; submissions one by one, so that they keep their order. */
export const laneWidths: Readonly<Record<Lane, number>> = {
  upload: 1,
  send: 1,
  fetch: 2,
  tell: 3,
  show: 1,
  keep: 1,
  give: 1,
};

/** What a step may do. Everything it writes goes through `commit`. */
export interface StepContext {
  session: Session;
  /** Aborted when the host stops or the lease is lost. */
  signal: AbortSignal;
  now(): number;
  /**
   * Writes a result if the lease still holds. `change` gets the row as it is now, which may have been
   * cancelled since it was claimed.
   * @returns the row as written
   * @throws LeaseLostError
   */
  commit(
    change: (intent: Intent) => void | Promise<void>,
    options?: { keepLease?: boolean; tables?: readonly WorkTable[] },
  ): Promise<Intent>;
}

/**
 * One kind of intent. `perform` is repeated after a crash at any point, so each effect has to be harmless when
 * repeated; it throws `KilnError` when it cannot go on, and the policy of `retry-policy.ts` decides what follows.
 */
export interface IntentHandler<Row extends Intent = Intent> {
  kind: Row['kind'];
  /** Which lane has the next step; null while there is nothing for the queue to do. */
  lane(intent: Row): Lane | null;
  /** Put on record by the claim itself, in the same transaction. */
  prepare?(intent: Row, nowMs: number): void;
  perform(intent: Row, context: StepContext): Promise<void>;
}

export type Handlers = { [Kind in IntentKind]: IntentHandler<Extract<Intent, { kind: Kind }>> };

/** Another host has the row now; whatever was done is harmless, and nothing more is written. */
export class LeaseLostError extends Error {
  constructor() {
    super('The lease was lost');
    this.name = 'LeaseLostError';
  }
}

export function credentialsOf(session: Session): Credentials {
  return { userKey: session.userKey, userToken: session.userToken };
}
