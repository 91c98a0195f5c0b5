import { modelsFolderName } from '../diffusion/device-model.ts';

/**
 * Files of models, in the browser's own file system: a folder for each model, in which a file is called by its hash. Beside
 * one that is whole and was looked at lies an empty `<hash>.ok`.
 */

const checkedMark = (sha256: string): string => `${sha256}.ok`;

/**
 * @returns null where the browser keeps no files, as in a private window
 */
export async function openModelsFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(modelsFolderName, { create: true });
  } catch {
    return null;
  }
}

/** A file that is here whole; null where it is not. */
export async function openModelFile(
  folder: FileSystemDirectoryHandle,
  { sha256, bytes }: { sha256: string; bytes: number },
): Promise<File | null> {
  try {
    await folder.getFileHandle(checkedMark(sha256));
    const handle = await folder.getFileHandle(sha256);
    const file = await handle.getFile();
    return file.size === bytes ? file : null;
  } catch {
    return null;
  }
}

/** Says that a file is whole. */
export async function markChecked(
  folder: FileSystemDirectoryHandle,
  sha256: string,
): Promise<void> {
  await folder.getFileHandle(checkedMark(sha256), { create: true });
}

/** Takes a file away, whatever is known of it. */
export async function dropModelFile(
  folder: FileSystemDirectoryHandle,
  sha256: string,
): Promise<void> {
  for (const name of [checkedMark(sha256), sha256]) {
    await folder.removeEntry(name).catch(() => undefined);
  }
}
