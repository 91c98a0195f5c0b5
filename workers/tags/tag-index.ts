import { foldTag } from '../../src/domain/tags.ts';
import type { ParsedTag } from './parse-tags.ts';

/** How what was typed stands in a tag; the lower, the better. */
const match = { exactName: 0, exactAlias: 1, name: 2, alias: 3, word: 4, aliasWord: 5 } as const;
const isOfAlias = new Set<number>([match.exactAlias, match.alias, match.aliasWord]);

export interface FoundTag {
  tag: number;
  /** Folded; null when it was found by its own name. */
  alias: string | null;
}

/** More entries than this would not fit beside their letters into a number; a list of 300,000 tags has half of them. */
const maxEntries = 2 ** 21;
/** Words of one name that are indexed. Later ones of a long name are hardly how anybody looks for it. */
const maxWords = 8;
const separator = 0;

/** How an entry fits, above where its tag stands among all by its posts: the lower, the better. */
const rankBits = 20;
const rankMask = 2 ** rankBits - 1;

/**
 * A list of tags that can be searched by beginnings: of names, of other names, and of the words within both.
 *
 * All names lie in one array of characters, and an entry is the place where it may be found from. Sorted by what
 * stands there, everything that begins with the same characters is one stretch, found by halving; what is best in it
 * is told by one number for each entry, lying side by side.
 */
export class TagIndex {
  readonly #characters: Uint16Array;
  /** Places in `#characters`, sorted by the text that begins there. */
  readonly #places: Uint32Array;
  /** Of each entry: how it fits, and the rank of its tag. */
  readonly #scores: Uint32Array;
  /** Tags by their posts. */
  readonly #ranked: Uint32Array;

  constructor(tags: readonly ParsedTag[]) {
    const writer = new Writer(tags);
    const order = sortedOrder(writer.characters, writer.places);
    this.#characters = writer.characters;
    this.#ranked = rankedByPosts(tags);
    const ranks = new Uint32Array(tags.length);
    for (const [rank, tag] of this.#ranked.entries()) ranks[tag] = rank;
    this.#places = new Uint32Array(order.length);
    this.#scores = new Uint32Array(order.length);
    for (let index = 0; index < order.length; index += 1) {
      const entry = order[index] ?? 0;
      this.#places[index] = writer.places[entry] ?? 0;
      const rank = ranks[writer.tags[entry] ?? 0] ?? 0;
      this.#scores[index] = ((writer.matches[entry] ?? 0) << rankBits) | rank;
    }
  }

  /** The best tags for a beginning, by how it fits and then by their posts. */
  search(typed: string, limit: number): FoundTag[] {
    const wanted = charactersOf(foldTag(typed));
    if (wanted.length === 0) return [];
    const best: { entry: number; score: number }[] = [];
    let worst = Infinity;
    const offer = (entry: number, score: number) => {
      const same = best.findIndex((each) => ((each.score ^ score) & rankMask) === 0);
      if (same !== -1) {
        if ((best[same]?.score ?? 0) <= score) return;
        best.splice(same, 1);
      }
      const place = best.findIndex((each) => score < each.score);
      best.splice(place === -1 ? best.length : place, 0, { entry, score });
      if (best.length > limit) best.pop();
      if (best.length === limit) worst = best.at(-1)?.score ?? Infinity;
    };
    const from = this.#firstFrom(wanted, -1);
    const to = this.#firstFrom(wanted, 0);
    for (let entry = from; entry < to; entry += 1) {
      const score = this.#scores[entry] ?? 0;
      if (score < worst) offer(entry, score);
    }
    // Names that end where the typing does are the first of the stretch.
    for (let entry = from; entry < to && this.#endsAfter(entry, wanted.length); entry += 1) {
      const score = this.#scores[entry] ?? 0;
      const how = score >> rankBits;
      if (how === match.name || how === match.alias) {
        offer(entry, score - ((match.name - match.exactName) << rankBits));
      }
    }
    return best.map(({ entry, score }) => ({
      tag: this.#ranked[score & rankMask] ?? 0,
      alias: isOfAlias.has(score >> rankBits) ? this.#textAround(entry) : null,
    }));
  }

  #endsAfter(entry: number, length: number): boolean {
    return this.#characters[(this.#places[entry] ?? 0) + length] === separator;
  }

  /**
   * The first entry whose text, cut to the length of what is wanted, comes after it.
   * @param equal what a text that begins with it counts as: 0 to pass them, -1 to stop before them
   */
  #firstFrom(wanted: Uint16Array, equal: 0 | -1): number {
    let low = 0;
    let high = this.#places.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(this.#places[middle] ?? 0, wanted) <= equal) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #compare(place: number, wanted: Uint16Array): number {
    for (let index = 0; index < wanted.length; index += 1) {
      const difference = (this.#characters[place + index] ?? 0) - (wanted[index] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** The whole name of which an entry may be one word. */
  #textAround(entry: number): string {
    let start = this.#places[entry] ?? 0;
    while (start > 0 && this.#characters[start - 1] !== separator) start -= 1;
    const end = this.#characters.indexOf(separator, start);
    return String.fromCharCode(...this.#characters.subarray(start, end));
  }
}

/** Tags, those with the most posts first. */
function rankedByPosts(tags: readonly ParsedTag[]): Uint32Array {
  const keys = Float64Array.from(tags, ({ count }, tag) => -count * maxEntries + tag);
  keys.sort();
  return Uint32Array.from(keys, (key) => key - Math.floor(key / maxEntries) * maxEntries);
}

function charactersOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_unused, index) => text.charCodeAt(index));
}

/** Small letters and digits, and whatever is not ASCII: asked for every character, a regular expression takes too long. */
const isWordCharacter = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code > 0x7f;

/** Writes all names one after the other, and notes where they may be found from. */
class Writer {
  characters: Uint16Array;
  places: Uint32Array;
  tags: Uint32Array;
  matches: Uint8Array;
  #length = 0;
  #entries = 0;

  constructor(tags: readonly ParsedTag[]) {
    let length = 0;
    let names = 0;
    for (const { name, aliases } of tags) {
      names += 1 + aliases.length;
      length += name.length;
      for (const alias of aliases) length += alias.length;
    }
    // Folding may lengthen a letter, as it does with İ.
    this.characters = new Uint16Array(3 * length + names);
    const entries = Math.min(maxEntries, names * (1 + maxWords));
    this.places = new Uint32Array(entries);
    this.tags = new Uint32Array(entries);
    this.matches = new Uint8Array(entries);
    for (const [tag, { name, aliases }] of tags.entries()) {
      this.#write(foldTag(name), tag, match.name, match.word);
      for (const alias of aliases) this.#write(foldTag(alias), tag, match.alias, match.aliasWord);
    }
    this.characters = this.characters.slice(0, this.#length);
    this.places = this.places.slice(0, this.#entries);
    this.tags = this.tags.slice(0, this.#entries);
    this.matches = this.matches.slice(0, this.#entries);
  }

  #write(text: string, tag: number, whole: number, word: number): void {
    const start = this.#length;
    let words = 0;
    // The first word begins where the whole does, unless a sign stands before it.
    let wasInWord = true;
    this.#note(start, tag, whole);
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      this.characters[start + index] = code;
      const isInWord = isWordCharacter(code);
      const isStart = isInWord && !wasInWord && words < maxWords;
      wasInWord = isInWord;
      if (!isStart) continue;
      words += 1;
      this.#note(start + index, tag, word);
    }
    this.#length = start + text.length;
    this.characters[this.#length] = separator;
    this.#length += 1;
  }

  #note(place: number, tag: number, how: number): void {
    if (this.#entries === maxEntries) return;
    this.places[this.#entries] = place;
    this.tags[this.#entries] = tag;
    this.matches[this.#entries] = how;
    this.#entries += 1;
  }
}

/** Letters that stand in one number, seven bits each; 127 is everything that is no ASCII. */
const keyLength = 4;
const otherLetter = 127;
/** Fewer entries are sorted sooner by comparing them. */
const shortRun = 12;

function keyAt(characters: Uint16Array, place: number): number {
  let key = 0;
  let isOver = false;
  for (let index = 0; index < keyLength; index += 1) {
    const letter: number = isOver
      ? separator
      : Math.min(characters[place + index] ?? 0, otherLetter);
    key = key * 128 + letter;
    // Behind a letter that stands for many the next ones would decide too early.
    isOver ||= letter === separator || letter === otherLetter;
  }
  return key;
}

const hasOtherLetter = (key: number): boolean =>
  (key & 127) === otherLetter ||
  ((key >> 7) & 127) === otherLetter ||
  ((key >> 14) & 127) === otherLetter ||
  key >> 21 === otherLetter;

/**
 * Entries in the order of their text. Numbers are sorted many times faster than by a comparing function: four letters
 * go into a number above the entry's own, and entries that share them are sorted once more by the next four.
 */
function sortedOrder(characters: Uint16Array, places: Uint32Array): Uint32Array {
  const order = Uint32Array.from(places.keys());
  const keys = new Float64Array(order.length);
  const runs = [{ start: 0, end: order.length, depth: 0 }];
  for (let run = runs.pop(); run; run = runs.pop()) {
    const { start, end, depth } = run;
    for (let index = start; index < end; index += 1) {
      const entry = order[index] ?? 0;
      keys[index] = keyAt(characters, (places[entry] ?? 0) + depth) * maxEntries + entry;
    }
    keys.subarray(start, end).sort();
    let first = start;
    let shared = -1;
    for (let index = start; index <= end; index += 1) {
      const number = keys[index] ?? 0;
      const key = index < end ? Math.floor(number / maxEntries) : -1;
      if (key !== shared && index - first > 1) {
        const isShort = index - first <= shortRun || hasOtherLetter(shared);
        if (isShort) sortByText(order.subarray(first, index), characters, places, depth);
        // One that ends within these letters ends so for all of them: they are the same text.
        else if ((shared & 127) !== separator)
          runs.push({ start: first, end: index, depth: depth + keyLength });
      }
      if (key !== shared) {
        first = index;
        shared = key;
      }
      if (index < end) order[index] = number - key * maxEntries;
    }
  }
  return order;
}

function sortByText(
  entries: Uint32Array,
  characters: Uint16Array,
  places: Uint32Array,
  depth: number,
): void {
  entries.sort((one, other) => {
    const left = (places[one] ?? 0) + depth;
    const right = (places[other] ?? 0) + depth;
    for (let index = 0; ; index += 1) {
      const letter = characters[left + index] ?? 0;
      const difference = letter - (characters[right + index] ?? 0);
      if (difference !== 0 || letter === separator) return difference;
    }
  });
}
