import type { OwnSettings, Settings } from '../db/schema.ts';
import { currentOwner } from '../db/account/session.ts';
import { getOwnSetting, getSetting } from '../db/settings.ts';
import { sharedQueries, type SharedQuery } from './shared-query.ts';
import { useSharedQuery } from './useSharedQuery.ts';

const settings = sharedQueries((key: keyof Settings) => getSetting(key));
const ownSettings = sharedQueries(async (key: keyof OwnSettings) =>
  getOwnSetting(await currentOwner(), key),
);

/** A setting of this device; undefined until read. */
export function useSetting<Key extends keyof Settings>(key: Key): Settings[Key] | undefined {
  return useSharedQuery(settings(key) as SharedQuery<Settings[Key]>);
}

/** A setting of whoever is here; undefined until read. */
export function useOwnSetting<Key extends keyof OwnSettings>(
  key: Key,
): OwnSettings[Key] | undefined {
  return useSharedQuery(ownSettings(key) as SharedQuery<OwnSettings[Key]>);
}
