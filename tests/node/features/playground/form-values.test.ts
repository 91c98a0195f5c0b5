import { describe, expect, test } from 'vitest';
import type { ModelSchema, SchemaProperty } from '../../../../src/domain/model.ts';
import {
  isFileField,
  planForm,
  wantedSources,
} from '../../../../src/features/playground/form-plan.ts';
import {
  effectiveValues,
  formCost,
  formProblems,
  inputToSend,
  overridesForOtherModel,
  resultShape,
  withValue,
} from '../../../../src/features/playground/form-values.ts';
import { modelItem, paintSchema, upscaleItem, upscaleSchema } from '../../../fixtures/models.ts';

const model = modelItem();
const plan = planForm(paintSchema, model);
const none: ReadonlySet<string> = new Set();

describe('a form laid out from a schema', () => {
  test('leaves hidden fields out and puts advanced ones behind More', () => {
    expect(plan.fields.map((field) => field.name)).not.toContain('secret');
    expect(plan.advanced.map((field) => field.name)).toEqual([
      'steps',
      'tiling',
      'seed',
      'version',
    ]);
    expect(plan.basic.map((field) => field.name)).toEqual(['n', 'style']);
  });

  test('knows prompt, picture and size by widget, mapping or type', () => {
    expect(plan.prompt?.name).toBe('prompt');
    expect([plan.width?.name, plan.height?.name]).toEqual(['width', 'height']);
    expect(planForm(upscaleSchema, upscaleItem()).sources.map((field) => field.name)).toEqual([
      'image',
    ]);
  });
});

test('a file that a model can do without is asked for once it has what it needs', () => {
  const picture = upscaleSchema.properties['image']!;
  const schema = {
    properties: {
      image: picture,
      strokes: { ...picture, title: 'Strokes', 'x-order': 98 },
      scene: { ...picture, title: 'Scene', 'x-order': 99 },
    },
    required: ['image'],
  };
  const laid = planForm(schema, upscaleItem());
  const wanted = (...given: string[]) =>
    wantedSources(laid, { sources: given.map((field) => ({ field })) }).map(({ name }) => name);
  expect(wanted()).toEqual(['image']);
  expect(wanted('image')).toEqual(['image', 'strokes', 'scene']);
  // What came with a work stays in sight.
  expect(wanted('scene')).toEqual(['image', 'scene']);
  const free = planForm({ ...schema, required: [] }, upscaleItem());
  expect(wantedSources(free, { sources: [] })).toHaveLength(3);
});

describe('what is written besides the prompt', () => {
  const line = (order: number, more: Partial<SchemaProperty> = {}): SchemaProperty => ({
    type: 'string',
    title: `Line ${order}`,
    'x-order': order,
    ...more,
  });
  const { prompt, width, height } = paintSchema.properties;
  const planOf = (properties: Record<string, SchemaProperty>) => {
    const laid = planForm({ properties, required: ['prompt'] }, model);
    return { lines: laid.lines.map(({ name }) => name), basic: laid.basic.map(({ name }) => name) };
  };
  const [first, last] = [{ ...prompt!, 'x-order': -1 }, 90] as const;

  test('stands with the words where the schema puts it before all settings', () => {
    const sides = {
      width: { ...width!, 'x-order': 50 },
      height: { ...height!, 'x-order': 51 },
    };
    expect(
      planOf({ prompt: first, title: line(1), subtitle: line(2), ...sides, note: line(last) }),
    ).toEqual({ lines: ['title', 'subtitle'], basic: ['note'] });
  });

  test('is a setting where it is a part of one, comes behind one, or where there is a lot of it', () => {
    for (const hint of ['x-group', 'x-needs'] as const) {
      expect(planOf({ prompt: first, title: line(1), more: line(2, { [hint]: 'title' }) })).toEqual(
        { lines: ['title'], basic: ['more'] },
      );
    }
    const many = { a: line(1), b: line(2), c: line(3), d: line(4) };
    expect(planOf({ prompt: first, ...many })).toEqual({ lines: [], basic: ['a', 'b', 'c', 'd'] });
  });
});

test('a mask is asked for beside its picture, and missed in words of its own', () => {
  const picture = upscaleSchema.properties['image']!;
  const schema = {
    properties: {
      image: picture,
      mask: { ...picture, title: 'Mask', 'x-widget': 'mask' as const, 'x-order': 99 },
    },
    required: ['image', 'mask'],
  };
  const masked = planForm(schema, { ...upscaleItem(), mask: 'mask' });
  expect(masked.sources.map(({ name }) => name)).toEqual(['image', 'mask']);
  expect(formProblems(schema, masked, {}, new Set(['image']))).toMatchObject([
    { reason: 'required', field: { name: 'mask', role: 'mask' } },
  ]);
  expect(formProblems(schema, masked, {}, new Set(['image', 'mask']))).toEqual([]);
});

describe('the values of a form', () => {
  test("start as the model's defaults, with its first allowed size", () => {
    const wide = modelItem({ allow_dimensions: ['768x512', '512x512'], default_num_outputs: 2 });
    expect(effectiveValues(plan, wide, {}, false)).toMatchObject({
      width: 768,
      height: 512,
      n: 2,
      style: 'plain',
      steps: 30,
      seed: '',
      prompt: '',
    });
  });

  test('leave the first allowed size aside when there is a source picture', () => {
    const wide = modelItem({ allow_dimensions: ['768x512', '512x512'] });
    expect(effectiveValues(plan, wide, {}, true)).toMatchObject({ width: 512, height: 512 });
  });

  test('hold no size that the model does not make, even if both sides are in range', () => {
    const wide = modelItem({ allow_dimensions: ['768x512', '512x768'] });
    const sized = (width: number, height: number) =>
      effectiveValues(plan, wide, { width, height }, false);
    expect(sized(768, 768)).toMatchObject({ width: 768, height: 512 });
    expect(sized(512, 768)).toMatchObject({ width: 512, height: 768 });
  });

  test('give way to the default where a chosen value no longer fits the model', () => {
    const values = effectiveValues(
      plan,
      modelItem({ allow_dimensions: [] }),
      { n: 3, style: 'gone', steps: 400, width: 320 },
      false,
    );
    expect(values).toMatchObject({ n: 1, style: 'plain', steps: 30, width: 320 });
  });

  test('cannot change what is read-only', () => {
    expect(effectiveValues(plan, model, { version: 'mine' }, false)['version']).toBe('7b');
  });

  test('forget a change that leads back to the default', () => {
    const changed = withValue({}, 'steps', 20, 30);
    expect(changed).toEqual({ steps: 20 });
    expect(withValue(changed, 'steps', 30, 30)).toEqual({});
  });
});

describe('choosing another model', () => {
  const chosen = {
    prompt: 'fog',
    negative_prompt: 'blur',
    width: 768,
    height: 512,
    steps: 12,
    cfg_scale: 3,
    seed: '7',
  };

  test('keeps the words and the seed and starts anew what belongs to a model', () => {
    expect(overridesForOtherModel(chosen, plan, false)).toEqual({ prompt: 'fog', seed: '7' });
  });

  test('keeps the size when there is a source picture', () => {
    expect(overridesForOtherModel(chosen, plan, true)).toMatchObject({ width: 768, height: 512 });
  });
});

describe('what leaves the device', () => {
  test('is the filled visible fields, trimmed, without pictures', () => {
    const values = effectiveValues(plan, model, { prompt: '  fog  ' }, false);
    const input = inputToSend(plan, values);
    expect(input).toMatchObject({ prompt: 'fog', n: 1, width: 512, tiling: false });
    expect(input).not.toHaveProperty('negative_prompt');
    expect(input).not.toHaveProperty('seed');
    expect(input).not.toHaveProperty('secret');
  });

  test('costs what the model takes times the number of pictures', () => {
    expect(formCost(plan, model, { n: 4 }, [])).toBe(8);
    expect(formCost(planForm(upscaleSchema, upscaleItem()), upscaleItem(), {}, [])).toBe(1);
  });

  test('costs as much again for each begun portion of pixels, of the picture that travels or of what is made', () => {
    const priced = modelItem({ cost: 2, cost_pixels: 1_000_000, allow_dimensions: [] });
    expect(formCost(plan, priced, { n: 2, width: 1000, height: 1000 }, [])).toBe(4);
    expect(formCost(plan, priced, { n: 2, width: 1001, height: 1000 }, [])).toBe(8);
    const brought = [{ width: 3000, height: 1000 }];
    expect(formCost(plan, priced, { n: 1, width: 512, height: 512 }, brought)).toBe(6);
    // The device makes a smaller copy of what is more than the model takes.
    const small = modelItem({ ...priced, upload_max_side: 1500 });
    expect(formCost(plan, small, { n: 1 }, brought)).toBe(2);
  });

  test('costs by the enlarged picture where one is enlarged, up to the longest side that is made', () => {
    const enlarging = upscaleItem({ cost_pixels: 4 * 1024 * 1024 });
    const fields = planForm(upscaleSchema, enlarging);
    const of = (side: number, scale: number) =>
      formCost(fields, enlarging, { scale }, [{ width: side, height: side }]);
    expect([of(512, 4), of(1024, 2), of(1024, 4), of(4096, 2), of(4096, 4)]).toEqual([
      1, 1, 4, 16, 16,
    ]);
  });

  test('has the shape of its size, else of its source', () => {
    expect(resultShape(plan, { width: 768, height: 512 }, null)).toEqual({
      width: 768,
      height: 512,
    });
    const upscale = planForm(upscaleSchema, upscaleItem());
    expect(resultShape(upscale, {}, { width: 30, height: 20 })).toEqual({ width: 30, height: 20 });
  });
});

describe('reasons why one cannot generate', () => {
  const reasons = (overrides: Record<string, string>) =>
    formProblems(paintSchema, plan, effectiveValues(plan, model, overrides, false), none).map(
      (entry) => `${entry.field.name} ${entry.reason}`,
    );

  test('name a missing prompt', () => {
    expect(reasons({})).toEqual(['prompt required']);
    expect(reasons({ prompt: '   ' })).toEqual(['prompt required']);
  });

  test('name a prompt that is too long, counted in characters', () => {
    expect(reasons({ prompt: '窑'.repeat(301) })).toEqual(['prompt too-long']);
    expect(reasons({ prompt: '🔥'.repeat(300) })).toEqual([]);
  });

  test('name a seed that is none, once', () => {
    expect(reasons({ prompt: 'fog', seed: '99999999999' })).toEqual(['seed not-a-seed']);
    expect(reasons({ prompt: 'fog', seed: '4294967295' })).toEqual([]);
  });

  test('name a missing picture until there is one', () => {
    const upscale = planForm(upscaleSchema, upscaleItem());
    const values = effectiveValues(upscale, upscaleItem(), {}, false);
    expect(formProblems(upscaleSchema, upscale, values, none).map((entry) => entry.reason)).toEqual(
      ['required'],
    );
    expect(formProblems(upscaleSchema, upscale, values, new Set(['image']))).toEqual([]);
  });
});

describe('a trained style', () => {
  const styled: ModelSchema = {
    required: ['prompt'],
    properties: {
      ...paintSchema.properties,
      style_image: {
        type: 'string',
        format: 'uri',
        title: 'Trained style',
        'x-widget': 'trained-style',
        'x-order': 20,
        'x-advanced': true,
      },
      style_strength: {
        type: 'number',
        title: 'Style strength',
        default: 0.6,
        minimum: 0,
        maximum: 1,
        'x-order': 21,
        'x-advanced': true,
        'x-needs': 'style_image',
      },
    },
  };
  const withStyle = planForm(styled, model);
  const chosen: ReadonlySet<string> = new Set(['style_image']);

  test('stands among the advanced settings, not beside the pictures, and travels as a file', () => {
    expect(withStyle.sources).toEqual([]);
    expect(withStyle.advanced.slice(-2).map(({ name, role }) => [name, role])).toEqual([
      ['style_image', 'style'],
      ['style_strength', 'number'],
    ]);
    expect(withStyle.fields.filter(isFileField).map(({ name }) => name)).toEqual(['style_image']);
  });

  test('has a strength only where one is chosen, and never stands in the way', () => {
    const overrides = { prompt: 'a lake', style_strength: 0.9 };
    const without = effectiveValues(withStyle, model, overrides, false, none);
    expect(inputToSend(withStyle, without)).not.toHaveProperty('style_strength');
    expect(formProblems(styled, withStyle, without, none)).toEqual([]);
    const beside = effectiveValues(withStyle, model, overrides, false, chosen);
    expect(inputToSend(withStyle, beside)).toMatchObject({ style_strength: 0.9 });
    expect(inputToSend(withStyle, beside)).not.toHaveProperty('style_image');
    expect(formProblems(styled, withStyle, beside, chosen)).toEqual([]);
    const untouched = effectiveValues(withStyle, model, {}, false, chosen);
    expect(untouched['style_strength']).toBe(0.6);
  });
});

test('a field that belongs to another choice has a value with that choice alone, and keeps what was set', () => {
  const plan = planForm(
    {
      required: ['prompt'],
      properties: {
        // The choice stands further down than what belongs to it.
        speed: {
          type: 'number',
          title: 'Speed',
          default: 1,
          minimum: 0.5,
          maximum: 2,
          'x-order': 1,
          'x-only-with': { field: 'sound', values: ['voice'] },
        },
        prompt: { type: 'string', title: 'Prompt', 'x-widget': 'prompt', 'x-order': 2 },
        sound: {
          type: 'string',
          title: 'Sound',
          enum: ['music', 'voice'],
          default: 'music',
          'x-order': 3,
        },
      },
    },
    model,
  );
  const set = { prompt: 'a lake', speed: 1.5 };
  expect(effectiveValues(plan, model, set, false)).toEqual({ prompt: 'a lake', sound: 'music' });
  expect(effectiveValues(plan, model, { ...set, sound: 'voice' }, false)).toEqual({
    ...set,
    sound: 'voice',
  });
});
