import type { Brand } from '../domain/brand.ts';
import { timeZoneDefault } from '../domain/credits.ts';
import type { OidcDoor, ProviderDoor } from '../domain/doors.ts';
import type { UserKey } from '../domain/ids.ts';
import type { GeneratorType } from '../domain/generator-types.ts';
import type { BrandCode } from '../domain/payments.ts';
import { tagLists, type TagListAddresses } from '../domain/tags.ts';
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

/** Notes where the deployment has lists of tags, if that has changed: a write would have every reader read again. */
export async function keepTagLists(addresses: TagListAddresses): Promise<void> {
  const known = await getSetting('tagLists');
  if (tagLists.some((list) => known[list] !== addresses[list])) {
    await setSetting('tagLists', addresses);
  }
}

/** Notes the tools that the deployment doesn't offer, if they have changed. */
export async function keepHiddenTools(tools: GeneratorType[]): Promise<void> {
  const known = await getSetting('hiddenTools');
  if (known.join() !== tools.join()) await setSetting('hiddenTools', tools);
}

/** Notes whether a right click on a picture is to open no menu, if that has changed. */
export async function keepRightClickRule(blocks: boolean): Promise<void> {
  if ((await getSetting('blocksRightClick')) !== blocks)
    await setSetting('blocksRightClick', blocks);
}

/** Notes whether the deployment counts which pages are looked at, if that has changed. */
export async function keepVisitRule(counts: boolean): Promise<void> {
  if ((await getSetting('countsVisits')) !== counts) await setSetting('countsVisits', counts);
}

/** Notes whether people are asked once what they do, if that has changed. */
export async function keepSurveyRule(asks: boolean): Promise<void> {
  if ((await getSetting('asksCareer')) !== asks) await setSetting('asksCareer', asks);
}

/** Notes where the deployment's day turns, if that has changed. */
export async function keepTimeZone(timeZone: string): Promise<void> {
  if ((await getSetting('timeZone')) !== timeZone) await setSetting('timeZone', timeZone);
}

/** Notes by which door beside the password people can come in, if that has changed. */
export async function keepOidcDoor(door: OidcDoor | null): Promise<void> {
  if ((await getSetting('oidcDoor'))?.name !== door?.name) await setSetting('oidcDoor', door);
}

/** Notes whose links lead in, if that has changed. */
export async function keepProviderDoor(door: ProviderDoor | null): Promise<void> {
  const known = await getSetting('providerDoor');
  if (JSON.stringify(known) !== JSON.stringify(door)) await setSetting('providerDoor', door);
}

/** Notes by which brand one pays here, if at all, and if that has changed. */
export async function keepPayBrand(code: BrandCode | null): Promise<void> {
  if ((await getSetting('pays')) !== code) await setSetting('pays', code);
}

/** Notes what the deployment calls itself, if that has changed. */
export async function keepBrand(brand: Brand): Promise<void> {
  const known = await getSetting('brand');
  if (JSON.stringify(known) !== JSON.stringify(brand)) await setSetting('brand', brand);
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
