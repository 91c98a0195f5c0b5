import { call } from '../../api/client.ts';
import type { Credentials } from '../../api/request.ts';
import { findUpload } from '../../api/contract/uploads.ts';
import { createUpload, sendChunk } from '../../api/tus.ts';
import type { FilePromise } from '../../api/tus.ts';
import { KilnError } from '../../domain/errors.ts';
import { ChunkSizer } from './chunk-size.ts';
import { sha256Hex } from '../../media/hash.ts';
import { failureScope } from '../engine/retry-policy.ts';
import type { ModelPlace } from '../../domain/model.ts';

export interface ResumableOptions {
  /** Who is to have it. */
  place: ModelPlace;
  session: Credentials;
  signal: AbortSignal;
  now(): number;
  /** Told after each step how many bytes the platform has; what it throws ends the upload. */
  onProgress(uploadedBytes: number): Promise<void>;
}

/** Failures in a row without a byte getting through; then the queue's back-off takes over. */
const fruitlessMax = 2;
/** The platform may clear an upload away while it is under way; more often than this is a fault of its own. */
const beginningsMax = 3;

type Place = { kind: 'stored'; url: string } | { kind: 'open'; path: string; offset: number };

/**
 * Sends a file so that no byte the platform has travels again: it is asked by hash before the first byte and
 * after each cut, and nothing about the upload has to be remembered here.
 * @returns where the platform keeps it
 * @throws KilnError when the line is down, or the platform refuses; the signal's reason when aborted
 */
export async function uploadResumably(
  blob: Blob,
  file: FilePromise,
  options: ResumableOptions,
): Promise<string> {
  const { place: from, session, signal } = options;
  const pace = new ChunkSizer();
  let beginnings = 0;

  async function locate(): Promise<Place> {
    const params = { sha256: file.sha256 };
    const found = await call(findUpload, { place: from, params, session, signal });
    if (found.state === 'stored') return { kind: 'stored', url: found.file.url };
    if (found.state === 'partial') return { kind: 'open', path: found.path, offset: found.offset };
    beginnings += 1;
    if (beginnings > beginningsMax) {
      throw new KilnError('server-error', { retryable: true, detail: 'The upload is lost' });
    }
    return { kind: 'open', path: await createUpload(file, { session, signal }), offset: 0 };
  }

  let place = await locate();
  let reached = place.kind === 'open' ? place.offset : file.bytes;
  let fruitless = 0;
  for (;;) {
    await options.onProgress(place.kind === 'open' ? place.offset : file.bytes);
    if (place.kind === 'stored') return place.url;
    const { path, offset } = place;
    const length = pace.next(file.bytes - offset);
    const chunk = await readBytes(blob, offset, length);
    const startedAtMs = options.now();
    try {
      const answer = await sendChunk(path, offset, chunk, { session, signal });
      const isTaken = answer.kind === 'taken' && answer.offset < file.bytes;
      if (isTaken) {
        pace.passed(length, options.now() - startedAtMs);
        place = { kind: 'open', path, offset: answer.offset };
      } else place = await locate();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof KilnError)) throw error;
      if (error.code === 'upload-damaged') await assertIntact(blob, file, error);
      if (!error.retryable || failureScope(error) !== 'network') throw error;
      pace.cut();
      if (fruitless >= fruitlessMax) throw error;
      // When even this question fails, the network is down: the queue gets the error and waits for the network.
      place = await locate();
    }
    const now = place.kind === 'open' ? place.offset : file.bytes;
    fruitless = now > reached ? 0 : fruitless + 1;
    reached = Math.max(reached, now);
    if (fruitless > fruitlessMax + 1) {
      throw new KilnError('server-error', { retryable: true, detail: 'The upload does not move' });
    }
  }
}

/** @throws KilnError `source-missing` when the browser no longer gives the bytes out */
async function readBytes(blob: Blob, offset: number, length: number): Promise<ArrayBuffer> {
  try {
    return await blob.slice(offset, offset + length).arrayBuffer();
  } catch (error) {
    throw new KilnError('source-missing', { retryable: false, cause: error });
  }
}

/** Bytes that were damaged on the way can be sent again. When the bytes on the device are damaged, this throws. */
async function assertIntact(blob: Blob, file: FilePromise, cause: KilnError): Promise<void> {
  if ((await sha256Hex(blob)) === file.sha256) return;
  throw new KilnError('source-missing', { retryable: false, detail: cause.detail, cause });
}
