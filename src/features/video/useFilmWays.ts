import { useEffect, useState } from 'react';
import { filmSideMax, filmSize, type FilmSize } from '../../domain/film-plan.ts';
import { findFilmWays, VideoError } from '../../../workers/video/client.ts';
import type { SizedWays, VideoProblem } from '../../../workers/video/contract.ts';

/** Sizes that are tried one after the other where an encoder takes no larger one. */
const sides = [filmSideMax, 1_280, 640];

export type FilmWays =
  | { kind: 'asking' }
  | ({ kind: 'found' } & SizedWays)
  | { kind: 'failed'; problem: VideoProblem };

/** How this device can write a video of these pictures, and how large; asked before anything is offered. */
export function useFilmWays(
  pictures: readonly FilmSize[],
  finalFramerate: number,
): { state: FilmWays; again: () => void } {
  const sizes = sides.map((side) => filmSize(pictures, side));
  const [attempt, setAttempt] = useState(0);
  const wanted = sizes.map(({ width, height }) => `${width}x${height}`).join(' ');
  const key = `${wanted} ${finalFramerate} ${attempt}`;
  const [found, setFound] = useState<{ key: string; state: FilmWays } | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const asked = wanted.split(' ').map((text) => {
      const [width = 0, height = 0] = text.split('x').map(Number);
      return { width, height };
    });
    findFilmWays(asked, finalFramerate, stop.signal).then(
      (ways) => setFound({ key, state: { kind: 'found', ...ways } }),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        const problem = error instanceof VideoError ? error.problem : 'unknown';
        setFound({ key, state: { kind: 'failed', problem } });
      },
    );
    return () => stop.abort(new Error('Another one is asked'));
  }, [key, wanted, finalFramerate]);
  // What was found for another rate holds until the answer for this one is here.
  return {
    state: found?.state ?? { kind: 'asking' },
    again: () => setAttempt((before) => before + 1),
  };
}
