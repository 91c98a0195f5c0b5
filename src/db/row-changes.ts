import { Dexie, RangeSet, rangesOverlap } from 'dexie';
import type { IndexableType, IntervalTree, ObservabilitySet } from 'dexie';
import { databaseName } from './schema.ts';
import type { Tables } from './schema.ts';

/** What a write touched of a table. */
export interface Touched {
  row: (id: string) => boolean;
  /** Rows were deleted, or changed, whose keys of indexes were not known: `range` does not tell of those. */
  unknown: boolean;
  /** Any row that has, or had, a key of an index from `lower` to `upper`, both meant. */
  range: (index: string, lower: IndexableType, upper: IndexableType) => boolean;
}

const nothing: IntervalTree = { d: 0 };

/** Most writes name their rows; whoever shows tens of thousands asks about each of them. */
function rowsOf(rows: IntervalTree): Touched['row'] {
  const ids = new Set<unknown>();
  for (const { from, to } of new RangeSet().add(rows)) {
    if (from !== to) return (id) => rangesOverlap(new RangeSet(id), rows);
    ids.add(from);
  }
  return (id) => ids.has(id);
}

/**
 * Calls back after each write of a table, whichever thread or tab wrote it, with the way to ask what it touched.
 * @returns the way to stop
 */
export function onTableChanges(
  table: keyof Tables,
  callback: (touched: Touched) => void,
): () => void {
  const key = `idb://${databaseName}/${table}/`;
  const listener = (parts: ObservabilitySet) => {
    const rows = parts[key] ?? parts.all;
    if (!rows) return;
    callback({
      row: rowsOf(rows),
      unknown: (parts[`${key}:dels`] ?? parts.all ?? nothing).d > 0,
      range: (index, lower, upper) => {
        const keys = parts[key + index] ?? parts.all;
        return keys !== undefined && rangesOverlap(new RangeSet(lower, upper), keys);
      },
    });
  };
  Dexie.on.storagemutated.subscribe(listener);
  return () => Dexie.on.storagemutated.unsubscribe(listener);
}

/** The same for who asks about rows alone. */
export const onRowChanges = (
  table: keyof Tables,
  callback: (isTouched: (id: string) => boolean) => void,
): (() => void) => onTableChanges(table, ({ row }) => callback(row));
