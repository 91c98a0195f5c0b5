import { AskedWorker, WorkerGoneError } from '../../asked-worker.ts';
import type { ReadQuestion } from './reading.worker.ts';
import { pieceBytes, sumBytes, type SummedBytes } from './sum-bytes.ts';

/** So many pieces of a file are read ahead. */
const piecesAhead = 3;

/** What nobody may come to wait for is not a failure of its own. */
export function begun<Value>(work: Promise<Value>): Promise<Value> {
  work.catch(() => undefined);
  return work;
}

/**
 * Reads files and works out their checksums in a worker of its own: whoever writes them has enough to do. Where that
 * one does not come or dies, the same is done here.
 */
export class Reader {
  readonly #spares: ArrayBuffer[] = [];
  readonly #worker = new AskedWorker<ReadQuestion, SummedBytes>(
    new Worker(new URL('./reading.worker.ts', import.meta.url), {
      type: 'module',
      name: 'kiln-archive-reading',
    }),
  );

  /** All of a file that is no larger than a piece. @throws DOMException where the disk has lost it */
  async read(blob: Blob): Promise<SummedBytes> {
    const spare = this.#spares.pop() ?? null;
    try {
      return await this.#worker.ask({ blob, spare }, spare ? [spare] : []);
    } catch (error) {
      if (error instanceof WorkerGoneError) return sumBytes(blob);
      throw error;
    }
  }

  /** Nobody needs these bytes any more; others come in their place. */
  giveBack({ bytes: { buffer } }: SummedBytes): void {
    if (buffer.byteLength === pieceBytes) this.#spares.push(buffer);
  }

  /** A file piece by piece, of which a few are in memory. @throws DOMException where the disk has lost it */
  async *pieces(blob: Blob): AsyncGenerator<SummedBytes, void> {
    const ahead: Promise<SummedBytes>[] = [];
    for (let at = 0; at < blob.size; at += pieceBytes) {
      ahead.push(begun(this.read(blob.slice(at, at + pieceBytes))));
      if (ahead.length > piecesAhead) yield await ahead.shift()!;
    }
    for (const piece of ahead) yield await piece;
  }

  /** Nobody reads any more. */
  stop(): void {
    this.#worker.stop();
  }
}
