import type { Database } from '../database/connect.ts';
import { instances, modelTimings } from './tables.ts';
import type { Engine } from '../engines/contract/engine.ts';
import { queueOf } from './order.ts';
import type { PersonInQueue } from './order.ts';

/** The queues as they looked a moment ago: many people ask at the same time, and it looks the same to all. */
export interface QueueView {
  /** All who ask get the same list: who adds to the queue adds to it. */
  people(engine: string): Promise<PersonInQueue[]>;
  /** How long a model's jobs really take, as a share of what its engine estimates. */
  timing(engine: string, model: string): Promise<number>;
  /** Jobs of an engine that run at once in all processes together; at least one. */
  slots(engine: Engine): Promise<number>;
}

interface Snapshot {
  /** When it was asked for; null while the answer is not there. */
  takenAtMs: number | null;
  people: Promise<PersonInQueue[]>;
}

/** A short queue is looked at anew each time; a long one costs more to look at, and changes less. */
const waitingPerMs = 4;
const alwaysFresh = 100;
const freshMaxMs = 1_000;
const slotsFreshMs = 1_000;
const timingsFreshMs = 100;

/** Asks anew when the last answer is older than `freshMs`; who asks meanwhile gets the same. */
function remembered<Value>(ask: () => Promise<Value>, freshMs: number): () => Promise<Value> {
  let last: { atMs: number; answer: Promise<Value> } | null = null;
  return () => {
    if (!last || performance.now() - last.atMs > freshMs) {
      const fresh = { atMs: performance.now(), answer: ask() };
      fresh.answer.catch(() => {
        if (last === fresh) last = null;
      });
      last = fresh;
    }
    return last.answer;
  };
}

export function createQueueView(database: Database): QueueView {
  const snapshots = new Map<string, Snapshot>();
  // Awaited here: drizzle asks once for each `then`.
  const timings = remembered(
    async () => await database.select().from(modelTimings),
    timingsFreshMs,
  );
  const slots = remembered(
    async () => await database.select({ slots: instances.slots }).from(instances),
    slotsFreshMs,
  );

  const waitingIn = (people: readonly PersonInQueue[]): number =>
    people.reduce((sum, person) => sum + person.waiting, 0);

  async function isFresh({ takenAtMs, people }: Snapshot): Promise<boolean> {
    // Under way: whoever asks meanwhile gets the same answer.
    if (takenAtMs === null) return true;
    const waiting = waitingIn(await people);
    if (waiting < alwaysFresh) return false;
    return performance.now() - takenAtMs < Math.min(freshMaxMs, waiting / waitingPerMs);
  }

  return {
    async people(engine) {
      const known = snapshots.get(engine);
      if (known && (await isFresh(known))) return known.people;
      // Somebody else may have asked during the await.
      const newest = snapshots.get(engine);
      if (newest && newest !== known) return newest.people;
      const askedAtMs = performance.now();
      const snapshot: Snapshot = { takenAtMs: null, people: queueOf(database, engine) };
      snapshots.set(engine, snapshot);
      try {
        const people = await snapshot.people;
        snapshot.takenAtMs = askedAtMs;
        return people;
      } catch (error) {
        snapshots.delete(engine);
        throw error;
      }
    },

    async timing(engine, model) {
      const all = await timings();
      return all.find((one) => one.engine === engine && one.model === model)?.ratio ?? 1;
    },

    async slots(engine) {
      if (engine.isShared) return Math.max(1, engine.concurrency);
      const all = await slots();
      const sum = all.reduce((total, one) => total + (one.slots[engine.name] ?? 0), 0);
      return Math.max(1, sum);
    },
  };
}
