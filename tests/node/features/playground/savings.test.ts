import { describe, expect, test } from 'vitest';
import { fewerOutputs, fittingChange } from '../../../../src/features/playground/cost/savings.ts';
import { planForm } from '../../../../src/features/playground/form-plan.ts';
import { modelItem, paintSchema } from '../../../fixtures/models.ts';

const model = modelItem({ cost: 3, num_outputs: [1, 2, 4] });
const plan = planForm(paintSchema, model);
const free = modelItem({ model: 'free', cost: 0 });
const away = modelItem({ model: 'away', cost: 0, available: false });

describe('fewer outputs', () => {
  test('are offered from the nearest on, each with what the request then costs', () => {
    expect(fewerOutputs(plan, model, { n: 4 })).toEqual([
      { count: 2, cost: 6 },
      { count: 1, cost: 3 },
    ]);
  });

  test('save nothing where there is one, where nothing is charged, or where the count is fixed', () => {
    expect(fewerOutputs(plan, model, { n: 1 })).toEqual([]);
    expect(fewerOutputs(plan, free, { n: 4 })).toEqual([]);
    const fixed = { ...paintSchema.properties['n']!, 'x-readOnly': true };
    const schema = { ...paintSchema, properties: { ...paintSchema.properties, n: fixed } };
    expect(fewerOutputs(planForm(schema, model), model, { n: 4 })).toEqual([]);
  });
});

describe('with too few credits', () => {
  const form = { plan, model, values: { n: 4 }, models: [model, away, free] };

  test('as many outputs as they are enough for are proposed', () => {
    expect(fittingChange(form, 11)).toEqual({ what: 'count', count: 2, cost: 6 });
    expect(fittingChange(form, 5)).toEqual({ what: 'count', count: 1, cost: 3 });
  });

  test('another model is, where they are not enough for one; none that is away', () => {
    expect(fittingChange(form, 2)).toEqual({ what: 'model', model: free, cost: 0 });
    expect(fittingChange({ ...form, models: [model, away] }, 2)).toBeNull();
  });
});
