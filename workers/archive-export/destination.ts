import type { ZipTarget } from '../../src/media/zip/zip-writer.ts';
import type { JournalLine } from './journal.ts';

/** How much an archive has. */
export interface ArchiveTotals {
  /** Works that are in it, or are known to be missing. */
  works: number;
  /** Of the works' own files. */
  bytes: number;
}

/** Where an archive comes to lie. */
export interface Destination {
  target: ZipTarget;
  /** Whether what is noted can be gone on from. */
  isResumable: boolean;
  /** Writes down that files are whole, which counts from the next mark on. */
  note(lines: readonly JournalLine[]): void;
  /** Waits until the disk has what the target has had: everything noted so far can be gone on from. */
  mark(): void;
  /** The archive is whole at this length. @returns null where the person's own file was written to */
  finish(bytes: number): Promise<File | null>;
  /** Whoever waited has the archive by now: sees to it that it is still there when the machine loses its power. */
  settle?(totals: ArchiveTotals): Promise<void>;
  /** Nothing more comes. @param isKept whether it is to be gone on from */
  leave(isKept: boolean): Promise<void>;
}

/** A file that the person chose: what is not finished leaves it as it was. */
export async function personsFile(handle: FileSystemFileHandle): Promise<Destination> {
  const stream = await handle.createWritable();
  return {
    target: { write: (data, position) => stream.write({ type: 'write', position, data }) },
    isResumable: false,
    note: () => undefined,
    mark: () => undefined,
    async finish() {
      await stream.close();
      return null;
    },
    leave: () => stream.abort(),
  };
}

/**
 * Where the browser has no files of its own (private windows of Firefox): a Blob that refers to the originals where
 * they lie, so that nothing but headers and texts is in memory.
 */
export function referringFile(name: string): Destination {
  let parts: Blob[] = [];
  let size = 0;
  return {
    target: {
      write(bytes, at) {
        const blob = new Blob([bytes]);
        if (at === size) parts.push(blob);
        else {
          const whole = new Blob(parts);
          parts = [whole.slice(0, at), blob, whole.slice(at + bytes.length)];
        }
        size = Math.max(size, at + bytes.length);
      },
      refer(file, at) {
        parts.push(file);
        size = at + file.size;
      },
    },
    isResumable: false,
    note: () => undefined,
    mark: () => undefined,
    finish: (bytes) =>
      Promise.resolve(
        new File([new Blob(parts).slice(0, bytes)], name, { type: 'application/zip' }),
      ),
    leave() {
      parts = [];
      return Promise.resolve();
    },
  };
}
