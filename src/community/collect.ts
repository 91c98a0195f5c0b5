import type { Generation, StatusAnswer } from '../horde/answers.ts';
import { seedRangeOf, usedParameters } from '../horde/request.ts';
import { withTimeout } from '../api/timeout.ts';
import { communityDetail } from '../domain/community-failure.ts';
import { KilnError } from '../domain/errors.ts';
import { sniffMediaType } from '../domain/file-kinds.ts';
import { sha256Hex } from '../media/hash.ts';
import { mayBeOurs, mayFetch, warningsOf } from '../horde/results.ts';
import type { Horde } from './horde.ts';
import { changeJob, store } from '../db/community-store.ts';
import type { JobRow, PictureRow } from '../db/community-store.ts';

const downloadTimeoutMs = 60_000;
/** What an upscaler makes of the largest picture stays below this. */
const pictureMaxBytes = 64 * 1024 * 1024;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function damaged(detail: string, cause?: unknown): KilnError {
  return new KilnError('result-damaged', { retryable: true, detail, cause });
}

/** Where a picture is brought from: as much of the Horde as that needs. */
type Source = Pick<Horde, 'baseUrl' | 'reach'>;

async function download(address: string, horde: Source, signal?: AbortSignal): Promise<Blob> {
  if (!mayFetch(address, horde.baseUrl)) throw damaged('an address that is not safe to open');
  return withTimeout(downloadTimeoutMs, signal, async (limit) => {
    let response: Response;
    try {
      response = await fetch(address, {
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal: limit,
      });
    } catch (error) {
      limit.throwIfAborted();
      // A browser does not tell a store without leave to read from no network. The Horde answers only with one.
      await horde.reach(limit).catch((silence: unknown) => {
        limit.throwIfAborted();
        throw new KilnError('network', { retryable: true, cause: silence });
      });
      // From now on pictures are asked for in the answer.
      await store.facts.put({ key: 'storeUnreadable', value: true });
      throw damaged(communityDetail('store-unreadable'), error);
    }
    if (!response.ok) throw damaged(`status ${response.status}`);
    if (Number(response.headers.get('Content-Length') ?? 0) > pictureMaxBytes) {
      throw damaged('too large');
    }
    const blob = await response.blob();
    if (blob.size > pictureMaxBytes) throw damaged('too large');
    return blob;
  });
}

/** A picture by its address, or out of the answer itself. @throws KilnError */
export async function fetchPicture(
  { img = '' }: Pick<Generation, 'img'>,
  horde: Source,
  signal?: AbortSignal,
): Promise<
  Pick<PictureRow, 'width' | 'height' | 'mediaType' | 'bytes' | 'sha256'> & { blob: Blob }
> {
  let blob: Blob;
  if (/^[a-z][a-z0-9+.-]*:/i.test(img)) blob = await download(img, horde, signal);
  else if (/^[A-Za-z0-9+/]{40,}={0,2}$/.test(img)) {
    blob = new Blob([Uint8Array.from(atob(img), (character) => character.charCodeAt(0))]);
  } else throw damaged('no picture in the answer');
  const mediaType = sniffMediaType(new Uint8Array(await blob.slice(0, 32).arrayBuffer()));
  if (mediaType !== 'image/webp' && mediaType !== 'image/png' && mediaType !== 'image/jpeg') {
    throw damaged('no picture by its first bytes');
  }
  try {
    const bitmap = await createImageBitmap(blob);
    const { width, height } = bitmap;
    bitmap.close();
    const sha256 = await sha256Hex(blob);
    return { blob, width, height, mediaType, bytes: blob.size, sha256 };
  } catch (error) {
    throw damaged('does not decode', error);
  }
}

/** Puts a picture to its request, once. */
export async function keepPicture(id: string, picture: PictureRow, blob: Blob): Promise<void> {
  await store.transaction('rw', store.jobs, store.files, async () => {
    const fresh = await store.jobs.get(id);
    if (!fresh || fresh.pictures.some((known) => known.remoteId === picture.remoteId)) return;
    if (fresh.pictures.length >= fresh.outputs) return;
    fresh.pictures.push(picture);
    await store.files.put({ id: picture.id, blob });
    await store.jobs.put(fresh);
  });
}

async function take(
  horde: Horde,
  row: JobRow,
  result: Generation,
  signal?: AbortSignal,
): Promise<void> {
  const { id: remoteId } = result;
  const flagged = (result.gen_metadata ?? []).some((entry) => entry.type === 'censorship');
  if (result.censored || flagged) {
    // What comes in its place is a worker's placeholder, not a picture.
    await changeJob(row.id, (fresh) => fresh.withheld.push(remoteId));
    return;
  }
  const seed = String(result.seed ?? row.seed);
  if (row.wasLost && !mayBeOurs(seed, seedRangeOf(row))) {
    await changeJob(row.id, (fresh) => {
      fresh.state = 'failed';
      fresh.failure = {
        code: 'engine-failed',
        message: communityDetail('answer-lost'),
      };
    });
    return;
  }
  const { blob, ...facts } = await fetchPicture(result, horde, signal);
  const { width, height } = facts;
  const picture: PictureRow = {
    ...facts,
    id: uuid.test(remoteId) ? remoteId : crypto.randomUUID(),
    remoteId,
    seed,
    model: result.model ?? row.model,
    params: usedParameters(row.input, { seed, width, height }, row.downgraded),
    warnings: [...(row.downgraded ? ['made-smaller-for-kudos'] : []), ...warningsOf(result)],
    atMs: Date.now(),
  };
  await keepPicture(row.id, picture, blob);
}

/**
 * Brings what is finished onto the device; each picture once, however often its address changes.
 * @returns the Horde's answer, and the first failure of those that did not come
 */
export async function collect(
  horde: Horde,
  row: JobRow,
  signal?: AbortSignal,
): Promise<{ status: StatusAnswer; failure: unknown }> {
  await changeJob(row.id, (fresh) => {
    fresh.collectedAtMs = Date.now();
  });
  const status = await horde.status(row.remoteId ?? '', signal);
  let failure: unknown = null;
  for (const result of status.generations) {
    const known = await store.jobs.get(row.id);
    if (!known || known.state !== 'submitted') break;
    const isKnown =
      known.withheld.includes(result.id) ||
      known.pictures.some((one) => one.remoteId === result.id);
    if (isKnown) continue;
    try {
      await take(horde, known, result, signal);
    } catch (error) {
      signal?.throwIfAborted();
      // The others may still be good.
      failure ??= error;
    }
  }
  return { status, failure };
}
