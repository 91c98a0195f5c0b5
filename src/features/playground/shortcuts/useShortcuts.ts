import { useEffect, useEffectEvent } from 'react';
import { keysOf, mayFire, type Keys } from '../../../domain/key-press.ts';
import { actionOf, shortcutsOf, type ShortcutAction } from '../../../domain/shortcuts.ts';
import { useOwnSetting } from '../../../live/useSetting.ts';

export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const textFields = 'textarea, select, [contenteditable], input:not([type])';
const textInputs = /^(text|search|email|password|number|tel|url)$/;

function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return textInputs.test(target.type);
  return target.closest(textFields) !== null;
}

/** In a dialog one is about something else; what it holds may still be sent off. */
const isElsewhere = (target: EventTarget | null, action: ShortcutAction): boolean =>
  action !== 'generate' &&
  target instanceof HTMLElement &&
  target.closest('[role="dialog"]') !== null;

/**
 * Carries out actions by the keys that the person has for them. Several parts of a page may each have some.
 * @returns the keys of every action; undefined until read
 */
export function useShortcuts(
  actions: Partial<Record<ShortcutAction, () => void>>,
): Readonly<Record<ShortcutAction, Keys | null>> | undefined {
  const chosen = useOwnSetting('shortcuts');
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || chosen === undefined) return;
    const keys = keysOf(event);
    if (keys === null || !mayFire(keys, isTextField(event.target), isApple)) return;
    const action = actionOf(keys, chosen);
    const act = action && actions[action];
    if (!act || isElsewhere(event.target, action)) return;
    event.preventDefault();
    act();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  return chosen && shortcutsOf(chosen);
}
