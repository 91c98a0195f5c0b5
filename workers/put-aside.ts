/** What is read of a `PageTransitionEvent`, which the types of workers don't know. */
type PageChange = Event & { readonly persisted?: boolean };

/**
 * Tells when the browser puts the page aside that is left, to show it again at "back". In WebKit its workers are merely
 * suspended then, with the locks that they hold: whoever waits for one of these would wait for as long as the page is kept.
 * @returns stops telling
 */
export function onPutAside(callback: () => void): () => void {
  const listener = (event: PageChange) => {
    if (event.persisted) callback();
  };
  addEventListener('pagehide', listener);
  return () => removeEventListener('pagehide', listener);
}
