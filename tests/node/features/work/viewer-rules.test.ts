import { expect, test } from 'vitest';
import type { ModelSchema } from '../../../../src/domain/model.ts';
import { parameterRows } from '../../../../src/features/work/parameter-rows.ts';
import { modelForSource } from '../../../../src/domain/tool-targets.ts';
import { WheelGate } from '../../../../src/features/work/wheel-gate.ts';
import { upscaleItem } from '../../../fixtures/models.ts';

test('the wheel turns the page after 100 px', () => {
  const gate = new WheelGate();
  expect(gate.push(60, 0)).toBe(0);
  expect(gate.push(50, 20)).toBe(1);
});

test('the wheel turns back when it goes up', () => {
  expect(new WheelGate().push(-120, 0)).toBe(-1);
});

test('the tail of a movement does not turn another page for 300 ms', () => {
  const gate = new WheelGate();
  expect(gate.push(150, 0)).toBe(1);
  expect(gate.push(150, 200)).toBe(0);
  expect(gate.push(150, 301)).toBe(1);
});

test('a movement that pauses for a second starts anew', () => {
  const gate = new WheelGate();
  expect(gate.push(90, 0)).toBe(0);
  expect(gate.push(90, 1_001)).toBe(0);
  expect(gate.push(20, 1_010)).toBe(1);
});

const schema: ModelSchema = {
  required: [],
  properties: {
    strength: { type: 'number', title: 'Glow', 'x-order': 2 },
    style: {
      type: 'string',
      title: 'Look',
      enum: ['a', 'b'],
      'x-enum-titles': ['Ink', 'Oil'],
      'x-order': 1,
    },
    secret: { type: 'string', title: 'Secret', 'x-order': 0, 'x-hidden': true },
  },
};

test('parameters stand in the order of the schema, hidden ones are left out', () => {
  const rows = parameterRows(
    { parameters: { strength: 3, style: 'b', secret: 'x', prompt: 'p', seed: '1' } },
    schema,
  );
  expect(rows.map((row) => [row.label, row.valueLabel ?? row.value])).toEqual([
    ['Look', 'Oil'],
    ['Glow', 3],
  ]);
});

test('without a schema there are no labels to be had; links come first and empty values go', () => {
  const rows = parameterRows(
    {
      parameters: {
        steps: 30,
        page: 'https://example.org/a',
        image: '/files/x',
        nothing: '',
        odd_one: 1,
      },
    },
    null,
  );
  expect(rows.map((row) => row.name)).toEqual(['page', 'steps', 'odd_one']);
  expect(rows[0]?.isLink).toBe(true);
  expect(rows[1]?.label).toBeNull();
});

test('a tool goes on with a model that takes the file, the chosen one first', () => {
  const png = upscaleItem({ model: 'png-only', accept_types: ['png'] });
  const webp = upscaleItem({ model: 'webp-only', accept_types: ['webp'] });
  expect(modelForSource([png, webp], 'Upscaling', 'image/webp', png)).toBe(webp);
  expect(modelForSource([png, webp], 'Upscaling', 'image/png', png)).toBe(png);
  expect(modelForSource([png, webp], 'Upscaling', 'image/svg+xml', png)).toBe(png);
});
