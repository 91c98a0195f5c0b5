import { expect, test } from 'vitest';

import { schemaProperty } from '../../../src/api/contract/models.ts';

import { describeCog } from '../../../server/engines/cog/models.ts';
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
            // Left out until somebody begins it: it would be refused without what it needs.
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
    ['light.from', 'Light', false, undefined],
    ['light.warm', 'Light', false, undefined],
  ]);
  expect(read?.fields.map(({ part }) => part)).toEqual([
    ...Array.from({ length: 4 }),
    { path: 'light', required: true },
    { path: 'light', required: false },
  ]);
  expect(read?.unsupported).toEqual([]);
});

test('control types have words, and what an object is called is its group in both languages', () => {
  const known = readInterface({
    paths: {},
    components: {
      schemas: {
        Input: {
          properties: {
            prompt: { type: 'string' },
            control_type: { type: 'string', enum: ['canny', 'Depth'], default: 'canny' },
            camera: {
              type: 'object',
              title: 'Camera',
              properties: { flash: { type: 'boolean', default: false } },
            },
          },
        },
        Output: { type: 'string', format: 'uri' },
      },
    },
  });
  const settings = {
    kind: 'cog' as const,
    name: 'studio',
    url: 'http://127.0.0.1:1',
    files: [],
    cost: 1,
    fields: {},
    input: {},
    timeoutMinutes: 1,
  };
  const [model] = describeCog(settings, known);
  const { properties } = model!.schema('cn');
  expect(properties['control_type']).toMatchObject({
    title: '参照',
    'x-enum-titles': ['边缘', '深度'],
  });
  expect(properties['camera.flash']).toMatchObject({ 'x-group': 'Camera' });
});

test('what a document says of values is held against them in the form, in any version of it', () => {
  const known = readInterface({
    paths: {},
    components: {
      schemas: {
        Input: {
          properties: {
            shift: { type: 'number', exclusiveMinimum: 0, default: 0 },
            // OpenAPI 3.0 says so of the bound beside it.
            old: { type: 'integer', minimum: 1, exclusiveMinimum: true, default: 4 },
            colour: { type: 'string', pattern: '^#' },
            tags: { type: 'array', items: { type: 'string' }, minItems: 2, uniqueItems: true },
            mode: { type: 'string', const: 'fine' },
          },
        },
        Output: { type: 'string', format: 'uri' },
      },
    },
  });
  const settings = {
    kind: 'cog' as const,
    name: 'studio',
    url: 'http://127.0.0.1:1',
    files: [],
    cost: 1,
    fields: {},
    input: {},
    timeoutMinutes: 1,
  };
  const [model] = describeCog(settings, known);
  const { properties } = model!.schema('en');
  // A default that is no value of it is none.
  expect(properties['shift']).toMatchObject({ exclusiveMinimum: 0 });
  expect(properties['shift']).not.toHaveProperty('default');
  expect(properties['old']).toMatchObject({ exclusiveMinimum: 1, default: 4 });
  expect(properties['old']).not.toHaveProperty('minimum');
  expect(properties['colour']).toMatchObject({ pattern: '^#' });
  expect(properties['tags']).toMatchObject({ minItems: 2, uniqueItems: true });
  expect(properties['mode']).toMatchObject({ const: 'fine', default: 'fine', 'x-readOnly': true });
  expect(schemaProperty.parse(properties['tags'])).toMatchObject({ minItems: 2 });
});
