import { KilnError } from '../domain/errors.ts';
import type { UploadPurpose } from '../domain/uploads.ts';
import { errorOf, identityHeaders, request } from './client.ts';
import type { Credentials } from './request.ts';
import { assertOwnAnswer, foreignAnswer } from './own-answer.ts';
import {
  checksumMismatchStatus,
  tusChunkType,
  tusHeaders,
  tusPath,
  tusVersion,
} from './contract/uploads.ts';
import { withTimeout } from './timeout.ts';

/** The sender's side of tus 1.0.0, as far as a service worker can do it: by fetch, one chunk a request. */

export interface TusOptions {
  session: Credentials;
  signal?: AbortSignal;
}

export interface FilePromise {
  /** Hex SHA-256 of the whole. */
  sha256: string;
  bytes: number;
  purpose: UploadPurpose;
  name: string;
  mediaType: string;
}

const createTimeoutMs = 15_000;
/** The limit grows with the chunk, by what a line of 16 bytes a ms needs, so that a dead one is noticed. */
const chunkTimeoutMs = (bytes: number) => 30_000 + bytes / 16;

function headersFor(session: Credentials): Record<string, string> {
  return { ...identityHeaders(session), [tusHeaders.version]: tusVersion };
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

async function refusalOf(response: Response): Promise<KilnError> {
  return errorOf(response, await response.json().catch(() => undefined));
}

/** An answer without the protocol's header says nothing about the upload, even if it comes from the platform's origin. */
function assertTus(response: Response): void {
  assertOwnAnswer(response);
  if (response.headers.get(tusHeaders.version) !== tusVersion) throw foreignAnswer(response);
}

/**
 * Creates an upload for a file; its bytes follow in chunks.
 * @returns the path that takes its bytes
 * @throws KilnError; the signal's reason when aborted
 */
export async function createUpload(file: FilePromise, options: TusOptions): Promise<string> {
  const { sha256, purpose, name, mediaType } = file;
  const metadata = Object.entries({ sha256, purpose, filename: name, filetype: mediaType })
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key} ${base64(value)}`);
  return withTimeout(createTimeoutMs, options.signal, async (signal) => {
    const response = await request(new URL(tusPath, globalThis.location.origin).href, {
      method: 'POST',
      headers: {
        ...headersFor(options.session),
        [tusHeaders.length]: String(file.bytes),
        [tusHeaders.metadata]: metadata.join(','),
      },
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal,
    });
    if (response.status !== 201) throw await refusalOf(response);
    assertTus(response);
    const place = new URL(
      response.headers.get('Location') ?? '',
      response.url || globalThis.location.origin,
    );
    if (!place.pathname.startsWith(`${tusPath}/`)) {
      throw new KilnError('bad-answer', { retryable: true, httpStatus: 201 });
    }
    return place.pathname;
  });
}

/** What became of a chunk. `moved-on`: the upload has another offset or is gone, so ask where to go on. */
export type ChunkAnswer = { kind: 'taken'; offset: number } | { kind: 'moved-on' };

/**
 * Sends the bytes from `offset` on. An empty chunk at the end asks the platform to keep what it has.
 * @throws KilnError, `upload-damaged` when the whole is not what was promised; the signal's reason when aborted
 */
export async function sendChunk(
  path: string,
  offset: number,
  chunk: ArrayBuffer,
  options: TusOptions,
): Promise<ChunkAnswer> {
  const timeoutMs = chunkTimeoutMs(chunk.byteLength);
  return withTimeout(timeoutMs, options.signal, async (signal) => {
    const response = await request(new URL(path, globalThis.location.origin).href, {
      method: 'PATCH',
      headers: {
        ...headersFor(options.session),
        [tusHeaders.offset]: String(offset),
        'Content-Type': tusChunkType,
      },
      body: chunk,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal,
    });
    if (response.status === 204) {
      assertTus(response);
      return { kind: 'taken', offset: Number(response.headers.get(tusHeaders.offset)) };
    }
    const refusal = await refusalOf(response);
    if (response.status === checksumMismatchStatus) throw refusal;
    const isElsewhere = refusal.code === 'conflict' || refusal.code === 'not-found';
    if (!isElsewhere) throw refusal;
    return { kind: 'moved-on' };
  });
}
