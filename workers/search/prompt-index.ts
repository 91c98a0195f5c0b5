import { compareEntries, type HistoryOrder } from '../../src/domain/work-entry.ts';
import type { SearchRow } from '../../src/db/works/search-rows.ts';
import { passes, type HistoryFilter } from '../../src/domain/history-filter.ts';
import type { WorkId } from '../../src/domain/ids.ts';
import { collectionOfTag } from '../../src/domain/albums.ts';
import { folded, searchWords } from '../../src/domain/search-words.ts';
import { membersIn, namedBy, noCollections, type Collections } from './collections.ts';

interface Indexed {
  row: SearchRow;
  text: string;
}

/**
 * The prompts of a person's works in memory. Each search reads all of them: ten megabytes of text take some
 * milliseconds, and a word may begin anywhere, as it does in Chinese. (An index by words or by pairs of letters needs
 * several times that memory, and finds no part of a word.)
 */
export class PromptIndex {
  readonly #rows = new Map<WorkId, Indexed>();
  /** The oldest first; null after a change. */
  #sorted: Indexed[] | null = null;
  #collections: Collections = noCollections;

  get size(): number {
    return this.#rows.size;
  }

  has(id: WorkId): boolean {
    return this.#rows.has(id);
  }

  put(rows: readonly SearchRow[]): void {
    for (const row of rows) this.#rows.set(row.id, { row, text: folded(row.prompt) });
    this.#sorted = null;
  }

  /** Takes out every work that is not named. @returns how many went */
  keepOnly(ids: ReadonlySet<WorkId>): number {
    const before = this.#rows.size;
    for (const id of this.#rows.keys()) if (!ids.has(id)) this.#rows.delete(id);
    const gone = before - this.#rows.size;
    if (gone > 0) this.#sorted = null;
    return gone;
  }

  /** Notes a heart or stars. @returns whether that is new */
  mark(id: WorkId, starred: 0 | 1, rated: 0 | 1): boolean {
    const indexed = this.#rows.get(id);
    if (!indexed || (indexed.row.starred === starred && indexed.row.rated === rated)) return false;
    indexed.row = { ...indexed.row, starred, rated };
    return true;
  }

  ids(): IterableIterator<WorkId> {
    return this.#rows.keys();
  }

  /** What the works have been put under, from now on. */
  setCollections(collections: Collections): void {
    this.#collections = collections;
  }

  /**
   * Works that pass the filter and have every word: in their prompts, or in the name of an album or a tag of theirs. In
   * order. Whoever writes a word waits for it with each letter, and nobody looks at thousands: of what is found nothing
   * is copied.
   */
  find(words: string, filter: HistoryFilter, order: HistoryOrder): SearchRow[] {
    const wanted = searchWords(words);
    const named = namedBy(this.#collections, wanted);
    const isIn = [
      ...(filter.album === null ? [] : [membersIn(this.#collections, filter.album)]),
      ...(filter.tag === null ? [] : [membersIn(this.#collections, collectionOfTag(filter.tag))]),
    ];
    this.#sorted ??= [...this.#rows.values()].toSorted((left, right) =>
      compareEntries(left.row, right.row, 'oldest'),
    );
    const found: SearchRow[] = [];
    for (const indexed of this.#sorted) {
      const { row } = indexed;
      if (!hasWords(indexed, wanted, named) || !passes(row, filter)) continue;
      if (isIn.every((ids) => ids.has(row.id))) found.push(row);
    }
    return order === 'newest' ? found.toReversed() : found;
  }
}

/** Asked of each work at each letter: a function made for each would take several times as long. */
function hasWords(
  { row, text }: Indexed,
  wanted: readonly string[],
  named: readonly ReadonlySet<WorkId>[],
): boolean {
  for (let at = 0; at < wanted.length; at += 1) {
    const word = wanted[at] ?? '';
    if (!text.includes(word) && named[at]?.has(row.id) !== true) return false;
  }
  return true;
}
