import { listWorkEntries } from '../db/works/entries.ts';
import { onEntryChanges } from '../db/works/entry-changes.ts';
import type { WorkCursor } from '../db/works/works.ts';
import { filterKey, type HistoryFilter } from '../domain/history-filter.ts';
import type { UserKey } from '../domain/ids.ts';
import type { HistoryOrder, WorkEntry } from '../domain/work-entry.ts';

export interface HistoryWindow {
  owner: UserKey;
  order: HistoryOrder;
  filter: HistoryFilter;
}

export interface HistorySnapshot {
  /** `failed`: the device's database could not be read. */
  state: 'loading' | 'ready' | 'failed';
  entries: readonly WorkEntry[];
  /** Nothing follows. */
  isComplete: boolean;
}

interface Stretch {
  after: WorkCursor | null;
  until: WorkCursor | null;
  /** Null until it was read. */
  entries: WorkEntry[] | null;
}

/** Larger than a screen of the widest layout, and more than walls want ahead of it, so that scrolling stays ahead. */
const stretchSize = 100;

function isSame(left: WorkEntry, right: WorkEntry): boolean {
  return (Object.keys(left) as (keyof WorkEntry)[]).every((key) => left[key] === right[key]);
}

/** What was read, with the objects of before where they say the same: their tiles need not be drawn again. */
function keepSame(before: WorkEntry[] | null, read: WorkEntry[]): WorkEntry[] {
  if (before === null) return read;
  const known = new Map(before.map((entry) => [entry.id, entry]));
  const kept = read.map((entry) => {
    const old = known.get(entry.id);
    return old && isSame(old, entry) ? old : entry;
  });
  const isUnchanged =
    kept.length === before.length && kept.every((entry, index) => entry === before[index]);
  return isUnchanged ? before : kept;
}

/**
 * The history as far as one has scrolled, alive, in stretches: a new work or a deletion reads one stretch again, never
 * all of them, and one watch tells which.
 */
export class HistoryPages {
  readonly #window: HistoryWindow;
  readonly #listeners = new Set<() => void>();
  readonly #stretches: Stretch[] = [{ after: null, until: null, entries: null }];
  /** Those that have to be read, for the first time or again. */
  readonly #stale = new Set<Stretch>(this.#stretches);
  #isReading = false;
  #isKept = true;
  #stopWatching: (() => void) | null = null;
  #snapshot: HistorySnapshot = { state: 'loading', entries: [], isComplete: false };

  constructor(window: HistoryWindow) {
    this.#window = window;
  }

  /** Reads while someone listens; what changes meanwhile is read for the next listener. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#stopWatching ??= onEntryChanges(this.#window, (isTouched) => {
      for (const stretch of this.#stretches) {
        const { entries } = stretch;
        if (entries && isTouched({ ...stretch, entries })) this.#stale.add(stretch);
      }
      void this.#readStale();
    });
    void this.#readStale();
    return () => {
      this.#listeners.delete(listener);
      this.#stopIfUnused();
    };
  };

  readonly getSnapshot = (): HistorySnapshot => this.#snapshot;

  /** Adds the next stretch, unless the last one is still being read or was the end. */
  readonly loadMore = (): void => {
    const last = this.#stretches.at(-1);
    const end = last?.entries?.at(-1);
    if (!last || !end || this.#snapshot.isComplete) return;
    last.until = { id: end.id, createdAtMs: end.createdAtMs };
    const next: Stretch = { after: last.until, until: null, entries: null };
    this.#stretches.push(next);
    this.#stale.add(next);
    void this.#readStale();
  };

  /** Nobody will ask for it again but those who show it now. */
  readonly release = (): void => {
    this.#isKept = false;
    this.#stopIfUnused();
  };

  #stopIfUnused() {
    if (this.#isKept || this.#listeners.size > 0) return;
    this.#stopWatching?.();
    this.#stopWatching = null;
    // Whoever shows it again has missed what happened.
    for (const stretch of this.#stretches) this.#stale.add(stretch);
  }

  /** One stretch after the other; what is written while one is read marks it again. */
  async #readStale(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#listeners.size > 0) {
        const [stretch] = this.#stale;
        if (!stretch) break;
        const { after, until } = stretch;
        this.#stale.delete(stretch);
        const range = { ...this.#window, after, until, limit: stretchSize };
        const read = await listWorkEntries(range).catch((error: unknown) => {
          // The next change, or the next who shows it, asks again.
          this.#stale.add(stretch);
          throw error;
        });
        // It was given an end meanwhile: up to there something may be missing.
        if (stretch.until !== until) this.#stale.add(stretch);
        const entries = keepSame(stretch.entries, read);
        // Most changes of works (a preview came, a favourite) move nothing on the wall.
        if (entries === stretch.entries && this.#snapshot.state === 'ready') continue;
        stretch.entries = entries;
        this.#publish('ready');
      }
    } catch {
      this.#publish('failed');
    } finally {
      this.#isReading = false;
    }
  }

  #publish(state: HistorySnapshot['state']) {
    const last = this.#stretches.at(-1);
    this.#snapshot = {
      state,
      entries: this.#stretches.flatMap((stretch) => stretch.entries ?? []),
      isComplete:
        last?.until === null && last.entries !== null && last.entries.length < stretchSize,
    };
    for (const listener of this.#listeners) listener();
  }
}

let kept: { key: string; pages: HistoryPages } | null = null;

export const historyKey = ({ owner, order, filter }: HistoryWindow): string =>
  `${owner} ${order} ${filterKey(filter)}`;

/** The last history that was looked at is kept, so that coming back finds it as long as it was left. */
export function historyPages(window: HistoryWindow): HistoryPages {
  const key = historyKey(window);
  if (kept?.key !== key) {
    kept?.pages.release();
    kept = { key, pages: new HistoryPages(window) };
  }
  return kept.pages;
}
