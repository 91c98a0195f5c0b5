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

/** Every part of the build: the service worker's list names them. Empty where that cannot be had. */
async function namedParts(): Promise<string[]> {
  try {
    const list = await (await fetch('/sw.js', { cache: 'no-store' })).text();
    return (list.match(/assets\/[\w.-]+\.(?:js|css)/g) ?? []).map(
      (name) => `${location.origin}/${name}`,
    );
  } catch {
    return [];
  }
}

/** Whether a page lies in the browser's cache in the place of a part. */
async function isPageKept(part: string): Promise<boolean> {
  const kept = await fetch(part, { cache: 'only-if-cached', mode: 'same-origin' });
  return /html/.test(kept.headers.get('Content-Type') ?? '');
}

/**
 * Fetches past the browser's cache what this page has asked for, so that the next one finds it as it was built; and
 * what it would ask for after that, where somebody else's page lies in its place, or each reload would find one more.
 */
export async function fetchPartsAnew(): Promise<void> {
  const asked = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`) || name.endsWith('.js'));
  const heal = (part: string) => fetch(part, { cache: 'reload' });
  const others = (await namedParts()).filter((part) => !asked.includes(part));
  await Promise.allSettled([
    ...[...new Set(asked)].map(heal),
    ...others.map(async (part) => (await isPageKept(part)) && heal(part)),
  ]);
}
