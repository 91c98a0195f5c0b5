import {
  findExportFolder,
  openExportFolder,
  removeExport,
} from '../../src/db/works/export-files.ts';
import type { UserKey } from '../../src/domain/ids.ts';
import { writeAll } from '../../src/media/write-file.ts';
import type { Destination } from './destination.ts';
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
  isWhole: boolean;
}

/** What lies here of a person's archive; null where there is none, or nothing that can be gone on from. */
export async function readScratch(owner: UserKey): Promise<KeptScratch | null> {
  const folder = await findExportFolder(owner);
  const text = folder && (await readText(folder, names.plan));
  if (!folder || !text) return null;
  try {
    const plan = JSON.parse(text) as ExportPlan;
    const journal = (await readText(folder, names.journal)) ?? '';
    const lines: JournalLine[] = [];
    for (const line of countingText(journal, plan).split('\n')) {
      if (line !== '') lines.push(JSON.parse(line) as JournalLine);
    }
    return { plan, lines, isWhole: (await readText(folder, names.whole)) !== null };
  } catch {
    // Nobody can go on from it: it counts as none, and the next export writes over it.
    return null;
  }
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

/** Begins an archive in the place of the one before, or opens that one to go on. @throws while another tab has it open */
export async function openScratch(plan: ExportPlan, isNew: boolean): Promise<Destination> {
  const { owner } = plan;
  if (isNew) await removeExport(owner);
  const folder = await openExportFolder(owner);
  if (isNew) await writeText(folder, names.plan, JSON.stringify(plan));
  let archive = await openHandle(folder, names.archive);
  const journal = await openHandle(folder, names.journal);
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
    async settle() {
      archive = await openHandle(folder, names.archive);
      try {
        mark();
      } finally {
        close();
      }
      await writeText(folder, names.whole, '');
    },
    async leave(isKept) {
      close();
      if (!isKept) await removeExport(owner);
    },
  };
}
