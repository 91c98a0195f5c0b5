import { describe, expect, test } from 'vitest';
import { effortOf, estimateSeconds } from '../../../../src/domain/compare.ts';
import type { InputValues, ModelSchema, SchemaProperty } from '../../../../src/domain/model.ts';
import { parametersForStyle, parametersInForm } from '../../../../src/domain/own-styles.ts';
import { emptyRecipe, type Recipe } from '../../../../src/domain/recipes/recipe.ts';
import { type SettingName } from '../../../../src/domain/settings.ts';
import { settingOf } from '../../../../src/domain/settings-of-forms.ts';
import { planComparison } from '../../../../src/features/playground/compare/compare-plan.ts';
import { planForm } from '../../../../src/features/playground/form-plan.ts';
import {
  effectiveValues,
  formProblems,
  overridesForOtherModel,
} from '../../../../src/features/playground/form-values.ts';
import { fieldOf } from '../../../../src/features/playground/compare/compare-plan.ts';
import {
  inputOf,
  leftOut,
  settingsOfRecipe,
} from '../../../../src/features/playground/recall/wanted-settings.ts';
import { modelItem } from '../../../fixtures/models.ts';

type Fields = Record<string, Omit<SchemaProperty, 'title' | 'x-order'>>;
const number = (preset: number): Fields[string] => ({
  type: 'number',
  minimum: 0,
  maximum: 100,
  default: preset,
});
const choice = (...values: string[]): Fields[string] => ({
  type: 'string',
  enum: values,
  default: values[0]!,
});

/** The forms of four engines, with the names and values that each has. */
const engines: Record<string, Fields> = {
  horde: {
    sampler_name: choice('k_euler', 'k_dpmpp_2m', 'k_heun'),
    karras: { type: 'boolean', default: false },
    steps: number(30),
    cfg_scale: number(7),
    denoising_strength: { ...number(0.75), maximum: 1 },
  },
  sdcpp: {
    sampler: choice('default', 'euler', 'heun', 'dpm++2m'),
    scheduler: choice('default', 'discrete', 'karras', 'simple', 'lcm'),
    steps: number(20),
    cfg_scale: number(7),
    denoising_strength: { ...number(0.75), maximum: 1 },
  },
  comfyui: {
    sampler_name: choice('euler', 'dpmpp_2m', 'heun', 'uni_pc'),
    scheduler: choice('normal', 'karras', 'simple'),
    steps: number(20),
    cfg: number(8),
    denoise: { ...number(1), maximum: 1 },
  },
  cog: {
    scheduler: choice('DDIM', 'K_EULER', 'KarrasDPM', 'HeunDiscrete', 'PNDM'),
    num_inference_steps: number(50),
    guidance_scale: number(7.5),
    prompt_strength: { ...number(0.8), maximum: 1 },
  },
};

const schemaOf = (engine: string): ModelSchema => ({
  required: [],
  properties: Object.fromEntries(
    Object.entries({
      prompt: { type: 'string', 'x-widget': 'prompt' } as const,
      ...engines[engine],
    }).map(([name, property], order) => [name, { ...property, title: name, 'x-order': order }]),
  ),
});
const modelOf = (engine: string) =>
  ({
    ...modelItem({ model: engine, engine, allow_dimensions: [], num_outputs: [1] }),
    place: 'platform',
  }) as const;
const planOf = (engine: string) => planForm(schemaOf(engine), modelOf(engine));

const nameIn = (engine: string, setting: Exclude<SettingName, 'schedule' | 'denoising'>) =>
  fieldOf(planOf(engine), setting)?.name ?? null;

test('each engine’s own field is found for a setting that is compared', () => {
  const all = Object.keys(engines);
  const found = (setting: Parameters<typeof nameIn>[1]) => all.map((one) => nameIn(one, setting));
  expect(found('sampler')).toEqual(['sampler_name', 'sampler', 'sampler_name', 'scheduler']);
  expect(found('steps')).toEqual(['steps', 'steps', 'steps', 'num_inference_steps']);
  expect(found('guidance')).toEqual(['cfg_scale', 'cfg_scale', 'cfg', 'guidance_scale']);
  expect(found('karras')).toEqual(['karras', null, null, null]);
});

test('a list called “scheduler” is a sampler only where most of its names are of samplers', () => {
  const kind = (...values: string[]) => settingOf('scheduler', { enum: values });
  expect(kind('DDIM', 'K_EULER_ANCESTRAL', 'PNDM')).toBe('sampler');
  expect(kind('discrete', 'karras', 'ays', 'lcm')).toBe('schedule');
  expect(settingOf('scheduler', {})).toBe('schedule');
});

/** An engine's form after it was given a picture's settings, and what it did not take. */
function filled(engine: string, changes: Partial<Recipe>) {
  const [schema, plan, model] = [schemaOf(engine), planOf(engine), modelOf(engine)];
  const recipe = { ...emptyRecipe('comfyui'), ...changes };
  const settings = settingsOfRecipe(recipe, 'all', model, plan);
  const values = effectiveValues(plan, model, inputOf(settings), false);
  const problems = formProblems(schema, plan, values, []);
  const left = leftOut(settings, { plan, values, problems });
  const { prompt: _prompt, ...rest } = values;
  return { values: rest, left: left.map(({ name, shown }) => `${name} ${shown}`) };
}

describe('a picture’s settings', () => {
  const picture = { steps: 12, guidance: 4, denoisingStrength: 0.5 } as const;

  test.each<[string, string, string, InputValues]>([
    ['horde', 'dpmpp_2m', 'karras', { sampler_name: 'k_dpmpp_2m', karras: true }],
    ['sdcpp', 'dpmpp_2m', 'karras', { sampler: 'dpm++2m', scheduler: 'karras' }],
    ['sdcpp', 'k_euler', 'normal', { sampler: 'euler', scheduler: 'discrete' }],
    ['comfyui', 'DPM++ 2M Karras', '', { sampler_name: 'dpmpp_2m', scheduler: 'karras' }],
    ['comfyui', 'uni_pc', 'simple', { sampler_name: 'uni_pc', scheduler: 'simple' }],
    ['cog', 'DPM++ 2M', 'Karras', { scheduler: 'KarrasDPM' }],
    ['cog', 'Euler', '', { scheduler: 'K_EULER' }],
    ['cog', 'heun', 'normal', { scheduler: 'HeunDiscrete' }],
  ])('go into the form of %s with its word for “%s” (%s)', (engine, sampler, schedule, own) => {
    const { values, left } = filled(engine, { ...picture, sampler, schedule: schedule || null });
    expect(left).toEqual([]);
    expect(values).toMatchObject(own);
    expect(Object.values(values)).toEqual(expect.arrayContaining([12, 4, 0.5]));
  });

  test('a sampler that a form lacks is named, and one with another schedule is another one', () => {
    expect(filled('sdcpp', { sampler: 'UniPC' }).left).toEqual(['sampler_name UniPC']);
    const other = filled('cog', { sampler: 'DPM++ 2M', schedule: 'Exponential' });
    expect(other.left).toEqual(['sampler_name DPM++ 2M']);
  });
});

describe('a comparison', () => {
  const models = Object.keys(engines).map(modelOf);
  const plan = planComparison(
    {
      model: models[0]!,
      models,
      schemas: new Map(models.map(({ model }) => [model, schemaOf(model)])),
      draft: { model: 'horde', input: { prompt: 'a fox' }, sources: [] },
      arriving: new Set(),
      sizes: [],
      prompt: 'a fox',
      negativePrompt: '',
    },
    {
      model: { enabled: true, selected: models.map(({ model }) => model) },
      sampler: { enabled: true, selected: ['k_heun'] },
      steps: { enabled: true, selected: [10, 20] },
    },
  );

  test('of a sampler across engines asks each in its own words', () => {
    expect(plan.cells.map(({ values: { prompt: _prompt, ...values } }) => values)).toMatchObject([
      { sampler_name: 'k_heun', steps: 10 },
      { sampler_name: 'k_heun', steps: 20 },
      { sampler: 'heun', steps: 10 },
      { sampler: 'heun', steps: 20 },
      { sampler_name: 'heun', steps: 10 },
      { sampler_name: 'heun', steps: 20 },
      { scheduler: 'HeunDiscrete', num_inference_steps: 10 },
      { scheduler: 'HeunDiscrete', num_inference_steps: 20 },
    ]);
  });

  test('knows how much longer a sampler takes that looks twice, whatever it is called', () => {
    const last = (engine: string, values: InputValues) => ({
      ...effortOf(engine, values),
      seconds: 10,
    });
    const made = [
      last('horde', { sampler_name: 'k_euler', steps: 10 }),
      last('sdcpp', { sampler: 'euler', scheduler: 'karras', steps: 10 }),
      last('comfyui', { sampler_name: 'euler', scheduler: 'normal', steps: 10 }),
      last('cog', { scheduler: 'K_EULER', num_inference_steps: 10 }),
    ];
    expect(estimateSeconds(plan.efforts, made)).toBe(4 * (20 + 40));
  });
});

test('a style that was kept of one engine’s form puts its settings into another’s', () => {
  const kept = parametersForStyle(planOf('horde').fields, {
    prompt: 'a fox',
    sampler_name: 'k_euler',
    karras: true,
    steps: 12,
    cfg_scale: 4,
    denoising_strength: 0.5,
  });
  const put = (engine: string) =>
    Object.fromEntries(
      parametersInForm(planOf(engine).fields, kept ?? {}).map(({ field, value }) => [
        field.name,
        value,
      ]),
    );
  expect(kept).not.toHaveProperty('prompt');
  expect(put('horde')).toEqual(kept);
  expect(put('sdcpp')).toEqual({
    sampler: 'euler',
    steps: 12,
    cfg_scale: 4,
    denoising_strength: 0.5,
  });
  expect(put('cog')).toEqual({
    scheduler: 'K_EULER',
    num_inference_steps: 12,
    guidance_scale: 4,
    prompt_strength: 0.5,
  });
  const backwards = parametersForStyle(planOf('cog').fields, { scheduler: 'KarrasDPM' });
  const back = parametersInForm(planOf('comfyui').fields, backwards ?? {});
  expect(back.map(({ value }) => value)).toContain('dpmpp_2m');
});

test('another model starts its steps and guidance anew, whatever its engine calls them', () => {
  const before = { num_inference_steps: 12, guidance_scale: 3, output_format: 'png' };
  expect(overridesForOtherModel(before, planOf('cog'), false)).toEqual({ output_format: 'png' });
});
