import { Dexie, RangeSet, rangesOverlap } from 'dexie';
import type { ObservabilitySet } from 'dexie';
import { databaseName } from './schema.ts';
import type { Tables } from './schema.ts';

/**
 * Calls back after each write of a table, whichever thread or tab wrote it, with the way to ask whether a row of it
 * was touched.
 * @returns the way to stop
 */
export function onRowChanges(
  table: keyof Tables,
  callback: (isTouched: (id: string) => boolean) => void,
): () => void {
  const key = `idb://${databaseName}/${table}/`;
  const listener = (parts: ObservabilitySet) => {
    const touched = parts[key] ?? parts.all;
    if (touched) callback((id) => rangesOverlap(new RangeSet(id), touched));
  };
  Dexie.on.storagemutated.subscribe(listener);
  return () => Dexie.on.storagemutated.unsubscribe(listener);
}
