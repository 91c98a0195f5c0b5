import { useEffect, useRef, useState, type PointerEvent } from 'react';

export interface Drag {
  /** Where it came from. */
  from: number;
  /** Where it would be dropped. */
  to: number;
}

/** So close to the window's edge the page moves along. */
const edgePx = 88;
const scrollPx = 12;

/** The tile under a point; the place in the list that something dropped there would get. */
function placeAt(tile: HTMLElement, from: number, x: number, y: number): number | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const found = element.closest<HTMLElement>('[data-place]');
    if (!found || found === tile) continue;
    const { left, width } = found.getBoundingClientRect();
    const place = Number(found.dataset.place);
    const isBehind = x > left + width / 2;
    // Taken out of its old place, those behind it move up.
    const before = isBehind ? place + 1 : place;
    return before > from ? before - 1 : before;
  }
  return null;
}

/**
 * Changes the order of tiles by dragging them at their handle, with mouse, pen or finger. Escape puts it back.
 * @param onMove from one place to another
 */
export function useDragOrder(onMove: (from: number, to: number) => void): {
  drag: Drag | null;
  begin: (event: PointerEvent<HTMLElement>, from: number) => void;
} {
  const [drag, setDrag] = useState<Drag | null>(null);
  const ending = useRef<(() => void) | null>(null);
  useEffect(() => () => ending.current?.(), []);

  function begin(event: PointerEvent<HTMLElement>, from: number) {
    const tile = event.currentTarget.closest<HTMLElement>('[data-place]');
    if (!tile || event.button !== 0 || ending.current) return;
    const { pointerId } = event;
    const start = { x: event.clientX, y: event.clientY + window.scrollY };
    let { clientX: x, clientY: y } = event;
    let to = from;
    let frame = 0;

    const place = () => {
      tile.style.translate = `${x - start.x}px ${y + window.scrollY - start.y}px`;
      const next = placeAt(tile, from, x, y) ?? to;
      if (next === to) return;
      to = next;
      setDrag({ from, to });
    };
    const roll = () => {
      const before = window.scrollY;
      if (y < edgePx) window.scrollBy(0, -scrollPx);
      else if (y > window.innerHeight - edgePx) window.scrollBy(0, scrollPx);
      if (window.scrollY !== before) place();
      frame = requestAnimationFrame(roll);
    };
    const onPointerMove = (moved: globalThis.PointerEvent) => {
      if (moved.pointerId !== pointerId) return;
      x = moved.clientX;
      y = moved.clientY;
      place();
    };
    const end = () => {
      ending.current = null;
      cancelAnimationFrame(frame);
      removeEventListener('pointermove', onPointerMove);
      removeEventListener('pointerup', onUp);
      removeEventListener('pointercancel', end);
      removeEventListener('keydown', onKey, true);
      tile.style.translate = '';
      setDrag(null);
    };
    const onUp = () => {
      end();
      if (to !== from) onMove(from, to);
    };
    const onKey = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return;
      key.preventDefault();
      key.stopPropagation();
      end();
    };
    ending.current = end;
    addEventListener('pointermove', onPointerMove);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', end);
    addEventListener('keydown', onKey, true);
    setDrag({ from, to });
    frame = requestAnimationFrame(roll);
  }

  return { drag, begin };
}
