import { describe, expect, test } from 'vitest';

import { composesWords } from '../../../../src/features/playground/tags/composing.ts';
import { placeList } from '../../../../src/features/playground/tags/place-list.ts';
import { insertionOf, typedTagAt } from '../../../../src/features/playground/tags/typed-tag.ts';

/** `|` is the caret. */
function at(marked: string) {
  const caret = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  return { text, caret, piece: typedTagAt(text, caret) };
}
const typedIn = (marked: string) => at(marked).piece?.typed ?? null;

/** The text after the tag was taken, with the caret. */
function taken(marked: string, name: string, matchedText?: string): string {
  const { text, caret, piece } = at(marked);
  if (!piece) throw new Error('nothing is typed');
  const change = insertionOf(text, caret, piece, (matchedText ?? piece.typed).length, name);
  const after = text.slice(0, change.start) + change.text + text.slice(change.end);
  return `${after.slice(0, change.caret)}¦${after.slice(change.caret)}`;
}

describe('what is being typed', () => {
  test.each([
    ['long ha¦', 'long ha'],
    ['1girl, long ha¦', 'long ha'],
    ['1girl,long ha¦ir, smile', 'long ha'],
    ['一个女孩，长发¦', '长发'],
    ['1girl\nlong¦', 'long'],
    ['(long ha¦:1.2)', 'long ha'],
    ['((long ha¦))', 'long ha'],
    ['[long¦]', 'long'],
    ['{red|blu¦}', 'blu'],
    ['saber \\(fa¦te\\), smile', 'saber \\(fa'],
    ['re:ze¦', 're:ze'],
    ['smile, :3¦', ':3'],
  ])('%s is the piece up to the caret', (marked, typed) => {
    expect(typedIn(marked)).toBe(typed);
  });

  test.each([
    '¦',
    'smile, ¦',
    'smile,¦ long',
    '(long hair:1¦.2)',
    '(long hair:1.2¦)',
    '<lora:ri¦so:0.6>',
    '__anim¦als__',
  ])('%s is no tag', (marked) => {
    expect(typedIn(marked)).toBeNull();
  });
});

describe('a tag that is taken', () => {
  test.each([
    ['long ha¦', 'long_hair', 'long hair, ¦'],
    ['1girl, long ha¦', 'long_hair', '1girl, long hair, ¦'],
    // What follows keeps its comma and gets no second one.
    ['long ha¦, smile', 'long_hair', 'long hair, ¦smile'],
    ['长¦，微笑', 'long_hair', 'long hair，¦微笑'],
    ['long ha¦\nsmile', 'long_hair', 'long hair, ¦\nsmile'],
    // In the middle of a tag that was whole already.
    ['lo¦ng hair, smile', 'long_hair', 'long hair, ¦smile'],
    ['lo¦ng hair', 'long_hair', 'long hair, ¦'],
    // Words that are none of its own stay.
    ['blue ey¦ in the dark', 'blue_eyes', 'blue eyes, ¦in the dark'],
    // A weight stays as it is.
    ['(long ha¦:1.2), smile', 'long_hair', '(long hair¦:1.2), smile'],
    ['(smile, long ha¦)', 'long_hair', '(smile, long hair¦)'],
    ['(long ha¦', 'long_hair', '(long hair¦'],
    ['{red|blu¦}', 'blue', '{red|blue¦}'],
    // Parentheses of a tag weigh nothing.
    ['sab¦', 'saber_(fate)', 'saber \\(fate\\), ¦'],
    ['saber \\(fa¦te\\), smile', 'saber_(fate)', 'saber \\(fate\\), ¦smile'],
    // A face is drawn, not spelt.
    ['^_¦', '^_^', '^_^, ¦'],
  ])('%s with %s becomes %s', (marked, name, after) => {
    expect(taken(marked, name)).toBe(after);
  });

  test('replaces only the words it stands for', () => {
    expect(taken('a girl with long ha¦', 'long_hair', 'long ha')).toBe('a girl with long hair, ¦');
  });
});

describe('the list of suggestions', () => {
  const phone = { left: 0, top: 0, width: 320, height: 568 };
  const line = { left: 250, top: 120, width: 0, height: 24 };

  test('hangs from the line within a narrow screen', () => {
    const place = placeList(line, phone, 568, 316);
    expect(place.left).toBeGreaterThanOrEqual(8);
    expect(place.left + place.width).toBeLessThanOrEqual(312);
    expect(place.top).toBeGreaterThanOrEqual(144);
    expect((place.top ?? 0) + Math.min(316, place.maxHeight)).toBeLessThanOrEqual(560);
  });

  test('stands on the line where the keyboard leaves more room above it', () => {
    // The keyboard covers all below 300; Safari has moved the page up by 40.
    const seen = { left: 0, top: 40, width: 390, height: 260 };
    const place = placeList({ ...line, top: 240 }, seen, 844, 316);
    expect(place.top).toBeUndefined();
    expect(844 - (place.bottom ?? 0)).toBeLessThanOrEqual(240);
    expect(844 - (place.bottom ?? 0) - place.maxHeight).toBeGreaterThanOrEqual(48);
  });

  test('stays at the caret on a wide screen, and is no wider than it has to be', () => {
    const desktop = { left: 0, top: 0, width: 1440, height: 900 };
    expect(placeList(line, desktop, 900, 316)).toMatchObject({ left: 250, width: 384 });
  });
});

test('letters of a composition are words only on a phone of somebody who composes no language', () => {
  expect(composesWords({ languages: ['en-US', 'de'], isAndroid: true })).toBe(false);
  expect(composesWords({ languages: ['en-US', 'zh-CN'], isAndroid: true })).toBe(true);
  expect(composesWords({ languages: ['ja'], isAndroid: true })).toBe(true);
  // Dead keys and input methods of a desktop.
  expect(composesWords({ languages: ['en-US'], isAndroid: false })).toBe(true);
});
