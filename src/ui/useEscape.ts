import { useEffect, useEffectEvent } from 'react';

/** Escape leaves what is going on, unless something nearer to the fingers has used it already. */
export function useEscape(active: boolean, onEscape: () => void): void {
  const leave = useEffectEvent(onEscape);
  useEffect(() => {
    if (!active) return;
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      event.preventDefault();
      leave();
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, [active]);
}
