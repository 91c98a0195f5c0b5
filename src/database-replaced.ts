import { db } from './db/database.ts';

/**
 * Calls back when another tab upgrades or deletes the database, or the browser takes it away: this build must let go
 * of it and the page be loaded again. Returns the way to stop listening.
 */
export function onDatabaseReplaced(callback: () => void): () => void {
  const stop = new AbortController();
  let isReplaced = false;
  let telling: ReturnType<typeof setTimeout> | undefined;
  const onVersionChange = () => {
    isReplaced = true;
    // Without closing, the other tab's upgrade would wait for ever.
    db.close();
  };
  const onClose = () => {
    // Dexie would open a new one, empty, without a word.
    telling = setTimeout(callback);
  };
  // Dexie lets go of the database, too, when the browser puts a page aside that is left, to show it again at "back", and
  // takes it again by itself then. Whoever loaded that page anew would break off where the person is going.
  const onPageHide = ({ persisted }: PageTransitionEvent) => {
    if (persisted && !isReplaced) clearTimeout(telling);
  };
  db.on('versionchange', onVersionChange);
  db.on('close', onClose);
  addEventListener('pagehide', onPageHide, { signal: stop.signal });
  return () => {
    stop.abort();
    db.on('versionchange').unsubscribe(onVersionChange);
    db.on('close').unsubscribe(onClose);
  };
}
