import { proxy, wrap } from 'comlink';
import type { Remote } from 'comlink';
import type { UserKey, WorkId } from '../../src/domain/ids.ts';
import type { SearchAnswer, SearchRequest, SearchWorker } from './contract.ts';

/** The prompts of ten years are worth some megabytes: they go when nobody has searched for so long. */
const idleStopMs = 60_000;

interface Running {
  worker: Worker;
  remote: Remote<SearchWorker>;
  /** Rejects when the worker dies or is stopped: Comlink would never settle what it was asked. */
  ended: Promise<never>;
  end: (reason: Error) => void;
  owner: UserKey | null;
  ready: Promise<void>;
}

const listeners = new Set<() => void>();
let running: Running | null = null;
let idleTimer: ReturnType<typeof setTimeout> | undefined;

function stop(reason: Error): void {
  const ending = running;
  running = null;
  ending?.worker.terminate();
  ending?.end(reason);
}

function start(): Running {
  const worker = new Worker(new URL('./search.worker.ts', import.meta.url), {
    type: 'module',
    name: 'kiln-search',
  });
  const { promise: ended, reject: end } = Promise.withResolvers<never>();
  // Whoever asked gets it from the call.
  ended.catch(() => undefined);
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    const reason = new Error(event.message || 'The worker could not be loaded');
    if (running?.worker === worker) stop(reason);
    else end(reason);
  });
  const remote = wrap<SearchWorker>(worker);
  return { worker, remote, ended, end, owner: null, ready: Promise.resolve() };
}

function tellAll(): void {
  for (const listener of listeners) listener();
}

async function ask<Value>(
  owner: UserKey,
  question: (remote: Remote<SearchWorker>) => Promise<Value>,
): Promise<Value> {
  running ??= start();
  const asked = running;
  if (asked.owner !== owner) {
    asked.owner = owner;
    asked.ready = asked.remote.watch(owner, proxy(tellAll));
    asked.ready.catch(() => undefined);
  }
  const answer = asked.ready.then(() => question(asked.remote));
  try {
    return await Promise.race([answer, asked.ended]);
  } catch (error) {
    if (running === asked) stop(new Error(String(error)));
    throw error;
  }
}

/**
 * Says that somebody searches from now on.
 * @param onChange works have changed: an answer from before may be old
 * @returns says that they no longer do
 */
export function holdSearch(onChange: () => void): () => void {
  listeners.add(onChange);
  clearTimeout(idleTimer);
  return () => {
    listeners.delete(onChange);
    if (listeners.size === 0) idleTimer = setTimeout(stop, idleStopMs, new Error('Idle'));
  };
}

/** @see SearchWorker.search @throws when the works can't be read */
export const searchWorks = (request: SearchRequest, limit: number): Promise<SearchAnswer> =>
  ask(request.owner, (remote) => remote.search(request, limit));

/** @see SearchWorker.searchIds @throws when the works can't be read */
export const searchWorkIds = (request: SearchRequest): Promise<WorkId[]> =>
  ask(request.owner, (remote) => remote.searchIds(request));
