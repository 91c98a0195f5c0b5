/**
 * Keys that are pressed together, as one text: `Mod+Enter`, `Alt+KeyP`, `?`. `Mod` is Ctrl or ⌘. With a modifier the
 * key is named by its place on the keyboard, since Alt changes what it writes; alone, a sign is itself.
 */
export type Keys = string;

/** What the browser says about a press. */
export interface KeyPress {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  isComposing: boolean;
  getModifierState: (name: 'AltGraph') => boolean;
}

const modifiers: ReadonlySet<string> = new Set(['Control', 'Meta', 'Alt', 'AltGraph', 'Shift']);

/** Keys as one text; null while a word is composed, and for what is no key by itself or writes a third sign. */
export function keysOf(press: KeyPress): Keys | null {
  const { key, code } = press;
  if (press.isComposing || key === 'Process' || key === 'Dead' || key === 'Unidentified') {
    return null;
  }
  if (modifiers.has(key) || press.getModifierState('AltGraph')) return null;
  const hasModifier = press.ctrlKey || press.metaKey || press.altKey;
  const sign = key.normalize('NFKC');
  const isSign = [...sign].length === 1 && !/[\p{L}\p{N}\s]/u.test(sign);
  const parts: string[] = [];
  if (press.ctrlKey || press.metaKey) parts.push('Mod');
  if (press.altKey) parts.push('Alt');
  if (isSign && !hasModifier) return sign;
  if (press.shiftKey) parts.push('Shift');
  if (code === '') return null;
  parts.push(code === 'NumpadEnter' ? 'Enter' : code);
  return parts.join('+');
}

/** The keys of which such a text tells. */
export const partsOf = (keys: Keys): string[] => (keys === '+' ? [keys] : keys.split('+'));

/** Whether keys mean something while somebody types; Alt with a letter writes a sign of its own on a Mac. */
export function mayFire(keys: Keys, isTyping: boolean, isApple: boolean): boolean {
  if (!isTyping) return true;
  const parts = partsOf(keys);
  return parts.includes('Mod') || (parts.includes('Alt') && !isApple);
}
