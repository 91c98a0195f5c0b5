import { tagMaxCharacters } from '../../src/domain/limits.ts';
import { tagKind, type TagKind, type TagList } from '../../src/domain/tags.ts';
import type { TagSuggestions } from './contract.ts';
import type { ParsedTag } from './parse-tags.ts';
import { TagIndex } from './tag-index.ts';

/** More than anybody reads while writing. */
const suggestionsMax = 10;
/** A tag at the end of a sentence is looked for in so many of its last words. */
const lastWordsMax = 4;

/** Letters before there is anything to say: of one letter half the list would fit. A Chinese character is a word. */
const isEnough = (text: string, letters: number): boolean =>
  text.trim().length >= letters || /[^\p{ASCII}]/u.test(text);

/** A list, ready to be asked. */
export interface TagSuggester {
  suggest(typed: string): TagSuggestions;
}

/** Where to begin looking: at the whole, then at each of the last words. */
function* startsOf(typed: string): Generator<number> {
  const first = typed.length - typed.trimStart().length;
  const words = [...typed.matchAll(/(?<=\s)\S/g)].map(({ index }) => index);
  if (typed.length - first <= tagMaxCharacters && isEnough(typed, 2)) yield first;
  for (const start of words.filter((index) => index > first).slice(-lastWordsMax)) {
    if (isEnough(typed.slice(start), 3)) yield start;
  }
}

/** Makes a list searchable. */
export function createSuggester(list: TagList, tags: readonly ParsedTag[]): TagSuggester {
  const index = new TagIndex(tags);
  const names = tags.map(({ name }) => name);
  const kinds = tags.map(({ category }): TagKind => tagKind(list, category));
  const counts = Uint32Array.from(tags, ({ count }) => count);
  return {
    suggest(typed) {
      for (const start of startsOf(typed)) {
        // In a prompt a parenthesis of a tag is written with a backslash.
        const wanted = typed.slice(start).replaceAll(/\\([()])/g, '$1');
        const found = index.search(wanted, suggestionsMax);
        if (found.length === 0) continue;
        return {
          matched: typed.length - start,
          tags: found.map(({ tag, alias }) => ({
            name: names[tag] ?? '',
            kind: kinds[tag] ?? 'other',
            count: counts[tag] ?? 0,
            alias,
          })),
        };
      }
      return { matched: 0, tags: [] };
    },
  };
}
