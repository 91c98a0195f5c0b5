import { proxy, wrap } from 'comlink';
import type { Remote } from 'comlink';
import { KilnError } from '../../src/domain/errors.ts';
import type { UserKey } from '../../src/domain/ids.ts';
import { PartMissingError } from '../../src/domain/part-missing.ts';
import { withProgress } from '../progress.ts';
import { onPutAside } from '../put-aside.ts';
import { workerFailure } from '../worker-failure.ts';
import type {
  ArchiveImportWorker,
  DrawSolid,
  ImportEnd,
  ImportFound,
  ImportOrder,
  ImportProgress,
} from './contract.ts';

/** An import from the first look at the files to the end. It has a worker of its own, which ends with it. */
export interface ImportSession {
  /**
   * What was found; nothing is taken in yet.
   * @throws KilnError `unknown`; PartMissingError; the signal's reason
   */
  inspect(files: readonly File[]): Promise<ImportFound>;
  /** Takes in what was found. @throws KilnError `unknown`; PartMissingError; the signal's reason */
  run(order: ImportOrder, onProgress: (progress: ImportProgress) => void): Promise<ImportEnd>;
  /** At once: nothing more is begun. What is in stays in; a change that was begun is in as a whole or not at all. */
  stop(reason?: unknown): void;
}

/** What a worker may take to end what it has begun. */
const settleMaxMs = 1_000;

/**
 * Not in the middle of a transaction: in WebKit the database would wait for one whose worker is gone, and with it
 * everybody who wants to write.
 */
async function end(worker: Worker, remote: Remote<ArchiveImportWorker>): Promise<void> {
  const tooLong = new Promise((resolve) => setTimeout(resolve, settleMaxMs));
  await Promise.race([remote.settle().catch(() => undefined), tooLong]);
  worker.terminate();
}

function broken(detail: string): KilnError {
  return new KilnError('unknown', { retryable: true, detail });
}

/** Begins an import. @param signal ends it */
export function startImport(drawSolid: DrawSolid, signal?: AbortSignal): ImportSession {
  const worker = new Worker(new URL('./archive-import.worker.ts', import.meta.url), {
    type: 'module',
    name: 'kiln-archive-import',
  });
  const remote: Remote<ArchiveImportWorker> = wrap<ArchiveImportWorker>(worker);
  // Comlink would never settle the calls of a worker that is gone.
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  const stop = (reason: unknown = new DOMException('Stopped', 'AbortError')) => {
    void end(worker, remote);
    forget();
    signal?.removeEventListener('abort', onAbort);
    reject(reason);
  };
  const onAbort = () => stop(signal?.reason);
  // Nothing runs in a page that is put aside: there is no time to settle.
  const forget = onPutAside(() => {
    worker.terminate();
    stop(broken('The page was left'));
  });
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    stop(workerFailure(event));
  });
  if (signal?.aborted) stop(signal.reason);
  else signal?.addEventListener('abort', onAbort, { once: true });

  async function call<Value>(asked: Promise<Value>): Promise<Value> {
    try {
      return await Promise.race([asked, ended]);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof KilnError || error instanceof DOMException) throw error;
      if (error instanceof PartMissingError) throw error;
      throw broken(String(error));
    }
  }
  return {
    inspect: (files) => call(remote.inspect(files)),
    run: (order, onProgress) =>
      withProgress(onProgress, (tell) => call(remote.run(order, proxy(drawSolid), tell))),
    stop,
  };
}

/** Makes small pictures that an import which was cut still owes. @see ArchiveImportWorker.finishPictures */
export async function finishPictures(
  owner: UserKey,
  drawSolid: DrawSolid,
  signal: AbortSignal,
): Promise<number> {
  const worker = new Worker(new URL('./archive-import.worker.ts', import.meta.url), {
    type: 'module',
    name: 'kiln-archive-import',
  });
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  worker.addEventListener('error', (event) => reject(workerFailure(event)), { once: true });
  const forget = onPutAside(() => {
    worker.terminate();
    reject(broken('The page was left'));
  });
  const remote = wrap<ArchiveImportWorker>(worker);
  try {
    return await Promise.race([remote.finishPictures(owner, proxy(drawSolid)), ended]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    forget();
    void end(worker, remote);
  }
}
