import type { Collection } from 'dexie';
import type { UserKey } from '../../domain/ids.ts';
import { starredPromptsMax } from '../../domain/limits.ts';
import { newestOfEach, type OwnPrompt } from '../../domain/own-prompts.ts';
import { splitPrompt } from '../../domain/parameters.ts';
import { matchesSearch } from '../../domain/search-words.ts';
import { db } from '../database.ts';
import { getOwnSetting, setOwnSetting } from '../settings.ts';

/** Reads a range from its newest row down, no further than it must. */
async function gather<Row>(
  newestFirst: Collection<Row>,
  promptOf: (row: Row) => OwnPrompt | null,
  { search, limit }: { search: string; limit: number },
): Promise<OwnPrompt[]> {
  const found = new Map<string, OwnPrompt>();
  await newestFirst
    .until(() => found.size >= limit)
    .each((row) => {
      const prompt = promptOf(row);
      if (!prompt || prompt.text === '' || found.has(prompt.text)) return;
      if (matchesSearch(prompt.text, search)) found.set(prompt.text, prompt);
    });
  return [...found.values()];
}

/**
 * What a person has written on this device, from their requests and their works, each text once, newest first.
 * @param options.search words that all have to be in it
 */
export async function listOwnPrompts(
  owner: UserKey,
  options: { search?: string; limit: number },
): Promise<OwnPrompt[]> {
  const { search = '', limit } = options;
  const everything = [
    [owner, -Infinity],
    [owner, Infinity],
  ] as const;
  const [requested, made] = await Promise.all([
    gather(
      db.intents
        .where('[owner+createdAtMs]')
        .between(...everything)
        .reverse(),
      (intent) => {
        const written = intent.kind === 'generate' ? intent.payload.input['prompt'] : null;
        if (intent.kind !== 'generate' || typeof written !== 'string') return null;
        const text = splitPrompt(written).prompt.trim();
        return { text, jobType: intent.payload.jobType, atMs: intent.createdAtMs };
      },
      { search, limit },
    ),
    gather(
      db.works
        .where('[owner+createdAtMs]')
        .between(...everything)
        .reverse(),
      (work) => ({ text: work.prompt.trim(), jobType: work.jobType, atMs: work.createdAtMs }),
      { search, limit },
    ),
  ]);
  return newestOfEach([...requested, ...made]).slice(0, limit);
}

/** Keeps a prompt at hand, or no longer; of very many the oldest go. */
export async function starPrompt(owner: UserKey, text: string, isStarred: boolean): Promise<void> {
  await db.transaction('rw', db.settings, async () => {
    const others = (await getOwnSetting(owner, 'starredPrompts')).filter((other) => other !== text);
    const next = isStarred ? [text, ...others].slice(0, starredPromptsMax) : others;
    await setOwnSetting(owner, 'starredPrompts', next);
  });
}
