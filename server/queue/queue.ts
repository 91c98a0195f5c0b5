import { setTimeout as sleep } from 'node:timers/promises';

import { and, eq } from 'drizzle-orm';

import type { JobId } from '../../src/domain/ids.ts';
import type { Storage } from '../database/connect.ts';
import type { EngineKeys } from '../engine-keys/keys.ts';
import type { Engine } from '../engines/contract/engine.ts';
import type { FileStore } from '../files/file-store.ts';
import type { FreeSpace } from '../files/free-space.ts';
import type { Log } from '../log.ts';
import { claimJobs, leaseMs, renewLeases } from './claim.ts';
import { startInstance } from './instance.ts';
import { jobs } from './tables.ts';
import type { AbortReason } from './runner.ts';
import { runJob, type ResultJudge } from './runner.ts';

export interface Queue {
  /** Stops claiming, gives running jobs `graceMs` to end, and puts the rest back into the queue. */
  stop(graceMs: number): Promise<void>;
}

interface Running {
  id: string;
  fence: number;
  controller: AbortController;
  done: Promise<void>;
  renewedAt: number;
}

/** Notifications wake the queue; this catches what they missed and what became due. */
const pollMs = 1_000;
const renewMs = leaseMs / 3;
const abortWithinMs = 5_000;

export async function startQueue(options: {
  storage: Storage;
  store: FileStore;
  engines: readonly Engine[];
  keys: EngineKeys;
  judge: ResultJudge;
  /** While it is short, what runs goes on and nothing else begins. */
  freeSpace: FreeSpace;
  log: Log;
}): Promise<Queue> {
  const { storage, store, engines, keys, judge, freeSpace, log } = options;
  const { database } = storage;
  const running = new Map<string, Running>();
  const perEngine = new Map(
    engines.map((engine) => [
      engine.name,
      { engine, count: 0, filling: null as Promise<void> | null, again: false },
    ]),
  );
  let isStopping = false;

  const instance = await startInstance(
    storage,
    {
      onWaiting: (name) => wake(name),
      onCancelled: (jobId) => abort(jobId, 'cancelled'),
      onAbandoned: (jobId) => void abandon(jobId),
    },
    Object.fromEntries(engines.map((engine) => [engine.name, engine.concurrency])),
    log,
  );

  function abort(jobId: string, reason: AbortReason): void {
    running.get(jobId)?.controller.abort(reason);
  }

  /** One process does it: whoever takes the reference out of the row. */
  async function abandon(jobId: string): Promise<void> {
    try {
      const [left] = await database
        .select({ engine: jobs.engine, model: jobs.model, reference: jobs.externalReference })
        .from(jobs)
        .where(and(eq(jobs.id, jobId), eq(jobs.state, 'Cancelled')));
      if (!left || left.reference === null) return;
      const { reference } = left;
      const [mine] = await database
        .update(jobs)
        .set({ externalReference: null })
        .where(and(eq(jobs.id, jobId), eq(jobs.externalReference, reference)))
        .returning({ id: jobs.id });
      const engine = perEngine.get(left.engine)?.engine;
      if (mine) await engine?.abandon?.({ id: jobId as JobId, model: left.model }, reference);
    } catch (error) {
      log.warn({ err: error, job: jobId }, 'what an attempt had begun could not be cancelled');
    }
  }

  function wake(name: string | null): void {
    for (const key of name === null ? perEngine.keys() : [name]) fill(key);
  }

  /** Claims for one engine until it is busy or nothing is due; a wake-up meanwhile makes another round. */
  function fill(name: string): void {
    const slot = perEngine.get(name);
    if (!slot || isStopping) return;
    slot.again = true;
    slot.filling ??= claimAndRun(slot).finally(() => {
      slot.filling = null;
      if (slot.again) fill(name);
    });
  }

  async function claimAndRun(slot: {
    engine: Engine;
    count: number;
    again: boolean;
  }): Promise<void> {
    const { engine } = slot;
    try {
      while (slot.again && !isStopping) {
        slot.again = false;
        const free = engine.concurrency - slot.count;
        if (free <= 0 || engine.unavailableReason() !== null) continue;
        if (await freeSpace.isShort()) continue;
        for (const job of await claimJobs(database, engine, free, instance.id)) {
          slot.count += 1;
          const controller = new AbortController();
          // A stop that came during the claim.
          if (isStopping) controller.abort('shutdown' satisfies AbortReason);
          const done = runJob(
            { database, store, keys, judge, log },
            engine,
            job,
            controller.signal,
          ).finally(() => {
            running.delete(job.id);
            slot.count -= 1;
            fill(engine.name);
          });
          running.set(job.id, {
            id: job.id,
            fence: job.fence,
            controller,
            done,
            renewedAt: Date.now(),
          });
        }
      }
    } catch (error) {
      log.warn({ err: error }, 'the queue could not be read');
    }
  }

  async function renew(): Promise<void> {
    const held = [...running.values()];
    try {
      const alive = await renewLeases(database, held);
      for (const job of held) {
        if (alive.has(job.id)) job.renewedAt = Date.now();
        else abort(job.id, 'lost');
      }
    } catch (error) {
      log.warn({ err: error }, 'leases could not be renewed');
      for (const job of held) if (Date.now() - job.renewedAt > leaseMs) abort(job.id, 'lost');
    }
  }

  async function recover(): Promise<void> {
    await instance.recover().catch((error: unknown) => log.warn({ err: error }, 'recovery failed'));
  }

  await recover();
  const timers = [
    setInterval(() => wake(null), pollMs),
    setInterval(() => void renew(), renewMs),
    setInterval(() => void recover(), pollMs * 5),
  ];
  wake(null);

  return {
    async stop(graceMs) {
      isStopping = true;
      await Promise.all([...perEngine.values()].flatMap((slot) => slot.filling ?? []));
      const allDone = () => Promise.all([...running.values()].map((job) => job.done));
      await Promise.race([allDone(), sleep(graceMs)]);
      for (const id of running.keys()) abort(id, 'shutdown');
      await Promise.race([allDone(), sleep(abortWithinMs)]);
      for (const timer of timers) clearInterval(timer);
      await instance.stop();
    },
  };
}
