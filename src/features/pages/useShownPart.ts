import { useEffect, type RefObject } from 'react';

/** Goes to the part of a text that the address names, once the text is there: the router looked for it too early. */
export function useShownPart(body: RefObject<HTMLElement | null>, html: string | undefined): void {
  useEffect(() => {
    const part = decodeURIComponent(window.location.hash.slice(1));
    if (html === undefined || part === '') return;
    const heading = body.current?.querySelector<HTMLElement>(`#${CSS.escape(part)}`);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [body, html]);
}
