import { importWindowBytes } from '../../domain/limits.ts';
import { RefusedError } from '../../domain/imports/refusals.ts';

type Data = Uint8Array<ArrayBuffer>;

/**
 * Reads a large file in windows: what lies side by side in an archive costs one read. A window that is still looked
 * at stays what it was when the next one comes, so that several entries can be worked on at once.
 */
export class WindowReader {
  readonly file: Blob;
  readonly #windowBytes: number;
  #window: Data = new Uint8Array();
  #from = 0;
  #loading: Promise<void> | null = null;

  constructor(file: Blob, windowBytes: number = importWindowBytes) {
    this.file = file;
    this.#windowBytes = windowBytes;
  }

  /** Whether a place can be read without asking the disk. */
  holds(offset: number, length: number): boolean {
    return offset >= this.#from && offset + length <= this.#from + this.#window.length;
  }

  /**
   * Bytes of a place; fewer than asked for at the end of the file alone. Whoever asks while a window is on its way
   * waits for it, because it is most likely the one.
   * @param length at most a window
   * @throws RefusedError `not-readable` when the file has gone or changed
   */
  async read(offset: number, length: number): Promise<Data> {
    const isInside = Number.isSafeInteger(offset) && offset >= 0 && length >= 0;
    if (!isInside || length > this.#windowBytes) throw new RangeError(`${length} at ${offset}`);
    const bytes = Math.max(0, Math.min(offset + length, this.file.size) - offset);
    if (bytes === 0) return new Uint8Array();
    while (!this.holds(offset, bytes)) {
      this.#loading ??= this.#load(offset).finally(() => {
        this.#loading = null;
      });
      await this.#loading;
    }
    return this.#window.subarray(offset - this.#from, offset - this.#from + bytes);
  }

  async #load(offset: number): Promise<void> {
    const wanted = Math.min(this.#windowBytes, this.file.size - offset);
    const window = await readBlob(this.file.slice(offset, offset + wanted));
    if (window.length < wanted) throw new RefusedError('not-readable');
    this.#window = window;
    this.#from = offset;
  }

  /** Pieces of a stretch, none larger than a window. */
  async *pieces(offset: number, length: number): AsyncGenerator<Data> {
    for (let at = offset; at < offset + length;) {
      const piece = await this.read(at, Math.min(this.#windowBytes, offset + length - at));
      if (piece.length === 0) return;
      yield piece;
      at += piece.length;
    }
  }
}

/** @throws RefusedError `not-readable` */
export async function readBlob(blob: Blob): Promise<Data> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch (error) {
    throw new RefusedError('not-readable', error);
  }
}
