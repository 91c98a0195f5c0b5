import { liveQuery } from 'dexie';
import type { Settings } from '../db/schema.ts';
import { getSetting } from '../db/settings.ts';

/** Calls back with a setting now and after every change, from whichever tab. For what stands outside of React. */
export function watchSetting<Key extends keyof Settings>(
  key: Key,
  callback: (value: Settings[Key]) => void,
): void {
  // A database that cannot be read is told where the page opens it.
  liveQuery(async () => getSetting(key)).subscribe({ next: callback, error: () => {} });
}
