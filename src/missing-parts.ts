/** A part of this build is gone: the platform has a newer one, and nothing of this one may stay. */
export function reloadForMissingParts() {
  addEventListener('vite:preloadError', () => {
    try {
      const lastMs = Number(sessionStorage.getItem('kiln-reloaded-at'));
      // Once: if it is missing there, too, the page says so. Offline nothing newer can be had.
      if (!navigator.onLine || Date.now() - lastMs < 60_000) return;
      sessionStorage.setItem('kiln-reloaded-at', String(Date.now()));
      window.location.reload();
    } catch {
      // Without a memory it might reload for ever.
    }
  });
}
