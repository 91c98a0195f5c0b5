import { partsOf, type Keys } from './key-press.ts';

/** What the keyboard can do in the playground, in the order of the list. */
export const shortcutActions = [
  'generate',
  'prompt',
  'undo',
  'settings',
  'models',
  'tools',
  'next-tool',
  'previous-tool',
  'queue',
  'list',
] as const;
export type ShortcutAction = (typeof shortcutActions)[number];

/** What a person has chosen instead of the usual keys; null: none. */
export type ChosenShortcuts = Partial<Record<ShortcutAction, Keys | null>>;

export const usualShortcuts: Readonly<Record<ShortcutAction, Keys>> = {
  generate: 'Mod+Enter',
  prompt: 'Alt+KeyP',
  undo: 'Alt+KeyZ',
  settings: 'Alt+KeyO',
  models: 'Alt+KeyM',
  tools: 'Alt+KeyT',
  'next-tool': 'Alt+ArrowDown',
  'previous-tool': 'Alt+ArrowUp',
  queue: 'Alt+KeyQ',
  list: '?',
};

/** The keys of each action, for a person who has chosen these. */
export function shortcutsOf(
  chosen: ChosenShortcuts,
): Readonly<Record<ShortcutAction, Keys | null>> {
  return { ...usualShortcuts, ...chosen };
}

/** The action of these keys; null where they are nobody's. */
export function actionOf(keys: Keys, chosen: ChosenShortcuts): ShortcutAction | null {
  const bound = shortcutsOf(chosen);
  return shortcutActions.find((action) => bound[action] === keys) ?? null;
}

/** Keys by which one gets around every page and control. */
const everywhere = /^(Tab|Escape|Enter|Space|Backspace|Delete|Home|End|Page(Up|Down)|Arrow\w+)$/;
/** What browsers and text fields do, and what the prompt does with weights. */
const taken: ReadonlySet<Keys> = new Set([
  ...['A', 'C', 'F', 'L', 'N', 'P', 'Q', 'R', 'S', 'T', 'V', 'W', 'X', 'Y', 'Z'].map(
    (letter) => `Mod+Key${letter}`,
  ),
  ...['N', 'R', 'T', 'W', 'Z'].map((letter) => `Mod+Shift+Key${letter}`),
  ...['Up', 'Down', 'Left', 'Right'].map((direction) => `Mod+Arrow${direction}`),
  'Alt+ArrowLeft',
  'Alt+ArrowRight',
  'Alt+F4',
  'F1',
  'F5',
  'F6',
  'F11',
  'F12',
]);

/**
 * Why keys can't be a shortcut: they move about every page (`needs-modifier`), or they belong to the browser or to
 * text fields (`taken`).
 */
export function shortcutTrouble(keys: Keys): 'needs-modifier' | 'taken' | null {
  const parts = partsOf(keys);
  const main = parts.at(-1) ?? '';
  if (main === 'Tab' || main === 'Escape') return 'taken';
  const isHeld = parts.includes('Mod') || parts.includes('Alt');
  if (!isHeld && everywhere.test(main)) return 'needs-modifier';
  return taken.has(keys) ? 'taken' : null;
}

/**
 * Gives an action other keys; whoever had them goes without. Keys that are the usual ones again are no choice of
 * one's own.
 * @param keys null: none
 */
export function withShortcut(
  chosen: ChosenShortcuts,
  action: ShortcutAction,
  keys: Keys | null,
): ChosenShortcuts {
  const next: ChosenShortcuts = { ...chosen };
  const holder = keys === null ? null : actionOf(keys, chosen);
  if (holder && holder !== action) next[holder] = null;
  if (keys === usualShortcuts[action]) delete next[action];
  else next[action] = keys;
  return next;
}

const signs: Readonly<Record<string, string>> = {
  Enter: '↵',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Period: '.',
  Slash: '/',
  Backslash: '\\',
  Semicolon: ';',
  Quote: "'",
  Backquote: '`',
  Minus: '-',
  Equal: '=',
};

/** The keys one by one, as they stand on a keyboard. */
export function keyCaps(keys: Keys, isApple: boolean): string[] {
  return partsOf(keys).map((part) => {
    if (part === 'Mod') return isApple ? '⌘' : 'Ctrl';
    if (part === 'Alt') return isApple ? '⌥' : 'Alt';
    if (part === 'Shift') return isApple ? '⇧' : 'Shift';
    return signs[part] ?? part.replace(/^(Key|Digit)/, '');
  });
}

/** The keys as assistive technology is told of them (`aria-keyshortcuts`). */
export function ariaKeys(keys: Keys, isApple: boolean): string {
  const names = partsOf(keys).map((part) => {
    if (part === 'Mod') return isApple ? 'Meta' : 'Control';
    if (part === '+') return 'Plus';
    if (part === 'Enter' || part.startsWith('Arrow')) return part;
    return signs[part] ?? part.replace(/^(Key|Digit)/, '');
  });
  return names.join('+');
}
