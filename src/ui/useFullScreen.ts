import { useEffect, useState, type RefObject } from 'react';

/** Telephones by Apple know it of films only, by a name of their own. */
interface AppleFilm extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/**
 * A player over the whole screen, and back.
 * @returns `toggle` is null where the browser has no such thing
 */
export function useFullScreen(box: RefObject<HTMLElement | null>): {
  isFull: boolean;
  toggle: (() => void) | null;
} {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const onChange = () => setFull(document.fullscreenElement === box.current);
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, [box]);
  const isApple = 'webkitEnterFullscreen' in HTMLVideoElement.prototype;
  if (!document.fullscreenEnabled && !isApple) return { isFull, toggle: null };
  return {
    isFull,
    toggle() {
      // Refused without a press: then it stays as it is.
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
      else if (document.fullscreenEnabled) box.current?.requestFullscreen().catch(() => {});
      else box.current?.querySelector<AppleFilm>('video')?.webkitEnterFullscreen?.();
    },
  };
}
