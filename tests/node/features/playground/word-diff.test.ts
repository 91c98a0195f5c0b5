import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffWords, type DiffPart } from '../../../../src/features/playground/prompt/word-diff.ts';

const shown = (parts: readonly DiffPart[]) =>
  parts
    .map(({ kind, text }) =>
      kind === 'same' ? text : kind === 'added' ? `[+${text}]` : `[-${text}]`,
    )
    .join('');

test.each([
  [
    'what is added to a prompt stands behind it',
    'a fox',
    'a fox, golden hour',
    'a fox[+, golden hour]',
  ],
  [
    'a changed word is one word',
    'a red fox at dawn',
    'a white fox at dawn',
    'a [-red][+white] fox at dawn',
  ],
  ['Chinese changes by words', '红色的狐狸', '白色的狐狸', '[-红色][+白色]的狐狸'],
  ['a translation is no salad', '狐狸，雪地', 'fox, snow', '[-狐狸，雪地][+fox, snow]'],
  [
    'shared commas between changed words change with them',
    'red, big',
    'blue, small',
    '[-red, big][+blue, small]',
  ],
  ['nothing changed is nothing marked', 'a fox', 'a fox', 'a fox'],
  ['an empty prompt has only what comes', '', 'a fox', '[+a fox]'],
])('%s', (_what, before, after, marked) => {
  expect(shown(diffWords(before, after))).toBe(marked);
});

test('both texts can be read from it whole, however different', () => {
  const text = fc
    .array(fc.constantFrom('a', 'fox', ' ', ', ', '狐狸', '，', '🦊', '(b:1.2)'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = diffWords(before, after);
      const without = (kind: DiffPart['kind']) =>
        parts.flatMap((part) => (part.kind === kind ? [] : part.text)).join('');
      expect(without('added')).toBe(before);
      expect(without('removed')).toBe(after);
    }),
  );
});

test('long texts that share little are compared at once', () => {
  const words = (prefix: string) =>
    Array.from({ length: 3_000 }, (_, at) => `${prefix}${at}`).join(' ');
  const parts = diffWords(words('a'), words('b'));
  expect(parts.map(({ kind }) => kind)).toEqual(['removed', 'added']);
});
