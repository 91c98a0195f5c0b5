import { isGeneratorType, type GeneratorType } from '../../domain/generator-types.ts';
import { noFilter, ratingFilters, type HistoryFilter } from '../../domain/history-filter.ts';
import type { RatingFilter } from '../../domain/history-filter.ts';
import { workTag } from '../../domain/albums.ts';
import { isUuid, parseWorkRouteId, type AlbumId } from '../../domain/ids.ts';
import { searchWordsMax } from '../../domain/limits.ts';
import { mediaKinds, type MediaKind } from '../../domain/media-kind.ts';
import { isMonth, type Month } from '../../domain/months.ts';
import { workOrigins, type WorkOrigin } from '../../domain/work.ts';

export interface HistorySearch {
  /** Only works whose prompts have these words. */
  q?: string;
  /** Only what this tool made. */
  tool?: GeneratorType;
  /** Only what this model made; its id. */
  model?: string;
  kind?: MediaKind;
  month?: Month;
  /** Only what came to be this way. */
  origin?: WorkOrigin;
  /** Only what the person marked so; absent for all. */
  marked?: RatingFilter;
  /** Where the history is paged; absent for the first page. */
  page?: number;
  /** Only what was put into this album. */
  album?: AlbumId;
  /** Only what has this tag. */
  tag?: string;
  /** The work that is open over the history, `c_{image_id}`. */
  work?: string;
}

const isPage = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 1;

const asText = (value: unknown): string | undefined =>
  (typeof value === 'string' || typeof value === 'number') && String(value) !== ''
    ? String(value).slice(0, searchWordsMax)
    : undefined;

/**
 * What is not of the right form is as if it were absent. Every key is named: the router lays the answer over
 * what the URL says, and what is left out would come through as it was.
 */
export function readHistorySearch(given: Record<string, unknown>): HistorySearch {
  const { q, tool, model, kind, month, origin, marked, album, tag, page, work } = given;
  return {
    q: asText(q),
    tool: typeof tool === 'string' && isGeneratorType(tool) ? tool : undefined,
    model: asText(model),
    kind: mediaKinds.find((known) => known === kind),
    month: isMonth(month) ? month : undefined,
    origin: workOrigins.find((known) => known === origin),
    marked: ratingFilters.find((known) => known === marked && known !== 'all'),
    page: isPage(page) ? page : undefined,
    album: typeof album === 'string' && isUuid(album) ? (album as AlbumId) : undefined,
    tag: workTag(asText(tag) ?? '') || undefined,
    work: typeof work === 'string' && parseWorkRouteId(work) ? work : undefined,
  };
}

/** What the address of a work says of the list that it was opened from. */
export type ListSearch = Omit<HistorySearch, 'work' | 'page'>;

/** @see readHistorySearch */
export function readListSearch(given: Record<string, unknown>): ListSearch {
  return { ...readHistorySearch(given), page: undefined, work: undefined } as ListSearch;
}

/** What the address says of the filter. */
export function filterOf(search: HistorySearch): HistoryFilter {
  const { tool, model, kind, month, origin, marked, album, tag } = search;
  return {
    tool: tool ?? null,
    model: model ?? null,
    kind: kind ?? null,
    month: month ?? null,
    origin: origin ?? null,
    marked: marked ?? noFilter.marked,
    album: album ?? null,
    tag: tag ?? null,
  };
}

/** The address of a filter; what leaves nothing out is not in it. */
export function searchOf(
  { tool, model, kind, month, origin, marked, album, tag }: HistoryFilter,
  words: string,
): ListSearch {
  return {
    q: words.trim() === '' ? undefined : words,
    tool: tool ?? undefined,
    model: model ?? undefined,
    kind: kind ?? undefined,
    month: month ?? undefined,
    origin: origin ?? undefined,
    marked: marked === 'all' ? undefined : marked,
    album: album ?? undefined,
    tag: tag ?? undefined,
  };
}
