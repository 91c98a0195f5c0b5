import type { GeneratorType } from '../domain/generator-types.ts';
import type { IntentId, JobId, MediaId, UserKey, WorkId } from '../domain/ids.ts';
import type { Intent } from '../domain/intent.ts';
import type { InputValues, Language } from '../domain/model.ts';
import type { StorageLevel } from '../domain/storage.ts';

/** A finished output (spec 1, section 3, "Work"), as the device knows it. */
export interface WorkRow {
  id: WorkId;
  owner: UserKey;
  jobId: JobId;
  intentId: IntentId | null;
  jobType: GeneratorType;
  model: string;
  modelName: string;
  prompt: string;
  negativePrompt: string;
  /** What really made it: the engine's parameters, seed included. */
  parameters: InputValues;
  seed: string;
  width: number;
  height: number;
  mediaType: string;
  bytes: number;
  /** Hex SHA-256 of the original; the downloaded bytes are held against it. */
  sha256: string;
  /** Where the platform keeps it; path on the platform's origin. */
  remoteUrl: string;
  createdAtMs: number;
  /** 0/1, because IndexedDB cannot index booleans (spec 1, section 3). */
  starred: 0 | 1;
  rated: 0 | 1;
  /** 1 to 5; 0 while `rated` is 0. */
  rating: number;
  censored: boolean;
  /** Words about this output from its engine, e.g. that it is a demo. */
  warnings: string[];
  /** Base64url thumbhash, the blur shown before the picture; empty until known. */
  thumbhash: string;
  /** 1 when the original's Blob is in `media`. */
  onDevice: 0 | 1;
  /** 1 when the person wants the original here: it is fetched, and room is never made at its cost. */
  pinned: 0 | 1;
  /** 1 while the platform has a small picture that is not here yet; 2 while somebody looks at its place. */
  thumbnailWanted: 0 | 1 | 2;
  /** Whether the platform still has the original; `absent` when it does not know the work at all. */
  remote: 'kept' | 'expired' | 'absent';
  /** When the platform may let go of the original; null when it keeps it for ever. */
  expiresAtMs: number | null;
  /** Set while the deletion can still be undone or waits to leave; such rows are not shown. */
  deletedAtMs: number | null;
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
  /** A `copy` travels in a source's place. */
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
  /** Everything that changed up to here is known; the platform's word, not to be looked into. */
  cursor: string | null;
  /** Where the first look at everything stands, from the newest work down; null when it is complete. */
  before: string | null;
  syncedAtMs: number;
}

/** A record that could not be used; kept for a report until the person throws it away. */
export interface QuarantineRow {
  id?: number;
  table: string;
  key: string;
  /** As it was found; null when the browser could not read it. */
  row: unknown;
  atMs: number;
}

/** What a person was about to make, one per tool; written while typing. */
export interface DraftRow {
  type: GeneratorType;
  model: string | null;
  input: InputValues;
  sources: { field: string; mediaId: MediaId }[];
  updatedAtMs: number;
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

/** Keys of `settings` with the type each holds. */
export interface Settings {
  session: Session | null;
  language: Language | null;
  colorScheme: 'dark' | 'light' | 'auto';
  currentModel: { type: GeneratorType; model: string; atMs: number } | null;
  historyOrder: 'newest' | 'oldest';
  downloadFormat: 'PNG' | 'JPG' | 'WEBP';
  /** Whose originals are fetched without being asked for: all works, or only what this device made. */
  keepOriginals: 'all' | 'made-here';
  /** This browser's own name towards the platform; null until it is first needed. */
  deviceId: string | null;
  queuePaused: boolean;
  /** What the person said about being told when something ends; `later` until they ask for it themselves. */
  notifications: 'unasked' | 'on' | 'off' | 'later';
  /** How the platform can wake this device; null while it can't. */
  pushRegistration: PushRegistration | null;
  /** Ends up to this time were told, or seen as they came. */
  toldUpToMs: number;
  /** How full the device was said to be, so that it is not said again and again. */
  storageTold: { level: StorageLevel; atMs: number } | null;
  /** When the browser was last asked to keep everything. */
  persistAskedAtMs: number;
  /** Set where no platform is configured; null with one. */
  community: CommunitySettings | null;
  /** A key of one's own for the AI Horde, used only where no platform is configured. */
  hordeKey: string | null;
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
 * Several devices: small pictures first, originals in parts, and where the sync stands. Lists by mark page by
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
  // Sizes are summed up by key alone, without a look at the rows.
  media: 'id, role, sha256, createdAtMs, [role+bytes]',
  thumbnails: 'id, blob.size',
  quarantine: '++id',
} as const;

export interface Tables {
  intents: Intent;
  works: WorkRow;
  media: MediaRow;
  thumbnails: ThumbnailRow;
  drafts: DraftRow;
  caches: CacheRow;
  settings: SettingRow;
  downloads: DownloadRow;
  parts: PartRow;
  syncs: SyncRow;
  quarantine: QuarantineRow;
}
