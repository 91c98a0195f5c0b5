import type { ImportRefusal } from '../../../src/domain/imports/refusals.ts';
import type { AlbumRule } from '../../../src/domain/albums.ts';
import type { AlbumId, WorkId } from '../../../src/domain/ids.ts';
import type { ImportFormat } from '../contract.ts';
import type { Described } from '../described.ts';
import type { SourceEntry } from '../source-entry.ts';

/** What was given together: an archive whose directory has been read, or loose files. */
export interface OpenArchive {
  /** In the order in which they are read best. */
  entries: readonly SourceEntry[];
  named(name: string): SourceEntry | undefined;
  /** What is no UTF-8 is replaced, not refused. @throws RefusedError */
  text(entry: SourceEntry, maxBytes: number): Promise<string>;
}

/** A work that an archive has, before a byte of it is read. */
export interface PlannedWork {
  entry: SourceEntry;
  /** As the archive says; what is known by it is not read again. */
  id: WorkId | null;
  /** Hex, where the archive says what its bytes have to be before it is looked what lies beside it. */
  sha256?: string;
  /** What lies beside it; null where that is nothing, or nothing that is understood: then the file itself may tell. */
  describe(): Promise<Described | null>;
}

/** A work as the list of its archive names it. */
export interface NamedWork {
  id: WorkId | null;
  /** Hex. */
  sha256: string;
}

/** An album or a tag that an archive has works in. */
export interface PlannedAlbum {
  kind: 'album' | 'tag';
  /** Of an album; a tag has none. */
  id: AlbumId;
  name: string;
  rule: AlbumRule | null;
  cover: NamedWork | null;
  works: NamedWork[];
}

export interface Plan {
  works: PlannedWork[];
  albums?: PlannedAlbum[];
  /** What this format has no use for and a person might miss. */
  refused: { name: string; reason: ImportRefusal }[];
}

/** A layout of archives. */
export interface ArchiveFormat {
  name: ImportFormat;
  /** Null where the archive is none of these. @throws RefusedError where it is one and can't be taken */
  plan(archive: OpenArchive): Promise<Plan | null>;
}
