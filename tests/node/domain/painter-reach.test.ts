import { describe, expect, test } from 'vitest';
import { painterPrompts } from '../../../server/workshop/painter/prompts.ts';
import { builtinTools } from '../../../server/workshop/tools.ts';
import { paintedByRules } from '../../../src/domain/painter.ts';
import { asksBeyondPainter } from '../../../src/domain/painter-reach.ts';

describe('the painter can paint', () => {
  test.each([...painterPrompts.cn, ...painterPrompts.en])('what it is known for: %s', (prompt) => {
    expect(asksBeyondPainter(prompt)).toBe(false);
  });

  test.each([
    '',
    'blue',
    'a quiet evening, warm light',
    'beautiful mountain landscape, highly detailed, 4k, masterpiece',
    'three small boats near a rocky island at dusk',
    '一幅美丽的风景画，高清',
    '远处的雪山，倒映在湖面上，色调清冷',
    '安静的夜，暖光',
  ])('what its words are about, and says nothing where they are about nothing: %s', (prompt) => {
    expect(asksBeyondPainter(prompt)).toBe(false);
  });
});

test.each([
  'a bowl of ramen',
  'portrait of an old man',
  'a dragon over snowy mountains',
  'a red sports car in the city at night',
  'a cat playing chess with a robot',
  'steampunk clockwork typewriter',
  'a kiln',
  '一碗拉面',
  '一只狗在海边',
  '穿汉服的少女，特写',
  '窑炉',
  'crowded bazaar merchants haggling over carpets under a moon',
])('it has no brush for: %s', (prompt) => {
  expect(asksBeyondPainter(prompt)).toBe(true);
});

test.each([
  ['slow zoom in, the camera pans over snowy mountains', false],
  ['close-up of a meadow, orbiting, then a lake at dusk', false],
  ['镜头缓缓推近，雪山，特写', false],
  ['the camera pans over a bowl of ramen', true],
])('in a film it understands how the camera moves besides: %s', (prompt, isBeyond) => {
  expect(asksBeyondPainter(prompt, true)).toBe(isBeyond);
});

test('whom it paints for are models of the workshop that take a prompt', () => {
  const withPrompt = builtinTools
    .filter(({ model }) => model.filed_mappings.prompt !== null)
    .map(({ model }) => model.model);
  expect(withPrompt).toEqual(expect.arrayContaining([...paintedByRules]));
});
