import { readableExtensions } from '../../src/domain/file-kinds.ts';
import type { EngineModel } from '../engines/contract/engine.ts';
import { buildSchema, describeModel } from '../../src/domain/schema-fields.ts';
import { commonFields, pictureChangeFields } from '../../src/domain/schema-fields.ts';
import type { FieldDeclaration, FieldDeclarations } from '../../src/domain/schema-fields.ts';
import type { LocalizedText, Language } from '../../src/domain/languages.ts';
import type { ModelSchema } from '../../src/domain/model.ts';
import type { Sampler } from '../../src/diffusion/samplers.ts';
import type { GeneratorType } from '../../src/domain/generator-types.ts';
import { dimensionRange, stepsRange } from '../../src/domain/limits.ts';
import type { DiffusionRun, PackManifest } from '../packs/manifest.ts';
import type { DiffusionMode } from './contract.ts';
import { processMemoryBytes, roomForSides } from './room.ts';

/** A pack whose task is one of ours. */
export type ModelPack = Exclude<PackManifest, { task: 'runtime' | 'judge' }>;
export type DiffusionPack = Extract<PackManifest, { task: 'diffusion' }>;
type TilePack = Exclude<ModelPack, DiffusionPack>;

/** Of what it is given: beyond this, minutes become an hour. */
export const sourceMaxPixels = 2 * 1024 * 1024;

const image = {
  type: 'string',
  format: 'uri',
  title: { cn: '图片', en: 'Picture' },
  description: {
    cn: 'PNG、JPEG、WebP 或 GIF（取第一帧）。',
    en: 'PNG, JPEG, WebP or GIF (its first frame).',
  },
  'x-widget': 'image',
} as const;

function tileFields(pack: TilePack): FieldDeclarations {
  if (pack.task === 'upscale') {
    const scales = pack.run.scales.map(({ scale }) => scale);
    return {
      image,
      scale: {
        type: 'integer',
        title: { cn: '放大倍数', en: 'Enlarge by' },
        enum: scales,
        'x-enum-titles': scales.map((scale) => ({ cn: `${scale} 倍`, en: `${scale}×` })),
        default: scales[0] ?? 2,
      },
    };
  }
  return {
    image,
    strength: {
      type: 'number',
      title: { cn: '强度', en: 'Strength' },
      description: {
        cn: '1 表示完全采用去模糊的结果，较小的值保留一部分原图。',
        en: 'At 1 the result is all the model’s; less keeps some of the picture as it was.',
      },
      minimum: 0.1,
      maximum: 1,
      multipleOf: 0.05,
      default: 1,
    },
  };
}

const modes = {
  'text-to-image': { type: 'Text2Img', ending: '', cn: '文生图', en: 'Text to image' },
  'image-to-image': { type: 'Img2Img', ending: '-image', cn: '图生图', en: 'Image to image' },
  inpainting: { type: 'Inpainting', ending: '-inpaint', cn: '局部重绘', en: 'Inpainting' },
} as const satisfies Record<DiffusionMode, { type: GeneratorType; ending: string } & LocalizedText>;

/** What a pack can be asked for: one model, or one for each tool that it serves. */
export function offersOf(pack: ModelPack): { model: string; mode: DiffusionMode | null }[] {
  const model = `local-${pack.id}`;
  if (pack.task !== 'diffusion') return [{ model, mode: null }];
  const known = Object.entries(modes) as [DiffusionMode, (typeof modes)[DiffusionMode]][];
  return known
    .filter(([mode]) => mode === 'text-to-image' || pack.run.parts.encoder !== null)
    .map(([mode, { ending }]) => ({ model: `${model}${ending}`, mode }));
}

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

const samplerNames: Record<Sampler, string> = {
  euler: 'Euler',
  euler_a: 'Euler a',
  dpmpp_2m: 'DPM++ 2M',
  ddim: 'DDIM',
  lcm: 'LCM',
};

/** Seconds become minutes: a person waits for each. */
const picturesMost = 4;

function diffusionFields(pack: DiffusionPack, mode: DiffusionMode): FieldDeclarations {
  const { run } = pack;
  const { defaults, samplers, is_guided: isGuided, parts } = run;
  const { min, usual, step } = diffusionSides(run);
  // What the machine has no memory for is not offered.
  const max = Math.min(
    dimensionRange.max,
    Math.floor((usual * roomForSides(pack.memory_bytes, processMemoryBytes())) / step) * step,
  );
  const sides = { minimum: min, maximum: max, multipleOf: step };
  const takesPicture = mode !== 'text-to-image';
  const fits = (name: Sampler): boolean => name === 'euler' || name === 'dpmpp_2m';
  return {
    ...(takesPicture && { image }),
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
          default: 'full',
          'x-advanced': true,
        } satisfies FieldDeclaration,
      }),
    seed: commonFields.seed,
  };
}

/** How long it takes here, in words; null before anybody knows. */
function paceWords(secondsPerMegapixel: number | null): LocalizedText | null {
  if (secondsPerMegapixel === null) return null;
  const seconds = Math.max(1, Math.round(secondsPerMegapixel));
  if (seconds < 90) {
    return {
      cn: `在这台机器上，每百万像素约 ${seconds} 秒。`,
      en: `On this machine a megapixel takes about ${seconds} s.`,
    };
  }
  const minutes = Math.round(seconds / 60);
  return {
    cn: `在这台机器上，每百万像素约 ${minutes} 分钟。`,
    en: `On this machine a megapixel takes about ${minutes} min.`,
  };
}

/** The same for a picture that is made with what is set at first. */
function picturePaceWords(seconds: number | null): LocalizedText | null {
  if (seconds === null) return null;
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 90) {
    return {
      cn: `在这台机器上，一张图约 ${whole} 秒。`,
      en: `On this machine a picture takes about ${whole} s.`,
    };
  }
  const minutes = Math.round(whole / 60);
  return {
    cn: `在这台机器上，一张图约 ${minutes} 分钟。`,
    en: `On this machine a picture takes about ${minutes} min.`,
  };
}

/** @param seconds of a megapixel, or of a picture from words as it is made at first; null while unknown */
export function describeLocalModel(
  pack: ModelPack,
  { model, mode }: ReturnType<typeof offersOf>[number],
  seconds: number | null,
): EngineModel {
  const pace = mode === null ? paceWords(seconds) : picturePaceWords(seconds);
  const takesPicture = mode !== 'text-to-image';
  return describeModel({
    model,
    name: model,
    label_cn: pack.name.cn,
    label_en: pack.name.en,
    type: mode === null ? (pack.task === 'upscale' ? 'Upscaling' : 'Restore') : modes[mode].type,
    mark: '神经网络',
    mark_en: 'Neural network',
    ...(takesPicture && {
      upload: 'image',
      accept_types: readableExtensions,
      upload_limit: 1,
      upload_max_pixels: sourceMaxPixels,
    }),
    ...(mode !== null && {
      // It takes no file of that kind, and says so by having no field for it.
      civit_lora_not_supported: true,
      disable_translate: false,
      filed_mappings: {
        prompt: 'prompt',
        negative_prompt: localSchemaFields(pack, mode)['negative_prompt']
          ? 'negative_prompt'
          : null,
      },
      num_outputs: Array.from({ length: picturesMost }, (_, index) => index + 1),
      ...(mode === 'inpainting' && { mask: 'mask' }),
    }),
    description: {
      text: `${pack.about.cn}${pace?.cn ?? ''}`,
      text_en: [pack.about.en, pace?.en ?? ''].join(' ').trim(),
    },
  });
}

const localSchemaFields = (pack: ModelPack, mode: DiffusionMode | null): FieldDeclarations =>
  pack.task === 'diffusion' ? diffusionFields(pack, mode ?? 'text-to-image') : tileFields(pack);

export function localSchema(
  pack: ModelPack,
  mode: DiffusionMode | null,
  language: Language,
): ModelSchema {
  const required = {
    'text-to-image': ['prompt'],
    'image-to-image': ['image', 'prompt'],
    inpainting: ['image', 'mask', 'prompt'],
  };
  return buildSchema(
    localSchemaFields(pack, mode),
    mode === null ? ['image'] : required[mode],
    language,
  );
}
