import {
  isPageScript,
  type KeptScripts,
  keptScriptsKey,
  pageKindOf,
  withScripts,
} from './domain/kept-scripts.ts';

function readKept(): KeptScripts {
  try {
    const kept = JSON.parse(localStorage.getItem(keptScriptsKey) ?? 'null') as KeptScripts | null;
    if (kept?.version === __KILN_VERSION__ && (kept.of as unknown) instanceof Object) return kept;
  } catch {
    // What can't be read is written anew.
  }
  return { version: __KILN_VERSION__, of: {} };
}

/**
 * Notes with which scripts the page began that has just been shown: `first-paint.ts` asks for them at its next start. In
 * Chromium alone, which has their code compiled by then; not at a first visit, whose scripts the network answered.
 */
export function keepScripts(): void {
  const isControlled = Boolean((navigator as Partial<Navigator>).serviceWorker?.controller);
  if (!isControlled || !navigator.vendor.startsWith('Google')) return;
  const kept = readKept();
  const kind = pageKindOf(window.location.pathname);
  if (kept.of[kind]) return;
  const paths = performance
    .getEntriesByType('resource')
    .flatMap(({ name }) => (URL.canParse(name) ? [new URL(name)] : []))
    .filter(({ origin, pathname }) => origin === window.location.origin && isPageScript(pathname))
    .map(({ pathname }) => pathname);
  const of = withScripts(kept.of, kind, paths);
  try {
    localStorage.setItem(keptScriptsKey, JSON.stringify({ ...kept, of }));
  } catch {
    // Without it the next start is as this one was.
  }
}
