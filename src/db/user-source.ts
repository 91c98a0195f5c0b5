import { userSourceLifetimeMs, userSourceMaxCharacters } from '../domain/limits.ts';
import { db, guardStorage } from './database.ts';
import { getSetting, setSetting } from './settings.ts';

/** Keeps where a person came from, as a link named it, until the platform is told; for ten minutes at most. */
export async function keepUserSource(value: string): Promise<void> {
  const text = value.slice(0, userSourceMaxCharacters);
  await setSetting('userSource', { value: text, atMs: Date.now() });
}

/** Where the person came from, an empty string where nothing is known; whoever takes it is the only one. */
export async function takeUserSource(): Promise<string> {
  // Most calls find nothing, and should not wait for a write.
  if ((await getSetting('userSource')) === null) return '';
  return guardStorage(() =>
    db.transaction('rw', db.settings, async () => {
      const kept = await getSetting('userSource');
      if (kept === null) return '';
      await setSetting('userSource', null);
      const ageMs = Date.now() - kept.atMs;
      // A clock that was set back would keep it for ever.
      return ageMs >= 0 && ageMs < userSourceLifetimeMs ? kept.value : '';
    }),
  );
}
