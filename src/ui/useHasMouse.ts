import { useSyncExternalStore } from 'react';

let hasMouse = false;
const listeners = new Set<() => void>();

function note({ pointerType }: PointerEvent): void {
  const isMouse = pointerType === 'mouse';
  if (isMouse === hasMouse) return;
  hasMouse = isMouse;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Again and again it is the same listener, which a window has once.
  addEventListener('pointerover', note, { capture: true, passive: true });
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('pointerover', note, { capture: true });
  };
}

/**
 * Whether it was a mouse that pointed at something last: what a mouse can drag scrolls or selects where a finger holds it.
 * Asked of the page, because a tile that learned it of its own pointer would be drawn once more for each pass of the mouse.
 */
export function useHasMouse(): boolean {
  return useSyncExternalStore(subscribe, () => hasMouse);
}
