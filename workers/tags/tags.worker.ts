import { expose } from 'comlink';
import { tagListMaxBytes } from '../../src/domain/limits.ts';
import type { TagList } from '../../src/domain/tags.ts';
import type { LoadResult, TagsWorker } from './contract.ts';
import { parseTags } from './parse-tags.ts';
import { createSuggester, type TagSuggester } from './suggest.ts';

/** A list of some megabytes over a slow line; a host that sends nothing for so long never will. */
const patienceMs = 120_000;

let suggester: TagSuggester | null = null;

/** @returns null when more comes than is ever read */
async function readBounded(response: Response): Promise<string | null> {
  if (!response.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > tagListMaxBytes) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

async function load(list: TagList, address: string): Promise<LoadResult> {
  suggester = null;
  let text: string | null;
  try {
    // By way of the service worker, which keeps lists for when there is no network.
    const response = await fetch(address, {
      credentials: 'omit',
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!response.ok) return { ok: false, problem: 'unreachable', detail: `${response.status}` };
    text = await readBounded(response);
  } catch (error) {
    return { ok: false, problem: 'unreachable', detail: String(error) };
  }
  if (text === null) return { ok: false, problem: 'too-large', detail: address };
  const { tags, skippedLines } = parseTags(text);
  if (tags.length === 0) return { ok: false, problem: 'unusable', detail: `${skippedLines} lines` };
  suggester = createSuggester(list, tags);
  return { ok: true, tags: tags.length, skippedLines };
}

const api: TagsWorker = {
  load,
  suggest: (typed) => suggester?.suggest(typed) ?? { matched: 0, tags: [] },
};

expose(api);
