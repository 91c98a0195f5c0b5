import { sha256Hex } from '../../../src/media/hash.ts';
import { pieceBytes, sumBytes, type SummedBytes } from './sum-bytes.ts';

/** A file with the hash that is known of it, if any is. */
export interface HeldFile {
  blob: Blob;
  sha256: string;
}

/** A file with its hash: its bytes where they were read, else where it lies. */
export interface LoadedFile {
  content: SummedBytes | Blob;
  sha256: string;
}

export interface ReadQuestion {
  files: readonly HeldFile[];
  /** Memory that small files may come in, no more than there are files. */
  spares: readonly ArrayBuffer[];
}

/** In the order of what was asked; null for what the disk has lost. */
export type ReadAnswer = (LoadedFile | null)[];

/** Whether that is a hash: of a file that was never read there is none, or one of zeros. */
export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text) && !/^0+$/.test(text);

/** Null in place of a failure of the browser's of which that can be said. */
async function unless<Value>(work: Promise<Value>, isLost: (name: string) => boolean) {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DOMException && isLost(error.name)) return null;
    throw error;
  }
}

/** Whoever reads alone hears of nothing else than of a file that is lost, whatever a browser calls it. */
const readUnlessLost = <Value>(reading: Promise<Value>) => unless(reading, () => true);

/** What comes of a file that is read and written; null where the disk has lost it, or a part of it. */
export const unlessLost = <Value>(work: Promise<Value>): Promise<Value | null> =>
  unless(work, (name) => name === 'NotReadableError' || name === 'NotFoundError');

async function hashOf({ blob, sha256 }: HeldFile): Promise<string> {
  return isHash(sha256) ? sha256 : sha256Hex(blob);
}

async function read(file: HeldFile, spare: ArrayBuffer | null): Promise<LoadedFile> {
  const { blob } = file;
  const sha256 = await hashOf(file);
  return { content: blob.size > pieceBytes ? blob : await sumBytes(blob, spare), sha256 };
}

/** Reads those that are no larger than a piece, all at the same time: the disk and whoever sums up have something to do. */
export const readFiles = ({ files, spares }: ReadQuestion): Promise<ReadAnswer> =>
  Promise.all(files.map((file, at) => readUnlessLost(read(file, spares[at] ?? null))));

/** Of files that are to be referred to: no byte is read but of those without a hash. */
export const referTo = (files: readonly HeldFile[]): Promise<ReadAnswer> =>
  Promise.all(
    files.map((file) =>
      readUnlessLost(hashOf(file).then((sha256) => ({ content: file.blob, sha256 }))),
    ),
  );

/** The memory that it takes, which can go to somebody else. */
export const memoryOf = (file: LoadedFile | null): ArrayBuffer[] =>
  file && !(file.content instanceof Blob) ? [file.content.bytes.buffer] : [];
