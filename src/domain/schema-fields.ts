import {
  cfgScaleRange,
  denoisingStrengthRange,
  dimensionRange,
  dimensionRangeLarger,
  imageCountRange,
  promptMaxCharacters,
  stepsRange,
  stepsRangeLarger,
} from './limits.ts';
import { textIn } from './languages.ts';
import type { LocalizedText, Language } from './languages.ts';
import type { ModelSchema, SchemaProperty } from './model.ts';
import { parameterDefaults } from './parameters.ts';
import type { EngineModel } from './engine.ts';

/** A schema field with its words in both languages; order of declaration is `x-order`. */
export type FieldDeclaration = Omit<
  SchemaProperty,
  'title' | 'description' | 'x-group' | 'x-order' | 'x-enum-titles' | 'x-enum-descriptions'
> & {
  title: LocalizedText;
  description?: LocalizedText;
  'x-group'?: LocalizedText;
  'x-enum-titles'?: LocalizedText[];
  'x-enum-descriptions'?: LocalizedText[];
};

export type FieldDeclarations = Record<string, FieldDeclaration>;

/**
 * Turns declarations into a model's schema for one language.
 * @param required names of fields that may not be empty
 */
export function buildSchema(
  fields: FieldDeclarations,
  required: string[],
  language: Language,
): ModelSchema {
  const properties: ModelSchema['properties'] = {};
  for (const [index, [name, field]] of Object.entries(fields).entries()) {
    const {
      title,
      description,
      'x-group': group,
      'x-enum-titles': enumTitles,
      'x-enum-descriptions': enumDescriptions,
      ...rest
    } = field;
    properties[name] = {
      ...rest,
      title: textIn(title, language),
      ...(description && { description: textIn(description, language) }),
      ...(group && { 'x-group': textIn(group, language) }),
      ...(enumTitles && { 'x-enum-titles': enumTitles.map((words) => textIn(words, language)) }),
      ...(enumDescriptions && {
        'x-enum-descriptions': enumDescriptions.map((words) => textIn(words, language)),
      }),
      'x-order': index + 1,
    };
  }
  return { properties, required: [...required] };
}

/** The fields of the specification that every text-to-image model shares; engines add or describe. */
export const commonFields = {
  prompt: {
    type: 'string',
    title: { cn: '提示词', en: 'Prompt' },
    minLength: 1,
    maxLength: promptMaxCharacters,
    'x-widget': 'prompt',
  },
  negative_prompt: {
    type: 'string',
    title: { cn: '反向提示词', en: 'Negative prompt' },
    default: '',
    maxLength: promptMaxCharacters,
    'x-widget': 'negative-prompt',
  },
  width: {
    type: 'integer',
    title: { cn: '宽度', en: 'Width' },
    default: parameterDefaults.width,
    minimum: dimensionRange.min,
    maximum: dimensionRange.max,
    multipleOf: dimensionRange.step,
    'x-widget': 'dimensions',
  },
  height: {
    type: 'integer',
    title: { cn: '高度', en: 'Height' },
    default: parameterDefaults.height,
    minimum: dimensionRange.min,
    maximum: dimensionRange.max,
    multipleOf: dimensionRange.step,
    'x-widget': 'dimensions',
  },
  n: {
    type: 'integer',
    title: { cn: '张数', en: 'Pictures' },
    default: parameterDefaults.n,
    minimum: imageCountRange.min,
    maximum: imageCountRange.max,
    multipleOf: imageCountRange.step,
    'x-widget': 'count',
  },
  steps: {
    type: 'integer',
    title: { cn: '步数', en: 'Steps' },
    default: parameterDefaults.steps,
    minimum: stepsRange.min,
    maximum: stepsRange.max,
    multipleOf: stepsRange.step,
    'x-advanced': true,
  },
  cfg_scale: {
    type: 'number',
    title: { cn: '提示词引导（CFG）', en: 'Guidance' },
    default: parameterDefaults.cfg_scale,
    minimum: cfgScaleRange.min,
    maximum: cfgScaleRange.max,
    multipleOf: cfgScaleRange.step,
    'x-advanced': true,
  },
  seed: {
    type: 'string',
    title: { cn: '种子', en: 'Seed' },
    description: {
      cn: '种子和参数相同，画面就相同。留空则每次随机。',
      en: 'The same seed and settings give the same picture. Leave empty for a random one.',
    },
    default: parameterDefaults.seed,
    maxLength: 10,
    'x-widget': 'seed',
    'x-advanced': true,
  },
} as const satisfies FieldDeclarations;

/** What a model that changes a picture takes beside it. */
export const pictureChangeFields = {
  mask: {
    type: 'string',
    format: 'uri',
    title: { cn: '蒙版', en: 'Mask' },
    description: { cn: '白色部分会重新画。', en: 'What is white is painted anew.' },
    'x-widget': 'mask',
  },
  denoising_strength: {
    type: 'number',
    title: { cn: '重绘幅度', en: 'Strength' },
    description: {
      cn: '越高，结果离原图越远。',
      en: 'Higher values go further from the picture.',
    },
    minimum: denoisingStrengthRange.min,
    maximum: denoisingStrengthRange.max,
    multipleOf: denoisingStrengthRange.step,
    default: parameterDefaults.denoising_strength,
  },
} as const satisfies FieldDeclarations;

/** The common ones for engines that can do more than the specification's usual limits (its section 9). */
export const largerFields = {
  width: { ...commonFields.width, 'x-larger-maximum': dimensionRangeLarger.max },
  height: { ...commonFields.height, 'x-larger-maximum': dimensionRangeLarger.max },
  steps: { ...commonFields.steps, 'x-larger-maximum': stepsRangeLarger.max },
} as const satisfies FieldDeclarations;

type ModelWords = Pick<
  EngineModel,
  'model' | 'name' | 'label_cn' | 'label_en' | 'type' | 'description'
>;

/** A model item with the quiet defaults filled in; an engine names what differs. */
export function describeModel(model: ModelWords & Partial<EngineModel>): EngineModel {
  return {
    label_default: model.label_en,
    old_versions_label: '',
    newest_version: null,
    style: null,
    mtype: '',
    gen_type: 'image',
    mark: '',
    mark_en: '',
    default: false,
    invisible: false,
    lora: false,
    civit_lora_not_supported: false,
    use_default_prompt: false,
    params: {},
    schema: model.model,
    lorabase: null,
    upload: null,
    mask: null,
    accept_types: [],
    upload_limit: 0,
    upload_max_side: null,
    upload_max_pixels: null,
    cost: 1,
    cost_pixels: null,
    filed_mappings: { prompt: null, negative_prompt: null },
    disable_translate: true,
    cover: null,
    show_cover: false,
    showcases: [],
    uid: null,
    allow_dimensions: [],
    control_types: [],
    num_outputs: [1],
    default_num_outputs: 1,
    ...model,
  };
}
