import { modelsFolderName } from '../../diffusion/device-model.ts';

/** Bytes below a folder. */
async function bytesBelow(folder: FileSystemDirectoryHandle): Promise<number> {
  let bytes = 0;
  for await (const entry of folder.values()) {
    if (entry.kind === 'directory') {
      bytes += await bytesBelow(entry);
    } else {
      bytes += (await entry.getFile()).size;
    }
  }
  return bytes;
}

/** What all models take on this device, in bytes, with what is half fetched. Makes nothing where there is nothing. */
export async function measureModelFiles(): Promise<number> {
  try {
    const root = await navigator.storage.getDirectory();
    return await bytesBelow(await root.getDirectoryHandle(modelsFolderName));
  } catch {
    return 0;
  }
}
