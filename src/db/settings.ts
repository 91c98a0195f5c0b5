import { timeZoneDefault } from '../domain/credits.ts';
import type { UserKey } from '../domain/ids.ts';
import { db, guardStorage } from './database.ts';
import { ownKey } from './own-keys.ts';
import type { OwnSettings, Settings } from './schema.ts';

/** What holds until the person chooses; spec 1 and 2, section 9. */
export const settingDefaults: Settings = {
  session: null,
  otherSessions: [],
  language: null,
  colorScheme: 'dark',
  historyOrder: 'newest',
  historyLayout: 'dynamic',
  historyPaged: false,
  downloadFormat: 'PNG',
  tellsSettings: true,
  keepOriginals: 'made-here',
  deviceId: null,
  camera: null,
  queuePaused: false,
  notifications: 'unasked',
  pushRegistration: null,
  storageTold: null,
  persistAskedAtMs: 0,
  userSource: null,
  community: null,
  hordeUrl: null,
  sendsReports: true,
  tagSource: 'none',
  tagLists: {},
  hiddenTools: [],
  blocksRightClick: false,
  brand: null,
  linkFacts: {},
  countsVisits: false,
  pays: null,
  asksCareer: false,
  timeZone: timeZoneDefault,
  oidcDoor: null,
  providerDoor: null,
  doorAttempt: null,
  guideDismissed: false,
  deviceModels: [],
  deviceBuilds: null,
  makesUnseen: false,
};

/** All that is set on this device, by its key: some fifty small values. */
export type StoredSettings = ReadonlyMap<string, unknown>;

/** Reads all of them at once, for a page that looks at many. */
export async function readSettings(): Promise<StoredSettings> {
  const rows = await db.settings.toArray();
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** The stored value, else the default. */
export function settingIn<Key extends keyof Settings>(
  stored: StoredSettings,
  key: Key,
): Settings[Key] {
  return stored.has(key) ? (stored.get(key) as Settings[Key]) : settingDefaults[key];
}

/** What one person has chosen, else the default. */
export function ownSettingIn<Key extends keyof OwnSettings>(
  stored: StoredSettings,
  owner: UserKey,
  key: Key,
): OwnSettings[Key] {
  const own = ownKey(owner, key);
  return stored.has(own) ? (stored.get(own) as OwnSettings[Key]) : ownSettingDefaults[key];
}

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

const hostRules = [
  'hiddenTools',
  'blocksRightClick',
  'brand',
  'countsVisits',
  'pays',
  'oidcDoor',
  'providerDoor',
  'asksCareer',
  'timeZone',
  'tagLists',
] as const satisfies (keyof Settings)[];

/** What the host says of itself, as settings of this device. */
export type HostRules = Pick<Settings, (typeof hostRules)[number]>;

/** Notes what of it has changed: a write without a change would have every reader read again. */
export async function keepHostRules(rules: HostRules): Promise<void> {
  const stored = await readSettings();
  const changed = hostRules.filter(
    (key) => JSON.stringify(settingIn(stored, key)) !== JSON.stringify(rules[key]),
  );
  if (changed.length === 0) return;
  await guardStorage(() => db.settings.bulkPut(changed.map((key) => ({ key, value: rules[key] }))));
}

const ownSettingDefaults: OwnSettings = {
  currentModel: null,
  recentTools: [],
  toldUpToMs: 0,
  reportedUpToMs: 0,
  hordeKey: null,
  agreesToVolunteers: false,
  sendsAsWritten: false,
  starredPrompts: [],
  recentColours: [],
  wildcards: [],
  ownStyles: [],
  singleModel: false,
  shortcuts: {},
  linkedApps: [],
  appDraft: null,
  surveyClosedAtMs: null,
};

/** What one person has chosen, else the default. */
export async function getOwnSetting<Key extends keyof OwnSettings>(
  owner: UserKey,
  key: Key,
): Promise<OwnSettings[Key]> {
  const row = await db.settings.get(ownKey(owner, key));
  return row === undefined ? ownSettingDefaults[key] : (row.value as OwnSettings[Key]);
}

export async function setOwnSetting<Key extends keyof OwnSettings>(
  owner: UserKey,
  key: Key,
  value: OwnSettings[Key],
): Promise<void> {
  await guardStorage(() => db.settings.put({ key: ownKey(owner, key), value }));
}
