import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves focus to the new page's heading after a navigation, so that a screen reader reads where one is
 * and Tab goes on from there. Leaves focus alone when the page has already taken it (an autofocused
 * field, or a link inside the page that only changed part of it).
 */
export function useRouteFocus(main: RefObject<HTMLElement | null>) {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    // The first page keeps the browser's own start.
    const first = last.current === undefined;
    last.current = pathname;
    if (first || !main.current || main.current.contains(document.activeElement)) return;
    const target = main.current.querySelector<HTMLElement>('h1[tabindex="-1"]') ?? main.current;
    target.focus({ preventScroll: true });
  }, [main, pathname]);
}
