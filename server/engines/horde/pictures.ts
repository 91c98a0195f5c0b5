import { setTimeout as sleep } from 'node:timers/promises';
import { createOutgoing, OutgoingError } from '../../http/outgoing.ts';
import { mayFetch } from '../../../src/horde/results.ts';
import { EngineError } from '../contract/engine.ts';
import { judgePicture, type JudgedPicture } from '../pictures.ts';
import type { Generation } from '../../../src/horde/answers.ts';
import type { HordePace } from './pace.ts';

/** What an upscaler makes of the largest picture stays below this. */
const pictureMaxBytes = 64 * 1024 * 1024;
const downloadTimeoutMs = 60_000;
const tries = 3;

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
): Promise<JudgedPicture> {
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
      if (!remote) return await judgePicture(Buffer.from(image, 'base64'));
      const response = await ask(image, {
        signal,
        timeoutMs: downloadTimeoutMs,
        maxBytes: pictureMaxBytes,
      });
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`status ${response.status}`);
      }
      return await judgePicture(new Uint8Array(await response.arrayBuffer()));
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
