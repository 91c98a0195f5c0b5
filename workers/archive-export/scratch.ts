import {
  findExportFolder,
  openExportFolder,
  removeExport,
} from '../../src/db/works/export-files.ts';
import type { UserKey } from '../../src/domain/ids.ts';
import { writeAll } from '../../src/media/write-file.ts';
import type { ArchiveTotals, Destination } from './destination.ts';
import type { ExportPlan, JournalLine } from './journal.ts';

/*
 * An archive on this device while it is written, with a journal beside it of what is whole: a tab that is closed, a
 * browser that dies cost what was written since the last note.
 */

const names = { archive: 'archive.zip', journal: 'journal', plan: 'plan.json', whole: 'whole' };
const encoder = new TextEncoder();

/** A blank line: the disk has everything that the lines before it tell of. */
const markText = '\n';

/** What counts of a journal: lines that are whole and, where there are marks, have one behind them. */
function countingText(journal: string, { isMarked }: ExportPlan): string {
  const end = isMarked ? `\n${markText}` : '\n';
  const at = journal.lastIndexOf(end);
  return at < 0 ? '' : journal.slice(0, at + end.length);
}

async function readText(folder: FileSystemDirectoryHandle, name: string): Promise<string | null> {
  try {
    return await (await (await folder.getFileHandle(name)).getFile()).text();
  } catch {
    return null;
  }
}

async function openHandle(folder: FileSystemDirectoryHandle, name: string) {
  return (await folder.getFileHandle(name, { create: true })).createSyncAccessHandle();
}

async function writeText(folder: FileSystemDirectoryHandle, name: string, text: string) {
  const handle = await openHandle(folder, name);
  try {
    handle.truncate(0);
    writeAll(handle, encoder.encode(text), 0);
    handle.flush();
  } finally {
    handle.close();
  }
}

export interface KeptScratch {
  plan: ExportPlan;
  lines: JournalLine[];
}

/** A person's folder with what was promised there; null where there is none, or nothing that can be gone on from. */
async function findPlan(owner: UserKey) {
  const folder = await findExportFolder(owner);
  const text = folder && (await readText(folder, names.plan));
  if (!folder || !text) return null;
  try {
    return { folder, plan: JSON.parse(text) as ExportPlan };
  } catch {
    return null;
  }
}

/** Null where nobody can go on from them: it counts as no archive, and the next export takes its place. */
async function readLines(
  folder: FileSystemDirectoryHandle,
  plan: ExportPlan,
): Promise<JournalLine[] | null> {
  const journal = (await readText(folder, names.journal)) ?? '';
  const lines: JournalLine[] = [];
  try {
    for (const line of countingText(journal, plan).split('\n')) {
      if (line !== '') lines.push(JSON.parse(line) as JournalLine);
    }
  } catch {
    return null;
  }
  return lines;
}

/** What lies here of a person's archive, to be gone on from; null where there is nothing of that kind. */
export async function readScratch(owner: UserKey): Promise<KeptScratch | null> {
  const found = await findPlan(owner);
  const lines = found && (await readLines(found.folder, found.plan));
  return lines && { plan: found.plan, lines };
}

/** What was told of an archive when it was whole; null of one that an older Kiln wrote. */
function totalsIn(text: string): ArchiveTotals | null {
  try {
    return JSON.parse(text) as ArchiveTotals;
  } catch {
    return null;
  }
}

/** What there is to say of a person's archive; null where there is none. */
export async function describeScratch(
  owner: UserKey,
): Promise<(ArchiveTotals & { plan: ExportPlan; isWhole: boolean }) | null> {
  const found = await findPlan(owner);
  if (!found) return null;
  const { folder, plan } = found;
  const whole = await readText(folder, names.whole);
  const isWhole = whole !== null;
  // A journal tells everything of every work: one that is not gone on from is not gone through.
  const totals = isWhole ? totalsIn(whole) : null;
  if (totals) return { plan, isWhole, ...totals };
  const lines = await readLines(folder, plan);
  if (!lines) return null;
  const works = lines.flatMap(({ work }) => work ?? []);
  return {
    plan,
    isWhole,
    works: works.length + lines.filter(({ absent }) => absent).length,
    bytes: works.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** The archive that lies here, under the name that it is to have; null where there is none. */
export async function openScratchFile(owner: UserKey, name: string): Promise<File | null> {
  const folder = await findExportFolder(owner);
  if (!folder) return null;
  const file = await (await folder.getFileHandle(names.archive)).getFile();
  return new File([file], name, { type: 'application/zip' });
}

/** What follows was cut while it was written, or the disk may not have what it tells. @returns where the next line goes */
function dropWhatIsOpen(journal: FileSystemSyncAccessHandle, plan: ExportPlan): number {
  const bytes = new Uint8Array(journal.getSize());
  journal.read(bytes, { at: 0 });
  const end = encoder.encode(countingText(new TextDecoder().decode(bytes), plan)).length;
  journal.truncate(end);
  return end;
}

/** Not in every browser, and not in what TypeScript knows of them. */
interface MovableFile extends FileSystemFileHandle {
  move?(name: string): Promise<void>;
}

async function removeFile(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await folder.removeEntry(name);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotFoundError') throw error;
  }
}

/** Archives that were put aside, also by an export that was cut then. */
async function removeAside(folder: FileSystemDirectoryHandle): Promise<void> {
  const known: string[] = Object.values(names);
  for await (const name of folder.keys()) {
    if (!known.includes(name)) await removeFile(folder, name);
  }
}

/**
 * Takes the archive before out of the way of the next. Its file is only given another name, and goes when the next is
 * whole: the disk takes a fifth of a second to let go of one of 400 MB, and longer while it is written to.
 * @param hasRoom for both
 * @throws while another tab has it open
 */
export async function clearScratch(owner: UserKey, hasRoom: boolean): Promise<void> {
  const folder = await findExportFolder(owner);
  if (!folder) return;
  // Without its plan, nothing that still lies here counts.
  for (const name of [names.plan, names.whole, names.journal]) await removeFile(folder, name);
  try {
    const archive: MovableFile = await folder.getFileHandle(names.archive);
    await archive.move?.(crypto.randomUUID());
  } catch (error) {
    if (!(error instanceof DOMException) || error.name === 'NoModificationAllowedError')
      throw error;
  }
  // Where it could not be moved, it goes now.
  await removeFile(folder, names.archive);
  if (!hasRoom) await removeAside(folder);
}

/** Begins an archive where nothing lies, or opens what does to go on. @throws while another tab has it open */
export async function openScratch(plan: ExportPlan, isNew: boolean): Promise<Destination> {
  const { owner } = plan;
  const folder = await openExportFolder(owner);
  const [opened, journal] = await Promise.all([
    openHandle(folder, names.archive),
    openHandle(folder, names.journal),
    isNew ? writeText(folder, names.plan, JSON.stringify(plan)) : null,
  ]);
  let archive = opened;
  let journalAt = dropWhatIsOpen(journal, plan);
  const close = () => {
    archive.close();
    journal.close();
  };
  const append = (text: string) => {
    const bytes = encoder.encode(text);
    writeAll(journal, bytes, journalAt);
    journalAt += bytes.length;
  };
  const mark = () => {
    // The bytes first: what is marked is there.
    archive.flush();
    append(markText);
    journal.flush();
  };
  // From here on lines do not wait for the disk: those of an older Kiln, which did, get the mark that they lack.
  if (!plan.isMarked) {
    mark();
    await writeText(folder, names.plan, JSON.stringify({ ...plan, isMarked: true }));
  }
  return {
    target: { write: (bytes, at) => writeAll(archive, bytes, at) },
    isResumable: true,
    note: (lines) => append(lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
    mark,
    async finish(bytes) {
      archive.truncate(bytes);
      // A file that is open for writing can't be read.
      archive.close();
      return openScratchFile(owner, plan.fileName);
    },
    async settle(totals) {
      archive = await openHandle(folder, names.archive);
      try {
        mark();
      } finally {
        close();
      }
      await writeText(folder, names.whole, JSON.stringify(totals));
      await removeAside(folder);
    },
    async leave(isKept) {
      close();
      await (isKept ? removeAside(folder) : removeExport(owner));
    },
  };
}
