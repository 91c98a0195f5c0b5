import { proxy, wrap } from 'comlink';
import type { Remote } from 'comlink';
import type { UserKey, WorkId } from '../../src/domain/ids.ts';
import { createHeldWorker } from '../held-worker.ts';
import type { Glance, SearchAnswer, SearchRequest, SearchWorker } from './contract.ts';

/** The prompts of ten years are worth some megabytes: they go when nobody has searched for so long. */
const idleStopMs = 60_000;

interface Watching {
  owner: UserKey;
  /** Settles when their works have been read. */
  read: Promise<void>;
}

const held = createHeldWorker(
  () =>
    new Worker(new URL('./search.worker.ts', import.meta.url), {
      type: 'module',
      name: 'kiln-search',
    }),
  (worker) => ({ remote: wrap<SearchWorker>(worker), watching: null as Watching | null }),
  idleStopMs,
);
const listeners = new Set<() => void>();

function tellAll(): void {
  for (const listener of listeners) listener();
}

async function ask<Value>(
  owner: UserKey,
  question: (remote: Remote<SearchWorker>) => Promise<Value>,
): Promise<Value> {
  const asked = held.start();
  const { remote, ended } = asked;
  if (asked.watching?.owner !== owner) {
    asked.watching = { owner, read: remote.watch(owner, proxy(tellAll)) };
  }
  const answer = asked.watching.read.then(() => question(remote));
  try {
    return await Promise.race([answer, ended]);
  } catch (error) {
    if (held.running === asked) held.stop(new Error(String(error)));
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
  const release = held.hold();
  return () => {
    listeners.delete(onChange);
    release();
  };
}

/** @see SearchWorker.search @throws when the works can't be read */
export const searchWorks = (request: SearchRequest, limit: number): Promise<SearchAnswer> =>
  ask(request.owner, (remote) => remote.search(request, limit));

/** @see SearchWorker.searchIds @throws when the works can't be read */
export const searchWorkIds = (request: SearchRequest): Promise<WorkId[]> =>
  ask(request.owner, (remote) => remote.searchIds(request));

/** @see SearchWorker.glance @throws when the works can't be read */
export const glanceAtWorks = (
  owner: UserKey,
  queries: readonly Pick<SearchRequest, 'words' | 'filter'>[],
): Promise<Glance[]> => ask(owner, (remote) => remote.glance(owner, queries));
