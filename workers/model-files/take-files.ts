import { dropModelFile, markChecked, openModelsFolder } from '../../src/media/model-files.ts';
import { sha256Hex } from '../../src/media/hash.ts';
import { writeAll } from '../../src/media/write-file.ts';
import type { ChosenFile, FilesProgress, FilesResult } from './contract.ts';
import { assertRoomFor, FileFailure, resultOf } from './failure.ts';

const pieceBytes = 8 * 1024 * 1024;

async function copy(
  folder: FileSystemDirectoryHandle,
  file: File,
  sha256: string,
  onBytes: (copied: number) => void,
): Promise<void> {
  const handle = await folder.getFileHandle(sha256, { create: true });
  const access = await handle.createSyncAccessHandle();
  try {
    access.truncate(0);
    for (let at = 0; at < file.size; at += pieceBytes) {
      const piece = new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer());
      writeAll(access, piece, at);
      onBytes(at + piece.byteLength);
    }
    access.flush();
  } finally {
    access.close();
  }
}

/** See `ModelFilesWorker.takeFiles`. */
export function takeFiles(
  name: string,
  files: readonly ChosenFile[],
  tell: (progress: FilesProgress) => void,
): Promise<FilesResult<{ name: string; bytes: number; sha256: string }[]>> {
  return resultOf(async () => {
    const models = await openModelsFolder();
    if (!models) throw new FileFailure('no-storage', 'the browser keeps no files');
    await assertRoomFor(files.reduce((total, { file }) => total + file.size, 0));
    const folder = await models.getDirectoryHandle(name, { create: true });
    const taken: { name: string; bytes: number; sha256: string }[] = [];
    let before = 0;
    for (const { name: fileName, file } of files) {
      const sha256 = await sha256Hex(file);
      await copy(folder, file, sha256, (copied) =>
        tell({ receivedBytes: before + copied, isChecking: false }),
      ).catch(async (error: unknown) => {
        await dropModelFile(folder, sha256);
        throw error;
      });
      await markChecked(folder, sha256);
      before += file.size;
      taken.push({ name: fileName, bytes: file.size, sha256 });
    }
    return taken;
  });
}
