import { useSyncExternalStore } from 'react';

let hasMouse = false;
const listeners = new Set<() => void>();
/** What comes of somebody's hand alone: a mouse that lies still is "over" whatever a finger scrolls under it. */
const ofHand = ['pointermove', 'pointerdown'] as const;
const options = { capture: true, passive: true };

function note({ pointerType }: PointerEvent): void {
  const isMouse = pointerType === 'mouse';
  if (isMouse === hasMouse) return;
  hasMouse = isMouse;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Again and again it is the same listener, which a window has once.
  for (const type of ofHand) addEventListener(type, note, options);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    for (const type of ofHand) removeEventListener(type, note, options);
  };
}

/** Whether it was a mouse that pointed at something last. For a wall, never for each of its tiles: all are drawn anew then. */
export function useHasMouse(): boolean {
  return useSyncExternalStore(subscribe, () => hasMouse);
}
