import { denoisingStrengthRange, dimensionRange, seedVariationRange } from '../domain/limits.ts';
import { controlWords } from '../domain/control-words.ts';
import type { Language } from '../domain/languages.ts';
import type { ModelSchema, UpfrontLimits } from '../domain/model.ts';
import {
  controlTypes,
  defaultNegativePrompt,
  parameterDefaults,
  type ControlType,
} from '../domain/parameters.ts';
import { stepWeight } from '../domain/upfront.ts';
import {
  buildSchema,
  commonFields,
  largerFields,
  type FieldDeclarations,
} from '../domain/schema-fields.ts';
import {
  additionFields,
  choice,
  finishingFields,
  kudosField,
  makingFields,
} from './advanced-fields.ts';
import type { ModelTraits } from './baselines.ts';
import type { AlchemyTool, PictureType } from './model-ids.ts';
import { faceFixers, upscalers } from './post-processors.ts';

const picture = {
  type: 'string',
  format: 'uri',
  title: { cn: '图片', en: 'Picture' },
  'x-widget': 'image',
} as const;

const border = (cn: string, en: string) =>
  ({
    type: 'integer',
    title: { cn, en },
    default: 128,
    minimum: 0,
    maximum: 1024,
  }) as const;

const outpaintFields = {
  left: border('左边增加', 'Grow left'),
  right: border('右边增加', 'Grow right'),
  top: border('上边增加', 'Grow up'),
  bottom: border('下边增加', 'Grow down'),
} satisfies FieldDeclarations;

/** Those that a baseline's ControlNets know; the Horde refuses the others (section 3.3 of the contract). */
export function controlTypesFor(traits: ModelTraits): ControlType[] {
  const all = controlTypes.filter((name) => name !== 'none');
  return traits.baseline === 'sd2'
    ? all.filter((name) => name !== 'normal' && name !== 'hough')
    : all;
}

function controlFields(traits: ModelTraits): FieldDeclarations {
  return {
    control_type: {
      ...choice(controlTypesFor(traits).map((name) => ({ name, words: controlWords[name] }))),
      title: { cn: '参照', en: 'Guided by' },
    },
    image_is_control: {
      type: 'boolean',
      title: { cn: '图片已是线稿或深度图', en: 'The picture is the guide itself' },
      default: false,
      'x-advanced': true,
    },
  };
}

const strengthDefaults: Readonly<Partial<Record<PictureType, number>>> = {
  Img2Img: parameterDefaults.denoising_strength,
  Inpainting: 1,
  Outpainting: 1,
};

/** 20 steps are the most that guided pictures get without kudos in advance, 40 the most they get at all. */
const controlSteps = { free: 20, max: 40 };

function guidedSteps({ steps, sampler }: ModelTraits) {
  const free = Math.floor(controlSteps.free / stepWeight(sampler));
  const max = Math.min(controlSteps.max, steps.max);
  return {
    min: steps.min,
    max,
    default: Math.max(steps.min, Math.min(free, max)),
  };
}

/** However idle the Horde is, more has to be paid for in advance. */
const freePixels = 1024 * 1024;

function upfrontLimits(type: PictureType, { freeSteps }: ModelTraits): UpfrontLimits {
  const steps = type === 'Condition' ? Math.min(controlSteps.free, freeSteps) : freeSteps;
  return { steps, pixels: freePixels };
}

function sizeFields(type: PictureType, traits: ModelTraits): FieldDeclarations {
  if (type === 'Outpainting') return outpaintFields;
  const size = (field: typeof largerFields.width | typeof largerFields.height) => {
    const { default: _default, ...rest } = field;
    // With a picture its shape decides, unless somebody says otherwise.
    if (type !== 'Text2Img') return { ...rest, 'x-advanced': true };
    return { ...rest, default: Math.min(traits.nativeSide, dimensionRange.max) };
  };
  return { width: size(largerFields.width), height: size(largerFields.height) };
}

function sourceFields(type: PictureType): FieldDeclarations {
  if (type === 'Text2Img') return {};
  if (type !== 'Inpainting') return { image: picture };
  return {
    image: {
      ...picture,
      description: {
        cn: '没有蒙版时，会重画图里透明的地方。',
        en: 'Without a mask, its see-through parts are painted anew.',
      },
    },
    mask: {
      type: 'string',
      format: 'uri',
      title: { cn: '蒙版', en: 'Mask' },
      description: { cn: '白色的地方会重画。', en: 'White is painted anew.' },
      'x-widget': 'mask',
    },
  };
}

function pictureFields(type: PictureType, traits: ModelTraits): FieldDeclarations {
  const steps = type === 'Condition' ? guidedSteps(traits) : traits.steps;
  // Guided pictures get no more, however much is asked for.
  const largerSteps = type === 'Condition' ? undefined : traits.steps.larger;
  const strength = strengthDefaults[type];
  return {
    ...sourceFields(type),
    prompt: commonFields.prompt,
    negative_prompt: { ...commonFields.negative_prompt, default: defaultNegativePrompt },
    ...(type === 'Condition' && controlFields(traits)),
    ...sizeFields(type, traits),
    n: commonFields.n,
    ...(strength !== undefined && {
      denoising_strength: {
        type: 'number',
        title: { cn: '改变多少', en: 'Strength of change' },
        default: strength,
        minimum: denoisingStrengthRange.min,
        maximum: denoisingStrengthRange.max,
        multipleOf: denoisingStrengthRange.step,
        ...(type !== 'Img2Img' && { 'x-advanced': true }),
      } as const,
    }),
    steps: {
      ...commonFields.steps,
      default: steps.default,
      minimum: steps.min,
      maximum: steps.max,
      ...(largerSteps !== undefined && { 'x-larger-maximum': largerSteps }),
      description: { cn: '步数越多越细致，也越慢。', en: 'More steps take longer and add detail.' },
    },
    cfg_scale: {
      ...commonFields.cfg_scale,
      default: traits.cfgScale,
      minimum: traits.cfgRange.min,
      maximum: traits.cfgRange.max,
      description: {
        cn: '数值越高，画面越贴合提示词。',
        en: 'Higher values follow the prompt more closely.',
      },
    },
    ...makingFields(type, traits),
    ...additionFields(traits),
    ...finishingFields,
    seed: commonFields.seed,
    seed_variation: {
      type: 'integer',
      title: { cn: '种子变化', en: 'Seed variation' },
      description: {
        cn: '一次画多张时，各张的种子相差多少。',
        en: 'How far apart the seeds of several pictures are.',
      },
      default: parameterDefaults.seed_variation,
      minimum: seedVariationRange.min,
      maximum: seedVariationRange.max,
      'x-advanced': true,
    },
    ...kudosField,
  };
}

export function pictureSchema(
  type: PictureType,
  traits: ModelTraits,
  language: Language,
): ModelSchema {
  const required = type === 'Text2Img' ? ['prompt'] : ['image', 'prompt'];
  return {
    ...buildSchema(pictureFields(type, traits), required, language),
    'x-upfront': upfrontLimits(type, traits),
  };
}

export function toolSchema(tool: AlchemyTool, language: Language): ModelSchema {
  const fields: FieldDeclarations = { image: picture };
  if (tool === 'upscale') {
    fields['upscaler'] = { ...choice(upscalers), title: { cn: '方式', en: 'Method' } };
  } else if (tool === 'faces') {
    fields['face_fixer'] = { ...choice(faceFixers), title: { cn: '方式', en: 'Method' } };
  }
  return buildSchema(fields, ['image'], language);
}
