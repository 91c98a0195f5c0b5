import type { HistoryOrder, WorkEntry } from '../../src/domain/work-entry.ts';
import type { HistoryFilter } from '../../src/domain/history-filter.ts';
import type { UserKey, WorkId } from '../../src/domain/ids.ts';

export interface SearchRequest {
  owner: UserKey;
  /** Words that all have to be in the prompt. */
  words: string;
  filter: HistoryFilter;
  order: HistoryOrder;
}

export interface SearchAnswer {
  /** The first of them, in order. */
  entries: WorkEntry[];
  /** How many there are. */
  total: number;
}

export interface Glance {
  total: number;
  newest: WorkId | null;
}

export interface SearchWorker {
  /**
   * Reads a person's works, and again whenever they change; other people's are let go of.
   * @param onChange after each reading that found something new: an answer from before may be old
   */
  watch(owner: UserKey, onChange: () => void): Promise<void>;
  /** Works whose prompts have the words. Nothing of anybody who is not watched. @param limit entries at most */
  search(request: SearchRequest, limit: number): Promise<SearchAnswer>;
  /** All of them, in order. */
  searchIds(request: SearchRequest): Promise<WorkId[]>;
  /** Of each of several searches how much it finds, and the newest of it. */
  glance(
    owner: UserKey,
    queries: readonly Pick<SearchRequest, 'words' | 'filter'>[],
  ): Promise<Glance[]>;
}
