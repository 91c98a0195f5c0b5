import type { AlbumRule } from '../albums.ts';
import type { GeneratorType } from '../generator-types.ts';
import type { LocalizedText } from '../languages.ts';
import type { InputValues } from '../model.ts';
import type { WorkOrigin } from '../work.ts';

/** The layout of Kiln's own archives; docs/archive.md describes it for other programs. */
export const archiveFormat = 'kiln-archive';
export const archiveVersion = 1;
export const archivedWorkFormat = 'kiln-work';

export const archivePaths = {
  manifest: 'manifest.json',
  page: 'index.html',
  /** What makes the page work, and what it shows in pieces: `index/works-1.js` and so on. */
  viewer: 'index/viewer.js',
  /** Albums and tags for the page, where there are any. */
  albums: 'index/albums.js',
  listed: (piece: number) => `index/works-${piece}.js`,
  sources: 'sources',
  works: 'works',
} as const;

/** A file that a work was made from. */
export interface ArchivedSource {
  /** Of the tool's form that took it. */
  field: string;
  /** Path in the archive; null where its bytes are not in it. */
  file: string | null;
  /** Hex SHA-256; null where nobody knows it. */
  sha256: string | null;
}

/** What an archive tells of a work, in a file beside it. */
export interface ArchivedWork {
  format: typeof archivedWorkFormat;
  version: typeof archiveVersion;
  id: string;
  /** Path of the work itself. */
  file: string;
  tool: GeneratorType;
  model: string;
  /** The model's name when the work was made; null where nobody knew it. */
  model_name: LocalizedText | null;
  prompt: string;
  negative_prompt: string;
  /** What its maker really used, without addresses of files. */
  parameters: InputValues;
  seed: string;
  width: number;
  height: number;
  media_type: string;
  bytes: number;
  sha256: string;
  /** ISO 8601, UTC. */
  created: string;
  favourite: boolean;
  /** 1 to 5; 0 is not rated. */
  rating: number;
  origin: WorkOrigin;
  /** Base64url; empty where none was known. */
  thumbhash: string;
  censored: boolean;
  warnings: string[];
  sources: ArchivedSource[];
}

/** Why a work is not in an archive although it was asked for. */
type AbsenceReason =
  /** Its original lay elsewhere, and the person did not want it fetched. */
  | 'not-here'
  /** Nobody keeps its original any more, or it could not be had. */
  | 'not-to-be-had';

export interface ArchivedFile {
  file: string;
  bytes: number;
  /** Hex. */
  sha256: string;
}

export interface AbsentWork {
  id: string;
  prompt: string;
  reason: AbsenceReason;
}

/** A collection of works of the person's own. */
export interface ArchivedAlbum {
  /** Of an album; a tag is its name. */
  id: string;
  name: string;
  kind: 'album' | 'tag';
  /** What fills a smart album; null for what works are put into. */
  rule: AlbumRule | null;
  /** The work on its cover; null: whichever is the newest. */
  cover: string | null;
  /** Works of this archive, the oldest first. */
  workIds: string[];
}

/** The list of everything in an archive, the last file but one that is written. */
export interface ArchiveManifest {
  format: typeof archiveFormat;
  version: typeof archiveVersion;
  /** ISO 8601, UTC. */
  created: string;
  /** Version of the app that wrote it. */
  app: string;
  counts: { works: number; sources: number; absent: number; bytes: number };
  works: (ArchivedFile & { id: string; sidecar: string })[];
  sources: ArchivedFile[];
  absent: AbsentWork[];
  /** Absent where none of its works is in any. */
  albums?: ArchivedAlbum[];
}
