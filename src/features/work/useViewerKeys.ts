import { useEffect } from 'react';
import { useLatestCallback } from '../../ui/useLatestCallback.ts';

/** Keys belong to what is being typed in, chosen from, scrolled or turned. Players and sliders have no letters. */
function isTakenByTarget(target: EventTarget | null, isLetter: boolean): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('video, audio, input[type="range"], [role="application"]') !== null)
    return !isLetter;
  return target.closest('input, textarea, select, [role="menu"], [contenteditable]') !== null;
}

/**
 * Keys of the whole window, for as long as the viewer is there.
 * @param onKey says whether it did something; letters come small
 */
export function useViewerKeys(
  onKey: (key: string, isShift: boolean) => boolean,
  enabled: boolean,
): void {
  const press = useLatestCallback(onKey);
  useEffect(() => {
    if (!enabled) return;
    const listener = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTakenByTarget(event.target, /^\p{Letter}$/u.test(event.key))
      )
        return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (press(key, event.shiftKey)) event.preventDefault();
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, [enabled, press]);
}
