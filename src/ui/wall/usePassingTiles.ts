import { useLayoutEffect, type RefObject } from 'react';
import { useHasMouse } from '../useHasMouse.ts';

/**
 * While a wall scrolls under a mouse that rests, its tiles are nothing to the mouse: a browser would look up in each frame
 * what lies under it, light that up and tell its own window where it leads. A mouse that is moved ends it.
 * @param frame what the wall lies in, and fills
 */
export function usePassingTiles(
  frame: RefObject<HTMLElement | null>,
  wall: RefObject<HTMLElement | null>,
  isScrolling: boolean,
): void {
  const hasMouse = useHasMouse();
  const isPassing = isScrolling && hasMouse;
  useLayoutEffect(() => {
    const [around, tiles] = [frame.current, wall.current];
    if (!isPassing || !around || !tiles) return undefined;
    const leaving = new AbortController();
    const end = () => {
      tiles.style.pointerEvents = '';
      leaving.abort();
    };
    // A press in the moment before it has come to rest is meant for the tile; keys press the tile itself.
    const pass = (event: MouseEvent) => {
      if (event.target !== around) return;
      end();
      document
        .elementFromPoint(event.clientX, event.clientY)
        ?.dispatchEvent(new MouseEvent('click', event));
    };
    const { signal } = leaving;
    tiles.style.pointerEvents = 'none';
    around.addEventListener('pointermove', end, { signal, passive: true });
    around.addEventListener('click', pass, { signal });
    return end;
  }, [frame, wall, isPassing]);
}
