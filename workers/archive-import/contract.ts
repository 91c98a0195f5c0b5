import type { Refused } from '../../src/domain/imports/refusals.ts';
import type { UserKey } from '../../src/domain/ids.ts';

/** Layouts that are known; `loose`: files without one. */
export const importFormats = ['kiln', 'stable-ui', 'artbot', 'loose'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** One of the things that were given. */
export interface FoundSource {
  /** Of the archive; null for all loose files together. */
  file: string | null;
  format: ImportFormat;
  works: number;
  bytes: number;
}

/** What was found before anything is taken in. */
export interface ImportFound {
  sources: FoundSource[];
  works: number;
  /** Room that they need on this device, unpacked. */
  bytes: number;
  /** Room that the device has; null where the browser does not say. */
  freeBytes: number | null;
  refused: RefusedCount;
}

/** So many were left out; the first of them by name. */
export interface RefusedCount {
  count: number;
  told: Refused[];
}

export interface ImportOrder {
  owner: UserKey;
  /** Whether the platform is told of them, so that other devices have them too. */
  tell: boolean;
}

export interface ImportProgress {
  /** `pictures`: all works are in, and get the small pictures that walls show. */
  phase: 'works' | 'pictures';
  /** Looked at, whatever became of them. */
  done: number;
  of: number;
  doneBytes: number;
  ofBytes: number;
  added: number;
  known: number;
  refused: number;
}

export interface ImportEnd {
  added: number;
  /** Here already. */
  known: number;
  /** Of works that were added. */
  bytes: number;
  /** Albums that came in with their works, and those that were one too many. */
  albums: { added: number; tooMany: number };
  refused: RefusedCount;
  /** Whether the device had no room for the rest: what is in is in, and the same files given again bring it. */
  isFull: boolean;
  /** Milliseconds until every work was in, and until each had its small picture. */
  worksMs: number;
  picturesMs: number;
}

/** The small picture of a 3D object; @throws where it is none, or the device draws none. */
export type DrawSolid = (
  file: Blob,
  mediaType: string,
) => Promise<{ blob: Blob; width: number; height: number }>;

export interface ArchiveImportWorker {
  /** Reads directories and lists; the files stay open until others are given. */
  inspect(files: readonly File[]): Promise<ImportFound>;
  /**
   * Takes in what was found. A repeat adds nothing: what is here is passed over.
   * @param drawSolid a worker of its own draws them
   * @param onProgress some times a second at most
   */
  run(
    order: ImportOrder,
    drawSolid: DrawSolid,
    onProgress: (progress: ImportProgress) => void,
  ): Promise<ImportEnd>;
  /** Makes small pictures of works whose import was cut before it came to that. @returns how many it made */
  finishPictures(owner: UserKey, drawSolid: DrawSolid): Promise<number>;
  /** Begins no change any more, and settles when those that were begun have ended. */
  settle(): Promise<void>;
}
