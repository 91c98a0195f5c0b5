import { useEffect, type RefObject } from 'react';
import { decodedComponent } from '../../domain/decoded.ts';

/**
 * Goes to the part of a text that the address names, once the text is there and on the screen: the router looked for
 * it too early, and what lies behind index.html's shell has no place yet to go to.
 */
export function useShownPart(body: RefObject<HTMLElement | null>, html: string | undefined): void {
  useEffect(() => {
    const part = decodedComponent(window.location.hash.slice(1));
    if (html === undefined || !part) return;
    const heading = body.current?.querySelector<HTMLElement>(`#${CSS.escape(part)}`);
    if (!heading) return;
    const observer = new ResizeObserver(() => {
      if (heading.getClientRects().length === 0) return;
      observer.disconnect();
      heading.scrollIntoView();
      heading.focus({ preventScroll: true });
    });
    observer.observe(heading);
    return () => observer.disconnect();
  }, [body, html]);
}
