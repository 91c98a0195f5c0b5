/*
 * The files the app is made of may lie broken in the browser's own cache: a portal or a proxy that answers any address
 * with a page of its own may have allowed it to keep that page for hours.
 */

/** Whether the platform itself answers: its service worker is no page, and never kept. */
export async function isPlatformThere(): Promise<boolean> {
  try {
    const answer = await fetch('/sw.js', { cache: 'no-store' });
    return answer.ok && /javascript/.test(answer.headers.get('Content-Type') ?? '');
  } catch {
    return false;
  }
}

/** Fetches past the browser's cache what this page has asked for, so that the next one finds it as it was built. */
export async function fetchPartsAnew(): Promise<void> {
  const parts = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`) || name.endsWith('.js'));
  await Promise.allSettled([...new Set(parts)].map((part) => fetch(part, { cache: 'reload' })));
}
