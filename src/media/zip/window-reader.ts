import { importWindowBytes } from '../../domain/limits.ts';
import { RefusedError } from '../../domain/imports/refusals.ts';

type Data = Uint8Array<ArrayBuffer>;

/** Stretches that are kept: one that is read whole may lie in three, and the next one is on its way. */
const keptBlocks = 4;

/**
 * Reads a large file in blocks: what lies side by side in an archive costs one read. Several entries can be worked on
 * at once, and where a file is gone through, the next block is read while this one is looked at.
 */
export class WindowReader {
  readonly file: Blob;
  readonly #windowBytes: number;
  readonly #blockBytes: number;
  /** By their number, in the order of their use; those that have come are in `#here` as well. */
  readonly #blocks = new Map<number, Promise<Data>>();
  readonly #here = new Map<number, Data>();

  /** @param windowBytes what is read at once at most */
  constructor(file: Blob, windowBytes: number = importWindowBytes) {
    this.file = file;
    this.#windowBytes = windowBytes;
    this.#blockBytes = Math.ceil(windowBytes / 2);
  }

  /** Whether a place can be read without asking the disk. */
  holds(offset: number, length: number): boolean {
    return this.#blocksOf(offset, length).every((block) => this.#here.has(block));
  }

  /**
   * Bytes of a place; fewer than asked for at the end of the file alone.
   * @param length at most a window
   * @throws RefusedError `not-readable` when the file has gone or changed
   */
  async read(offset: number, length: number): Promise<Data> {
    const isInside = Number.isSafeInteger(offset) && offset >= 0 && length >= 0;
    if (!isInside || length > this.#windowBytes) throw new RangeError(`${length} at ${offset}`);
    const bytes = Math.max(0, Math.min(offset + length, this.file.size) - offset);
    const blocks = this.#blocksOf(offset, bytes);
    const [first] = blocks;
    if (first === undefined) return new Uint8Array();
    const parts = await Promise.all(blocks.map((block) => this.#block(block)));
    this.#readAhead(blocks.at(-1)! + 1);
    const from = offset - first * this.#blockBytes;
    if (parts.length === 1) return parts[0]!.subarray(from, from + bytes);
    const joined = new Uint8Array(bytes);
    let at = 0;
    for (const [index, part] of parts.entries()) {
      const piece = part.subarray(index === 0 ? from : 0).subarray(0, bytes - at);
      joined.set(piece, at);
      at += piece.length;
    }
    return joined;
  }

  #blocksOf(offset: number, length: number): number[] {
    if (length <= 0) return [];
    const first = Math.floor(offset / this.#blockBytes);
    const last = Math.floor((offset + length - 1) / this.#blockBytes);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  }

  async #block(number: number): Promise<Data> {
    const block = this.#blocks.get(number) ?? this.#load(number);
    // Those that were used last are kept the longest.
    this.#blocks.delete(number);
    this.#blocks.set(number, block);
    for (const [other] of this.#blocks) {
      if (this.#blocks.size <= keptBlocks) break;
      this.#forget(other);
    }
    return block;
  }

  /** Whoever has come from the block before goes on to the next. */
  #readAhead(number: number): void {
    const isGoneThrough = this.#blocks.has(number - 2);
    if (!isGoneThrough || this.#blocks.has(number) || number * this.#blockBytes >= this.file.size)
      return;
    // Whoever wants it hears of a failure.
    this.#block(number).catch(() => undefined);
  }

  #forget(number: number): void {
    this.#blocks.delete(number);
    this.#here.delete(number);
  }

  async #load(number: number): Promise<Data> {
    const from = number * this.#blockBytes;
    const wanted = Math.min(this.#blockBytes, this.file.size - from);
    try {
      const bytes = await readBlob(this.file.slice(from, from + wanted));
      if (bytes.length < wanted) throw new RefusedError('not-readable');
      if (this.#blocks.has(number)) this.#here.set(number, bytes);
      return bytes;
    } catch (error) {
      this.#forget(number);
      throw error;
    }
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
