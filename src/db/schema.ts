import type { OidcDoor, ProviderDoor } from '../domain/doors.ts';
import type { BrandCode } from '../domain/payments.ts';
import type { AppDraft } from '../domain/app-draft.ts';
import type { AlbumRule, CollectionId } from '../domain/albums.ts';
import type { LinkFacts } from '../domain/link-facts.ts';
import type { ErrorCode } from '../domain/errors.ts';
import type { Brand } from '../domain/brand.ts';
import type { Colour, DrawingKind, DrawingStep, Sheet } from '../domain/drawing.ts';
import type { GeneratorType } from '../domain/generator-types.ts';
import type { ToolWay } from '../domain/tool-entries.ts';
import type { CompareAxis, CompareChoices } from '../domain/compare.ts';
import type {
  AlbumId,
  GroupId,
  IntentId,
  JobId,
  MediaId,
  ShareId,
  UserKey,
  WorkId,
} from '../domain/ids.ts';
import type { GroupPlace, Intent } from '../domain/intent.ts';
import type { HistoryLayout } from '../domain/history-layout.ts';
import type { Language, LocalizedText } from '../domain/languages.ts';
import type { InputValues, ModelPlace } from '../domain/model.ts';
import type { ChosenShortcuts } from '../domain/shortcuts.ts';
import type { ShareRefusal } from '../domain/shares.ts';
import type { OwnStyle } from '../domain/own-styles.ts';
import type { WildcardList } from '../domain/wildcards.ts';
import type { TagListAddresses, TagSource } from '../domain/tags.ts';
import type { WorkOrigin, WorkSource } from '../domain/work.ts';
import type { DeviceBuilds, DeviceModel } from '../diffusion/device-model.ts';
import type { StorageLevel } from '../domain/storage.ts';

/** A finished output (spec 1, section 3, "Work"), as the device knows it. */
export interface WorkRow {
  id: WorkId;
  owner: UserKey;
  origin: WorkOrigin;
  /** Null for what no job made: imported or assembled. */
  jobId: JobId | null;
  intentId: IntentId | null;
  /** Absent for what was not made in compare mode, or on another device. */
  group?: GroupPlace;
  jobType: GeneratorType;
  /** The model's id; `src/words/model-names.ts` has its name in the reader's language. */
  model: string;
  /** The model's name when the work was made, for models that are no longer listed; null when nobody knew it. */
  modelLabel: LocalizedText | null;
  /** Who made it, and so who is told of ratings and deletions. The platform doesn't know works of the Horde. */
  place: ModelPlace;
  /** All files that it was made from, in the order of the request. */
  sources: WorkSource[];
  /** Sources that lie nowhere but on this device; they stay for as long as the work does. */
  keptSources: MediaId[];
  prompt: string;
  negativePrompt: string;
  /** The parameters that the engine really used, with the seed. */
  parameters: InputValues;
  seed: string;
  width: number;
  height: number;
  mediaType: string;
  bytes: number;
  /** Hex SHA-256 of the original, to check the downloaded bytes. */
  sha256: string;
  /** Where the platform keeps it; path on the platform's origin, without what would expire. */
  remoteUrl: string;
  createdAtMs: number;
  /** 0/1, because IndexedDB cannot index booleans (spec 1, section 3). */
  starred: 0 | 1;
  rated: 0 | 1;
  /** 1 to 5; 0 while `rated` is 0. */
  rating: number;
  censored: boolean;
  /** Codes of warnings from its engine, e.g. that it is a demo. */
  warnings: string[];
  /** What went wrong with it although it is there (spec 1, section 3); absent where nothing did. */
  err?: ErrorCode;
  /** The same as its maker said it, for the log of a report alone: pages have words for the code. */
  errmsg?: string;
  /** Base64url thumbhash, the blur shown before the picture; empty until known. */
  thumbhash: string;
  /** 1 when the original's Blob is in `media`. */
  onDevice: 0 | 1;
  /** 1 when the person wants the original here: it is fetched, and never removed to free room. */
  pinned: 0 | 1;
  /** 1 while the platform has a small picture that is not here yet; 2 while its tile is on the screen. */
  thumbnailWanted: 0 | 1 | 2;
  /** Whether the platform still has the original; `absent` when it does not know the work at all. */
  remote: 'kept' | 'expired' | 'absent';
  /** When the platform may let go of the original; null when it keeps it for ever. */
  expiresAtMs: number | null;
  /** Set while a deletion for good is not carried out yet, of works in the bin alone. Such rows are not shown. */
  deletedAtMs: number | null;
  /**
   * Set on a work that no job made for as long as the platform certainly does not know it: it is told neither of
   * ratings nor of a deletion.
   */
  untold?: true;
}

/**
 * A work in the bin. It stands in a table of its own, so that no list, count or search of works has to leave it out;
 * its files stay where they are.
 */
export interface BinRow extends WorkRow {
  binnedAtMs: number;
}

/** Originals and sources. Blobs stand apart from rows, so that lists scan fast. */
export interface MediaRow {
  id: MediaId;
  blob: Blob;
  mediaType: string;
  bytes: number;
  sha256: string;
  width: number;
  height: number;
  /** The person's own name for an uploaded file. */
  name: string;
  /** Whether its EXIF orientation rotates it; absent in rows written before this was checked. */
  isTurned?: boolean;
  /** A `copy` is uploaded instead of the source. */
  role: 'original' | 'source' | 'copy';
  createdAtMs: number;
}

export interface ThumbnailRow {
  id: MediaId;
  blob: Blob;
  width: number;
  height: number;
}

/** A download that may be cut at any byte and goes on from there, after a restart too. */
export interface DownloadRow {
  /** Of the original that it becomes. */
  id: MediaId;
  url: string;
  /** Strong validator of what was received so far; a file with another one is begun anew. */
  etag: string | null;
  receivedBytes: number;
  totalBytes: number;
  updatedAtMs: number;
}

/** A stretch of a download's bytes. Each stands in a row of its own, so that no more than one is in memory. */
export interface PartRow {
  mediaId: MediaId;
  /** Position of its first byte in the file. */
  offset: number;
  bytes: number;
  blob: Blob;
}

/** How far a person's works on this device follow the platform's. */
export interface SyncRow {
  owner: UserKey;
  /** The platform's cursor: every change before it is known. Opaque to the device. */
  cursor: string | null;
  /** How far the first sync of all works has got, from the newest one down; null when it is complete. */
  before: string | null;
  syncedAtMs: number;
}

/** A person's album. What is in it: `memberships`, or what its rule finds. */
export interface AlbumRow {
  id: AlbumId;
  owner: UserKey;
  name: string;
  /** The work on its cover; null: whichever is the newest. */
  coverId: WorkId | null;
  /** Among the person's albums, lower first. */
  place: number;
  /** Of a smart album; null for one that works are put into. */
  rule: AlbumRule | null;
  /** Nobody but this device knows it: what is first changed of it is told with all the rest. */
  untold?: true;
  /** Set on one that was deleted: its works stay in it for the day it is brought back. Such rows are not shown. */
  deletedAtMs: number | null;
}

/** A work in an album, or with a tag. The work itself may not be here (yet). */
export interface MembershipRow {
  owner: UserKey;
  collection: CollectionId;
  workId: WorkId;
  /** Within the collection: the time of the work's making. */
  place: number;
}

/** How far a person's albums on this device follow the platform's. */
export interface AlbumSyncRow {
  owner: UserKey;
  /** Opaque to the device. */
  cursor: string;
}

/** A record that could not be used; kept for a report until the person throws it away. */
export interface QuarantineRow {
  id?: number;
  /** The owner named in the row; if that was unreadable, who was signed in when it was found. */
  owner: UserKey;
  table: string;
  key: string;
  /** As it was found; null when the browser could not read it. */
  row: unknown;
  atMs: number;
}

/** Requests that were made by one press in compare mode; each names its place in them itself. */
export interface GroupRow {
  id: GroupId;
  owner: UserKey;
  createdAtMs: number;
  jobType: GeneratorType;
  /** What differs between the requests, in the order in which `cellOf` counts. */
  axes: CompareAxis[];
  /** The words of the form, with their alternatives. */
  prompt: string;
  /** The seed of all of them; null where seeds are compared or the model takes none. */
  seed: string | null;
  /** The combinations that were asked for; the others are none that their model can make. */
  cells: number[];
  /** Shape of a cell. */
  width: number;
  height: number;
}

/** Words of the keyword catalogue that a person has chosen for a form. */
export interface ChosenKeywords {
  /** `chinese#english`, in the order in which they were chosen. */
  chosen: string[];
  /** Whether they go into the prompt in English; undefined follows the model. */
  english?: boolean;
}

/** What a person was about to make, one per person and tool; written while typing. */
export interface DraftRow {
  owner: UserKey;
  type: GeneratorType;
  model: string | null;
  input: InputValues;
  sources: { field: string; mediaId: MediaId }[];
  keywords?: ChosenKeywords;
  compare?: CompareChoices;
  /** The model was picked at random, and another one is after each request. */
  isRandom?: boolean;
  /** Larger parameters are switched on. */
  isLarger?: boolean;
  updatedAtMs: number;
}

/** `tool/field` */
export type DrawingPlace = `${GeneratorType}/${string}`;

/** A drawing that was begun and neither used nor thrown away. */
export interface DrawingRow {
  owner: UserKey;
  /** Which field of which tool it is for. */
  place: DrawingPlace;
  kind: DrawingKind;
  /** What it lies over; null for a sheet of its own. */
  pictureId: MediaId | null;
  /** What it goes on from: a mask that was there, as a file. */
  earlierId: MediaId | null;
  /** As it was begun. */
  sheet: Sheet;
  /** How many of its steps are done; those behind were taken back. */
  done: number;
  updatedAtMs: number;
}

export interface DrawingStepRow {
  owner: UserKey;
  place: DrawingPlace;
  /** From 0 on. */
  at: number;
  step: DrawingStep;
}

/** One thing of a share: a picture, words, or the name of what can't be kept. */
export type SharedThing =
  | { kind: 'picture'; blob: Blob; mediaType: string; name: string }
  | { kind: 'words'; text: string }
  | { kind: 'refused'; name: string; refusal: ShareRefusal };

/** One thing that another app shared and that nobody has used or thrown away yet. */
export interface ShareRow {
  id: ShareId;
  /** Who was here when it came. */
  owner: UserKey;
  /** The same for all that came at once. */
  createdAtMs: number;
  /** Of the picture; 0 for everything else. */
  bytes: number;
  thing: SharedThing;
}

/** Answers of the platform that the page reads without a network: model list, schemas, balance … */
export interface CacheRow {
  key: string;
  value: unknown;
  fetchedAtMs: number;
  /** Absent in rows of version 1, which were all asked for. */
  stale?: boolean;
}

export interface SettingRow {
  key: string;
  value: unknown;
}

export interface Session {
  userKey: UserKey;
  userToken: string;
  account: string;
  nickname: string;
  isVip: boolean;
  isSuperUser: boolean;
  expiresAtMs: number;
}

export interface Balance {
  balance: number;
  reserved: number;
  /** Today's claim: what it gives, and whether it was taken. */
  dailyAmount: number;
  claimedToday: boolean;
}

/** What the platform keeps for a person, in bytes. */
export interface StoredBytes {
  works: number;
  /** What was sent; the platform lets go of it by itself once nothing needs it. */
  uploads: number;
  /** Of both together; null where there is none. */
  limit: number | null;
}

/** Keys of `settings` with the type each holds: what holds for this device, whoever uses it. */
export interface Settings {
  session: Session | null;
  /** Further accounts that are signed in on this device, and wait: the one that was left last is first. */
  otherSessions: Session[];
  language: Language | null;
  colorScheme: 'dark' | 'light' | 'auto';
  historyOrder: 'newest' | 'oldest';
  historyLayout: HistoryLayout;
  /** Whether the history is paged; else it goes on for as long as one scrolls. */
  historyPaged: boolean;
  downloadFormat: 'PNG' | 'JPG' | 'WEBP';
  /** Whether a downloaded picture carries how it was made, its prompt with it. */
  tellsSettings: boolean;
  /** Whose originals are fetched without being asked for: all works, or only what this device made. */
  keepOriginals: 'all' | 'made-here';
  /** This browser's own name towards the platform; null until it is first needed. */
  deviceId: string | null;
  /** Which of several cameras photographs here; null: whichever the browser takes. */
  camera: string | null;
  queuePaused: boolean;
  /** What the person said about being told when something ends; `later` until they ask for it themselves. */
  notifications: 'unasked' | 'on' | 'off' | 'later';
  /** How the platform can wake this device; null while it can't. */
  pushRegistration: PushRegistration | null;
  /** How full the storage was at the last warning, so that the warning is not repeated. */
  storageTold: { level: StorageLevel; atMs: number } | null;
  /** When the browser was last asked to keep everything. */
  persistAskedAtMs: number;
  /** Where the person came from, as a link's `user_source` said; null once the platform was told. */
  userSource: { value: string; atMs: number } | null;
  /** Set where no platform is configured; null with one. */
  community: CommunitySettings | null;
  /** The AI Horde that this device asks by itself, alone or beside a platform; null where it asks none. */
  hordeUrl: string | null;
  /** Whether the platform is told of what ended badly here: codes and models, never words or pictures. */
  sendsReports: boolean;
  /** Whose tags are suggested while a prompt is written. */
  tagSource: TagSource;
  /** Where the deployment has them, as its kiln.json said last. */
  tagLists: TagListAddresses;
  /** Tools that the deployment doesn't offer, as its kiln.json said last. */
  hiddenTools: GeneratorType[];
  /** What the deployment calls itself, as its kiln.json said last; null before it said anything. */
  brand: Brand | null;
  /** What links brought along, each for its time. */
  linkFacts: LinkFacts;
  /** Whether the deployment counts which pages are looked at, as its kiln.json said last. */
  countsVisits: boolean;
  /** By which of its brands the deployment takes money; null where nothing is sold. */
  pays: BrandCode | null;
  /** People are asked once what they do. */
  asksCareer: boolean;
  /** Where the deployment's day turns, as its kiln.json said last. */
  timeZone: string;
  /** A door beside the password; null where there is none. */
  oidcDoor: OidcDoor | null;
  /** The account provider whose links lead in; null where there is none. */
  providerDoor: ProviderDoor | null;
  /** A sign-in elsewhere that is under way: what this device keeps of it, and where it goes on. */
  doorAttempt: { verifier: string; returnTo: string; atMs: number } | null;
  /** Somebody has closed the guide on this device. */
  guideDismissed: boolean;
  /** Models that make pictures on this device, those that are being fetched too. */
  deviceModels: readonly DeviceModel[];
  /** What runs them, by address and hash; null before the first one was fetched. */
  deviceBuilds: DeviceBuilds | null;
  /** The device goes on making pictures when nobody looks at the app. */
  makesUnseen: boolean;
  /** Whether the deployment keeps the browser's own menu from pictures, as its kiln.json said last. */
  blocksRightClick: boolean;
}

/** Keys of `settings` that each person has for themselves. */
export interface OwnSettings {
  currentModel: { type: GeneratorType; model: string; atMs: number } | null;
  /** Tools that were worked with, each in its mode, the last one first. */
  recentTools: ToolWay[];
  /** Requests that ended up to this time were announced, or seen as they ended. */
  toldUpToMs: number;
  /** What ended badly up to this time was reported. */
  reportedUpToMs: number;
  /** A key of one's own for the AI Horde. */
  hordeKey: string | null;
  /** Volunteers' computers may see what this person asks for. */
  agreesToVolunteers: boolean;
  /** Lists of words for `__name__`, by name. */
  wildcards: WildcardList[];
  /** Styles of one's own, in the order in which they were made. */
  ownStyles: OwnStyle[];
  /** Words go to every model as they were written, even where it works best with English. */
  sendsAsWritten: boolean;
  /** Prompts with a star, the newest first. */
  starredPrompts: readonly string[];
  /** Colours that were drawn with, the newest first. */
  recentColours: readonly Colour[];
  /** Tools that can do with one model show no others. */
  singleModel: boolean;
  /** Keys of one's own, by what they do; null where something has none. What is absent has the usual ones. */
  shortcuts: ChosenShortcuts;
  /** Apps of others whose links were opened here, the newest first. */
  linkedApps: readonly string[];
  /** The app that was being made or changed last, and is not saved yet. */
  appDraft: KeptAppDraft | null;
  /** When they closed the question what they do; null: never. */
  surveyClosedAtMs: number | null;
}

/** An app as somebody left it. */
export interface KeptAppDraft {
  /** Id of the app, or what a new one is made of. */
  of: string;
  draft: AppDraft;
  /** A picture that was chosen from a file, made small. */
  cover: Blob | null;
}

export interface CommunitySettings {
  /** The AI Horde's address without the version: `https://aihorde.net/api`. */
  hordeUrl: string;
}

export type PushRegistration =
  | { state: 'registered'; endpoint: string; userToken: string }
  /** The browser's push service could not be reached; tried again some time later. */
  | { state: 'unreachable'; atMs: number };

/**
 * Dexie versions. A shipped version is frozen: change the shape by adding the next one, with a migration
 * and a before/after test.
 */
export const databaseName = 'kiln';
export const schemaVersion1 = {
  intents: 'id, owner, stage, [owner+stage], [owner+createdAtMs], jobId, nextAttemptAtMs',
  works: 'id, [owner+createdAtMs], jobId, intentId, starred, rated',
  media: 'id, role, sha256, createdAtMs',
  thumbnails: 'id',
  drafts: 'type',
  caches: 'key',
  settings: 'key',
} as const;
/**
 * Several devices: small pictures first, originals in parts, and where the sync stands. Lists by rating page by
 * key like the whole history does.
 */
export const schemaVersion2 = {
  intents:
    'id, owner, stage, [owner+stage], [owner+kind+stage], [owner+createdAtMs], jobId, nextAttemptAtMs',
  works:
    'id, [owner+createdAtMs], [owner+thumbnailWanted+createdAtMs], [owner+onDevice+createdAtMs], [owner+starred+createdAtMs], [owner+rated+createdAtMs], jobId, intentId',
  downloads: 'id',
  parts: '[mediaId+offset]',
  syncs: 'owner',
  // Sizes are in the index, so that they can be summed up without reading rows.
  media: 'id, role, sha256, createdAtMs, [role+bytes]',
  thumbnails: 'id, blob.size',
  quarantine: '++id',
} as const;

/**
 * Works of any origin, and what is private keyed by its owner. A primary key can't be changed, so drafts move
 * to a table of their own.
 */
export const schemaVersion3 = {
  works:
    'id, [owner+createdAtMs], [owner+thumbnailWanted+createdAtMs], [owner+onDevice+createdAtMs], [owner+starred+createdAtMs], [owner+rated+createdAtMs], [owner+origin+createdAtMs], jobId, intentId, *keptSources',
  quarantine: '++id, owner',
  personalDrafts: '[owner+type], owner',
  drafts: null,
} as const;

/** Requests of one press in compare mode, and the works that they become. */
export const schemaVersion4 = {
  intents:
    'id, owner, stage, [owner+stage], [owner+kind+stage], [owner+createdAtMs], jobId, nextAttemptAtMs, group.id',
  works:
    'id, [owner+createdAtMs], [owner+thumbnailWanted+createdAtMs], [owner+onDevice+createdAtMs], [owner+starred+createdAtMs], [owner+rated+createdAtMs], [owner+origin+createdAtMs], jobId, intentId, *keptSources, group.id',
  groups: 'id, owner',
} as const;

/** Drawings that were begun and neither used nor thrown away; each step is a row, so that a stroke writes itself only. */
export const schemaVersion5 = {
  drawings: '[owner+place], owner',
  drawingSteps: '[owner+place+at], owner',
} as const;

/** What other apps shared and waits to be used. */
export const schemaVersion6 = {
  shares: 'id, owner',
} as const;

/** Works are found by their tool, their model and their media type, each in order of time. */
export const schemaVersion7 = {
  works:
    'id, [owner+createdAtMs], [owner+thumbnailWanted+createdAtMs], [owner+onDevice+createdAtMs], [owner+starred+createdAtMs], [owner+rated+createdAtMs], [owner+origin+createdAtMs], [owner+jobType+createdAtMs], [owner+model+createdAtMs], [owner+mediaType+createdAtMs], jobId, intentId, *keptSources, group.id',
} as const;

/** Works are found by their bytes, so that none is taken in twice. */
export const schemaVersion8 = {
  works:
    'id, [owner+createdAtMs], [owner+thumbnailWanted+createdAtMs], [owner+onDevice+createdAtMs], [owner+starred+createdAtMs], [owner+rated+createdAtMs], [owner+origin+createdAtMs], [owner+jobType+createdAtMs], [owner+model+createdAtMs], [owner+mediaType+createdAtMs], [owner+sha256], jobId, intentId, *keptSources, group.id',
} as const;

/** Deleted works lie in a bin for a while. Its bytes are in the index, so that they can be summed up without rows. */
export const schemaVersion9 = {
  bin: 'id, binnedAtMs, [owner+binnedAtMs], [owner+bytes], [owner+thumbnailWanted+binnedAtMs], *keptSources, group.id',
} as const;

/** Albums and tags of one's own. A collection is read in order by its index, and a work's collections by the work. */
export const schemaVersion10 = {
  albums: 'id, owner',
  memberships: '[owner+collection+workId], workId, [owner+collection+place]',
  albumSyncs: 'owner',
} as const;

export interface Tables {
  intents: Intent;
  works: WorkRow;
  bin: BinRow;
  media: MediaRow;
  thumbnails: ThumbnailRow;
  personalDrafts: DraftRow;
  caches: CacheRow;
  settings: SettingRow;
  downloads: DownloadRow;
  parts: PartRow;
  syncs: SyncRow;
  groups: GroupRow;
  quarantine: QuarantineRow;
  drawings: DrawingRow;
  drawingSteps: DrawingStepRow;
  shares: ShareRow;
  albums: AlbumRow;
  memberships: MembershipRow;
  albumSyncs: AlbumSyncRow;
}
