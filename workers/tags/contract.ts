import type { TagKind, TagList } from '../../src/domain/tags.ts';

/** A tag that fits what was typed. */
export interface TagSuggestion {
  /** As its board spells it, with underscores. */
  name: string;
  kind: TagKind;
  /** How many posts carry it; spec 2, section 3: postCount. */
  count: number;
  /** The other name by which it was found; null when it was found by its own. */
  alias: string | null;
}

export interface TagSuggestions {
  /** How many characters at the end of what was asked the suggestions stand for. */
  matched: number;
  tags: TagSuggestion[];
}

/** Failures cross the thread as data. */
export type LoadResult =
  | { ok: true; tags: number; skippedLines: number }
  /** `unusable`: somebody answered, with something that is no list of tags. */
  | { ok: false; problem: 'unreachable' | 'too-large' | 'unusable'; detail: string };

export interface TagsWorker {
  /**
   * Fetches a list and makes it searchable in place of the one before.
   * @param address absolute
   */
  load(list: TagList, address: string): Promise<LoadResult>;
  /**
   * The tags that begin with what was typed, or have a word that does; where none do, those for its last words alone.
   * @param typed what stands before the caret, back to the last comma or bracket
   */
  suggest(typed: string): TagSuggestions;
}
