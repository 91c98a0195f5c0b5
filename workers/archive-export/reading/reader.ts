import type { ReadAnswer, ReadQuestion } from './reading.worker.ts';
import { pieceBytes, sumBytes, type SummedBytes } from './sum-bytes.ts';

/** So many pieces of a file are read ahead. */
const piecesAhead = 3;

interface Waiting {
  blob: Blob;
  resolve: (summed: SummedBytes | Promise<SummedBytes>) => void;
  reject: (reason: DOMException) => void;
}

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
  readonly #waiting = new Map<number, Waiting>();
  readonly #spares: ArrayBuffer[] = [];
  #worker: Worker | null;
  #asked = 0;

  constructor() {
    const worker = new Worker(new URL('./reading.worker.ts', import.meta.url), {
      type: 'module',
      name: 'kiln-archive-reading',
    });
    worker.addEventListener('message', ({ data }: MessageEvent<ReadAnswer>) => this.#hear(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#doWithout();
    });
    this.#worker = worker;
  }

  /** All of a file that is no larger than a piece. @throws DOMException where the disk has lost it */
  read(blob: Blob): Promise<SummedBytes> {
    const worker = this.#worker;
    if (!worker) return sumBytes(blob);
    const { promise, resolve, reject } = Promise.withResolvers<SummedBytes>();
    const spare = this.#spares.pop() ?? null;
    const question: ReadQuestion = { number: (this.#asked += 1), blob, spare };
    this.#waiting.set(question.number, { blob, resolve, reject });
    worker.postMessage(question, spare ? [spare] : []);
    return promise;
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

  /** Nobody waits for an answer any more. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting.clear();
  }

  #hear(answer: ReadAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if (!waiting) return;
    if ('summed' in answer) waiting.resolve(answer.summed);
    else waiting.reject(new DOMException(answer.error.message, answer.error.name));
  }

  #doWithout(): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { blob, resolve } of this.#waiting.values()) resolve(sumBytes(blob));
    this.#waiting.clear();
  }
}
