import type { Database, Transaction } from '../database/connect.ts';
import { Problem } from '../http/problem.ts';
import type { FileStore } from './file-store.ts';
import type { PartialUploads } from './partial-uploads.ts';
import { clearUnneededUploads } from './unused-uploads.ts';

/** Bytes that the platform keeps for a person. */
export interface StoredBytes {
  /** Originals of works; small pictures are not counted. */
  works: number;
  /** Everything else: what was sent. */
  uploads: number;
}

interface NewFile {
  /** What was promised of the same content needs no room beside it. */
  sha256: string;
  bytes: number;
}

/** What a person may have the platform keep. It is counted anew each time, so that it can't drift. */
export interface Quota {
  /** Of uploads and works together; null where there is none. */
  readonly limitBytes: number | null;
  stored(userId: number): Promise<StoredBytes>;
  /** Of these people those who have used up what they may. */
  usedUp(userIds: readonly number[]): Promise<Set<number>>;
  /**
   * Sees to it that a file may come; uploads that nobody needs any more give way to it.
   * @throws Problem 413 `quota-exceeded`; also for one that is here already, which needs no room
   */
  makeRoom(userId: number, file: NewFile): Promise<void>;
  /**
   * The same in the transaction that stores or promises the file: until it ends, others of this person wait.
   * @throws Problem 413 `quota-exceeded`
   */
  assertRoom(transaction: Transaction, userId: number, file: NewFile): Promise<void>;
  /**
   * Takes what arrives in one piece, of which nobody knows before its end whether it needs room: of a person's own
   * one is always taken, more at once only as far as all of them would fit; the others wait for those before them.
   * So nobody has more than one file beyond what is theirs on the disk.
   * @param mostBytes how much it can be
   */
  whenRoomToArrive<Value>(
    userId: number,
    mostBytes: number,
    take: () => Promise<Value>,
  ): Promise<Value>;
}

interface Arriving {
  bytes: number;
  /** Resolves when one of them has ended. */
  ended: PromiseWithResolvers<void>;
}

export const quotaExceeded = () =>
  new Problem(
    413,
    'quota-exceeded',
    'Your files have used up the room that the platform has for you; delete works and try again',
  );

const none: StoredBytes = { works: 0, uploads: 0 };

interface QuotaOptions {
  database: Database;
  store: FileStore;
  partials: Pick<PartialUploads, 'promisedBytes'>;
  /** 0: no limit. */
  limitBytes: number;
  /** Puts what is done for one person in a line, until the transaction ends. */
  lockOwner: (transaction: Transaction, userId: number) => Promise<void>;
  /** What is stored of each of these people; works know which originals are still kept. */
  storedBytes: (
    database: Database | Transaction,
    userIds: readonly number[],
  ) => Promise<Map<number, StoredBytes>>;
}

/** Bounds what is stored of each person. */
export function createQuota(options: QuotaOptions): Quota {
  const { database, store, partials, limitBytes, lockOwner, storedBytes } = options;

  async function usedBy(from: Database | Transaction, userId: number): Promise<number> {
    const { works, uploads } = (await storedBytes(from, [userId])).get(userId) ?? none;
    return works + uploads;
  }

  async function fits(
    from: Transaction,
    userId: number,
    { sha256, bytes }: NewFile,
  ): Promise<boolean> {
    const promised = await partials.promisedBytes(from, userId, sha256);
    return (await usedBy(from, userId)) + promised + bytes <= limitBytes;
  }

  /** In the line, too: between two questions an upload that ends would be promised in one and stored in the other. */
  const fitsNow = (userId: number, file: NewFile): Promise<boolean> =>
    database.transaction(async (transaction) => {
      await lockOwner(transaction, userId);
      return fits(transaction, userId, file);
    });

  const isUnlimited = limitBytes === 0;

  /** By person, of this process: what is here wholly is counted in the database. */
  const arriving = new Map<number, Arriving>();

  /** Takes the room if there is any; the others that arrive are counted before and after the question. */
  async function mayArrive(userId: number, mostBytes: number): Promise<boolean> {
    const started = arriving.get(userId);
    if (started) {
      const promised = await partials.promisedBytes(database, userId, '');
      const used = promised + (await usedBy(database, userId));
      const others = arriving.get(userId);
      if (others && used + others.bytes + mostBytes > limitBytes) return false;
    }
    const others = arriving.get(userId) ?? { bytes: 0, ended: Promise.withResolvers<void>() };
    others.bytes += mostBytes;
    arriving.set(userId, others);
    return true;
  }

  function hasArrived(userId: number, mostBytes: number): void {
    const others = arriving.get(userId);
    if (!others) return;
    others.bytes -= mostBytes;
    others.ended.resolve();
    others.ended = Promise.withResolvers();
    if (others.bytes <= 0) arriving.delete(userId);
  }

  return {
    limitBytes: isUnlimited ? null : limitBytes,
    async stored(userId) {
      return (await storedBytes(database, [userId])).get(userId) ?? none;
    },
    async usedUp(userIds) {
      const full = new Set<number>();
      if (isUnlimited) return full;
      for (const [userId, { works, uploads }] of await storedBytes(database, userIds)) {
        if (works + uploads < limitBytes) continue;
        await clearUnneededUploads(database, store, userId);
        if ((await usedBy(database, userId)) >= limitBytes) full.add(userId);
      }
      return full;
    },
    async makeRoom(userId, file) {
      if (isUnlimited || (await fitsNow(userId, file))) return;
      const cleared = await clearUnneededUploads(database, store, userId);
      if (cleared === 0 || !(await fitsNow(userId, file))) throw quotaExceeded();
    },
    async whenRoomToArrive(userId, mostBytes, take) {
      if (isUnlimited) return take();
      for (;;) {
        const next = arriving.get(userId)?.ended.promise;
        if (await mayArrive(userId, mostBytes)) break;
        await next;
      }
      try {
        return await take();
      } finally {
        hasArrived(userId, mostBytes);
      }
    },
    async assertRoom(transaction, userId, file) {
      if (isUnlimited) return;
      await lockOwner(transaction, userId);
      if (!(await fits(transaction, userId, file))) throw quotaExceeded();
    },
  };
}
