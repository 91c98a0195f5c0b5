import type { ModelPlace } from '../domain/model.ts';
import { KilnError } from '../domain/errors.ts';
import { errorOf, identityHeaders, request } from './client.ts';
import { fileParameters, lastingAddress } from './contract/files.ts';
import type { Credentials } from './request.ts';
import { localPlatform } from './local.ts';
import { assertOwnAnswer, foreignAnswer } from './own-answer.ts';
import { withTimeout } from './timeout.ts';

/** A download has no time limit as a whole. It is given up when no byte has come for this long. */
const idleTimeoutMs = 30_000;

type Bytes = Uint8Array<ArrayBuffer>;

/** Where in the file the bytes of an answer begin, and which version of the file they belong to. */
export interface FileStart {
  from: number;
  /** A strong validator; null when the platform gave none. */
  etag: string | null;
}

export interface StreamOptions {
  /** Who keeps the file; the platform by default. */
  place?: ModelPlace;
  /** How many bytes are on the device already. Only the rest is requested, and only of the same version. */
  from: number;
  etag: string | null;
  session: Credentials | null;
  signal?: AbortSignal;
  /** Called before the first bytes; `from` is 0 when the file has changed meanwhile. */
  onStart: (start: FileStart) => void | Promise<void>;
  onBytes: (bytes: Bytes) => void | Promise<void>;
}

/** On the own origin the session opens the file, so that an address that was kept too long is as good as a new one. */
function addressOf(path: string): URL {
  return new URL(lastingAddress(path), globalThis.location.origin);
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

/**
 * Asks for a file. On the own origin only the platform's answer counts: a gateway's 404 or 410 would end a
 * download for good, and a portal's page would be stored as the file. Files on other origins (the AI Horde's stores)
 * carry no such mark, so they are refused only when they are HTML.
 */
async function askForFile(
  url: URL,
  session: Credentials | null,
  init: { headers?: Record<string, string>; cache?: RequestCache; signal: AbortSignal },
): Promise<Response> {
  const isOwn = isOwnOrigin(url);
  const response = await request(url.href, {
    ...init,
    headers: { ...(isOwn && identityHeaders(session)), ...init.headers },
    credentials: 'omit',
    ...(isOwn && { redirect: 'error' }),
  });
  if (isOwn) assertOwnAnswer(response);
  else if (response.headers.get('Content-Type')?.includes('text/html')) {
    throw foreignAnswer(response);
  }
  return response;
}

/** Where the answer begins. @throws KilnError for every answer that is not (a part of) the file */
async function startOf(response: Response, options: StreamOptions): Promise<FileStart> {
  const { status, headers } = response;
  if (status === 404 || status === 410) {
    // 410 means that the platform has removed the original for good, so trying again can't help.
    throw new KilnError('result-gone', { retryable: status === 404, httpStatus: status });
  }
  if (status === 416) throw damaged('there is no such part');
  if (status !== 200 && status !== 206) {
    throw errorOf(response, await response.json().catch(() => undefined));
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
  const local = await localPlatform(options.place ?? 'platform');
  if (local) {
    const file = await local.file(path);
    await options.onStart({ from: 0, etag: null });
    return options.onBytes(new Uint8Array(await file.arrayBuffer()));
  }
  const url = addressOf(path);
  const isRest = options.from > 0 && options.etag !== null;
  await withTimeout(idleTimeoutMs, options.signal, async (signal, restart) => {
    const response = await askForFile(url, options.session, {
      ...(isRest && {
        headers: { Range: `bytes=${options.from}-`, 'If-Range': options.etag ?? '' },
      }),
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
    // This also runs when `take` threw. The rest of the body must not be downloaded then.
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Downloads a small file in one go.
 * @param expectedBytes the answer is refused as soon as it is longer, and at its end when it is shorter; null when
 *   nobody knows
 * @throws as `streamFile`
 */
export async function downloadFile(
  path: string,
  options: { expectedBytes: number | null; session: Credentials | null; signal?: AbortSignal },
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
      if (expectedBytes !== null && received > expectedBytes) throw wrongLength();
    },
  });
  if (expectedBytes !== null && received !== expectedBytes) throw wrongLength();
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
  const url = addressOf(path);
  url.searchParams.set(fileParameters.width, String(options.width));
  return withTimeout(idleTimeoutMs, options.signal, async (signal) => {
    const response = await askForFile(url, options.session, { cache: 'no-store', signal });
    if (response.status === 404 || response.status === 410) return null;
    if (response.status !== 200) {
      throw errorOf(response, await response.json().catch(() => undefined));
    }
    const type = response.headers.get('Content-Type') ?? '';
    try {
      return type.startsWith('image/') ? await response.blob() : null;
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw new KilnError('network', { retryable: true, cause: error });
    }
  });
}
