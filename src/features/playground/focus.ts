const focusable = 'input:not([hidden]):not([type="file"]), select, textarea, button';

function focusInside(element: HTMLElement): void {
  const target = element.matches(focusable)
    ? element
    : (element.querySelector<HTMLElement>(focusable) ?? element);
  target.focus();
  target.scrollIntoView({ block: 'nearest' });
}

/** Focuses an element now, or as soon as a sheet that is opening has drawn it. */
export function focusSoon(id: string, frames = 90): void {
  const element = document.getElementById(id);
  if (element) focusInside(element);
  else if (frames > 0) requestAnimationFrame(() => focusSoon(id, frames - 1));
}
