import { useEffect, useEffectEvent } from 'react';

export interface ShortcutActions {
  onGenerate: () => void;
  onPrompt: () => void;
  onSettings: () => void;
  onQueue: () => void;
}

/** Ctrl/⌘ with Enter works everywhere; letters only with Alt, so that nothing fires while typing. */
export function useShortcuts(actions: ShortcutActions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey) {
      event.preventDefault();
      actions.onGenerate();
      return;
    }
    // On a Mac, Option with a letter types a character: leave text fields alone.
    const typing =
      event.target instanceof HTMLElement && event.target.matches('input[type="text"], textarea');
    if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || typing) return;
    const action =
      event.code === 'KeyP'
        ? actions.onPrompt
        : event.code === 'KeyO'
          ? actions.onSettings
          : event.code === 'KeyQ'
            ? actions.onQueue
            : null;
    if (!action) return;
    event.preventDefault();
    action();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
