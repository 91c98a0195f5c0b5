import { alchemyRequest, captionForm, captionOf, readForm } from '../horde/alchemy.ts';
import { HordeFailure, HordeSilence } from '../horde/failure.ts';
import { communityDetail } from '../domain/community-failure.ts';
import { KilnError } from '../domain/errors.ts';
import { assertOffered } from './alchemy.ts';
import { checkEveryMs } from './endings.ts';
import { rethrow } from './errors.ts';
import type { Horde } from './horde.ts';
import { prepareForCaption } from './sources.ts';
import { currentKey } from './submit.ts';

/** So long it may stay silent in between: networks come and go. */
const silenceMs = 60_000;
const checkMaxMs = 8_000;
const cancelTries = 3;

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
  signal?.throwIfAborted();
}

const failed = (detail: Parameters<typeof communityDetail>[0]) =>
  new KilnError('engine-failed', { retryable: false, detail: communityDetail(detail) });

/** Not to be aborted: what has left is seen through, so that it can be taken back. */
async function send(horde: Horde, image: string, key: string): Promise<string> {
  try {
    return (await horde.alchemy(alchemyRequest(image, captionForm), key)).id;
  } catch (error) {
    // Alchemists' requests are listed nowhere: nobody can tell whether it arrived.
    const isUnknown =
      error instanceof HordeSilence || (error instanceof HordeFailure && error.status >= 500);
    throw isUnknown ? failed('answer-lost') : error;
  }
}

async function follow(horde: Horde, id: string, signal?: AbortSignal): Promise<string> {
  let heardAtMs = performance.now();
  let pauseMs = checkEveryMs;
  for (;;) {
    await sleep(pauseMs, signal);
    try {
      const told = readForm(await horde.alchemyStatus(id, signal), captionForm);
      if (told.at === 'failed') throw failed('workers-failed');
      if (told.at === 'done') {
        const words = captionOf(told.result);
        if (words === '') throw new KilnError('bad-answer', { retryable: true });
        return words;
      }
      heardAtMs = performance.now();
      pauseMs = checkEveryMs;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof KilnError) throw error;
      if (error instanceof HordeFailure && error.status === 404) throw failed('no-worker');
      if (performance.now() - heardAtMs > silenceMs) throw error;
      pauseMs = Math.min(checkMaxMs, pauseMs * 2);
    }
  }
}

async function cancel(horde: Horde, id: string): Promise<void> {
  for (let attempt = 1; attempt <= cancelTries; attempt += 1) {
    try {
      await horde.cancelAlchemy(id);
      return;
    } catch (error) {
      if (error instanceof HordeFailure && error.status === 404) return;
      await sleep(checkEveryMs * attempt);
    }
  }
}

/**
 * Has an alchemist put a picture into words. It is asked once; an answer that is lost is not asked for again.
 * @param signal takes the request back
 * @throws KilnError
 */
export async function describePicture(
  horde: Horde,
  picture: Blob,
  signal?: AbortSignal,
): Promise<string> {
  const image = await prepareForCaption(picture);
  await assertOffered(horde, captionForm, signal).catch(rethrow);
  const key = await currentKey();
  signal?.throwIfAborted();
  const id = await send(horde, image, key).catch(rethrow);
  try {
    return await follow(horde, id, signal).catch(rethrow);
  } finally {
    if (signal?.aborted) void cancel(horde, id);
  }
}
