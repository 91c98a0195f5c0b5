import { AskedWorker, WorkerGoneError } from '../../asked-worker.ts';
import { readFiles, type HeldFile, type ReadAnswer, type ReadQuestion } from './read-files.ts';
import { pieceBytes, type SummedBytes } from './sum-bytes.ts';

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
  readonly #worker = new AskedWorker<ReadQuestion, ReadAnswer>(
    new Worker(new URL('./reading.worker.ts', import.meta.url), {
      type: 'module',
      name: 'kiln-archive-reading',
    }),
  );

  /**
   * Several at once: a message for each takes as long as half of its reading.
   * @returns in their order: bytes of those that are no larger than a piece; null for what the disk has lost
   */
  async read(files: readonly HeldFile[]): Promise<ReadAnswer> {
    const spares = this.#spares.splice(0, files.length);
    try {
      return await this.#worker.ask({ files, spares }, spares);
    } catch (error) {
      if (error instanceof WorkerGoneError) return readFiles({ files, spares: [] });
      throw error;
    }
  }

  /** Nobody needs these bytes any more; others come in their place. */
  giveBack({ bytes: { buffer } }: SummedBytes): void {
    if (buffer.byteLength === pieceBytes) this.#spares.push(buffer);
  }

  /** A file with its hash piece by piece, of which a few are in memory. @throws DOMException where the disk has lost it */
  async *pieces(blob: Blob, sha256: string): AsyncGenerator<SummedBytes, void> {
    const ahead: Promise<SummedBytes>[] = [];
    for (let at = 0; at < blob.size; at += pieceBytes) {
      ahead.push(begun(this.#piece({ blob: blob.slice(at, at + pieceBytes), sha256 })));
      if (ahead.length > piecesAhead) yield await ahead.shift()!;
    }
    for (const piece of ahead) yield await piece;
  }

  /** Nobody reads any more. */
  stop(): void {
    this.#worker.stop();
  }

  async #piece(file: HeldFile): Promise<SummedBytes> {
    const [piece] = await this.read([file]);
    if (piece && !(piece.content instanceof Blob)) return piece.content;
    throw new DOMException('a piece of it is lost', 'NotReadableError');
  }
}
