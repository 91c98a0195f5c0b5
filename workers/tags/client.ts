import { wrap } from 'comlink';
import type { TagList } from '../../src/domain/tags.ts';
import { createHeldWorker } from '../held-worker.ts';
import type { LoadResult, TagsWorker, TagSuggestions } from './contract.ts';

/** A list in memory is worth some megabytes: it goes when no prompt has needed it for so long. */
const idleStopMs = 30_000;

interface Loading {
  address: string;
  result: Promise<LoadResult>;
}

const held = createHeldWorker(
  () =>
    new Worker(new URL('./tags.worker.ts', import.meta.url), { type: 'module', name: 'kiln-tags' }),
  (worker) => ({ remote: wrap<TagsWorker>(worker), loading: null as Loading | null }),
  idleStopMs,
);

/** Says that a prompt wants tags from now on. @returns says that it no longer does */
export const holdTags = (): (() => void) => held.hold();

function begin(list: TagList, address: string): Loading {
  const started = held.start();
  const failed = (error: unknown): LoadResult => ({
    ok: false,
    problem: 'unreachable',
    detail: String(error),
  });
  const loaded = Promise.race([started.remote.load(list, address), started.ended]);
  started.loading = { address, result: loaded.catch(failed) };
  return started.loading;
}

/** Loads a list, unless it is there already; what failed is tried again. */
export async function loadTags(list: TagList, address: string): Promise<LoadResult> {
  let loading = held.running?.loading;
  if (loading?.address !== address) {
    held.stop(new Error('Another list is wanted'));
    loading = begin(list, address);
  }
  const asked = held.running;
  const result = await loading.result;
  if (!result.ok && held.running === asked) held.stop(new Error(result.detail));
  return result;
}

/** @see TagsWorker.suggest. Nothing while no list is loaded, or when the worker has died. */
export async function suggestTags(typed: string): Promise<TagSuggestions> {
  const nothing: TagSuggestions = { matched: 0, tags: [] };
  if (!held.running) return nothing;
  const { remote, ended } = held.running;
  return Promise.race([remote.suggest(typed), ended]).catch(() => nothing);
}
