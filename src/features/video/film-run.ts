import { getSession } from '../../db/account/session.ts';
import { newId } from '../../db/ids.ts';
import { getOriginal } from '../../db/media/media.ts';
import { bringHere } from '../../db/works/bring-here.ts';
import { addOwnWorks } from '../../db/works/own-works.ts';
import type { WorkRow } from '../../db/schema.ts';
import { KilnError } from '../../domain/errors.ts';
import type { FilmSize } from '../../domain/film-plan.ts';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import { atom, store } from '../../ui/atoms.ts';
import { assembleFilm, VideoError } from '../../../workers/video/client.ts';
import type { FilmWay, FinishedFilm, VideoProblem } from '../../../workers/video/contract.ts';
import type { Arrangement } from './arrangement.ts';

/** What stopped a video, with the places of the pictures that it lies in, from 1 on. */
export interface RunTrouble {
  problem: VideoProblem | 'pictures-away' | 'sound-away';
  places: readonly number[];
}

/** What the making of a video is doing. It goes on when its page is left, and dies with the tab. */
export type FilmRun =
  | { kind: 'idle' }
  /** Pictures that are not on this device are fetched. */
  | { kind: 'gathering' }
  | { kind: 'making' }
  /** Every frame is there; it is being written down among the works. */
  | { kind: 'keeping' }
  | { kind: 'done'; id: WorkId }
  | { kind: 'cancelled' }
  | { kind: 'failed'; trouble: RunTrouble };

export const filmRunAtom = atom<FilmRun>({ kind: 'idle' });

/** How far the making is. By itself, so that nothing else of the page is drawn anew with every figure. */
export const filmProgressAtom = atom<{ share: number; secondsLeft: number | null }>({
  share: 0,
  secondsLeft: null,
});

let cancel: AbortController | null = null;

/** Ends what is being made, at once. */
export function cancelFilm(): void {
  if (!cancel) return;
  cancel.abort(new Error('Cancelled'));
  cancel = null;
  store.set(filmRunAtom, { kind: 'cancelled' });
}

/** Puts away how the last one ended, as soon as something is changed for the next. */
export function forgetEndedFilm(): void {
  if (!cancel) store.set(filmRunAtom, { kind: 'idle' });
}

/** A figure before this would jump about. */
const guessAfterMs = 800;

class AwayError extends Error {
  readonly trouble: RunTrouble;

  constructor(trouble: RunTrouble) {
    super(trouble.problem);
    this.trouble = trouble;
  }
}

/** The full sizes, from this device or brought here. @throws AwayError naming all that can't be had */
async function gather(works: readonly WorkRow[], signal: AbortSignal): Promise<Blob[]> {
  const blobs = new Map<WorkId, Blob>();
  const away: number[] = [];
  for (const [place, work] of works.entries()) {
    signal.throwIfAborted();
    if (blobs.has(work.id)) continue;
    const original = (await bringHere(work)) ? await getOriginal(work.id) : undefined;
    if (original) blobs.set(work.id, original.blob);
    else away.push(place + 1);
  }
  if (away.length > 0) throw new AwayError({ problem: 'pictures-away', places: away });
  return works.map(({ id }) => blobs.get(id)!);
}

async function keep(
  owner: UserKey,
  film: FinishedFilm,
  works: readonly WorkRow[],
  { rates }: Arrangement,
): Promise<WorkId | null> {
  // Whoever has left meanwhile does not find it on a device that may be somebody else's now.
  if ((await getSession())?.userKey !== owner) return null;
  const nowMs = Date.now();
  const id = newId(nowMs) as WorkId;
  const { added, known } = await addOwnWorks(owner, [
    {
      id,
      origin: 'assembled',
      jobType: 'Img2Video',
      model: 'kiln/assembled',
      modelLabel: { cn: '图片合成', en: 'Put together from pictures' },
      prompt: works[0]?.prompt ?? '',
      negativePrompt: '',
      parameters: {
        pictures: works.length,
        initial_framerate: rates.initial,
        final_framerate: rates.final,
        duration: Math.round(film.seconds * 10) / 10,
      },
      seed: '',
      width: film.width,
      height: film.height,
      mediaType: film.mediaType,
      sha256: film.sha256,
      createdAtMs: nowMs,
      starred: 0,
      rating: 0,
      thumbhash: film.poster.thumbhash,
      blob: film.blob,
      thumbnail: {
        blob: film.poster.blob,
        width: film.poster.width,
        height: film.poster.height,
      },
    },
  ]);
  return added[0] ?? known[0] ?? null;
}

function troubleOf(error: unknown): RunTrouble {
  if (error instanceof AwayError) return error.trouble;
  if (error instanceof VideoError) {
    return {
      problem: error.problem,
      places: error.picture === null ? [] : [error.picture + 1],
    };
  }
  const isFull = error instanceof KilnError && error.code === 'storage-full';
  return { problem: isFull ? 'storage-full' : 'unknown', places: [] };
}

/**
 * Makes the video and keeps it among the person's works. One at a time.
 * @param works the pictures in their order
 */
export async function makeFilm(options: {
  owner: UserKey;
  works: readonly WorkRow[];
  sound: WorkRow | null;
  arrangement: Arrangement;
  size: FilmSize;
  way: FilmWay;
  /** Called when a work is there of which the platform has to be told. */
  onKept: () => void;
}): Promise<void> {
  if (cancel) return;
  const { owner, works, sound, arrangement, size, way, onKept } = options;
  const own = new AbortController();
  const { signal } = own;
  cancel = own;
  // What comes after the cancelling is of no interest.
  const tell = (run: FilmRun) => {
    if (!signal.aborted) store.set(filmRunAtom, run);
  };
  try {
    tell({ kind: 'gathering' });
    const pictures = await gather(works, signal);
    const [track] = sound
      ? await gather([sound], signal).catch(() => {
          throw new AwayError({ problem: 'sound-away', places: [] });
        })
      : [];
    signal.throwIfAborted();
    store.set(filmProgressAtom, { share: 0, secondsLeft: null });
    tell({ kind: 'making' });
    const startedMs = performance.now();
    const { rates, transition, fit } = arrangement;
    const film = await assembleFilm(
      { pictures, size, rates, transition, fit, sound: track ?? null, way },
      {
        signal,
        onProgress({ frames, of }) {
          const spentMs = performance.now() - startedMs;
          const leftMs = (spentMs / Math.max(1, frames)) * (of - frames);
          const secondsLeft = spentMs > guessAfterMs ? leftMs / 1_000 : null;
          if (!signal.aborted) store.set(filmProgressAtom, { share: frames / of, secondsLeft });
        },
      },
    );
    signal.throwIfAborted();
    tell({ kind: 'keeping' });
    const id = await keep(owner, film, works, arrangement);
    tell(id ? { kind: 'done', id } : { kind: 'idle' });
    if (id) onKept();
  } catch (error) {
    tell({ kind: 'failed', trouble: troubleOf(error) });
  } finally {
    if (cancel === own) cancel = null;
  }
}
