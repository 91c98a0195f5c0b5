import { KilnError } from '../domain/errors.ts';

/**
 * Runs work under a time limit and the caller's own signal, and leaves neither timer nor listener behind.
 * (`AbortSignal.any` is missing from browsers we still serve.)
 * @throws KilnError `timeout`; the outer signal's reason when that was first
 */
export async function withTimeout<Result>(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal, restart: () => void) => Promise<Result>,
): Promise<Result> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const expire = () => {
    controller.abort(new KilnError('timeout', { retryable: true }));
  };
  let timer = setTimeout(expire, timeoutMs);
  const onOuterAbort = () => {
    controller.abort(outer?.reason);
  };
  outer?.addEventListener('abort', onOuterAbort);
  try {
    return await work(controller.signal, () => {
      clearTimeout(timer);
      timer = setTimeout(expire, timeoutMs);
    });
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', onOuterAbort);
  }
}
