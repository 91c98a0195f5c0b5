import { useEffect, useState, type RefObject } from 'react';

/** Telephones by Apple know it of films only, by a name of their own. */
interface AppleFilm extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/**
 * An element over the whole screen, and back.
 * @param otherwise what it is where the browser gives no element the whole screen: a film's own way, or, by the
 *   element's own style, a layer over the whole window
 * @returns `toggle` is null where the browser has no such thing
 */
export function useFullScreen(
  box: RefObject<HTMLElement | null>,
  otherwise: 'film' | 'layer' = 'film',
): { isFull: boolean; toggle: (() => void) | null } {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    // Also by the browser's own ways out: Escape, a gesture, another app.
    const onChange = () => setFull(document.fullscreenElement === box.current);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, [box]);
  const isApple = 'webkitEnterFullscreen' in HTMLVideoElement.prototype;
  if (otherwise === 'film' && !document.fullscreenEnabled && !isApple)
    return { isFull, toggle: null };
  return {
    isFull,
    toggle() {
      if (otherwise === 'layer') setFull(!isFull);
      // Refused without a press: then it stays as it is.
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
      else if (otherwise === 'layer' && isFull) return;
      else if (document.fullscreenEnabled) box.current?.requestFullscreen().catch(() => {});
      else if (otherwise === 'film')
        box.current?.querySelector<AppleFilm>('video')?.webkitEnterFullscreen?.();
    },
  };
}
