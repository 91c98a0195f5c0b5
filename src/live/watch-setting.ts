import type { Settings } from '../db/schema.ts';
import { settingIn } from '../db/settings.ts';
import { derivedQuery } from './shared-query.ts';
import { storedSettings } from './stored-settings.ts';

/** Calls back with a setting now and after every change, from whichever tab. For what stands outside of React. */
export function watchSetting<Key extends keyof Settings>(
  key: Key,
  callback: (value: Settings[Key]) => void,
): void {
  const setting = derivedQuery(storedSettings, (stored) => settingIn(stored, key));
  let told: Settings[Key] | undefined;
  function read(): Settings[Key] | undefined {
    try {
      return setting.read();
    } catch {
      // A database that cannot be read is told where the page opens it.
      return undefined;
    }
  }
  function tell(): void {
    const value = read();
    if (value === undefined || value === told) return;
    told = value;
    callback(value);
  }
  setting.subscribe(tell);
  tell();
}
