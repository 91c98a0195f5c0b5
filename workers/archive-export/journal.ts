import type { AbsentWork, ArchivedWork, ArchiveManifest } from '../../src/domain/archive/layout.ts';
import type { UserKey, WorkId } from '../../src/domain/ids.ts';
import type { ZipEntry } from '../../src/media/zip/zip-writer.ts';

/** A line of the journal: a file that is whole in the archive, and what it is to the list of everything. */
export interface JournalLine {
  entry?: ZipEntry;
  work?: ArchiveManifest['works'][number];
  source?: ArchiveManifest['sources'][number];
  absent?: AbsentWork;
  /** What the page is to show of the work, until it is in one of its pieces. */
  shown?: ArchivedWork;
  /** The entry is a piece of the page: it shows all works before it. */
  isPiece?: true;
}

/** What was promised when an archive was begun. */
export interface ExportPlan {
  owner: UserKey;
  fileName: string;
  createdAtMs: number;
  fetchesMissing: boolean;
  ids: readonly WorkId[];
  /** Whether these are all works of the person; absent in plans of before. */
  isEverything?: boolean;
  ofBytes: number;
  /** Whether its journal has marks, and what has none behind it does not count; absent in plans of before. */
  isMarked?: true;
}
