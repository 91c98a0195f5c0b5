const focusable = 'input:not([hidden]):not([type="file"]), select, textarea, button';

function focusInside(element: HTMLElement): HTMLElement {
  const target = element.matches(focusable)
    ? element
    : (element.querySelector<HTMLElement>(focusable) ?? element);
  target.focus();
  target.scrollIntoView({ block: 'nearest' });
  return target;
}

/** A sheet that opens takes the focus for its first button, a moment after it has drawn what is in it. */
function keepFocus(target: HTMLElement, frames = 30): void {
  const sheet = target.closest('[role="dialog"]');
  if (!sheet) return;
  let isTheirs = false;
  const giveUp = () => {
    isTheirs = true;
  };
  const events = ['keydown', 'pointerdown'] as const;
  for (const name of events) addEventListener(name, giveUp, { once: true, capture: true });
  const watch = (left: number) => {
    const isTaken = document.activeElement !== target && sheet.contains(document.activeElement);
    if (!isTheirs && isTaken) focusInside(target);
    if (!isTheirs && left > 0) requestAnimationFrame(() => watch(left - 1));
    else for (const name of events) removeEventListener(name, giveUp, { capture: true });
  };
  watch(frames);
}

/** Focuses an element now, or as soon as a sheet that is opening has drawn it. */
export function focusSoon(id: string, frames = 90): void {
  const element = document.getElementById(id);
  if (element) keepFocus(focusInside(element));
  else if (frames > 0) requestAnimationFrame(() => focusSoon(id, frames - 1));
}
