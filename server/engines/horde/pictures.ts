import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { sniffMediaType } from '../../../src/domain/file-kinds.ts';
import { uploadMaxPixels } from '../../../src/domain/limits.ts';
import { createOutgoing, OutgoingError } from '../../http/outgoing.ts';
import { mayFetch } from '../../../src/horde/results.ts';
import { EngineError } from '../contract/engine.ts';
import type { Generation } from '../../../src/horde/answers.ts';
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

/** Another poll would name it again: nothing to try twice. */
export class UnsafeAddress extends EngineError {}

function unsafe(cause?: unknown): UnsafeAddress {
  return new UnsafeAddress(
    'result-damaged',
    'The AI Horde named an address that is not safe to open',
    { retryable: false, cause },
  );
}

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
  // Its stores are many, but none is inside somebody's network.
  const ask = createOutgoing({ hosts: [baseUrl], others: 'public' });
  let cause: unknown = new Error('no address');
  const remote = /^[a-z][a-z0-9+.-]*:/i.test(image);
  if (remote && !mayFetch(image, baseUrl)) {
    throw unsafe();
  }
  for (let attempt = 0; attempt < tries && image !== ''; attempt += 1) {
    if (attempt > 0) await sleep(pace.downloadPauseMs * attempt, undefined, { signal });
    try {
      if (!remote) return await judge(Buffer.from(image, 'base64'));
      const response = await ask(image, {
        signal,
        timeoutMs: downloadTimeoutMs,
        maxBytes: pictureMaxBytes,
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`status ${response.status}`);
      }
      return await judge(new Uint8Array(await response.arrayBuffer()));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof OutgoingError && error.failure === 'refused-address')
        throw unsafe(error);
      cause = error;
    }
  }
  throw new EngineError('result-damaged', 'A picture of the AI Horde could not be fetched', {
    retryable: false,
    cause,
  });
}
