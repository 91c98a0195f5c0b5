import { BufferTarget, StreamTarget, type StreamTargetChunk, type Target } from 'mediabunny';
import { writeAll } from '../../src/media/write-file.ts';
import { filmFolder, filmMemoryMaxBytes } from './contract.ts';
import { FilmTrouble } from './trouble.ts';

/** What is written at once: smaller pieces are slower, larger ones cost memory. */
const chunkSize = 1024 * 1024;

export interface FilmFile {
  target: Target;
  /** Told of everything that is encoded. @throws FilmTrouble `too-large` where the film stays in memory */
  count: (bytes: number) => void;
  /** Call when the film is finished. */
  close: () => Promise<Blob>;
  /** Leaves what was written to whoever removes it. */
  abandon: () => void;
}

const isFull = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError';

async function openOnDisk(name: string, mediaType: string): Promise<FilmFile> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle(filmFolder, { create: true });
  const file = await folder.getFileHandle(name, { create: true });
  const handle = await file.createSyncAccessHandle();
  const writable = new WritableStream<StreamTargetChunk>({
    write({ data, position }) {
      try {
        writeAll(handle, data, position);
      } catch (error) {
        if (isFull(error)) throw new FilmTrouble('storage-full', String(error));
        throw error;
      }
    },
  });
  return {
    target: new StreamTarget(writable, { chunked: true, chunkSize }),
    count: () => {},
    async close() {
      handle.flush();
      handle.close();
      // A Blob of the browser's own: what the database hands out right after writing is this one, and it has to outlive
      // the file. Large ones are put on the disk by the browser.
      const copy = await new Response((await file.getFile()).stream()).blob();
      return copy.slice(0, copy.size, mediaType);
    },
    abandon: () => handle.close(),
  };
}

function openInMemory(mediaType: string): FilmFile {
  const target = new BufferTarget();
  let total = 0;
  return {
    target,
    count(bytes) {
      total += bytes;
      if (total > filmMemoryMaxBytes) throw new FilmTrouble('too-large', `${total} bytes`);
    },
    close: async () => new Blob(target.buffer ? [target.buffer] : [], { type: mediaType }),
    abandon: () => {},
  };
}

/** Where a film is written: a file of its own, or memory where no name is given or the browser has no files. */
export async function openFilmFile(name: string | null, mediaType: string): Promise<FilmFile> {
  if (name === null) return openInMemory(mediaType);
  try {
    return await openOnDisk(name, mediaType);
  } catch (error) {
    if (isFull(error)) throw new FilmTrouble('storage-full', String(error));
    return openInMemory(mediaType);
  }
}
