import { clipSkipRange, denoisingStrengthRange, lorasMax } from '../domain/limits.ts';
import { parameterDefaults } from '../domain/parameters.ts';
import type { FieldDeclarations } from '../domain/schema-fields.ts';
import { hordeStrengths } from './additions.ts';
import type { ModelTraits } from './baselines.ts';
import type { PictureType } from './model-ids.ts';
import { faceFixers, none, upscalers } from './post-processors.ts';

type Choice = { name: string; words: { cn: string; en: string } };

/** A field with one of several names; `otherwise` are the words for none of them. */
export function choice(entries: readonly Choice[], otherwise?: { cn: string; en: string }) {
  const all = otherwise ? [{ name: none, words: otherwise }, ...entries] : entries;
  return {
    type: 'string',
    enum: all.map(({ name }) => name),
    'x-enum-titles': all.map(({ words }) => words),
    default: all[0]!.name,
  } as const;
}

export function additionFields(traits: ModelTraits): FieldDeclarations {
  if (!traits.additions) return {};
  return {
    loras: {
      type: 'array',
      title: { cn: 'LoRA', en: 'LoRAs' },
      description: {
        cn: 'CivitAI 的编号或名称，可加强度，如 12345:0.8；指定版本写 12345@67890。最多 4 个。',
        en: 'Number or name at CivitAI, with a strength if you like: 12345:0.8; one version is 12345@67890. Four at most.',
      },
      default: [],
      maxItems: lorasMax,
      'x-strength': hordeStrengths,
      'x-advanced': true,
    },
    tis: {
      type: 'array',
      title: { cn: '文本反转', en: 'Textual inversions' },
      description: {
        cn: '写法同上；前面加减号，用于反向提示词。',
        en: 'Written in the same way; with a minus in front for the negative prompt.',
      },
      default: [],
      'x-advanced': true,
    },
  };
}

/** How it is made; behind "More". */
export function makingFields(type: PictureType, traits: ModelTraits): FieldDeclarations {
  const isText = type === 'Text2Img';
  return {
    sampler_name: {
      type: 'string',
      title: { cn: '采样器', en: 'Sampler' },
      enum: [...traits.samplers],
      default: traits.sampler,
      'x-advanced': true,
    },
    karras: {
      type: 'boolean',
      title: { cn: 'Karras 调度', en: 'Karras schedule' },
      default: parameterDefaults.karras,
      'x-advanced': true,
    },
    clip_skip: {
      type: 'integer',
      title: { cn: '跳过 CLIP 层', en: 'CLIP skip' },
      default: traits.clipSkip,
      minimum: clipSkipRange.min,
      maximum: clipSkipRange.max,
      'x-advanced': true,
    },
    ...(isText && {
      tiling: {
        type: 'boolean',
        title: { cn: '无缝平铺', en: 'Seamless tile' },
        default: false,
        'x-advanced': true,
      } as const,
    }),
    ...(isText &&
      traits.hiresFix && {
        hires_fix: {
          type: 'boolean',
          title: { cn: '高清修复', en: 'Hires fix' },
          description: {
            cn: '先画小图再放大重画，大图的构图更稳。',
            en: 'Draws small first and then larger, which keeps large pictures in one piece.',
          },
          default: false,
          'x-advanced': true,
        } as const,
        hires_strength: {
          type: 'number',
          title: { cn: '高清修复强度', en: 'Hires fix strength' },
          default: 0.65,
          minimum: denoisingStrengthRange.min,
          maximum: denoisingStrengthRange.max,
          multipleOf: denoisingStrengthRange.step,
          'x-advanced': true,
        } as const,
      }),
    ...(isText &&
      traits.transparent && {
        transparent: {
          type: 'boolean',
          title: { cn: '透明背景', en: 'Transparent background' },
          default: false,
          'x-advanced': true,
        } as const,
      }),
  };
}

/** What happens to it afterwards. */
export const finishingFields = {
  face_fixer: {
    ...choice(faceFixers, { cn: '不修', en: 'None' }),
    title: { cn: '修脸', en: 'Fix faces' },
    'x-advanced': true,
  },
  facefixer_strength: {
    type: 'number',
    title: { cn: '修脸强度', en: 'Strength of face fixing' },
    default: 0.75,
    minimum: 0,
    maximum: 1,
    multipleOf: 0.05,
    'x-advanced': true,
  },
  upscaler: {
    ...choice(upscalers, { cn: '不放大', en: 'None' }),
    title: { cn: '放大', en: 'Enlarge' },
    'x-advanced': true,
  },
  remove_background: {
    type: 'boolean',
    title: { cn: '去背景', en: 'Remove the background' },
    default: false,
    'x-advanced': true,
  },
  post_processing: {
    type: 'array',
    title: { cn: '后期处理', en: 'Post-processing' },
    default: [],
    // For callers of the AI Horde's form, who know it by this name; a form has the three above.
    'x-hidden': true,
  },
} satisfies FieldDeclarations;

export const kudosField = {
  allow_downgrade: {
    type: 'boolean',
    title: { cn: 'kudos 不够时缩小', en: 'Make it smaller if kudos are short' },
    description: {
      cn: '大图或步数多的图可能要先付 kudos。打开后，不够就自动缩小尺寸、减少步数，结果里会注明；关着就会被拒绝，并告诉你要多少。',
      en: 'Large pictures or many steps may want kudos in advance. If on, they get fewer pixels and steps when there are too few, and the result says so; if off, the request is refused with its cost.',
    },
    default: false,
    'x-advanced': true,
  },
} satisfies FieldDeclarations;
