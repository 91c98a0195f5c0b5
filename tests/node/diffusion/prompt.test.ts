import { expect, test } from 'vitest';
import { promptChunks, readWeights, weigh } from '../../../src/diffusion/prompt.ts';
import { clipTokenizer, readVocabulary } from '../../../src/diffusion/tokenizer.ts';
import { clipVocabulary } from '../../fixtures/diffusion/vocabulary.ts';

const tokenizer = clipTokenizer(readVocabulary(...clipVocabulary()));

test.each([
  ['a cat', [['a cat', 1]]],
  [
    'a (cat:1.3) here',
    [
      ['a ', 1],
      ['cat', 1.3],
      [' here', 1],
    ],
  ],
  [
    '(a) ((b)) [c]',
    [
      ['a', 1.1],
      [' ', 1],
      ['b', 1.21],
      [' ', 1],
      ['c', 0.909],
    ],
  ],
  [
    '(a (b:1.5) c:0.5)',
    [
      ['a ', 0.5],
      ['b', 0.75],
      [' c', 0.5],
    ],
  ],
  [String.raw`a \(b\) \\ c`, [[String.raw`a (b) \ c`, 1]]],
  [
    'never (closed',
    [
      ['never ', 1],
      ['closed', 1.1],
    ],
  ],
  ['closed) before: 16:9', [['closed) before: 16:9', 1]]],
  [
    '(雪山:1.2)和狐狸',
    [
      ['雪山', 1.2],
      ['和狐狸', 1],
    ],
  ],
  ['', []],
])('the weights of %j are read as A1111 reads them', (prompt, expected) => {
  const read = readWeights(prompt).map(({ text, weight }) => [
    text,
    Math.round(weight * 1000) / 1000,
  ]);
  expect(read).toEqual(expected);
});

test('a prompt is filled up to 77 numbers, and a longer one goes on in a second part with its weights', () => {
  const [chunk, ...none] = promptChunks('a (cat:1.5)', tokenizer);
  expect(none).toEqual([]);
  expect(chunk?.ids.slice(0, 4)).toEqual([49406, 320, 2368, 49407]);
  expect(chunk?.ids).toHaveLength(77);
  expect(chunk?.weights.slice(0, 4)).toEqual([1, 1, 1.5, 1]);
  const long = promptChunks(`${'cat '.repeat(80)}(dog:1.2)`, tokenizer);
  expect(long.map(({ ids }) => ids.length)).toEqual([77, 77]);
  expect(long[1]?.ids.slice(0, 8)).toEqual([49406, ...Array<number>(5).fill(2368), 1929, 49407]);
  expect(long[1]?.weights[6]).toBe(1.2);
});

test('what counts more is made larger, and the mean of all stays what it was', () => {
  const hidden = Float32Array.from([1, 2, 3, 4, 5, 6]);
  const made = weigh(hidden, [1, 2, 1], 2);
  const sum = (values: Float32Array) => values.reduce((total, value) => total + value, 0);
  expect(sum(made)).toBeCloseTo(sum(hidden), 5);
  expect((made[2] ?? 0) / (made[0] ?? 1)).toBeCloseTo(6, 5);
  expect(weigh(hidden, [1, 1, 1], 2)).toBe(hidden);
});
