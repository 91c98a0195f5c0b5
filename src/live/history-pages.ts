import { liveQuery, type Subscription } from 'dexie';
import { listWorkEntries } from '../db/works/entries.ts';
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
  entries: WorkEntry[] | null;
  subscription: Subscription | null;
}

/** Larger than a screen of the widest layout, so that scrolling stays ahead. */
const stretchSize = 90;

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
 * The history as far as one has scrolled, alive. Each stretch is its own live query over its own range of
 * keys: a new work or a deletion reads one stretch again, never all of them.
 */
export class HistoryPages {
  readonly #window: HistoryWindow;
  readonly #listeners = new Set<() => void>();
  #stretches: Stretch[] = [{ after: null, until: null, entries: null, subscription: null }];
  #snapshot: HistorySnapshot = { state: 'loading', entries: [], isComplete: false };

  constructor(window: HistoryWindow) {
    this.#window = window;
  }

  /** Reads while someone listens; what was read stays for the next listener. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) for (const stretch of this.#stretches) this.#watch(stretch);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      for (const stretch of this.#stretches) {
        stretch.subscription?.unsubscribe();
        stretch.subscription = null;
      }
    };
  };

  readonly getSnapshot = (): HistorySnapshot => this.#snapshot;

  /** Adds the next stretch, unless the last one is still being read or was the end. */
  readonly loadMore = (): void => {
    const last = this.#stretches.at(-1);
    const end = last?.entries?.at(-1);
    if (!last || !end || this.#snapshot.isComplete) return;
    last.until = { id: end.id, createdAtMs: end.createdAtMs };
    const next: Stretch = { after: last.until, until: null, entries: null, subscription: null };
    this.#stretches.push(next);
    if (this.#listeners.size === 0) return;
    // Its range has an end now, so changes beyond it no longer concern it.
    this.#watch(last);
    this.#watch(next);
  };

  #watch(stretch: Stretch) {
    stretch.subscription?.unsubscribe();
    const { after, until } = stretch;
    stretch.subscription = liveQuery(async () =>
      listWorkEntries({ ...this.#window, after, until, limit: stretchSize }),
    ).subscribe({
      next: (read) => {
        const entries = keepSame(stretch.entries, read);
        // Most changes of works (a preview came, a favourite) move nothing on the wall.
        if (entries === stretch.entries && this.#snapshot.state === 'ready') return;
        stretch.entries = entries;
        this.#publish('ready');
      },
      error: () => this.#publish('failed'),
    });
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
  if (kept?.key !== key) kept = { key, pages: new HistoryPages(window) };
  return kept.pages;
}
