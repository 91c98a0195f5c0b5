import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { sniffMediaType } from '../../../src/domain/file-kinds.ts';
import { uploadMaxPixels } from '../../../src/domain/limits.ts';
import { EngineError } from '../engine.ts';
import type { Generation } from './answers.ts';
import type { HordePace } from './pace.ts';

export interface FetchedPicture {
  data: Uint8Array;
  mediaType: string;
  width: number;
  height: number;
}

/** What an upscaler makes of the largest picture stays below this. */
const pictureMaxBytes = 64 * 1024 * 1024;
const downloadTimeoutMs = 60_000;
const tries = 3;

/** Pictures come over https, or from the Horde that was configured; nothing else is asked. */
export function mayFetch(address: string, baseUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (url.username || url.password) return false;
  return url.protocol === 'https:' || url.origin === new URL(baseUrl).origin;
}

async function readBounded(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  for await (const part of body ?? []) {
    length += part.length;
    if (length > pictureMaxBytes) throw new Error('picture too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Judges bytes by themselves; what the store claims about them is not trusted. */
async function judge(data: Uint8Array): Promise<FetchedPicture> {
  const mediaType = sniffMediaType(data.subarray(0, 32));
  if (mediaType !== 'image/webp' && mediaType !== 'image/png' && mediaType !== 'image/jpeg') {
    throw new Error('not a picture');
  }
  const picture = sharp(data, { limitInputPixels: uploadMaxPixels, failOn: 'warning' });
  const { width, height } = await picture.metadata();
  // Decoded once: a truncated file has a good head.
  await picture.stats();
  return { data, mediaType, width, height };
}

/** Another look would name it again: nothing to try twice. */
export class UnsafeAddress extends EngineError {}

/**
 * Brings one result home. Its address is good for half an hour only, so this happens at once.
 * @throws EngineError `result-damaged` after three tries
 */
export async function fetchPicture(
  result: Pick<Generation, 'img'>,
  baseUrl: string,
  pace: Pick<HordePace, 'downloadPauseMs'>,
  signal: AbortSignal,
): Promise<FetchedPicture> {
  const image = result.img ?? '';
  let cause: unknown = new Error('no address');
  const remote = /^[a-z][a-z0-9+.-]*:/i.test(image);
  if (remote && !mayFetch(image, baseUrl)) {
    throw new UnsafeAddress(
      'result-damaged',
      'The AI Horde named an address that is not safe to open',
      { retryable: false },
    );
  }
  for (let attempt = 0; attempt < tries && image !== ''; attempt += 1) {
    if (attempt > 0) await sleep(pace.downloadPauseMs * attempt, undefined, { signal });
    try {
      if (!remote) return await judge(Buffer.from(image, 'base64'));
      const response = await fetch(image, {
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(downloadTimeoutMs)]),
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`status ${response.status}`);
      }
      return await judge(await readBounded(response));
    } catch (error) {
      signal.throwIfAborted();
      cause = error;
    }
  }
  throw new EngineError('result-damaged', 'A picture of the AI Horde could not be fetched', {
    retryable: false,
    cause,
  });
}
