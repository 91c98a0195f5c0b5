import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Held this long, a finger means "select". */
const longPressMs = 450;
/** A finger that moves further than this scrolls. */
const restPx = 8;
/** So near the upper and lower edge of the screen, a finger that selects scrolls on. */
const edgePx = 88;
const edgeStepPx = 9;

/** What a tile is known by to a finger and to the keyboard. */
export const tileAttribute = 'data-work';

/** The tile that something lies in; whoever draws tiles writes nothing but such ids on them. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- says which ids a wall has, so that no caller casts
export function tileAt<Id extends string>(target: EventTarget | null): Id | null {
  const tile = target instanceof Element ? target.closest(`[${tileAttribute}]`) : null;
  return (tile?.getAttribute(tileAttribute) as Id | undefined) ?? null;
}

/**
 * A long touch selects a tile; drawn on over others, it selects all up to where the finger is. The page stays where it
 * is meanwhile, and no click or menu of the browser follows.
 */
export function useTouchSelection<Id extends string>(
  wall: RefObject<HTMLElement | null>,
  selection: { onToggle: (id: Id) => void; onExtend: (id: Id) => void } | undefined,
): void {
  const begin = useEffectEvent((id: Id) => selection?.onToggle(id));
  const extend = useEffectEvent((id: Id) => selection?.onExtend(id));
  const isSelectable = selection !== undefined;
  useEffect(() => {
    const element = wall.current;
    // Where nothing is selected, holding a picture is the browser's.
    if (!element || !isSelectable) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let isDrawing = false;
    let frame = 0;
    let swallowsUntilMs = 0;

    const stopWaiting = () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    };

    /** Scrolls on while the finger rests at an edge, and selects what comes under it. */
    const follow = (x: number, y: number) => {
      cancelAnimationFrame(frame);
      const id = tileAt<Id>(document.elementFromPoint(x, y));
      if (id) extend(id);
      const step = y < edgePx ? -edgeStepPx : y > innerHeight - edgePx ? edgeStepPx : 0;
      if (step === 0) return;
      window.scrollBy(0, step);
      frame = requestAnimationFrame(() => follow(x, y));
    };

    const onStart = (event: TouchEvent) => {
      stopWaiting();
      const [touch] = event.touches;
      const { target } = event;
      const id = tileAt<Id>(target);
      if (!touch || !target || !id || event.touches.length > 1) return;
      // A tile that is selected becomes another element, and the touch goes on with the one that it began on.
      const gesture = new AbortController();
      const ends = AbortSignal.any([signal, gesture.signal]);
      const end = () => {
        stopWaiting();
        cancelAnimationFrame(frame);
        if (isDrawing) swallowsUntilMs = performance.now() + 400;
        isDrawing = false;
        gesture.abort();
      };
      timer = setTimeout(() => {
        timer = null;
        isDrawing = true;
        begin(id);
      }, longPressMs);
      const onMove = (moved: Event) => {
        const [at] = (moved as TouchEvent).touches;
        if (!at) return;
        if (isDrawing) {
          moved.preventDefault();
          follow(at.clientX, at.clientY);
        } else if (Math.hypot(at.clientX - touch.clientX, at.clientY - touch.clientY) > restPx) {
          end();
        }
      };
      target.addEventListener('touchmove', onMove, { passive: false, signal: ends });
      target.addEventListener('touchend', end, { signal: ends });
      target.addEventListener('touchcancel', end, { signal: ends });
    };

    // A browser asks before it scrolls only where somebody might object.
    element.addEventListener('touchstart', onStart, { passive: false, signal });
    element.addEventListener(
      'contextmenu',
      (event) => {
        if (timer !== null || isDrawing) event.preventDefault();
      },
      { signal },
    );
    element.addEventListener(
      'click',
      (event) => {
        if (!isDrawing && performance.now() > swallowsUntilMs) return;
        swallowsUntilMs = 0;
        event.preventDefault();
        event.stopPropagation();
      },
      { signal, capture: true },
    );
    return () => {
      stopWaiting();
      cancelAnimationFrame(frame);
      leaving.abort();
    };
  }, [wall, isSelectable]);
}
