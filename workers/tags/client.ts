import { wrap } from 'comlink';
import type { Remote } from 'comlink';
import type { TagList } from '../../src/domain/tags.ts';
import type { LoadResult, TagsWorker, TagSuggestions } from './contract.ts';

/** A list in memory is worth some megabytes: it goes when no prompt has needed it for so long. */
const idleStopMs = 30_000;

interface Running {
  worker: Worker;
  remote: Remote<TagsWorker>;
  /** Rejects when the worker dies or is stopped: Comlink would never settle what it was asked. */
  ended: Promise<never>;
  end: (reason: Error) => void;
  address: string;
  loaded: Promise<LoadResult>;
}

let running: Running | null = null;
let users = 0;
let idleTimer: ReturnType<typeof setTimeout> | undefined;

function stop(reason: Error): void {
  const ending = running;
  running = null;
  ending?.worker.terminate();
  ending?.end(reason);
}

function start(list: TagList, address: string): Running {
  const worker = new Worker(new URL('./tags.worker.ts', import.meta.url), {
    type: 'module',
    name: 'kiln-tags',
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
  const remote = wrap<TagsWorker>(worker);
  const failed = (error: unknown): LoadResult => ({
    ok: false,
    problem: 'unreachable',
    detail: String(error),
  });
  const loaded = Promise.race([remote.load(list, address), ended]).catch(failed);
  return { worker, remote, ended, end, address, loaded };
}

/** Says that a prompt wants tags from now on. @returns says that it no longer does */
export function holdTags(): () => void {
  users += 1;
  clearTimeout(idleTimer);
  return () => {
    users -= 1;
    if (users === 0) idleTimer = setTimeout(stop, idleStopMs, new Error('Idle'));
  };
}

/** Loads a list, unless it is there already; what failed is tried again. */
export async function loadTags(list: TagList, address: string): Promise<LoadResult> {
  if (running?.address !== address) {
    stop(new Error('Another list is wanted'));
    running = start(list, address);
  }
  const asked = running;
  const result = await asked.loaded;
  if (!result.ok && running === asked) stop(new Error(result.detail));
  return result;
}

/** @see TagsWorker.suggest. Nothing while no list is loaded, or when the worker has died. */
export async function suggestTags(typed: string): Promise<TagSuggestions> {
  const nothing: TagSuggestions = { matched: 0, tags: [] };
  if (!running) return nothing;
  const { remote, ended } = running;
  return Promise.race([remote.suggest(typed), ended]).catch(() => nothing);
}
