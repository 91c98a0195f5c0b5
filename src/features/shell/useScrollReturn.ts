import { useElementScrollRestoration, useRouterState } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

/** A page that has not grown for this long has everything it will have. */
const settledMs = 1_000;
/** What does not come in this time will not come; the page stays where it is. */
const patienceMs = 10_000;

/** What a person does to a page. From then on it is theirs to scroll. */
const takesOver = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Brings a page back to where it was left. The router tries once, when the page has just been rendered; what
 * comes from the device's database is not there yet, and the page is too short.
 */
export function useScrollReturn(): void {
  const key = useRouterState({ select: (state) => state.resolvedLocation?.state.__TSR_key });
  const remembered = useElementScrollRestoration({ getElement: () => window });
  const comeBack = useEffectEvent(() => holdPlace(remembered?.scrollY ?? 0));
  useEffect(() => comeBack(), [key]);
}

/**
 * Scrolls to a place and stays there while the page grows around it.
 * @returns ends it
 */
function holdPlace(top: number): () => void {
  if (top <= 0) return () => {};
  let settled: ReturnType<typeof setTimeout> | undefined;
  const isThere = () => Math.abs(window.scrollY - top) <= 1;
  const go = () => {
    if (!isThere()) window.scrollTo({ top, behavior: 'instant' });
    clearTimeout(settled);
    settled = setTimeout(end, isThere() ? settledMs : patienceMs);
  };
  const observer = new ResizeObserver(go);
  function end() {
    clearTimeout(settled);
    observer.disconnect();
    removeEventListener('scroll', go);
    for (const type of takesOver) removeEventListener(type, end, true);
  }
  for (const type of takesOver) addEventListener(type, end, { capture: true, passive: true });
  // Parts that are drawn once they are near have another height then, and the browser moves the page by as much.
  addEventListener('scroll', go, { passive: true });
  // Called once at the start, too.
  observer.observe(document.body);
  return end;
}
