import { expect, test } from 'vitest';

import { readInterface } from '../../../server/engines/cog/openapi.ts';

test('parts of an object are fields under its path, and lists know what they hold', () => {
  const lens = {
    type: 'object',
    title: 'Lens',
    required: ['length'],
    properties: { length: { type: 'integer', default: 50 }, speed: { type: 'number' } },
  };
  const read = readInterface({
    paths: {},
    components: {
      schemas: {
        Input: {
          required: ['camera'],
          properties: {
            camera: {
              type: 'object',
              required: ['lens'],
              properties: { lens, flash: { type: 'boolean', default: false } },
            },
            weights: { type: 'array', items: { type: 'number' } },
            // Begun, it would be refused without what it needs.
            light: {
              type: 'object',
              required: ['from'],
              properties: { from: { type: 'string' }, warm: { type: 'boolean', default: true } },
            },
          },
        },
      },
    },
  });
  expect(
    read?.fields.map(({ name, group, isRequired, items }) => [name, group, isRequired, items]),
  ).toEqual([
    ['camera.lens.length', 'Camera › Lens', true, undefined],
    ['camera.lens.speed', 'Camera › Lens', false, undefined],
    ['camera.flash', 'Camera', false, undefined],
    ['weights', undefined, false, 'number'],
  ]);
  expect(read?.unsupported).toEqual([]);
});
