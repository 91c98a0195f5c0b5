import { KilnError } from '../domain/errors.ts';
import { errorOf, identityHeaders, request } from './client.ts';
import type { Credentials } from './client.ts';
import { withTimeout } from './timeout.ts';

/** A download may take as long as it likes, but not stand still. */
const idleTimeoutMs = 30_000;

/**
 * Downloads a file of the platform.
 * @param path path on the platform's origin, or an absolute URL; who asks is told to the own origin only
 * @param expectedBytes the answer is refused as soon as it is longer, and at its end when it is shorter
 * @throws KilnError `network`, `timeout`, `result-gone`, `result-damaged` … ; the signal's reason when aborted
 */
export async function downloadFile(
  path: string,
  options: { expectedBytes: number; session: Credentials | null; signal?: AbortSignal },
): Promise<Blob> {
  const url = new URL(path, globalThis.location.origin);
  const isOwn = url.origin === globalThis.location.origin;
  return withTimeout(idleTimeoutMs, options.signal, async (signal, restart) => {
    const response = await request(url.href, {
      headers: isOwn ? identityHeaders(options.session) : {},
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
    if (response.status === 404 || response.status === 410) {
      throw new KilnError('result-gone', { retryable: true, httpStatus: response.status });
    }
    if (response.status !== 200 || !response.body) {
      throw errorOf(response, await response.json().catch(() => undefined));
    }
    const chunks = await readAll(response.body, options.expectedBytes, signal, restart);
    return new Blob(chunks, { type: response.headers.get('Content-Type') ?? '' });
  });
}

async function readAll(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  expectedBytes: number,
  signal: AbortSignal,
  restart: () => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const reader = body.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let received = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      restart();
      received += value.byteLength;
      chunks.push(value);
      if (received > expectedBytes) break;
    }
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new KilnError('network', { retryable: true, cause: error });
  } finally {
    // Also when too much came: the rest is not wanted.
    await reader.cancel().catch(() => undefined);
  }
  if (received !== expectedBytes) {
    throw new KilnError('result-damaged', {
      retryable: true,
      detail: `${received} of ${expectedBytes} bytes`,
    });
  }
  return chunks;
}
