import { readableExtensions } from '../domain/file-kinds.ts';
import type { EngineModel } from '../domain/engine.ts';
import type { LocalizedText } from '../domain/languages.ts';
import { dimensionRange, lorasMax, stepsRange } from '../domain/limits.ts';
import { buildSchema, commonFields, pictureChangeFields } from '../domain/schema-fields.ts';
import type { FieldDeclaration, FieldDeclarations } from '../domain/schema-fields.ts';
import type { Language } from '../domain/languages.ts';
import type { ModelSchema } from '../domain/model.ts';
import { sizeLike } from '../domain/size-like.ts';
import { diffusionModes, sourceMaxPixels } from './offers.ts';
import { roomForSides, type DiffusionMode, type DiffusionRun } from './run.ts';
import type { Sampler } from './samplers.ts';

export const imageField = {
  type: 'string',
  format: 'uri',
  title: { cn: '图片', en: 'Picture' },
  description: {
    cn: 'PNG、JPEG、WebP 或 GIF（取第一帧）。',
    en: 'PNG, JPEG, WebP or GIF (its first frame).',
  },
  'x-widget': 'image',
} as const;

/** Of a model that takes one picture. */
export const pictureTraits = {
  upload: 'image',
  accept_types: readableExtensions,
  upload_limit: 1,
  upload_max_pixels: sourceMaxPixels,
} satisfies Partial<EngineModel>;

/** Sides of a picture in pixels: a network makes its own size well, and others less so. */
export function diffusionSides({ defaults, rule }: DiffusionRun): {
  min: number;
  usual: number;
  step: number;
} {
  const usual = Math.max(defaults.width, defaults.height);
  // A model of a test is smaller than any that people use.
  const isTiny = usual < dimensionRange.min;
  return {
    min: isTiny ? rule.factor * 4 : Math.min(256, usual),
    usual,
    step: isTiny ? rule.factor * 2 : dimensionRange.step,
  };
}

/** How large a picture becomes that another one begins: as large as the model's own, in its shape. */
export function sizeFor(run: DiffusionRun, like: { width: number; height: number }) {
  const { min, usual, step } = diffusionSides(run);
  return sizeLike(like, run.defaults.width * run.defaults.height, step, { min, max: 2 * usual });
}

const samplerNames: Record<Sampler, string> = {
  euler: 'Euler',
  euler_a: 'Euler a',
  dpmpp_2m: 'DPM++ 2M',
  ddim: 'DDIM',
  lcm: 'LCM',
};

/** Seconds become minutes: a person waits for each. */
const picturesMost = 4;

/** What a form is made of. */
export interface DiffusionForm {
  run: DiffusionRun;
  /** Of memory, at the model's own size, and as much as there is. */
  neededBytes: number;
  availableBytes: number;
  /** The small decoder is used unless somebody asks for the full one. */
  prefersFast?: boolean;
}

function diffusionFields(
  { run, neededBytes, availableBytes, prefersFast = false }: DiffusionForm,
  mode: DiffusionMode,
): FieldDeclarations {
  const { defaults, samplers, is_guided: isGuided, parts } = run;
  const { min, usual, step } = diffusionSides(run);
  // What the machine has no memory for is not offered.
  const max = Math.min(
    dimensionRange.max,
    Math.floor((usual * roomForSides(neededBytes, availableBytes)) / step) * step,
  );
  const sides = { minimum: min, maximum: max, multipleOf: step };
  const takesPicture = mode !== 'text-to-image';
  const fits = (name: Sampler): boolean => name === 'euler' || name === 'dpmpp_2m';
  return {
    ...(takesPicture && { image: imageField }),
    ...(mode === 'inpainting' && { mask: pictureChangeFields.mask }),
    prompt: commonFields.prompt,
    ...(isGuided &&
      run.rule.guidance_width === null && { negative_prompt: commonFields.negative_prompt }),
    ...(!takesPicture && {
      width: { ...commonFields.width, ...sides, default: defaults.width },
      height: { ...commonFields.height, ...sides, default: defaults.height },
    }),
    n: { ...commonFields.n, maximum: picturesMost, default: 1 },
    ...(takesPicture && { denoising_strength: pictureChangeFields.denoising_strength }),
    steps: {
      ...commonFields.steps,
      minimum: 1,
      maximum: Math.max(stepsRange.max, defaults.steps),
      default: takesPicture ? Math.max(2, defaults.steps) : defaults.steps,
    },
    ...(isGuided && {
      cfg_scale: { ...commonFields.cfg_scale, minimum: 1, default: defaults.cfg },
    }),
    ...(samplers.length > 1 && {
      sampler: {
        type: 'string',
        title: { cn: '采样器', en: 'Sampler' },
        enum: [...samplers],
        'x-enum-titles': samplers.map((name) => ({
          cn: samplerNames[name],
          en: samplerNames[name],
        })),
        default: defaults.sampler,
        'x-advanced': true,
      } satisfies FieldDeclaration,
    }),
    ...(samplers.some(fits) &&
      isGuided && {
        karras: {
          type: 'boolean',
          title: { cn: 'Karras 噪声调度', en: 'Karras schedule' },
          description: {
            cn: '越到后面步子越小；只对 Euler 和 DPM++ 2M 有效。',
            en: 'Smaller steps towards the end; for Euler and DPM++ 2M alone.',
          },
          default: defaults.karras,
          'x-advanced': true,
        } satisfies FieldDeclaration,
      }),
    ...(run.loras !== undefined && {
      loras: {
        type: 'array',
        title: { cn: 'LoRA', en: 'LoRAs' },
        description: {
          cn: `放在这个模型旁边的 LoRA，最多 ${lorasMax} 个。`,
          en: `Those that lie beside this model; ${lorasMax} at most.`,
        },
        default: [],
        maxItems: lorasMax,
        'x-names': run.loras.map(({ name }) => name),
        'x-strength': { minimum: 0, maximum: 2, multipleOf: 0.05 },
      } satisfies FieldDeclaration,
    }),
    ...(run.clip_skips > 0 && {
      clip_skip: {
        type: 'integer',
        title: { cn: 'CLIP 跳层', en: 'CLIP skip' },
        description: {
          cn: '1 表示用到最后一层；动漫模型常用 2。',
          en: '1 uses all layers; models for anime often want 2.',
        },
        minimum: 1,
        maximum: run.clip_skips + 1,
        default: 1,
        'x-advanced': true,
      } satisfies FieldDeclaration,
    }),
    ...(parts.tiny_decoder !== null &&
      parts.tiny_decoder !== parts.decoder && {
        decoder: {
          type: 'string',
          title: { cn: '解码器', en: 'Decoder' },
          description: {
            cn: '把结果变成图片：完整的更细致，快速的省好几秒和不少内存。',
            en: 'Turns what was made into a picture: the full one is finer, the fast one saves seconds and memory.',
          },
          enum: ['full', 'fast'],
          'x-enum-titles': [
            { cn: '完整', en: 'Full' },
            { cn: '快速', en: 'Fast' },
          ],
          default: prefersFast ? 'fast' : 'full',
          'x-advanced': true,
        } satisfies FieldDeclaration,
      }),
    seed: commonFields.seed,
  };
}

const requiredFields: Readonly<Record<DiffusionMode, string[]>> = {
  'text-to-image': ['prompt'],
  'image-to-image': ['image', 'prompt'],
  inpainting: ['image', 'mask', 'prompt'],
};

export const diffusionSchema = (
  form: DiffusionForm,
  mode: DiffusionMode,
  language: Language,
): ModelSchema => buildSchema(diffusionFields(form, mode), requiredFields[mode], language);

/** What a model item says of such a model beside its names. */
export function diffusionTraits(
  form: DiffusionForm,
  mode: DiffusionMode,
): Pick<EngineModel, 'type' | 'num_outputs' | 'filed_mappings'> & Partial<EngineModel> {
  return {
    type: diffusionModes[mode].type,
    ...(mode !== 'text-to-image' && pictureTraits),
    // It takes those that lie beside it, where there are any, and no others.
    civit_lora_not_supported: true,
    lora: form.run.loras !== undefined,
    disable_translate: false,
    filed_mappings: {
      prompt: 'prompt',
      negative_prompt: diffusionFields(form, mode)['negative_prompt'] ? 'negative_prompt' : null,
    },
    num_outputs: Array.from({ length: picturesMost }, (_, index) => index + 1),
    ...(mode === 'inpainting' && { mask: 'mask' }),
  };
}

/** How long a picture takes that is made with what is set at first, in words. */
export function picturePaceWords(seconds: number, where: LocalizedText): LocalizedText {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 90) {
    return {
      cn: `${where.cn}，一张图约 ${whole} 秒。`,
      en: `${where.en} a picture takes about ${whole} s.`,
    };
  }
  const minutes = Math.round(whole / 60);
  return {
    cn: `${where.cn}，一张图约 ${minutes} 分钟。`,
    en: `${where.en} a picture takes about ${minutes} min.`,
  };
}
