import { useLiveQuery } from 'dexie-react-hooks';
import type { OwnSettings, Settings } from '../db/schema.ts';
import { currentOwner } from '../db/account/session.ts';
import { getOwnSetting, getSetting } from '../db/settings.ts';

/** A setting of this device; undefined until read. */
export function useSetting<Key extends keyof Settings>(key: Key): Settings[Key] | undefined {
  return useLiveQuery(() => getSetting(key), [key]);
}

/** A setting of whoever is here; undefined until read. */
export function useOwnSetting<Key extends keyof OwnSettings>(
  key: Key,
): OwnSettings[Key] | undefined {
  return useLiveQuery(async () => getOwnSetting(await currentOwner(), key), [key]);
}
