import { useEffect, useLayoutEffect, useRef, useState, type PointerEvent } from 'react';
import { moveIntent, stepIntent, type Moved } from '../../db/intents/order.ts';
import type { IntentId } from '../../domain/ids.ts';
import type { InLine } from './shelf.ts';

export type DropSide = 'before' | 'after';

export interface Drag {
  id: IntentId;
  /** The card that it would be dropped at. */
  over: { id: IntentId; side: DropSide } | null;
}

export type Step = Parameters<typeof stepIntent>[1];

/** So close to an edge of what scrolls the list moves along. */
const edgePx = 72;
const scrollPx = 12;

function scrollerOf(from: Element): Element {
  for (let element = from.parentElement; element; element = element.parentElement) {
    if (element === document.body) break;
    if (/auto|scroll/.test(getComputedStyle(element).overflowY)) return element;
  }
  return document.scrollingElement ?? document.documentElement;
}

/** The card of the same line under a height of the window, and the half of it. */
function targetAt(card: HTMLElement, y: number): Drag['over'] {
  const { left, width } = card.getBoundingClientRect();
  for (const element of document.elementsFromPoint(left + width / 2, y)) {
    const found = element.closest<HTMLElement>('[data-intent]');
    if (!found || found === card || found.dataset.line !== card.dataset.line) continue;
    const { top, height } = found.getBoundingClientRect();
    const side = y < top + height / 2 ? 'before' : 'after';
    return { id: found.dataset.intent as IntentId, side };
  }
  return null;
}

/**
 * Changes places by dragging a card's handle or by steps, which keys and menus take.
 * @param onMoved told where the request stands now
 */
export function useReorder(
  lines: ReadonlyMap<IntentId, InLine>,
  onMoved: (moved: Moved) => void,
): {
  drag: Drag | null;
  begin: (event: PointerEvent<HTMLElement>, id: IntentId) => void;
  step: (id: IntentId, to: Step, keepFocus: boolean) => void;
} {
  const [drag, setDrag] = useState<Drag | null>(null);
  const focusWanted = useRef<IntentId | null>(null);
  const ending = useRef<(() => void) | null>(null);
  useEffect(() => () => ending.current?.(), []);

  // A card that changes places is taken out of the page for a moment, and its handle loses the focus.
  useLayoutEffect(() => {
    const id = focusWanted.current;
    if (!id || document.activeElement?.closest('[data-intent]')) return;
    document.querySelector<HTMLElement>(`[data-intent="${id}"] [data-handle]`)?.focus();
  });

  async function step(id: IntentId, to: Step, keepFocus: boolean) {
    focusWanted.current = keepFocus ? id : null;
    const moved = await stepIntent(id, to);
    if (moved) onMoved(moved);
  }

  async function drop(id: IntentId, over: NonNullable<Drag['over']>) {
    const after = lines.get(over.id)?.nextId ?? null;
    const beforeId = over.side === 'before' ? over.id : after;
    if (beforeId === id) return;
    const moved = await moveIntent(id, beforeId);
    if (moved) onMoved(moved);
  }

  function begin(event: PointerEvent<HTMLElement>, id: IntentId) {
    const card = event.currentTarget.closest<HTMLElement>('[data-intent]');
    if (!card || event.button !== 0 || ending.current) return;
    focusWanted.current = null;
    const scroller = scrollerOf(card);
    const start = event.clientY + scroller.scrollTop;
    let y = event.clientY;
    let over: Drag['over'] = null;
    let frame = 0;

    const place = () => {
      card.style.translate = `0 ${y + scroller.scrollTop - start}px`;
      const next = targetAt(card, y) ?? over;
      if (next?.id === over?.id && next?.side === over?.side) return;
      over = next;
      setDrag({ id, over });
    };
    const roll = () => {
      const { top, bottom } =
        scroller === document.scrollingElement
          ? { top: 0, bottom: window.innerHeight }
          : scroller.getBoundingClientRect();
      const before = scroller.scrollTop;
      if (y < top + edgePx) scroller.scrollTop -= scrollPx;
      else if (y > bottom - edgePx) scroller.scrollTop += scrollPx;
      if (scroller.scrollTop !== before) place();
      frame = requestAnimationFrame(roll);
    };
    const onMove = (moved: globalThis.PointerEvent) => {
      y = moved.clientY;
      place();
    };
    const end = () => {
      ending.current = null;
      cancelAnimationFrame(frame);
      removeEventListener('pointermove', onMove);
      removeEventListener('pointerup', onUp);
      removeEventListener('pointercancel', end);
      removeEventListener('keydown', onKey, true);
      card.style.translate = '';
      setDrag(null);
    };
    const onUp = () => {
      end();
      if (over) void drop(id, over);
    };
    const onKey = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return;
      key.preventDefault();
      key.stopPropagation();
      end();
    };
    ending.current = end;
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', end);
    addEventListener('keydown', onKey, true);
    setDrag({ id, over: null });
    frame = requestAnimationFrame(roll);
  }

  return { drag, begin, step: (id, to, keepFocus) => void step(id, to, keepFocus) };
}
