import { KilnError } from '../domain/errors.ts';
import { errorOf, identityHeaders, request } from './client.ts';
import type { Credentials } from './client.ts';
import { localPlatform } from './local.ts';
import { withTimeout } from './timeout.ts';

/** A download may take as long as it likes, but not stand still. */
const idleTimeoutMs = 30_000;

type Bytes = Uint8Array<ArrayBuffer>;

/** What an answer brings: from where on, and of which version of the file. */
export interface FileStart {
  from: number;
  /** A strong validator; null when the platform gave none. */
  etag: string | null;
}

export interface StreamOptions {
  /** Bytes that are here already; asked for is only what follows, of the same version. */
  from: number;
  etag: string | null;
  session: Credentials | null;
  signal?: AbortSignal;
  /** Called before the first bytes; `from` is 0 when the file has changed meanwhile. */
  onStart: (start: FileStart) => void | Promise<void>;
  onBytes: (bytes: Bytes) => void | Promise<void>;
}

function isOwnOrigin(url: URL): boolean {
  return url.origin === globalThis.location.origin;
}

function strongTag(response: Response): string | null {
  const etag = response.headers.get('ETag');
  return etag && !etag.startsWith('W/') ? etag : null;
}

function damaged(detail: string): KilnError {
  return new KilnError('result-damaged', { retryable: true, detail });
}

/** Where the answer begins. @throws KilnError for every answer that is not (a part of) the file */
async function startOf(response: Response, options: StreamOptions): Promise<FileStart> {
  const { status, headers } = response;
  if (status === 404 || status === 410) {
    // 410: the platform has said that its time is over, which no repeat changes.
    throw new KilnError('result-gone', { retryable: status === 404, httpStatus: status });
  }
  if (status === 416) throw damaged('there is no such part');
  if (status !== 200 && status !== 206) {
    throw errorOf(response, await response.json().catch(() => undefined));
  }
  if (headers.get('Content-Type')?.includes('text/html')) {
    // A hotel's log-in page must not cost what has been received already.
    throw new KilnError('bad-answer', { retryable: true, httpStatus: status });
  }
  const etag = strongTag(response);
  if (status === 200) return { from: 0, etag };
  const from = Number(/^bytes (\d+)-/.exec(headers.get('Content-Range') ?? '')?.[1] ?? NaN);
  if (from !== options.from || etag !== options.etag) throw damaged('another part than asked for');
  return { from, etag };
}

/**
 * Downloads a file, or the rest of it, in pieces as they come; memory holds one of them. The next is read when
 * `onBytes` is done with the one before.
 * @param path path on the platform's origin, or an absolute URL; who asks is told to the own origin only
 * @throws KilnError `network`, `timeout`, `result-gone`, `result-damaged` … ; the signal's reason when aborted
 */
export async function streamFile(path: string, options: StreamOptions): Promise<void> {
  const local = await localPlatform();
  if (local) {
    const file = await local.file(path);
    await options.onStart({ from: 0, etag: null });
    return options.onBytes(new Uint8Array(await file.arrayBuffer()));
  }
  const url = new URL(path, globalThis.location.origin);
  const isRest = options.from > 0 && options.etag !== null;
  await withTimeout(idleTimeoutMs, options.signal, async (signal, restart) => {
    const response = await request(url.href, {
      headers: {
        ...(isOwnOrigin(url) && identityHeaders(options.session)),
        ...(isRest && { Range: `bytes=${options.from}-`, 'If-Range': options.etag ?? '' }),
      },
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
    await options.onStart(await startOf(response, options));
    if (response.body) await readAll(response.body, { signal, restart, take: options.onBytes });
  });
}

async function readAll(
  body: ReadableStream<Bytes>,
  reading: { signal: AbortSignal; restart: () => void; take: StreamOptions['onBytes'] },
): Promise<void> {
  const { signal, restart, take } = reading;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        if (signal.aborted) throw signal.reason;
        throw new KilnError('network', { retryable: true, cause: error });
      });
      if (done) return;
      restart();
      await take(value);
    }
  } finally {
    // Also when the taker had enough: the rest is not wanted.
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Downloads a small file in one go.
 * @param expectedBytes the answer is refused as soon as it is longer, and at its end when it is shorter
 * @throws as `streamFile`
 */
export async function downloadFile(
  path: string,
  options: { expectedBytes: number; session: Credentials | null; signal?: AbortSignal },
): Promise<Blob> {
  const { expectedBytes, ...rest } = options;
  const chunks: Bytes[] = [];
  let received = 0;
  const wrongLength = () => damaged(`${received} of ${expectedBytes} bytes`);
  await streamFile(path, {
    ...rest,
    from: 0,
    etag: null,
    onStart: () => undefined,
    onBytes(bytes) {
      received += bytes.byteLength;
      chunks.push(bytes);
      if (received > expectedBytes) throw wrongLength();
    },
  });
  if (received !== expectedBytes) throw wrongLength();
  return new Blob(chunks);
}

/**
 * The small picture of a work, as the platform makes it.
 * @param path of the original
 * @returns null when there is none
 * @throws KilnError as `streamFile`, or the signal's reason when aborted
 */
export async function downloadSmallPicture(
  path: string,
  options: { width: number; session: Credentials | null; signal?: AbortSignal },
): Promise<Blob | null> {
  const url = new URL(path, globalThis.location.origin);
  url.searchParams.set('width', String(options.width));
  return withTimeout(idleTimeoutMs, options.signal, async (signal) => {
    const response = await request(url.href, {
      headers: isOwnOrigin(url) ? identityHeaders(options.session) : {},
      credentials: 'omit',
      signal,
    });
    if (response.status === 404 || response.status === 410) return null;
    if (response.status !== 200) {
      throw errorOf(response, await response.json().catch(() => undefined));
    }
    const type = response.headers.get('Content-Type') ?? '';
    if (type.includes('text/html')) throw new KilnError('bad-answer', { retryable: true });
    try {
      return type.startsWith('image/') ? await response.blob() : null;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw new KilnError('network', { retryable: true, cause: error });
    }
  });
}
