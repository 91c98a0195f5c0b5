const focusable = 'input:not([hidden]):not([type="file"]), select, textarea, button';

function focusInside(element: HTMLElement): HTMLElement {
  const target = element.matches(focusable)
    ? element
    : (element.querySelector<HTMLElement>(focusable) ?? element);
  target.focus();
  target.scrollIntoView({ block: 'nearest' });
  return target;
}

/** The focus lies on nothing, as after what had it is gone or hidden. */
const isLost = () => document.activeElement === null || document.activeElement === document.body;

/**
 * A sheet that opens takes the focus for its first button, a moment after it has drawn what is in it; and a field whose
 * code comes just then is drawn anew, without the focus that it had.
 */
function keepFocus(id: string, focused: HTMLElement, frames = 30): void {
  let target = focused;
  let isTheirs = false;
  const giveUp = () => {
    isTheirs = true;
  };
  const events = ['keydown', 'pointerdown'] as const;
  for (const name of events) addEventListener(name, giveUp, { once: true, capture: true });
  const watch = (left: number) => {
    const sheet = target.closest('[role="dialog"]');
    const isTaken =
      document.activeElement !== target && (sheet?.contains(document.activeElement) ?? false);
    const element = document.getElementById(id);
    if (!isTheirs && element && (isTaken || isLost())) target = focusInside(element);
    if (!isTheirs && left > 0) requestAnimationFrame(() => watch(left - 1));
    else for (const name of events) removeEventListener(name, giveUp, { capture: true });
  };
  watch(frames);
}

/** Focuses an element now, or as soon as a sheet that is opening has drawn it. */
export function focusSoon(id: string, frames = 90): void {
  const element = document.getElementById(id);
  if (element) keepFocus(id, focusInside(element));
  else if (frames > 0) requestAnimationFrame(() => focusSoon(id, frames - 1));
}
