import { RefusedError, type Refused } from '../../src/domain/imports/refusals.ts';
import { readDirectory } from '../../src/media/zip/directory.ts';
import { readEntry, readLoose } from '../../src/media/zip/entry-bytes.ts';
import { readBlob, WindowReader } from '../../src/media/zip/window-reader.ts';
import type { ImportFormat } from './contract.ts';
import { allFormats } from './formats/all-formats.ts';
import type { OpenArchive, PlannedAlbum, PlannedWork } from './formats/format.ts';
import { isMediaName } from './formats/names.ts';
import type { SourceEntry } from './source-entry.ts';

/** What lies beside a work is small, and in repacked archives anywhere. */
const besideWindowBytes = 128 * 1024;

/** What was given, opened and understood. */
export interface OpenSource {
  /** Null for loose files. */
  file: string | null;
  format: ImportFormat;
  works: PlannedWork[];
  albums: PlannedAlbum[];
  refused: Refused[];
}

/** Archives begin with a local header, or with the end of an empty directory, unless a program is put before them. */
async function isZip(file: File): Promise<boolean> {
  if (/\.zip$/i.test(file.name)) return true;
  const [p, k, third, fourth] = await readBlob(file.slice(0, 4));
  return (
    p === 0x50 && k === 0x4b && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6))
  );
}

function openArchive(entries: readonly SourceEntry[]): OpenArchive {
  const byName = new Map<string, SourceEntry>();
  for (const entry of entries) if (!byName.has(entry.name)) byName.set(entry.name, entry);
  return {
    entries,
    named: (name) => byName.get(name),
    async text(entry, maxBytes) {
      if (entry.bytes > maxBytes) throw new RefusedError('too-large');
      const { as, head, isWhole } = await entry.read();
      return new TextDecoder().decode(isWhole ? head : await as('text/plain').arrayBuffer());
    },
  };
}

async function planOf(archive: OpenArchive): Promise<
  Pick<OpenSource, 'format' | 'works' | 'albums'> & {
    left: { name: string; reason: Refused['reason'] }[];
  }
> {
  for (const format of allFormats) {
    const found = await format.plan(archive);
    if (!found) continue;
    // A list may have another order than the archive.
    const works = found.works.toSorted((one, other) => one.entry.place - other.entry.place);
    return { format: format.name, works, albums: found.albums ?? [], left: found.refused };
  }
  throw new RefusedError('nothing-found');
}

async function openZip(file: File): Promise<OpenSource> {
  const directory = await readDirectory(file);
  // Works are read in a row through one window, what lies elsewhere through another.
  const reader = new WindowReader(file);
  const besides = new WindowReader(file, besideWindowBytes);
  const entries = directory.entries.map((entry): SourceEntry => {
    const { name, bytes, modifiedAtMs, offset: place } = entry;
    // What lies right behind its work is here with it already.
    const isBeside = () =>
      bytes < besideWindowBytes / 2 &&
      !isMediaName(name) &&
      !reader.holds(place, entry.limit - place);
    const read = (expectedHash: string | null = null) =>
      readEntry(isBeside() ? besides : reader, entry, expectedHash);
    return { name, bytes, modifiedAtMs, place, read };
  });
  const { format, works, albums, left } = await planOf(openArchive(entries));
  const refused = [...directory.refused, ...left].map(({ name, reason }) => ({
    file: file.name,
    entry: name,
    reason,
  }));
  if (works.length === 0 && refused.length === 0) throw new RefusedError('nothing-found');
  return { file: file.name, format, works, albums, refused };
}

async function openLoose(files: readonly File[]): Promise<OpenSource> {
  const entries = files.map((file, place): SourceEntry => ({
    place,
    name: file.webkitRelativePath || file.name,
    bytes: file.size,
    modifiedAtMs: file.lastModified,
    read: () => readLoose(file, new WindowReader(file)),
  }));
  const { format, works, albums, left } = await planOf(openArchive(entries));
  const refused = left.map(({ name, reason }) => ({ file: name, entry: null, reason }));
  return { file: null, format, works, albums, refused };
}

/** Opens what was given: each archive by itself, all other files together, because one may tell of another. */
export async function openSources(
  files: readonly File[],
): Promise<{ sources: OpenSource[]; refused: Refused[] }> {
  const sources: OpenSource[] = [];
  const refused: Refused[] = [];
  const loose: File[] = [];
  for (const file of files) {
    try {
      if (await isZip(file)) sources.push(await openZip(file));
      else loose.push(file);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      refused.push({ file: file.name, entry: null, reason: error.reason });
    }
  }
  if (loose.length > 0) sources.push(await openLoose(loose));
  return { sources, refused };
}
