import { useEffect, useRef, useState } from 'react';

/** The middle fifth of the screen: one film at a time is there, or two small ones. */
const middle = '-40% 0px -40% 0px';

/**
 * Whether a film is to move: under a mouse, or with a finger's screen in its middle. Never for whoever wants less motion,
 * and not where data are spared.
 */
export function useMoving(isFilm: boolean) {
  const ref = useRef<HTMLAnchorElement>(null);
  const [isMoving, setMoving] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (!element || !isFilm || !mayMove() || matchMedia('(hover: hover)').matches) return;
    const observer = new IntersectionObserver(
      (entries) => setMoving(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: middle, threshold: 0.5 },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isFilm]);
  const hover = (isOver: boolean) => (event: { pointerType: string }) => {
    if (isFilm && event.pointerType === 'mouse') setMoving(isOver && mayMove());
  };
  return { ref, isMoving, onPointerEnter: hover(true), onPointerLeave: hover(false) };
}

function mayMove(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return !connection?.saveData && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
