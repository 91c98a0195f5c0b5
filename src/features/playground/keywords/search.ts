import { keywordObjects, type KeywordGroup, type KeywordPlace } from './catalogue.ts';
import { fold } from './fold.ts';
import type { Keyword } from './keyword.ts';

/** What was found in one group. */
export interface KeywordHits {
  place: KeywordPlace;
  keywords: readonly Keyword[];
}

export interface KeywordSearch {
  /** Keywords that were found, those beyond the limit too. */
  total: number;
  /** The best first. */
  hits: readonly KeywordHits[];
  /** Groups that are called so themselves. */
  places: readonly KeywordPlace[];
}

interface Indexed {
  place: KeywordPlace;
  keyword: Keyword;
  texts: readonly string[];
}

const places: readonly { place: KeywordPlace; group: KeywordGroup }[] = keywordObjects.flatMap(
  ({ groups }, object) =>
    groups.map((group, index) => ({ place: { object, group: index }, group })),
);

/** Folding every keyword takes longer than looking for one: it is done once, when somebody searches. */
let index: readonly Indexed[] | null = null;

function readIndex(): readonly Indexed[] {
  index ??= places.flatMap(({ place, group }) =>
    group.keywords.map((keyword) => ({
      place,
      keyword,
      texts: [fold(keyword.english), fold(keyword.chinese)],
    })),
  );
  return index;
}

/** 0 is the thing itself, 1 begins so, 2 has a word that begins so, 3 has it anywhere. */
function distance(texts: readonly string[], wanted: string): number {
  if (texts.includes(wanted)) return 0;
  if (texts.some((text) => text.startsWith(wanted))) return 1;
  return texts.some((text) => text.includes(` ${wanted}`)) ? 2 : 3;
}

/**
 * Looks for words in both languages at once; every word must be there.
 * @param most keywords to return
 */
export function searchKeywords(query: string, most: number): KeywordSearch {
  const wanted = fold(query);
  if (wanted === '') return { total: 0, hits: [], places: [] };
  const words = wanted.split(' ');
  const holds = (texts: readonly string[]) =>
    words.every((word) => texts.some((text) => text.includes(word)));
  const found = readIndex()
    .flatMap((entry) =>
      holds(entry.texts) ? { ...entry, distance: distance(entry.texts, wanted) } : [],
    )
    .toSorted((one, other) => one.distance - other.distance);
  const hits = new Map<KeywordPlace, Keyword[]>();
  for (const { place, keyword } of found.slice(0, most)) {
    const here = hits.get(place);
    if (here) here.push(keyword);
    else hits.set(place, [keyword]);
  }
  return {
    total: found.length,
    hits: [...hits].map(([place, keywords]) => ({ place, keywords })),
    places: places.flatMap(({ place, group }) =>
      holds([fold(group.name.en), fold(group.name.cn)]) ? place : [],
    ),
  };
}
