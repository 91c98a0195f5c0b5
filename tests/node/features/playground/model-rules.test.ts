import { describe, expect, test } from 'vitest';
import {
  inSingleModelMode,
  pickAtRandom,
  randomCandidates,
} from '../../../../src/domain/model-choice.ts';
import type {
  InputValue,
  InputValues,
  ModelItem,
  ModelSchema,
} from '../../../../src/domain/model.ts';
import { defaultNegativePrompt } from '../../../../src/domain/parameters.ts';
import { chooseModel } from '../../../../src/domain/model-choice.ts';
import { planForm } from '../../../../src/features/playground/form-plan.ts';
import {
  effectiveValues,
  overridesForOtherModel,
} from '../../../../src/features/playground/form-values.ts';
import {
  sideRange,
  sizeChoices,
  standardSize,
} from '../../../../src/features/playground/parameters/size-choices.ts';
import { modelItem } from '../../../fixtures/models.ts';

/** The fields of the rule, none with a default of its own: what stands in them comes from the rule alone. */
const bare: ModelSchema = {
  required: ['prompt'],
  properties: {
    prompt: { type: 'string', title: '', 'x-widget': 'prompt', 'x-order': 0 },
    negative_prompt: { type: 'string', title: '', 'x-widget': 'negative-prompt', 'x-order': 1 },
    width: { type: 'integer', title: '', minimum: 64, maximum: 2048, 'x-order': 2 },
    height: { type: 'integer', title: '', minimum: 64, maximum: 2048, 'x-order': 3 },
    steps: { type: 'integer', title: '', minimum: 1, maximum: 50, 'x-order': 4 },
    cfg_scale: { type: 'number', title: '', minimum: 1, maximum: 24, 'x-order': 5 },
    denoising_strength: { type: 'number', title: '', minimum: 0.1, maximum: 1, 'x-order': 6 },
    seed: { type: 'string', title: '', 'x-widget': 'seed', 'x-order': 7 },
    sampler_name: { type: 'string', title: '', enum: ['k_euler', 'DDIM'], 'x-order': 8 },
    karras: { type: 'boolean', title: '', default: true, 'x-order': 9 },
  },
};

/** What a person had set before they chose another model. */
const mine = {
  prompt: 'my words',
  negative_prompt: 'my terms',
  width: 320,
  height: 384,
  steps: 12,
  cfg_scale: 3,
  denoising_strength: 0.2,
  seed: '7',
  sampler_name: 'DDIM',
  karras: false,
};

const record = {
  default_prompt: 'its words',
  default_negative_prompt: 'its terms',
  default_width: 768,
  default_height: 640,
  default_steps: 20,
  default_scale: 5,
  default_denoising: 0.5,
};

/** The form after choosing a model, on which a person had set everything. */
function afterChoosing(model: ModelItem, hasSource: boolean) {
  const plan = planForm(bare, model);
  const left = overridesForOtherModel(mine, plan, hasSource, model);
  return effectiveValues(plan, model, left, hasSource);
}

/**
 * Spec 1, section 4: “Selecting a model resets default prompt, negative prompt, size, steps, scale and denoising from
 * the model's defaults, falling back to standard defaults (section 3); size defaults are not applied when a source
 * image is present; default prompt applies only if the model is a lora or flagged use_default_prompt.” Everything else
 * stays.
 */
const none = modelItem({ allow_dimensions: [], params: {} });
const recorded = modelItem({ allow_dimensions: [], params: record });
const flagged = { ...recorded, use_default_prompt: true };
const lora = { ...recorded, lora: true };
const flaggedOnly = { ...none, use_default_prompt: true };

const table: readonly [
  field: keyof typeof mine,
  expected: {
    /** Its record says nothing. */
    none: InputValue;
    recorded: InputValue;
    /** With a source picture. */
    pictured: InputValue;
    flagged: InputValue;
    lora: InputValue;
    /** It is flagged, and has no words of its own. */
    flaggedOnly: InputValue;
  },
][] = [
  [
    'prompt',
    {
      none: 'my words',
      recorded: 'my words',
      pictured: 'my words',
      flagged: 'its words',
      lora: 'its words',
      flaggedOnly: 'my words',
    },
  ],
  ['negative_prompt', reset(defaultNegativePrompt, 'its terms')],
  ['width', { ...reset(512, 768), pictured: 320 }],
  ['height', { ...reset(512, 640), pictured: 384 }],
  ['steps', reset(30, 20)],
  ['cfg_scale', reset(7, 5)],
  ['denoising_strength', reset(0.75, 0.5)],
  ['seed', stays('7')],
  ['sampler_name', stays('DDIM')],
  ['karras', stays(false)],
];

function reset(standard: InputValue, its: InputValue) {
  const known = { recorded: its, pictured: its, flagged: its, lora: its };
  return { none: standard, flaggedOnly: standard, ...known };
}

function stays(value: InputValue) {
  return reset(value, value);
}

describe('choosing a model, by the specification', () => {
  test.each(table)('%s', (field, expected) => {
    expect({
      none: afterChoosing(none, false)[field],
      recorded: afterChoosing(recorded, false)[field],
      pictured: afterChoosing(recorded, true)[field],
      flagged: afterChoosing(flagged, false)[field],
      lora: afterChoosing(lora, false)[field],
      flaggedOnly: afterChoosing(flaggedOnly, false)[field],
    }).toEqual(expected);
  });

  test('a record that the form does not take is none: a schema and its sizes have the last word', () => {
    const strange = modelItem({
      allow_dimensions: ['640x640', '768x512'],
      params: { default_steps: 500, default_width: 768, default_height: 768 },
    });
    const values = afterChoosing(strange, false);
    expect([values['steps'], values['width'], values['height']]).toEqual([30, 640, 640]);
    const ownDefault: ModelSchema = {
      ...bare,
      properties: { ...bare.properties, steps: { ...bare.properties['steps']!, default: 8 } },
    };
    expect(effectiveValues(planForm(ownDefault, none), none, {}, false)['steps']).toBe(8);
    const short: ModelSchema = {
      ...bare,
      properties: {
        ...bare.properties,
        negative_prompt: { ...bare.properties['negative_prompt']!, maxLength: 20 },
      },
    };
    const values20 = effectiveValues(planForm(short, none), none, {}, false);
    expect(values20['negative_prompt'] ?? '').toBe('');
  });

  test.each<[what: string, chosen: string | undefined, start: string | undefined, value?: string]>([
    ['a type of the list stays', 'depth', undefined, 'depth'],
    ['another one gives way to the default', 'canny', 'pose', 'pose'],
    ['… or to the first, where there is none', 'canny', undefined, 'depth'],
    ['… or where the default is none of the list', 'canny', 'hed', 'depth'],
    ['nothing chosen is the default', undefined, 'pose', 'pose'],
    ['… which is the first where it is none of the list', undefined, 'hed', 'depth'],
    ['… and stays open where there is none', undefined, undefined, undefined],
  ])('of control types: %s', (_what, chosen, start, value) => {
    const property = {
      type: 'string' as const,
      title: '',
      enum: ['canny', 'depth', 'hed', 'pose'],
      'x-enum-titles': ['Lines', 'Depth', 'Edges', 'Pose'],
      'x-order': 0,
      ...(start && { default: start }),
    };
    const model = modelItem({ control_types: ['depth', 'pose'] });
    const plan = planForm({ required: [], properties: { control_type: property } }, model);
    const input: InputValues = chosen ? { control_type: chosen } : {};
    expect(effectiveValues(plan, model, input, false)['control_type']).toBe(value);
    expect(plan.fields[0]?.property).toMatchObject({
      enum: ['depth', 'pose'],
      'x-enum-titles': ['Depth', 'Pose'],
    });
  });

  test('the default flag says which one a tool starts with, and where it begins when the chosen one is filtered out', () => {
    const models = [
      modelItem({ value: 0, model: 'first', default: false }),
      modelItem({ value: 1, model: 'flagged', default: true }),
      modelItem({
        value: 2,
        model: 'painting',
        name: 'x inpainting',
        mtype: 'ckpt',
        default: false,
      }),
    ];
    expect(chooseModel(models, 'Text2Img', undefined, null)?.model).toBe('flagged');
    expect(chooseModel(models, 'Text2Img', undefined, 'painting')?.model).toBe('flagged');
    expect(chooseModel(models, 'Text2Img', 'painting', 'first')?.model).toBe('first');
    const away = models.map((model) => ({ ...model, available: model.model !== 'flagged' }));
    expect(chooseModel(away, 'Text2Img', undefined, null)?.model).toBe('first');
  });

  test('Random is a choice among those that can be used here and now, each as likely', () => {
    const models = [
      modelItem({ model: 'a' }),
      modelItem({ model: 'b' }),
      modelItem({ model: 'away', available: false }),
      modelItem({ model: 'unseen', invisible: true }),
      modelItem({ model: 'old', newest_version: 'b' }),
      modelItem({ model: 'pictured', upload: 'image' }),
      modelItem({ model: 'poster', gen_type: 'poster_lite' }),
    ];
    expect(randomCandidates(models, models[0]!).map(({ model }) => model)).toEqual(['a', 'b']);
    const picked = (at: number) => pickAtRandom(models, models[0]!, () => at)?.model;
    expect([picked(0), picked(0.49), picked(0.5), picked(0.999)]).toEqual(['a', 'a', 'b', 'b']);
    expect(pickAtRandom([models[0]!], models[0]!)).toBeNull();
  });

  test('single-model mode is of image edit and product image, and shows the model that the specification names', () => {
    const of = (model: string, type: string, more: Partial<ModelItem> = {}) =>
      modelItem({ model, name: model, type, default: false, ...more });
    const models = [
      of('edit', 'Img2Img,Text2Img', { default: true }),
      of('other edit', 'Img2Img'),
      of('product', 'ProductImg'),
      of('words', 'Text2Img'),
      of('lite', 'Img2Img', { gen_type: 'combine' }),
    ];
    const left = (list: readonly ModelItem[], named?: string) =>
      inSingleModelMode(list, named).map(({ model, type }) => `${model}: ${type}`);
    const others = ['product: ProductImg', 'words: Text2Img', 'lite: Img2Img'];
    expect(left(models)).toEqual(['edit: Img2Img,Text2Img', ...others]);
    expect(left(models, 'other edit')).toContain('other edit: Img2Img');
    const named = [...models, of('sdxl_controlnet', 'Img2Img'), of('AD Inpaint', 'ProductImg')];
    expect(left(named)).toEqual([
      'edit: Text2Img',
      'words: Text2Img',
      'lite: Img2Img',
      'sdxl_controlnet: Img2Img',
      'AD Inpaint: ProductImg',
    ]);
    const away = named.map((model) => ({ ...model, available: model.model !== 'AD Inpaint' }));
    expect(left(away)).toContain('product: ProductImg');
  });
});

test('the size that a model’s record begins with is one of the choices, not one of the person’s own', () => {
  const model = modelItem({ allow_dimensions: [], params: record });
  const { width, height } = planForm(bare, model);
  const values = effectiveValues(planForm(bare, model), model, {}, false);
  const sides = [sideRange(width!), sideRange(height!)] as const;
  const { offered } = sizeChoices(model, ...sides, standardSize(width!, height!, model));
  expect(offered).toContainEqual({ width: values['width'], height: values['height'] });
  expect(values).toMatchObject({ width: 768, height: 640 });
});
