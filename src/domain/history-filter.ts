import type { GeneratorType } from './generator-types.ts';
import type { AlbumId } from './ids.ts';
import { mediaKind, type MediaKind } from './media-kind.ts';
import { monthBounds, type Month } from './months.ts';
import type { WorkOrigin } from './work.ts';

/** What a list shows by a person's favourites and ratings. */
export const ratingFilters = ['all', 'favourites', 'others', 'unrated'] as const;
export type RatingFilter = (typeof ratingFilters)[number];

/** Which works the history shows; null, and `all`, leave nothing out. */
export interface HistoryFilter {
  marked: RatingFilter;
  tool: GeneratorType | null;
  /** A model's id. */
  model: string | null;
  kind: MediaKind | null;
  month: Month | null;
  origin: WorkOrigin | null;
  /** Only works that were put into this album. */
  album: AlbumId | null;
  /** Only works with this tag. */
  tag: string | null;
}

export const noFilter: HistoryFilter = {
  marked: 'all',
  tool: null,
  model: null,
  kind: null,
  month: null,
  origin: null,
  album: null,
  tag: null,
};

/** How many criteria leave something out. */
export function countCriteria(filter: HistoryFilter): number {
  const { marked, ...others } = filter;
  const chosen = Object.values(others).filter((value) => value !== null).length;
  return chosen + (marked === 'all' ? 0 : 1);
}

/** One text for each filter, to tell two apart. */
export const filterKey = (filter: HistoryFilter): string => {
  const { marked, tool, model, kind, month, origin, album, tag } = filter;
  return JSON.stringify([marked, tool, model, kind, month, origin, album, tag]);
};

/** The columns of a work that a filter asks about. */
export interface FilteredColumns {
  jobType: GeneratorType;
  model: string;
  mediaType: string;
  origin: WorkOrigin;
  createdAtMs: number;
  starred: 0 | 1;
  rated: 0 | 1;
}

/** Whether a work's own columns pass; who put it into an album or gave it a tag is not among them. */
export function passes(work: FilteredColumns, filter: HistoryFilter): boolean {
  const { marked, tool, model, kind, month, origin } = filter;
  if (marked === 'favourites' && work.starred !== 1) return false;
  if (marked === 'others' && work.starred !== 0) return false;
  if (marked === 'unrated' && work.rated !== 0) return false;
  if (tool !== null && work.jobType !== tool) return false;
  if (model !== null && work.model !== model) return false;
  if (origin !== null && work.origin !== origin) return false;
  if (kind !== null && mediaKind(work.mediaType) !== kind) return false;
  if (month === null) return true;
  const { fromMs, untilMs } = monthBounds(month);
  return work.createdAtMs >= fromMs && work.createdAtMs < untilMs;
}
