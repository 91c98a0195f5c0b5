import { useEffect } from 'react';

/**
 * Keeps `--keyboard-inset` at the height that an on-screen keyboard covers where the browser lays it over the
 * page (Safari); elsewhere the viewport shrinks by itself (`interactive-widget`) and the inset stays 0.
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const root = document.documentElement;
    const measure = () => {
      const covered = window.innerHeight - viewport.height - viewport.offsetTop;
      // Less than this is a browser bar, and zooming in is not a keyboard.
      const keyboard = covered > 120 && viewport.scale < 1.05;
      root.style.setProperty('--keyboard-inset', keyboard ? `${Math.round(covered)}px` : '0px');
    };
    measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
      root.style.removeProperty('--keyboard-inset');
    };
  }, []);
}
