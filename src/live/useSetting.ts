import type { OwnSettings, Settings } from '../db/schema.ts';
import { ownerOf } from '../db/account/session.ts';
import { ownSettingIn, settingIn } from '../db/settings.ts';
import { derivedQueries, type SharedQuery } from './shared-query.ts';
import { storedSettings } from './stored-settings.ts';
import { useSharedQuery } from './useSharedQuery.ts';

const settings = derivedQueries(storedSettings, (stored, key: keyof Settings) =>
  settingIn(stored, key),
);
const ownSettings = derivedQueries(storedSettings, (stored, key: keyof OwnSettings) =>
  ownSettingIn(stored, ownerOf(settingIn(stored, 'session')), key),
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
