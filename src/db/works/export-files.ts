import type { UserKey } from '../../domain/ids.ts';

/**
 * Archives of works while they are written, and until they are taken away: files of this origin's own (OPFS), a folder
 * a person. They are no rows, because IndexedDB can't be written to in the middle of a value.
 */

const exportsFolder = 'exports';
/** A whole archive is in the person's downloads; one that was cut is gone on from, or not. */
const keptForMs = 3 * 24 * 3_600_000;

const isNothingThere = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotFoundError';

async function exportsRoot(): Promise<FileSystemDirectoryHandle | null> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(exportsFolder);
  } catch {
    // Nothing was ever exported, or this browser has no files of its own: private windows of Firefox.
    return null;
  }
}

/** A person's folder, made where it is missing. @throws where the browser has none */
export async function openExportFolder(owner: UserKey): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const all = await root.getDirectoryHandle(exportsFolder, { create: true });
  return all.getDirectoryHandle(encodeURIComponent(owner), { create: true });
}

/** A person's folder; null where there is none. */
export async function findExportFolder(owner: UserKey): Promise<FileSystemDirectoryHandle | null> {
  try {
    return (await (await exportsRoot())?.getDirectoryHandle(encodeURIComponent(owner))) ?? null;
  } catch (error) {
    if (isNothingThere(error)) return null;
    throw error;
  }
}

/** Throws a person's archive away, whole or not. @throws while it is being written */
export async function removeExport(owner: UserKey): Promise<void> {
  const root = await exportsRoot();
  await root
    ?.removeEntry(encodeURIComponent(owner), { recursive: true })
    .catch((error: unknown) => {
      if (!isNothingThere(error)) throw error;
    });
}

/** When a folder was last written to. */
async function lastWriteOf(folder: FileSystemDirectoryHandle): Promise<number> {
  let lastMs = 0;
  for await (const handle of folder.values()) {
    if (handle.kind !== 'file') continue;
    lastMs = Math.max(lastMs, (await handle.getFile()).lastModified);
  }
  return lastMs;
}

/** Throws away archives that nobody has gone on with or taken away for some days. */
export async function removeOldExports(nowMs: number = Date.now()): Promise<void> {
  const root = await exportsRoot();
  if (!root) return;
  for await (const handle of root.values()) {
    if (handle.kind !== 'directory') continue;
    if (nowMs - (await lastWriteOf(handle)) < keptForMs) continue;
    // One that is being written can't be removed, and need not be.
    await root.removeEntry(handle.name, { recursive: true }).catch(() => undefined);
  }
}
