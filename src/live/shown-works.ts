import { onRowChanges } from '../db/row-changes.ts';
import { getThumbnails } from '../db/media/thumbnails.ts';
import type { ThumbnailRow, WorkRow } from '../db/schema.ts';
import { getWorksAnywhere } from '../db/works/works.ts';
import type { WorkId } from '../domain/ids.ts';

export interface WorkWithThumbnail {
  work: WorkRow | null;
  thumbnail: ThumbnailRow | null;
}

interface Shown {
  /** Undefined until read. */
  found: WorkWithThumbnail | undefined;
  listeners: Set<() => void>;
}

/** What tiles show just now. */
const shown = new Map<WorkId, Shown>();
const wanted = new Set<WorkId>();
let isReading = false;
let stopWatching: (() => void)[] = [];

/** Reads all that tiles have asked for meanwhile, until nobody asks. */
async function readWanted(): Promise<void> {
  if (isReading) return;
  isReading = true;
  try {
    while (wanted.size > 0) {
      // Tiles that appear in one frame ask one after the other.
      await Promise.resolve();
      const ids = [...wanted];
      wanted.clear();
      const [works, thumbnails] = await Promise.all([getWorksAnywhere(ids), getThumbnails(ids)]);
      const found = new Map(works.map((work) => [work.id, work]));
      const changed = ids.flatMap((id) => shown.get(id) ?? []);
      for (const id of ids) {
        const one = shown.get(id);
        if (one) one.found = { work: found.get(id) ?? null, thumbnail: thumbnails.get(id) ?? null };
      }
      for (const { listeners } of changed) for (const listener of listeners) listener();
    }
  } finally {
    isReading = false;
  }
}

function ask(id: WorkId): void {
  wanted.add(id);
  // A database that can't be read is told by the list itself; the next change asks again.
  readWanted().catch(() => undefined);
}

function watch(): void {
  if (stopWatching.length > 0) return;
  const onTouched = (isTouched: (id: string) => boolean) => {
    for (const id of shown.keys()) if (isTouched(id)) ask(id);
  };
  const tables = ['works', 'bin', 'thumbnails'] as const;
  stopWatching = tables.map((table) => onRowChanges(table, onTouched));
}

/**
 * Reads a work, in the bin or not, and its small picture, and again after each change. All that are shown in one frame are
 * read together, and one watch tells which of them have changed.
 * @param listener something is known, or something else
 * @returns ends it
 */
export function showWork(id: WorkId, listener: () => void): () => void {
  const one: Shown = shown.get(id) ?? { found: undefined, listeners: new Set() };
  const isNew = one.listeners.size === 0;
  one.listeners.add(listener);
  shown.set(id, one);
  watch();
  if (isNew) ask(id);
  return () => {
    one.listeners.delete(listener);
    if (one.listeners.size > 0 || shown.get(id) !== one) return;
    shown.delete(id);
    if (shown.size > 0) return;
    for (const stop of stopWatching) stop();
    stopWatching = [];
  };
}

/** What is known of a work that is shown; undefined until read. */
export const shownWork = (id: WorkId): WorkWithThumbnail | undefined => shown.get(id)?.found;
