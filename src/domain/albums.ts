import type { GeneratorType } from './generator-types.ts';
import { noFilter, type HistoryFilter, type RatingFilter } from './history-filter.ts';
import type { AlbumId } from './ids.ts';
import { albumNameMaxCharacters, workTagMaxCharacters } from './limits.ts';
import type { MediaKind } from './media-kind.ts';
import type { Month } from './months.ts';
import { folded } from './search-words.ts';
import type { WorkOrigin } from './work.ts';

/** What a work is put under by hand: an album, by its id, or a tag, by a sign that no id begins with. */
export type CollectionId = AlbumId | `#${string}`;

export const collectionOfTag = (tag: string): CollectionId => `#${tag}`;

/** The tag that a collection is; null for an album. */
export const tagOfCollection = (collection: string): string | null =>
  collection.startsWith('#') ? collection.slice(1) : null;

/** What fills an album by itself: the filter of the history, and words of prompts. */
export interface AlbumRule {
  words: string;
  marked: RatingFilter;
  tool: GeneratorType | null;
  model: string | null;
  kind: MediaKind | null;
  month: Month | null;
  /** How the work came to be. */
  origin: WorkOrigin | null;
  tag: string | null;
}

/** What the history would be asked for to show an album's works. */
export interface AlbumQuery {
  filter: HistoryFilter;
  words: string;
}

/** A rule as the history's own filter: a smart album shows what that shows. */
export function queryOfRule({ words, ...criteria }: AlbumRule): AlbumQuery {
  return { words, filter: { ...noFilter, ...criteria } };
}

/** What an album shows. @param album its row, or what a form says of one */
export function queryOfAlbum(album: { id: AlbumId; rule: AlbumRule | null }): AlbumQuery {
  return album.rule
    ? queryOfRule(album.rule)
    : { words: '', filter: { ...noFilter, album: album.id } };
}

/** Whether a rule leaves anything out: one that doesn't is the history. */
export function leavesOut({ words, marked, ...criteria }: AlbumRule): boolean {
  return (
    words.trim() !== '' ||
    marked !== 'all' ||
    Object.values(criteria).some((value) => value !== null)
  );
}

/** A text as one line without edges. */
const oneLine = (text: string): string => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();

/** Cut by characters as people see them: half a sign would be none. */
const cut = (text: string, most: number): string => [...text].slice(0, most).join('').trim();

/** A name as it is kept; empty when there is none. */
export const albumName = (text: string): string => cut(oneLine(text), albumNameMaxCharacters);

/** A tag as it is kept, without the sign that people write before it; empty when there is none. */
export const workTag = (text: string): string =>
  cut(oneLine(text).replace(/^[#＃]+\s*/u, ''), workTagMaxCharacters);

/** The tag that a person means: one that they have already is written as it was the first time. */
export function meantTag(typed: string, known: readonly string[]): string {
  const tag = workTag(typed);
  return known.find((one) => folded(one) === folded(tag)) ?? tag;
}

/** A place between two neighbours; null where there is none on that side. */
export function placeBetween(before: number | null, after: number | null): number {
  if (before === null && after === null) return 0;
  if (before === null) return (after ?? 0) - 1;
  if (after === null) return before + 1;
  return (before + after) / 2;
}
