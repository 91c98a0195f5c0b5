import { useEffect, useState } from 'react';
import { getOriginal } from '../../db/media/media.ts';
import { getThumbnail } from '../../db/media/thumbnails.ts';
import { filmSeconds, filmSize, type FilmSize } from '../../domain/film-plan.ts';
import type { WorkId } from '../../domain/ids.ts';
import { assembleFilm } from '../../../workers/video/client.ts';
import type { FilmWay } from '../../../workers/video/contract.ts';
import type { Arrangement } from './arrangement.ts';

const sideMax = 384;
const framerateMax = 30;
/** About so many seconds of the beginning are shown. */
const previewSeconds = 4;
const picturesMax = 24;
/** Nothing is made while somebody is still choosing. */
const settleMs = 450;

export interface Preview {
  blob: Blob;
  size: FilmSize;
  seconds: number;
  isWhole: boolean;
}

/** Small pictures are enough, and always on the device. */
async function readSmall(id: WorkId): Promise<Blob | null> {
  return (await getThumbnail(id))?.blob ?? (await getOriginal(id))?.blob ?? null;
}

/**
 * The first seconds of what will be made, small, as they will move; null until they are there.
 * @param way null while nothing is to be made
 */
export function useFilmPreview(
  { works, rates, transition, fit }: Arrangement,
  film: FilmSize | null,
  way: FilmWay | null,
): Preview | null {
  const count = Math.min(
    works.length,
    picturesMax,
    Math.max(2, Math.ceil(rates.initial * previewSeconds)),
  );
  const ids = works.slice(0, count).join(' ');
  const job =
    film && way && ids !== ''
      ? JSON.stringify({
          ids,
          rates: { ...rates, final: Math.min(rates.final, framerateMax) },
          transition,
          fit,
          size: filmSize([film], sideMax),
          way,
          isWhole: count === works.length,
        })
      : null;
  const [made, setMade] = useState<{ job: string; preview: Preview } | null>(null);
  useEffect(() => {
    if (job === null) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      make(job, stop.signal).then(
        (preview) => preview && setMade({ job, preview }),
        // What keeps it from being made is said when the whole is.
        () => undefined,
      );
    }, settleMs);
    return () => {
      clearTimeout(timer);
      stop.abort(new Error('Something else is wanted'));
    };
  }, [job]);
  return job !== null && made?.job === job ? made.preview : null;
}

async function make(job: string, signal: AbortSignal): Promise<Preview | null> {
  const { ids, isWhole, ...rest } = JSON.parse(job) as Pick<
    Arrangement,
    'rates' | 'transition' | 'fit'
  > & { ids: string; isWhole: boolean; size: FilmSize; way: FilmWay };
  const read = await Promise.all((ids.split(' ') as WorkId[]).map((id) => readSmall(id)));
  const pictures = read.filter((blob) => blob !== null);
  signal.throwIfAborted();
  if (pictures.length === 0) return null;
  const { blob } = await assembleFilm(
    { ...rest, pictures, sound: null },
    { signal, inMemory: true },
  );
  return { blob, size: rest.size, seconds: filmSeconds(pictures.length, rest.rates), isWhole };
}
