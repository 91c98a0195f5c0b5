import { useLiveQuery } from './useLiveQuery.ts';
import { getOwnSetting } from '../db/settings.ts';
import { listOwnPrompts } from '../db/works/prompts.ts';
import type { UserKey } from '../domain/ids.ts';
import type { OwnPrompt } from '../domain/own-prompts.ts';

/** What a person has written on this device; undefined until read. While another search is read, the last one stays. */
export function useOwnPrompts(
  owner: UserKey,
  search: string,
  limit: number,
): OwnPrompt[] | undefined {
  return useLiveQuery(async () => listOwnPrompts(owner, { search, limit }), [owner, search, limit]);
}

/** Prompts that a person keeps at hand; undefined until read. */
export function useStarredPrompts(owner: UserKey): readonly string[] | undefined {
  return useLiveQuery(async () => getOwnSetting(owner, 'starredPrompts'), [owner]);
}
