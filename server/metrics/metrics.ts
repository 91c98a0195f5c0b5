import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

import type { Database } from '../database/connect.ts';
import { creditsMoved, jobsEnded, lastMovement, queueNow } from './store.ts';

export interface Metrics {
  readonly contentType: string;
  /** Notes a call that was answered: which, how, and how long its answer took to begin. */
  observe: (call: string, method: string, status: number, seconds: number) => void;
  /** All figures, in the format of Prometheus. */
  text(): Promise<string>;
}

/** Rows are counted when they are this old: what is younger may still be joined by one that was begun before it. */
const settleMs = 60_000;
const callSeconds = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const runSeconds = [1, 2, 5, 10, 20, 40, 80, 160, 320, 640, 1_800];

/**
 * What an operator watches: rate, errors and duration of every call (of this process), and what the database says of
 * queue, engines and credits (of all processes: each of them tells the same). Counters begin at zero with the process.
 */
export function createMetrics(database: Database): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'kiln_call_seconds',
    help: 'Time until the answer of a call begins, by call and status',
    labelNames: ['call', 'method', 'status'],
    buckets: callSeconds,
    registers,
  });
  const waiting = new Gauge({
    name: 'kiln_queue_jobs',
    help: 'Jobs that wait or run',
    labelNames: ['engine', 'state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'kiln_queue_oldest_seconds',
    help: 'How long the job has waited that has waited longest',
    labelNames: ['engine'],
    registers,
  });
  const ended = new Counter({
    name: 'kiln_jobs_ended_total',
    help: 'Jobs that ended, a minute after they did',
    labelNames: ['engine', 'state', 'error'],
    registers,
  });
  const ran = new Histogram({
    name: 'kiln_job_run_seconds',
    help: 'How long jobs ran that gave a result',
    labelNames: ['engine'],
    buckets: runSeconds,
    registers,
  });
  const credits = new Counter({
    name: 'kiln_credits_total',
    help: 'Credits that came and went, by type_detail of the ledger, a minute after they did',
    labelNames: ['type_detail', 'direction'],
    registers,
  });

  let jobsFrom = new Date(Date.now() - settleMs);
  let ledgerFrom: number | null = null;

  async function read(): Promise<void> {
    const until = new Date(Date.now() - settleMs);
    waiting.reset();
    oldest.reset();
    for (const { engine, state, jobs, oldestSeconds } of await queueNow(database)) {
      waiting.set({ engine, state }, jobs);
      if (state === 'waiting') oldest.set({ engine }, oldestSeconds);
    }
    for (const { engine, state, error, seconds } of await jobsEnded(database, jobsFrom, until)) {
      ended.inc({ engine, state, error });
      if (state === 'Finished' && seconds !== null) ran.observe({ engine }, seconds);
    }
    jobsFrom = until;
    ledgerFrom ??= await lastMovement(database, until);
    const moved = await creditsMoved(database, ledgerFrom, until);
    for (const { typeDetail, change, lastId } of moved) {
      const direction = change < 0 ? 'out' : 'in';
      credits.inc({ type_detail: String(typeDetail), direction }, Math.abs(change));
      ledgerFrom = Math.max(ledgerFrom, lastId);
    }
  }

  /** One after the other: two at once would count the same rows twice. */
  let reading = Promise.resolve();
  return {
    contentType: registry.contentType,
    observe(call, method, status, seconds) {
      calls.observe({ call, method, status: String(status) }, seconds);
    },
    async text() {
      const own = reading.then(read);
      reading = own.catch(() => undefined);
      await own;
      return registry.metrics();
    },
  };
}
