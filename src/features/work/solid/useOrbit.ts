import { useRef, type PointerEvent } from 'react';
import { moved, turned, zoomedBy, type SolidView } from '../../../domain/solids/orbit.ts';

interface Finger {
  x: number;
  y: number;
}

const middleOf = (fingers: readonly Finger[]): Finger & { spread: number } => {
  const [one = { x: 0, y: 0 }, other = one] = fingers;
  return {
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
    spread: Math.hypot(one.x - other.x, one.y - other.y),
  };
};

/**
 * Turning by dragging; moving with two fingers, with the right button or with Shift; zooming by a pinch.
 * @param current the view as it is
 * @param onChange the view as it shall be
 */
export function useOrbit(current: () => SolidView, onChange: (view: SolidView) => void) {
  const fingers = useRef(new Map<number, Finger>());
  const release = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
  };
  return {
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    },
    onPointerMove(event: PointerEvent) {
      const held = fingers.current;
      if (!held.has(event.pointerId)) return;
      const before = middleOf([...held.values()]);
      held.set(event.pointerId, { x: event.clientX, y: event.clientY });
      const after = middleOf([...held.values()]);
      const { clientWidth, clientHeight } = event.currentTarget;
      const side = Math.max(1, Math.min(clientWidth, clientHeight));
      const [across, down] = [(after.x - before.x) / side, (after.y - before.y) / side];
      let view = current();
      const isMove = held.size > 1 || event.shiftKey || (event.buttons & 6) !== 0;
      if (isMove) view = moved(view, (-2.2 * across) / view.zoom, (2.2 * down) / view.zoom);
      else view = turned(view, -Math.PI * across, Math.PI * down);
      if (held.size > 1 && before.spread > 0) view = zoomedBy(view, after.spread / before.spread);
      onChange(view);
    },
    onPointerUp: release,
    onPointerCancel: release,
  };
}
