import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';

/** How all pictures of a comparison are looked at: larger by `scale`, moved by parts of what is seen. */
export interface SharedLook {
  scale: number;
  x: number;
  y: number;
}

export const wholeLook: SharedLook = { scale: 1, x: 0, y: 0 };
export const scaleMax = 8;
const step = 1.25;

/** Never so far that a picture leaves its room. */
function within({ scale, x, y }: SharedLook): SharedLook {
  const kept = Math.min(scaleMax, Math.max(1, scale));
  const most = (kept - 1) / 2;
  const side = (value: number) => Math.min(most, Math.max(-most, value));
  return { scale: kept, x: side(x), y: side(y) };
}

/**
 * Makes larger or smaller about a place.
 * @param at in parts of the room, from its middle
 */
export function scaledAbout(
  { scale, x, y }: SharedLook,
  factor: number,
  at: { x: number; y: number } = { x: 0, y: 0 },
): SharedLook {
  const next = Math.min(scaleMax, Math.max(1, scale * factor));
  const grown = next / scale;
  return within({ scale: next, x: at.x - (at.x - x) * grown, y: at.y - (at.y - y) * grown });
}

export const movedBy = (look: SharedLook, x: number, y: number): SharedLook =>
  within({ ...look, x: look.x + x, y: look.y + y });

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [0.1, 0],
  ArrowRight: [-0.1, 0],
  ArrowUp: [0, 0.1],
  ArrowDown: [0, -0.1],
};

/** The look after a key; null where it is none of ours. */
export function lookAfterKey(look: SharedLook, key: string): SharedLook | null {
  if (key === '+' || key === '=') return scaledAbout(look, step);
  if (key === '-') return scaledAbout(look, 1 / step);
  if (key === '0') return wholeLook;
  const move = moves[key];
  return move && look.scale > 1 ? movedBy(look, ...move) : null;
}

/**
 * One look for several rooms: wheel, fingers, mouse and double press in any of them change it in all.
 * @param stage around all rooms; each has `data-room`
 */
export function useSharedLook(stage: RefObject<HTMLElement | null>) {
  const [look, setLook] = useState(wholeLook);
  const isWhole = useRef(true);
  useEffect(() => {
    isWhole.current = look.scale === 1;
  });
  const fingers = useRef(new Map<number, { x: number; y: number; room: HTMLElement }>());

  const roomOf = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLElement>('[data-room]') : null;
  const placeIn = (room: HTMLElement, at: { x: number; y: number }) => {
    const { left, top, width, height } = room.getBoundingClientRect();
    return { x: (at.x - left) / width - 0.5, y: (at.y - top) / height - 0.5 };
  };

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    // React's wheel listeners are passive and could not keep the page from scrolling.
    const onWheel = (event: WheelEvent) => {
      const room = roomOf(event.target);
      // Nothing gets smaller than whole: the page goes on then.
      if (!room || (isWhole.current && event.deltaY > 0)) return;
      event.preventDefault();
      const unitPx = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      const factor = Math.exp((-event.deltaY * unitPx) / 400);
      const at = placeIn(room, { x: event.clientX, y: event.clientY });
      setLook((before) => scaledAbout(before, factor, at));
    };
    // Two fingers are ours; one may scroll the page as long as nothing is enlarged.
    const onTouchMove = (event: TouchEvent) => {
      if (event.touches.length > 1 && event.cancelable && roomOf(event.target))
        event.preventDefault();
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('touchmove', onTouchMove, { passive: false });
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('touchmove', onTouchMove);
    };
  }, [stage]);

  const release = (event: PointerEvent) => void fingers.current.delete(event.pointerId);
  return {
    look,
    setLook,
    handlers: {
      onPointerDown(event: PointerEvent) {
        const room = roomOf(event.target);
        if (event.button !== 0 || !room) return;
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY, room });
        // A finger is captured by itself; a mouse may leave the room while it moves what is enlarged.
        if (event.pointerType === 'mouse' && look.scale > 1)
          event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove(event: PointerEvent) {
        const all = fingers.current;
        const from = all.get(event.pointerId);
        if (!from) return;
        const before = [...all.values()];
        const { room } = from;
        const to = { x: event.clientX, y: event.clientY, room };
        all.set(event.pointerId, to);
        const { width, height } = room.getBoundingClientRect();
        if (all.size === 1) {
          setLook((now) => movedBy(now, (to.x - from.x) / width, (to.y - from.y) / height));
          return;
        }
        const after = [...all.values()];
        const [a, b, c, d] = [before[0], before[1], after[0], after[1]];
        if (!a || !b || !c || !d) return;
        const spread = Math.hypot(a.x - b.x, a.y - b.y);
        if (spread === 0) return;
        const factor = Math.hypot(c.x - d.x, c.y - d.y) / spread;
        const at = placeIn(room, { x: (c.x + d.x) / 2, y: (c.y + d.y) / 2 });
        setLook((now) => scaledAbout(now, factor, at));
      },
      onPointerUp: release,
      onPointerCancel: release,
      onDoubleClick(event: { target: EventTarget; clientX: number; clientY: number }) {
        const room = roomOf(event.target);
        if (!room) return;
        const at = placeIn(room, { x: event.clientX, y: event.clientY });
        setLook((now) => (now.scale > 1 ? wholeLook : scaledAbout(now, 3, at)));
      },
    },
  };
}
