import {
  filmFits,
  filmPicturesMax,
  filmTransitions,
  finalFramerateDefault,
  finalFramerateRange,
  initialFramerateDefault,
  initialFramerateRange,
  settleRate,
  type FilmFit,
  type FilmRates,
  type FilmTransition,
} from '../../domain/film-plan.ts';
import { isUuid, type WorkId } from '../../domain/ids.ts';

/** What a video is to be made of, and how: all of it stands in the address, and so outlives a reload. */
export interface Arrangement {
  /** In order; a picture may come again. */
  works: readonly WorkId[];
  rates: FilmRates;
  transition: FilmTransition;
  fit: FilmFit;
  sound: WorkId | null;
  /** Null: the one that is played most widely. */
  container: 'mp4' | 'webm' | null;
}

export interface VideoSearch {
  works?: string;
  initial?: number;
  final?: number;
  transition?: FilmTransition;
  fit?: FilmFit;
  sound?: string;
  container?: 'mp4' | 'webm';
}

const oneOf = <Value extends string>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((each) => each === value);

const asId = (text: string): WorkId | null => {
  const id = text.replace(/^c_/, '');
  return isUuid(id) ? (id as WorkId) : null;
};

/** Reads the search of the address; what means nothing is left out. Works are named with or without `c_`. */
export function readVideoSearch(search: Record<string, unknown>): VideoSearch {
  const ids = typeof search.works === 'string' ? search.works.split(',') : [];
  const works = ids.flatMap((id) => asId(id.trim()) ?? []).slice(0, filmPicturesMax);
  const sound = typeof search.sound === 'string' ? asId(search.sound) : null;
  const initial = settleRate(search.initial, initialFramerateRange, initialFramerateDefault);
  const final = settleRate(search.final, finalFramerateRange, finalFramerateDefault);
  const transition = oneOf(filmTransitions, search.transition);
  const fit = oneOf(filmFits, search.fit);
  const container = oneOf(['mp4', 'webm'] as const, search.container);
  return {
    ...(works.length > 0 && { works: works.join(',') }),
    ...(initial !== initialFramerateDefault && { initial }),
    ...(final !== finalFramerateDefault && { final }),
    ...(transition && transition !== 'smooth' && { transition }),
    ...(fit && fit !== 'fit' && { fit }),
    ...(sound && { sound }),
    ...(container && { container }),
  };
}

export function arrangementOf(search: VideoSearch): Arrangement {
  const { works, initial, final, transition, fit, sound, container } = search;
  return {
    works: works ? (works.split(',') as WorkId[]) : [],
    rates: {
      initial: initial ?? initialFramerateDefault,
      final: final ?? finalFramerateDefault,
    },
    transition: transition ?? 'smooth',
    fit: fit ?? 'fit',
    sound: sound ? (sound as WorkId) : null,
    container: container ?? null,
  };
}

export function searchOf({
  works,
  rates,
  transition,
  fit,
  sound,
  container,
}: Arrangement): VideoSearch {
  return readVideoSearch({
    works: works.join(','),
    ...rates,
    transition,
    fit,
    sound,
    container,
  });
}

/** Moves one of a list to another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(Math.min(rest.length, Math.max(0, to)), 0, items[from]!);
}
