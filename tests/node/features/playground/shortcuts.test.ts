import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keysOf, mayFire, type KeyPress } from '../../../../src/domain/key-press.ts';
import {
  actionOf,
  ariaKeys,
  keyCaps,
  shortcutActions,
  shortcutsOf,
  shortcutTrouble,
  usualShortcuts,
  withShortcut,
  type ChosenShortcuts,
} from '../../../../src/domain/shortcuts.ts';

const press = (key: string, code: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  getModifierState: () => false,
  ...held,
});

describe('keys', () => {
  test.each([
    ['Ctrl with Enter', press('Enter', 'Enter', { ctrlKey: true }), 'Mod+Enter'],
    [
      '⌘ with the Enter of the number pad',
      press('Enter', 'NumpadEnter', { metaKey: true }),
      'Mod+Enter',
    ],
    ['a letter that ⌥ made a sign of', press('π', 'KeyP', { altKey: true }), 'Alt+KeyP'],
    ['a letter under a Cyrillic layout', press('з', 'KeyP', { altKey: true }), 'Alt+KeyP'],
    ['a sign, whatever Shift it takes', press('?', 'Slash', { shiftKey: true }), '?'],
    ['a sign of a German keyboard', press('?', 'Minus', { shiftKey: true }), '?'],
    ['a full-width sign', press('？', 'Slash', { shiftKey: true }), '?'],
    ['a letter alone', press('g', 'KeyG'), 'KeyG'],
    ['a modifier alone', press('Alt', 'AltLeft', { altKey: true }), null],
    [
      'AltGr, which writes a third sign',
      press('@', 'KeyQ', { ctrlKey: true, altKey: true, getModifierState: () => true }),
      null,
    ],
    ['a word that is composed', press('p', 'KeyP', { altKey: true, isComposing: true }), null],
    ['the first key of a composed word', press('Process', 'KeyN'), null],
  ])('are read as one text: %s', (_what, event, keys) => {
    expect(keysOf(event)).toBe(keys);
  });

  test.each([
    ['Mod+Enter', true, true],
    ['Alt+KeyP', true, false],
    ['Alt+ArrowDown', true, false],
    ['?', false, false],
    ['KeyG', false, false],
    ['Shift+KeyG', false, false],
  ])('%s in a text field: fires elsewhere %s, on a Mac %s', (keys, elsewhere, onMac) => {
    expect([mayFire(keys, true, false), mayFire(keys, true, true)]).toEqual([elsewhere, onMac]);
    expect(mayFire(keys, false, true)).toBe(true);
  });

  test('of pages, browsers and text fields are no shortcuts', () => {
    expect(['Enter', 'Space', 'ArrowDown', 'Shift+Enter'].map(shortcutTrouble)).toEqual(
      Array.from({ length: 4 }, () => 'needs-modifier'),
    );
    expect(
      ['Tab', 'Mod+KeyW', 'Mod+KeyC', 'Mod+ArrowUp', 'Alt+ArrowLeft', 'Escape'].map(
        shortcutTrouble,
      ),
    ).toEqual(Array.from({ length: 6 }, () => 'taken'));
    for (const keys of [...Object.values(usualShortcuts), 'KeyG', 'Mod+KeyG', '+', 'F2']) {
      expect([keys, shortcutTrouble(keys)]).toEqual([keys, null]);
    }
  });

  test('are shown as they stand on the keyboard at hand', () => {
    expect(keyCaps('Mod+Alt+Shift+KeyK', true)).toEqual(['⌘', '⌥', '⇧', 'K']);
    expect(keyCaps('Mod+Enter', false)).toEqual(['Ctrl', '↵']);
    expect([ariaKeys('Mod+Enter', false), ariaKeys('Mod+Shift+Comma', true)]).toEqual([
      'Control+Enter',
      'Meta+Shift+,',
    ]);
    expect([ariaKeys('+', false), ariaKeys('Alt+ArrowUp', true)]).toEqual(['Plus', 'Alt+ArrowUp']);
    expect([keyCaps('+', false), keyCaps('Digit1', false)]).toEqual([['+'], ['1']]);
  });
});

test('however shortcuts are chosen, no keys do two things, and the usual ones can be had back', () => {
  const action = fc.constantFrom(...shortcutActions);
  const keys = fc.constantFrom(...Object.values(usualShortcuts), 'KeyG', 'Mod+KeyG', 'F2', null);
  fc.assert(
    fc.property(fc.array(fc.tuple(action, keys)), (choices) => {
      let chosen: ChosenShortcuts = {};
      for (const [one, next] of choices) {
        chosen = withShortcut(chosen, one, next);
        expect(shortcutsOf(chosen)[one]).toBe(next);
        if (next !== null) expect(actionOf(next, chosen)).toBe(one);
        const held = Object.values(shortcutsOf(chosen)).filter((each) => each !== null);
        expect(new Set(held).size).toBe(held.length);
      }
      for (const one of shortcutActions) chosen = withShortcut(chosen, one, usualShortcuts[one]);
      expect(chosen).toEqual({});
    }),
  );
});
