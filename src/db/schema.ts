import type { GeneratorType } from '../domain/generator-types.ts';
import type { IntentId, JobId, MediaId, UserKey, WorkId } from '../domain/ids.ts';
import type { Intent } from '../domain/intent.ts';
import type { InputValues, Language } from '../domain/model.ts';

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
  censored: boolean;
  /** Words about this output from its engine, e.g. that it is a demo. */
  warnings: string[];
  /** Base64url thumbhash, the blur shown before the picture; empty until known. */
  thumbhash: string;
  /** 1 when the original's Blob is in `media`. */
  onDevice: 0 | 1;
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
  role: 'original' | 'source';
  createdAtMs: number;
}

export interface ThumbnailRow {
  id: MediaId;
  blob: Blob;
  width: number;
  height: number;
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
  queuePaused: boolean;
}

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

export interface Tables {
  intents: Intent;
  works: WorkRow;
  media: MediaRow;
  thumbnails: ThumbnailRow;
  drafts: DraftRow;
  caches: CacheRow;
  settings: SettingRow;
}
