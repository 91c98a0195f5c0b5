import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyRecipe, type Recipe } from '../../../../src/domain/recipes/recipe.ts';
import type { InputValues, ModelItem, ModelSchema } from '../../../../src/domain/model.ts';
import { planForm } from '../../../../src/features/playground/form-plan.ts';
import {
  effectiveValues,
  fieldDefault,
  formProblems,
} from '../../../../src/features/playground/form-values.ts';
import {
  isEmptyLink,
  readPlaygroundLink,
} from '../../../../src/features/playground/playground-link.ts';
import {
  inputOf,
  leftOut,
  seedSetting,
  settingsOfRecipe,
  shareableSettings,
  sharedSettings,
  sizeSetting,
  type WantedSetting,
} from '../../../../src/features/playground/recall/wanted-settings.ts';
import { modelItem, paintSchema } from '../../../fixtures/models.ts';

const schema: ModelSchema = {
  ...paintSchema,
  properties: {
    ...paintSchema.properties,
    sampler_name: {
      type: 'string',
      title: 'Sampler',
      enum: ['k_euler', 'k_dpmpp_2m'],
      default: 'k_euler',
      'x-order': 12,
    },
    karras: { type: 'boolean', title: 'Karras', default: false, 'x-order': 13 },
    loras: {
      type: 'array',
      title: 'LoRAs',
      maxItems: 2,
      'x-names': ['riso', 'ink style'],
      'x-order': 14,
    },
  },
};
const model = modelItem({ allow_dimensions: [] });

/** The form after it was given these settings, and what it did not take. */
function filled(settings: WantedSetting[], of: ModelItem = model, with_: ModelSchema = schema) {
  const plan = planForm(with_, of);
  const values = effectiveValues(plan, of, inputOf(settings), false);
  const problems = formProblems(with_, plan, values, new Set());
  const left = leftOut(settings, { plan, values, problems });
  return { values, left: left.map(({ name, shown }) => `${name} ${shown}`) };
}

const recipe: Recipe = {
  ...emptyRecipe('a1111'),
  prompt: 'a red fox',
  negativePrompt: 'blur',
  seed: '965400086',
  width: 832,
  height: 1216,
  steps: 20,
  sampler: 'DPM++ 2M Karras',
  clipSkip: 1,
  model: 'painter.safetensors',
  loras: [{ name: 'Ink_Style', strength: 0.8, textStrength: null }],
};
const fromPicture = (changes: Partial<Recipe> = {}, part: 'all' | 'prompt' = 'all') =>
  filled(settingsOfRecipe({ ...recipe, ...changes }, part, model, planForm(schema, model)));

describe('a picture’s settings in a form', () => {
  test('are all taken over where it has a place for them', () => {
    const { values, left } = fromPicture();
    expect(left).toEqual([]);
    expect(values).toMatchObject({
      prompt: 'a red fox',
      negative_prompt: 'blur',
      seed: '965400086',
      width: 832,
      height: 1216,
      steps: 20,
      sampler_name: 'k_dpmpp_2m',
      karras: true,
      loras: ['ink style:0.8'],
    });
  });

  test('are only its words where nothing else is wanted', () => {
    const { values, left } = fromPicture({}, 'prompt');
    expect(left).toEqual([]);
    expect(values).toMatchObject({
      prompt: 'a red fox',
      negative_prompt: 'blur',
      steps: 30,
      seed: '',
    });
  });

  test.each<[string, Partial<Recipe>, string[]]>([
    ['a model that is not here', { model: 'flux.gguf' }, ['model flux.gguf']],
    ['a sampler that is not here', { sampler: 'UniPC' }, ['sampler_name UniPC']],
    ['one that this model lacks', { sampler: 'Heun' }, ['sampler_name Heun']],
    ['a seed that is too long', { seed: '18446744073709551615' }, ['seed 18446744073709551615']],
    ['too many steps', { steps: 150 }, ['steps 150']],
    ['a setting without a field', { guidance: 7, clipSkip: 2 }, ['cfg_scale 7', 'clip_skip 2']],
    ['a side that is too long', { width: 4096 }, ['size 4096 × 1216']],
    [
      'LoRAs that are not here, and more than fit',
      {
        loras: ['riso', 'x', 'y'].map((name) => ({ name, strength: 0.5, textStrength: null })),
      },
      ['loras x:0.5', 'loras y:0.5'],
    ],
    ['a prompt that is too long', { prompt: '窑'.repeat(301) }, [`prompt ${'窑'.repeat(301)}`]],
    ['nothing that is usual', { denoisingStrength: 1, clipSkip: 1 }, []],
  ])('leave out and name %s', (_what, changes, left) => {
    expect(fromPicture(changes).left).toEqual(left);
  });

  test('a size goes into whatever the form has for it, in its steps', () => {
    const plan = planForm(schema, model);
    const near = filled([sizeSetting(1000, 500, plan)]);
    expect(near).toMatchObject({ left: [], values: { width: 1024, height: 512 } });
    const { width: _width, height: _height, ...others } = schema.properties;
    const choices: ModelSchema = {
      required: [],
      properties: {
        ...others,
        dimensions: {
          type: 'string',
          title: 'Size',
          enum: ['512x512', '768x512'],
          'x-widget': 'dimensions',
          'x-order': 3,
        },
      },
    };
    expect(filled([sizeSetting(768, 512, null)], model, choices).values['dimensions']).toBe(
      '768x512',
    );
    expect(filled([sizeSetting(640, 640, null)], model, choices).left).toEqual(['size 640 × 640']);
  });

  test('a seed that is none is not put into the form', () => {
    expect(inputOf([seedSetting('99999999999')])).toEqual({});
    expect(inputOf([seedSetting('4294967295')])).toEqual({ seed: '4294967295' });
  });
});

describe('a link with settings', () => {
  const plan = planForm(schema, model);
  const shared = (input: InputValues) =>
    shareableSettings({
      plan,
      values: effectiveValues(plan, model, input, false),
      changed: (field) =>
        Object.hasOwn(input, field.name) && input[field.name] !== fieldDefault(field, model, false),
    });

  test('carries what was changed, and fills another form with it', () => {
    const input: InputValues = { prompt: 'fog, 雾', steps: 12, loras: ['riso:0.6'], tiling: true };
    const link = JSON.parse(JSON.stringify(shared({ ...input, n: 1 }))) as Record<string, unknown>;
    expect(link).toEqual(input);
    const { values, left } = filled(sharedSettings(link));
    expect(left).toEqual([]);
    expect(values).toMatchObject(input);
  });

  test('says what the form does not take, whoever wrote it', () => {
    const { values, left } = filled(
      sharedSettings({
        prompt: 'fog',
        steps: 900,
        style: 'oil',
        secret: 'mine',
        version: 'other',
        unknown: 'x',
        width: { deep: [] },
        n: '3',
        seed: 12,
      }),
    );
    expect(left).toEqual([
      'steps 900',
      'style oil',
      'secret mine',
      'version other',
      'unknown x',
      'width …',
      'n 3',
      'seed 12',
    ]);
    expect(values).toMatchObject({ prompt: 'fog', steps: 30, style: 'plain', version: '7b', n: 1 });
  });

  test('is bounded, and what is no name of a field is said instead of taken', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`f${at}`, at]));
    expect(sharedSettings(many).length).toBeLessThanOrEqual(61);
    expect(filled(sharedSettings(many)).left.at(-1)).toBe('… +440');
    const sly = JSON.parse('{"__proto__":{"a":1},"a b":1,"":2,"n":2}') as Record<string, unknown>;
    expect(inputOf(sharedSettings(sly))).toEqual({ n: 2 });
    expect(filled(sharedSettings(sly)).left).toEqual(['__proto__ …', 'a b …', ' …']);
  });

  test('carries the fields of any engine, with dots and hyphens in their names, through the address', () => {
    const name = fc
      .stringMatching(/^[\w-]{1,12}(\.[\w-]{1,12}){0,3}$/)
      .filter((text) => !(text in {}) && text !== '__proto__');
    const value = fc.oneof(fc.string({ maxLength: 40 }), fc.boolean(), fc.integer());
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 8 }), (settings) => {
        const search = parseSearchWith(JSON.parse)(
          stringifySearchWith(JSON.stringify)({ settings }),
        );
        const link = readPlaygroundLink(search).settings ?? {};
        expect(inputOf(sharedSettings(link))).toEqual({ ...settings });
      }),
    );
  });

  test('is read from the address, and what is of another form is as if it were absent', () => {
    const id = '018f0000-0000-7000-8000-000000000001';
    const other = '018f0000-0000-7000-8000-000000000002';
    const read = (search: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(readPlaygroundLink(search)).filter(([, value]) => value !== undefined),
      );
    expect(read({ settings: { steps: 3 } })).toEqual({ settings: { steps: 3 } });
    expect(read({ settings: [1] })).toEqual({});
    expect(read({ settings: 'x' })).toEqual({});
    expect(read({ from: id, part: 'prompt' })).toEqual({ from: id, part: 'prompt' });
    expect(read({ from: id, part: 'everything' })).toEqual({ from: id });
    expect(read({ source: `${id},c_${other}` })).toEqual({ source: `${id},${other}` });
    expect(read({ source: `${id},nobody` })).toEqual({});
    expect(isEmptyLink(readPlaygroundLink({ part: 'all' }))).toBe(true);
    expect(isEmptyLink(readPlaygroundLink({ picture: id }))).toBe(false);
  });
});
