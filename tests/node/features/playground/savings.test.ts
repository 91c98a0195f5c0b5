import { describe, expect, test } from 'vitest';
import {
  fewerOutputs,
  fittingChange,
  smallerResult,
} from '../../../../src/features/playground/cost/savings.ts';
import { planForm } from '../../../../src/features/playground/form-plan.ts';
import { modelItem, paintSchema, upscaleItem, upscaleSchema } from '../../../fixtures/models.ts';

const model = modelItem({ cost: 3, num_outputs: [1, 2, 4] });
const plan = planForm(paintSchema, model);
const free = modelItem({ model: 'free', cost: 0 });
const away = modelItem({ model: 'away', cost: 0, available: false });

describe('fewer outputs', () => {
  test('are offered from the nearest on, each with what the request then costs', () => {
    expect(fewerOutputs({ plan, model, values: { n: 4 }, sizes: [] })).toEqual([
      { count: 2, cost: 6 },
      { count: 1, cost: 3 },
    ]);
  });

  test('save nothing where there is one, where nothing is charged, or where the count is fixed', () => {
    expect(fewerOutputs({ plan, model, values: { n: 1 }, sizes: [] })).toEqual([]);
    expect(fewerOutputs({ plan, model: free, values: { n: 4 }, sizes: [] })).toEqual([]);
    const fixed = { ...paintSchema.properties['n']!, 'x-readOnly': true };
    const schema = { ...paintSchema, properties: { ...paintSchema.properties, n: fixed } };
    const without = planForm(schema, model);
    expect(fewerOutputs({ plan: without, model, values: { n: 4 }, sizes: [] })).toEqual([]);
  });
});

describe('a smaller result', () => {
  const portion = 1024 * 1024;
  const priced = modelItem({ cost: 1, cost_pixels: portion, allow_dimensions: [] });

  test('is offered where the size is part of the price: in the same shape, as large as one price is good for', () => {
    const values = { n: 1, width: 1536, height: 768 };
    const form = { plan, model: priced, values, sizes: [] };
    expect(smallerResult(form)).toMatchObject({ what: 'size', cost: 1 });
    const smaller = smallerResult(form);
    const { width, height } = smaller?.what === 'size' ? smaller.size : { width: 0, height: 1 };
    expect(width * height).toBeLessThanOrEqual(portion);
    expect(width * height).toBeGreaterThan(0.9 * portion);
    expect(width / height).toBeCloseTo(2, 0);
    const listed = modelItem({ ...priced, allow_dimensions: ['512x512', '1024x1024', '1536x768'] });
    expect(smallerResult({ ...form, model: listed })).toMatchObject({
      size: { width: 1024, height: 1024 },
    });
    expect(smallerResult({ ...form, model })).toBeNull();
    expect(smallerResult({ ...form, values: { n: 1, width: 512, height: 512 } })).toBeNull();
  });

  test('is a smaller factor where a picture is enlarged, and taken before another model', () => {
    const enlarging = upscaleItem({ cost_pixels: 1024 * 1024 });
    const fields = planForm(upscaleSchema, enlarging);
    const sizes = [{ width: 512, height: 512 }];
    const form = { plan: fields, model: enlarging, values: { scale: 4 }, sizes };
    expect(smallerResult(form)).toMatchObject({ what: 'scale', scale: 2, cost: 1 });
    expect(fittingChange({ ...form, models: [enlarging, free] }, 2)).toMatchObject({
      what: 'scale',
    });
  });
});

describe('with too few credits', () => {
  const form = { plan, model, values: { n: 4 }, sizes: [], models: [model, away, free] };

  test('as many outputs as they are enough for are proposed', () => {
    expect(fittingChange(form, 11)).toEqual({ what: 'count', count: 2, cost: 6 });
    expect(fittingChange(form, 5)).toEqual({ what: 'count', count: 1, cost: 3 });
  });

  test('another model is, where they are not enough for one; none that is away', () => {
    expect(fittingChange(form, 2)).toEqual({ what: 'model', model: free, cost: 0 });
    expect(fittingChange({ ...form, models: [model, away] }, 2)).toBeNull();
  });
});
