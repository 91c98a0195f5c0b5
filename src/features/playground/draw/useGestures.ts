import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import type { Brush, DrawingSize } from '../../../domain/drawing.ts';
import type { DrawingBoard } from './board.ts';
import { fitView, keepInSight, zoomAt, type View } from './view.ts';

/** A pen that hardly touches still draws. */
const leastPressure = 0.2;
/** A second finger within this time makes a pinch of both; later, a hand lies on the screen. */
const pinchWithinMs = 300;
/** One press of a zoom key or button. */
const zoomFactor = 1.25;

interface Finger {
  x: number;
  y: number;
}

type Gesture =
  | { kind: 'stroke'; pointer: number; isTouch: boolean; atMs: number }
  | { kind: 'pan'; pointer: number; last: Finger }
  | { kind: 'pinch'; fingers: Map<number, Finger> };

export type Gestures = ReturnType<typeof useGestures>;

/**
 * Fingers, pen, mouse and wheel on a drawing. All of it happens beside React: a slow device paints late then, and
 * loses nothing.
 */
export function useGestures({
  windowRef,
  stageRef,
  ringRef,
  board,
  brush,
  brushPixels,
  pressed,
  moves,
  locked,
}: {
  windowRef: RefObject<HTMLDivElement | null>;
  stageRef: RefObject<HTMLDivElement | null>;
  /** The brush's outline at the pointer. */
  ringRef: RefObject<HTMLDivElement | null>;
  board: DrawingBoard | null;
  brush: Brush;
  /** The brush's diameter in pixels of the drawing. */
  brushPixels: number;
  /** Whether a pen draws thinner where it is pressed less. */
  pressed: boolean;
  /** Whether a finger moves the sheet instead of drawing. */
  moves: boolean;
  /** Whether neither is wanted, as while a frame is set. */
  locked: boolean;
}) {
  const view = useRef<View>({ x: 0, y: 0, scale: 1 });
  /** The whole sheet is in sight, and stays so when its window or the sheet changes. */
  const fits = useRef(true);
  const gesture = useRef<Gesture | null>(null);
  const lastFinger = useRef<Finger | null>(null);
  const spaceHeld = useRef(false);
  const room = useRef<DrawingSize>({ width: 0, height: 0 });
  const corner = useRef<Finger>({ x: 0, y: 0 });
  const [scale, setScale] = useState(1);

  function sheetSize(): DrawingSize {
    return board?.getState().sheet ?? { width: 1, height: 1 };
  }

  function show(next: View) {
    view.current = next;
    const stage = stageRef.current;
    if (!stage) return;
    stage.style.transform = `translate(${next.x}px, ${next.y}px) scale(${next.scale})`;
    stage.style.setProperty('--scale', String(next.scale));
    setScale(next.scale);
  }

  function fit() {
    if (room.current.width === 0) return;
    fits.current = true;
    show(fitView(sheetSize(), room.current));
  }

  function zoom(factor: number, at?: Finger) {
    const { width, height } = room.current;
    const sheet = sheetSize();
    const least = fitView(sheet, room.current).scale / 4;
    fits.current = false;
    show(
      keepInSight(
        zoomAt(view.current, factor, at ?? { x: width / 2, y: height / 2 }, least),
        sheet,
        room.current,
      ),
    );
  }

  function pan(byX: number, byY: number) {
    fits.current = false;
    const { x, y, scale: now } = view.current;
    show(keepInSight({ x: x + byX, y: y + byY, scale: now }, sheetSize(), room.current));
  }

  function ring(at: Finger | null) {
    const element = ringRef.current;
    if (!element) return;
    element.hidden = at === null || moves || locked;
    if (!at) return;
    const diameter = Math.max(3, brushPixels * view.current.scale);
    element.style.width = `${diameter}px`;
    element.style.height = `${diameter}px`;
    element.style.transform = `translate(${at.x - diameter / 2}px, ${at.y - diameter / 2}px)`;
  }

  const here = (event: PointerEvent | WheelEvent): Finger => ({
    x: event.clientX - corner.current.x,
    y: event.clientY - corner.current.y,
  });

  function extend(event: PointerEvent) {
    if (!board) return;
    const { x, y, scale: now } = view.current;
    const { left, top } = { left: corner.current.x + x, top: corner.current.y + y };
    // Empty on Firefox for Android, where the event itself is all there is.
    const pieces = event.getCoalescedEvents?.() ?? [];
    for (const piece of pieces.length > 0 ? pieces : [event]) {
      board.extendStroke(
        (piece.clientX - left) / now,
        (piece.clientY - top) / now,
        pressed && piece.pointerType === 'pen' ? Math.max(leastPressure, piece.pressure) : 1,
      );
    }
  }

  const measure = useEffectEvent(() => {
    const box = windowRef.current?.getBoundingClientRect();
    if (!box) return;
    corner.current = { x: box.left, y: box.top };
    room.current = { width: box.width, height: box.height };
    if (fits.current) fit();
    else show(keepInSight(view.current, sheetSize(), room.current));
  });

  const down = useEffectEvent((event: PointerEvent) => {
    const element = windowRef.current;
    if (!element || !board || locked) return;
    // A dialog that is still moving in, or a page that was scrolled: only now it is known where things are.
    const box = element.getBoundingClientRect();
    corner.current = { x: box.left, y: box.top };
    const current = gesture.current;
    const at = here(event);
    if (current?.kind === 'pinch') {
      if (current.fingers.size < 2) current.fingers.set(event.pointerId, at);
      return;
    }
    if (current) {
      const isPinch =
        current.kind === 'stroke' &&
        current.isTouch &&
        event.pointerType === 'touch' &&
        event.timeStamp - current.atMs < pinchWithinMs;
      if (!isPinch && !(current.kind === 'pan' && event.pointerType === 'touch')) return;
      board.dropStroke();
      element.setPointerCapture(event.pointerId);
      const first = current.kind === 'pan' ? current.last : (lastFinger.current ?? at);
      gesture.current = {
        kind: 'pinch',
        fingers: new Map([
          [current.pointer, first],
          [event.pointerId, at],
        ]),
      };
      return;
    }
    const isPan = event.button === 1 || (event.button === 0 && (spaceHeld.current || moves));
    // A pen's other end.
    const isRubber = event.button === 5;
    if (!isPan && event.button !== 0 && !isRubber) return;
    event.preventDefault();
    element.setPointerCapture(event.pointerId);
    if (isPan) {
      gesture.current = { kind: 'pan', pointer: event.pointerId, last: at };
      return;
    }
    lastFinger.current = at;
    gesture.current = {
      kind: 'stroke',
      pointer: event.pointerId,
      isTouch: event.pointerType === 'touch',
      atMs: event.timeStamp,
    };
    board.beginStroke(isRubber ? 'erase' : brush, Math.max(1, brushPixels));
    extend(event);
  });
  const move = useEffectEvent((event: PointerEvent) => {
    const current = gesture.current;
    const at = here(event);
    if (event.pointerType !== 'touch') ring(at);
    if (!current) return;
    if (current.kind === 'pinch') {
      const before = current.fingers.get(event.pointerId);
      const other = [...current.fingers].find(([pointer]) => pointer !== event.pointerId)?.[1];
      if (!before) return;
      current.fingers.set(event.pointerId, at);
      if (!other) return;
      const away = (one: Finger) => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y));
      zoom(away(at) / away(before), { x: (before.x + other.x) / 2, y: (before.y + other.y) / 2 });
      pan((at.x - before.x) / 2, (at.y - before.y) / 2);
    } else if (current.pointer !== event.pointerId) {
      return;
    } else if (current.kind === 'pan') {
      pan(at.x - current.last.x, at.y - current.last.y);
      current.last = at;
    } else {
      lastFinger.current = at;
      extend(event);
    }
  });

  const up = useEffectEvent((event: PointerEvent) => {
    const current = gesture.current;
    if (!current) return;
    if (current.kind === 'pinch') {
      current.fingers.delete(event.pointerId);
      // The finger that stays draws nothing until it was lifted, too.
      if (current.fingers.size === 0) gesture.current = null;
      return;
    }
    if (current.pointer !== event.pointerId) return;
    gesture.current = null;
    if (current.kind === 'stroke') board?.endStroke();
  });

  const wheel = useEffectEvent((event: WheelEvent) => {
    if (locked) return;
    event.preventDefault();
    const box = windowRef.current?.getBoundingClientRect();
    if (box) corner.current = { x: box.left, y: box.top };
    if (event.shiftKey) pan(-(event.deltaX || event.deltaY), 0);
    // A mouse's wheel comes in hundreds, a pinch on a touchpad in ones, with Ctrl.
    else zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), here(event));
  });

  const leave = useEffectEvent(() => ring(null));

  const space = useEffectEvent((event: KeyboardEvent) => {
    const isDown = event.type === 'keydown';
    if (event.code !== 'Space') return;
    const target = event.target as HTMLElement | null;
    // A button is pressed with it.
    if (isDown && target?.closest('button, input, select, textarea, label')) return;
    if (isDown) event.preventDefault();
    spaceHeld.current = isDown;
    windowRef.current?.toggleAttribute('data-panning', isDown);
  });

  useEffect(() => {
    const element = windowRef.current;
    if (!element || !board) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    element.addEventListener('pointerleave', leave);
    element.addEventListener('wheel', wheel, { passive: false });
    addEventListener('keydown', space);
    addEventListener('keyup', space);
    // Another size of the sheet is another view.
    let { width, height } = board.getState().sheet;
    const stop = board.subscribe(() => {
      const { sheet } = board.getState();
      if (sheet.width === width && sheet.height === height) return;
      ({ width, height } = sheet);
      fits.current = true;
      measure();
    });
    return () => {
      stop();
      observer.disconnect();
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', up);
      element.removeEventListener('pointerleave', leave);
      element.removeEventListener('wheel', wheel);
      removeEventListener('keydown', space);
      removeEventListener('keyup', space);
    };
  }, [board, windowRef]);

  return {
    scale,
    fit,
    zoomIn: () => zoom(zoomFactor),
    zoomOut: () => zoom(1 / zoomFactor),
    /** Shows the brush's size in the middle, for somebody who is choosing it. */
    showBrush: () => ring({ x: room.current.width / 2, y: room.current.height / 2 }),
    hideBrush: () => ring(null),
  };
}
