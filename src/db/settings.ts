import { db, guardStorage } from './database.ts';
import type { Settings } from './schema.ts';

/** What holds until the person chooses; spec 1 and 2, section 9. */
export const settingDefaults: Settings = {
  session: null,
  language: null,
  colorScheme: 'dark',
  currentModel: null,
  historyOrder: 'newest',
  downloadFormat: 'PNG',
  keepOriginals: 'made-here',
  deviceId: null,
  queuePaused: false,
  notifications: 'unasked',
  pushRegistration: null,
  toldUpToMs: 0,
  storageTold: null,
  persistAskedAtMs: 0,
  community: null,
  hordeKey: null,
};

/** The stored value, else the default. */
export async function getSetting<Key extends keyof Settings>(key: Key): Promise<Settings[Key]> {
  const row = await db.settings.get(key);
  return row === undefined ? settingDefaults[key] : (row.value as Settings[Key]);
}

export async function setSetting<Key extends keyof Settings>(
  key: Key,
  value: Settings[Key],
): Promise<void> {
  await guardStorage(() => db.settings.put({ key, value }));
}
