import { useEffect, useLayoutEffect, useRef, type PointerEvent, type RefObject } from 'react';
import { pinched, type PictureLook } from './picture-look.ts';

interface Point {
  x: number;
  y: number;
}

/** A place of the picture, in parts of it, and where in the frame it shall lie, in pixels. */
interface Held {
  part: Point;
  place: Point;
}

/** Everything in the picture's frame that moves over it or makes it larger. */
export function usePictureGestures(
  frame: RefObject<HTMLElement | null>,
  box: RefObject<HTMLElement | null>,
  { zoom, naturalWidth }: { zoom: PictureLook['zoom']; naturalWidth: number },
  onZoom: (zoom: PictureLook['zoom']) => void,
) {
  const fingers = useRef(new Map<number, Point>());
  const held = useRef<Held | null>(null);
  const isFitted = zoom === 'fit';

  /** Keeps what lies at this place of the screen where it is, whatever the size becomes. */
  function hold({ x, y }: Point) {
    const inside = box.current?.getBoundingClientRect();
    const around = frame.current?.getBoundingClientRect();
    if (!inside || !around) return;
    held.current = {
      part: { x: (x - inside.left) / inside.width, y: (y - inside.top) / inside.height },
      place: { x: x - around.left, y: y - around.top },
    };
  }

  useLayoutEffect(() => {
    const [around, inside] = [frame.current, box.current];
    if (zoom === 'fit') held.current = null;
    if (!around || !inside || zoom === 'fit') return;
    const { part, place } = held.current ?? {
      part: { x: 0.5, y: 0.5 },
      place: { x: around.clientWidth / 2, y: around.clientHeight / 2 },
    };
    const [from, to] = [around.getBoundingClientRect(), inside.getBoundingClientRect()];
    around.scrollBy(
      to.left - from.left + to.width * part.x - place.x,
      to.top - from.top + to.height * part.y - place.y,
    );
  }, [frame, box, zoom]);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    // Two fingers are ours; one may scroll the page as long as all of the picture shows.
    const onTouchMove = (event: TouchEvent) => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault();
    };
    element.addEventListener('touchmove', onTouchMove, { passive: false });
    return () => element.removeEventListener('touchmove', onTouchMove);
  }, [frame]);

  function pinch(before: readonly Point[], after: readonly Point[]) {
    const [a, b] = before;
    const [c, d] = after;
    const inside = box.current;
    const around = frame.current;
    if (!a || !b || !c || !d || !inside || !around) return;
    const spread = Math.hypot(a.x - b.x, a.y - b.y);
    if (spread === 0) return;
    const ratio = inside.offsetWidth / Math.max(1, inside.offsetHeight);
    const fitWidth = Math.min(around.clientWidth, around.clientHeight * ratio);
    hold({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
    const { left, top } = around.getBoundingClientRect();
    if (held.current) held.current.place = { x: (c.x + d.x) / 2 - left, y: (c.y + d.y) / 2 - top };
    const factor = Math.hypot(c.x - d.x, c.y - d.y) / spread;
    onZoom(pinched(inside.offsetWidth / naturalWidth, factor, fitWidth / naturalWidth));
  }

  const release = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
  };
  return {
    /** Before the zoom is changed at a place. */
    hold,
    /** What is in the middle now stays there when the zoom is changed by a button or a key. */
    holdMiddle: () => {
      const seen = frame.current?.getBoundingClientRect();
      if (seen && !isFitted) hold({ x: seen.left + seen.width / 2, y: seen.top + seen.height / 2 });
    },
    /** Moves over the picture, in parts of what is seen. */
    pan: (across: number, down: number) => {
      const element = frame.current;
      element?.scrollBy(across * element.clientWidth, down * element.clientHeight);
    },
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        // A finger is captured by itself; a mouse may leave the frame while it drags.
        if (event.pointerType === 'mouse' && !isFitted)
          event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent) => {
        const all = fingers.current;
        const from = all.get(event.pointerId);
        if (!from) return;
        const before = [...all.values()];
        all.set(event.pointerId, { x: event.clientX, y: event.clientY });
        if (all.size === 2) pinch(before, [...all.values()]);
        else if (all.size === 1 && !isFitted)
          frame.current?.scrollBy(from.x - event.clientX, from.y - event.clientY);
      },
      onPointerUp: release,
      onPointerCancel: release,
    },
  };
}
