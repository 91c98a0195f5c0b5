import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeWeight } from '../../../../src/features/playground/prompt/weights.ts';

/** A text with its selection between ⟦ and ⟧, or its caret at ‸. */
function read(marked: string) {
  const at = marked.indexOf('‸');
  if (at >= 0) return { text: marked.replace('‸', ''), start: at, end: at };
  const start = marked.indexOf('⟦');
  const end = marked.indexOf('⟧') - 1;
  return { text: marked.replaceAll(/[⟦⟧]/g, ''), start, end };
}

/** The same text after one press, with what is selected then marked; null where nothing happens. */
function press(marked: string, steps: number): string | null {
  const { text, start, end } = read(marked);
  const edit = changeWeight(text, { start, end }, steps);
  if (!edit) return null;
  const { replaced, by, selected } = edit;
  const next = text.slice(0, replaced.start) + by + text.slice(replaced.end);
  if (selected.start === selected.end)
    return `${next.slice(0, selected.start)}‸${next.slice(selected.start)}`;
  return `${next.slice(0, selected.start)}⟦${next.slice(selected.start, selected.end)}⟧${next.slice(selected.end)}`;
}

describe('the arrows with Ctrl', () => {
  test.each([
    ['weigh the word at the caret', 'a red f‸ox at dawn', 1, 'a red (⟦fox⟧:1.05) at dawn'],
    ['weigh less, too', 'a ‸red fox', -1, 'a (⟦red⟧:0.95) fox'],
    ['find the word before the caret', 'a fox‸, red', 1, 'a (⟦fox⟧:1.05), red'],
    [
      'weigh what is selected, without its edges',
      'a⟦ red fox, ⟧dawn',
      1,
      'a (⟦red fox⟧:1.05), dawn',
    ],
    ['go on from the weight that is there', '(⟦fox⟧:1.05)', 1, '(⟦fox⟧:1.1)'],
    ['take the parentheses away at 1', 'a (⟦fox⟧:1.05) runs', -1, 'a ⟦fox⟧ runs'],
    ['know the group around the caret', '(a red f‸ox:1.2)', 1, '(⟦a red fox⟧:1.25)'],
    ['know it from its number', '(fox:1.‸2)', -1, '(⟦fox⟧:1.15)'],
    ['know it when all of it is selected', 'a ⟦(fox:1.2)⟧', 1, 'a (⟦fox⟧:1.25)'],
    ['change the inner of two groups', '((fo‸x:1.2) at dawn:1.1)', 1, '((⟦fox⟧:1.25) at dawn:1.1)'],
    [
      'change the outer one from its own words',
      '((fox:1.2) at d‸awn:1.1)',
      1,
      '(⟦(fox:1.2) at dawn⟧:1.15)',
    ],
    [
      'leave the inner group when the outer one goes',
      '((fox:1.2) d‸awn:1.05)',
      -1,
      '⟦(fox:1.2) dawn⟧',
    ],
    ['take bare parentheses for 1.1', '(f‸ox)', 1, '(⟦fox⟧:1.15)'],
    [
      'take escaped ones for letters',
      String.raw`a fo‸x \(animal\)`,
      1,
      String.raw`a (⟦fox⟧:1.05) \(animal\)`,
    ],
    ['read a weight of any precision', '(f‸ox:1.33)', 1, '(⟦fox⟧:1.38)'],
    ['go no lower than nothing', '(f‸ox:0)', -1, '(⟦fox⟧:0)'],
    ['weigh a Chinese word by the dictionary', '一只狐狸在月‸光下', 1, '一只狐狸在(⟦月光⟧:1.05)下'],
    [
      'find the last Chinese word before a comma',
      '红色的狐狸‸，雪地',
      1,
      '红色的(⟦狐狸⟧:1.05)，雪地',
    ],
    ['weigh a Chinese selection', '⟦红色的狐狸，⟧雪地', 1, '(⟦红色的狐狸⟧:1.05)，雪地'],
    ['weigh a letter of two code units whole', '𠮷‸', 1, '(⟦𠮷⟧:1.05)'],
    ['weigh an emoji', '🦊‸ at dawn', 1, '(⟦🦊⟧:1.05) at dawn'],
    ['change the strength of a LoRA', 'a fox <lora:ri‸so:0.6>', 1, 'a fox <lora:ri‸so:0.65>'],
  ])('%s', (_what, before, steps, after) => {
    expect(press(before, steps)).toBe(after);
  });

  test.each([
    ['in an empty text', '‸'],
    ['between two spaces', 'a  ‸  b'],
    ['on half of a pair of parentheses', '(a ⟦fox) at⟧ dawn'],
    ['on nothing but a comma', 'a fox⟦, ⟧at dawn'],
  ])('do nothing %s', (_where, marked) => {
    expect(press(marked, 1)).toBeNull();
  });

  test('never split a letter, whatever the selection', () => {
    const text = '𠮷野家🦊';
    const edit = changeWeight(text, { start: 1, end: 3 }, 1)!;
    expect(edit.by).toBe('(𠮷野:1.05)');
    expect(edit.by.isWellFormed()).toBe(true);
  });

  test('come back to the same words when pressed up and down as often', () => {
    const word = fc.constantFrom('fox', 'red', '狐狸', '🦊', 'well-lit');
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 6 }),
        fc.nat(),
        fc.integer({ min: 1, max: 12 }),
        (words, pick, presses) => {
          const at = pick % words.length;
          const text = words.join(', ');
          const start = words.slice(0, at).join(', ').length + (at > 0 ? 2 : 0);
          let now = { text, start, end: start + words[at]!.length };
          for (const at of Array.from({ length: 2 * presses }, (_, index) => index)) {
            const steps = at < presses ? 1 : -1;
            const { replaced, by, selected } = changeWeight(now.text, now, steps)!;
            now = {
              text: now.text.slice(0, replaced.start) + by + now.text.slice(replaced.end),
              ...selected,
            };
          }
          expect(now).toEqual({ text, start, end: start + words[at]!.length });
        },
      ),
    );
  });
});
