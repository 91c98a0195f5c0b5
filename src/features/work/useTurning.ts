import { useEffect, useRef, type PointerEvent, type RefObject } from 'react';
import { useLatestCallback } from '../../ui/useLatestCallback.ts';
import { WheelGate } from './wheel-gate.ts';

/** Farther than this across, and mostly across, is a swipe. */
const swipePx = 48;

/** A drag on controls is theirs. */
const isOnControl = ({ target }: PointerEvent): boolean =>
  target instanceof Element && target.closest('input, button, a, [data-player-controls]') !== null;

/**
 * Wheel and swipe over a work turn to its neighbours.
 * @param frame where they are heard
 * @param enabled not while they move over what is shown
 * @returns what the frame takes for the swipes
 */
export function useTurning(
  frame: RefObject<HTMLElement | null>,
  enabled: boolean,
  onStep: (step: -1 | 1) => void,
) {
  const start = useRef<{ id: number; x: number; y: number } | null>(null);
  useWheelSteps(frame, enabled, onStep);
  return {
    onPointerDown(event: PointerEvent) {
      start.current =
        event.isPrimary && event.pointerType !== 'mouse' && enabled && !isOnControl(event)
          ? { id: event.pointerId, x: event.clientX, y: event.clientY }
          : null;
    },
    onPointerUp(event: PointerEvent) {
      const from = start.current;
      start.current = null;
      if (!from || from.id !== event.pointerId) return;
      const across = event.clientX - from.x;
      if (Math.abs(across) < swipePx || Math.abs(across) < 1.5 * Math.abs(event.clientY - from.y))
        return;
      onStep(across < 0 ? 1 : -1);
    },
    onPointerCancel() {
      start.current = null;
    },
  };
}

/** React's wheel listeners are passive and could not keep the page behind from scrolling. */
function useWheelSteps(
  frame: RefObject<HTMLElement | null>,
  enabled: boolean,
  onStep: (step: -1 | 1) => void,
) {
  const turn = useLatestCallback(onStep);
  useEffect(() => {
    const element = frame.current;
    if (!element || !enabled) return;
    const gate = new WheelGate();
    const onWheel = (event: WheelEvent) => {
      // Ctrl and wheel is the browser's own zoom, also by pinching a touchpad.
      if (event.ctrlKey) return;
      event.preventDefault();
      const unitPx = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      const step = gate.push(event.deltaY * unitPx, event.timeStamp);
      if (step !== 0) turn(step);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame, enabled, turn]);
}
