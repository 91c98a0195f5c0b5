import { Dexie } from 'dexie';

/**
 * Calls back after each write of whichever thread or tab, with the keys of what it touched
 * (`idb://database/table/index`).
 * @returns the way to stop
 */
export function onChanges(callback: (touched: readonly string[]) => void): () => void {
  const listener = (parts: object) => callback(Object.keys(parts));
  Dexie.on.storagemutated.subscribe(listener);
  return () => Dexie.on.storagemutated.unsubscribe(listener);
}
