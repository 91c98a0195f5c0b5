import {
  ERR_AMBIGUOUS_ARCHIVE,
  ERR_ENCRYPTED_CENTRAL_DIRECTORY,
  ERR_SPLIT_ZIP_FILE,
  ZipReader,
  type Entry,
  type Reader,
} from '@zip.js/zip.js/lib/zip-core-reader.js';
import { RefusedError, type ImportRefusal } from '../../domain/imports/refusals.ts';
import { importDirectoryMaxBytes, importMaxEntries } from '../../domain/limits.ts';
import { localHeaderBytes, refusalOfClaim, type ClaimedEntry } from './entry-checks.ts';
import { readBlob } from './window-reader.ts';

/** An entry that may be read. */
export interface ZipEntry {
  name: string;
  /** Of its local header. */
  offset: number;
  /** Where the next entry begins, or the file ends: nothing of this one lies behind it. */
  limit: number;
  packedBytes: number;
  bytes: number;
  crc: number;
  method: number;
  modifiedAtMs: number;
}

export interface ZipDirectory {
  /** In the order in which they lie in the file. */
  entries: ZipEntry[];
  refused: { name: string; reason: ImportRefusal }[];
}

/**
 * Hands pieces of the file to the parser. Lengths that an archive claims never become memory: none is larger than
 * the largest directory that is taken. The library's own class for this comes with all of its writers.
 */
function pieceReader(file: Blob): Reader<Blob> {
  const reader: Pick<Reader<Blob>, 'size' | 'readUint8Array'> & { initialized: boolean } = {
    initialized: true,
    size: file.size,
    async readUint8Array(offset, length) {
      const isInside = Number.isSafeInteger(offset) && offset >= 0 && Number.isSafeInteger(length);
      if (!isInside || length < 0) throw new RefusedError('archive-damaged');
      if (length > importDirectoryMaxBytes) throw new RefusedError('too-many-entries');
      const bytes = await readBlob(file.slice(offset, offset + length));
      if (bytes.length < length && offset + length <= file.size)
        throw new RefusedError('not-readable');
      return bytes;
    },
  };
  return reader as unknown as Reader<Blob>;
}

const reasons: Readonly<Record<string, ImportRefusal>> = {
  [ERR_AMBIGUOUS_ARCHIVE]: 'archive-ambiguous',
  [ERR_ENCRYPTED_CENTRAL_DIRECTORY]: 'archive-encrypted',
  [ERR_SPLIT_ZIP_FILE]: 'archive-split',
};

function refusedAs(error: unknown): RefusedError {
  if (error instanceof RefusedError) return error;
  const message = error instanceof Error ? error.message : '';
  return new RefusedError(reasons[message] ?? 'archive-damaged', error);
}

function claimOf(entry: Entry): ClaimedEntry {
  return {
    name: entry.filename,
    nameBytes: entry.rawFilename.length,
    offset: entry.offset,
    packedBytes: entry.compressedSize,
    bytes: entry.uncompressedSize,
    crc: entry.crc32 ?? null,
    method: entry.compressionMethod,
    isEncrypted: entry.encrypted,
    // Written by MS-DOS and its kin, the upper half is anything.
    unixMode: entry.msDosCompatible && !entry.symlink ? 0 : entry.externalFileAttributes >>> 16,
  };
}

interface Listed {
  claim: ClaimedEntry;
  modifiedAtMs: number;
}

/** Two entries that share bytes: the trick of bombs that are small on the disk. Both are refused. */
function overlapping(listed: readonly Listed[]): Set<Listed> {
  const found = new Set<Listed>();
  let last: Listed | null = null;
  let lastEnd = 0;
  for (const one of listed) {
    const { offset, packedBytes, nameBytes } = one.claim;
    if (last && offset < lastEnd) {
      found.add(one);
      found.add(last);
    }
    const end = offset + localHeaderBytes + nameBytes + packedBytes;
    if (end >= lastEnd) {
      last = one;
      lastEnd = end;
    }
  }
  return found;
}

async function list(file: Blob, maxEntries: number): Promise<Listed[]> {
  const reader = new ZipReader(pieceReader(file), {
    useWebWorkers: false,
    // Names are judged one by one here: a bad one costs its own entry, not all of them.
    filenameValidation: 'tolerant',
  });
  const listed: Listed[] = [];
  try {
    let count = 0;
    for await (const entry of reader.getEntriesGenerator()) {
      count += 1;
      if (count > maxEntries) throw new RefusedError('too-many-entries');
      // A folder holds nothing.
      if (entry.directory) continue;
      const modified = entry.lastModDate.getTime();
      listed.push({
        claim: claimOf(entry),
        modifiedAtMs: Number.isFinite(modified) ? modified : 0,
      });
    }
  } catch (error) {
    throw refusedAs(error);
  }
  return listed;
}

/**
 * The directory of an archive, each entry judged by what it claims. Reads nothing but the directory.
 * @throws RefusedError where the archive as a whole can't be taken
 */
export async function readDirectory(
  file: Blob,
  maxEntries: number = importMaxEntries,
): Promise<ZipDirectory> {
  const listed = await list(file, maxEntries);
  // The order of the directory decides which of two names is the second.
  const seen = new Set<string>();
  const doubles = new Set<Listed>();
  for (const one of listed) {
    const key = one.claim.name.normalize('NFC');
    if (seen.has(key)) doubles.add(one);
    seen.add(key);
  }
  const inOrder = listed.toSorted((one, other) => one.claim.offset - other.claim.offset);
  const shared = overlapping(inOrder);
  const directory: ZipDirectory = { entries: [], refused: [] };
  for (const [index, one] of inOrder.entries()) {
    const { claim, modifiedAtMs } = one;
    const reason =
      refusalOfClaim(claim, file.size) ??
      (doubles.has(one) ? 'duplicate-name' : null) ??
      (shared.has(one) ? 'overlapping' : null) ??
      (claim.crc === null ? 'entry-damaged' : null);
    if (reason !== null) {
      directory.refused.push({ name: claim.name, reason });
      continue;
    }
    directory.entries.push({
      name: claim.name,
      offset: claim.offset,
      limit: inOrder[index + 1]?.claim.offset ?? file.size,
      packedBytes: claim.packedBytes,
      bytes: claim.bytes,
      crc: claim.crc ?? 0,
      method: claim.method,
      modifiedAtMs,
    });
  }
  return directory;
}
