import type { GeneratorType } from '../../../src/domain/generator-types.ts';
import {
  cfgScaleRange,
  denoisingStrengthRange,
  dimensionRange,
  dimensionRangeLarger,
  imageCountRange,
  lorasMax,
  stepsRange,
} from '../../../src/domain/limits.ts';
import type { LocalizedText, Language } from '../../../src/domain/languages.ts';
import type { ModelSchema } from '../../../src/domain/model.ts';
import type { EngineModel } from '../contract/engine.ts';
import {
  buildSchema,
  commonFields,
  largerFields,
  pictureChangeFields,
  describeModel,
  type FieldDeclaration,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import type { Capabilities, SdcppGuidance } from './answers.ts';

/** What one server can be asked for; the last part of a model's id. */
export const modes = {
  'text-to-image': { type: 'Text2Img', cn: '文生图', en: 'Text to image' },
  'image-to-image': { type: 'Img2Img', cn: '图生图', en: 'Image to image' },
  inpainting: { type: 'Inpainting', cn: '局部重绘', en: 'Inpainting' },
  references: { type: 'Img2Img', cn: '参考图生图', en: 'Pictures to work from' },
} as const satisfies Record<string, { type: GeneratorType } & LocalizedText>;
export type Mode = keyof typeof modes;

/** The mode of one of this engine's model ids; null when it is none. */
export function modeOf(name: string, model: string): Mode | null {
  const mode = model.startsWith(`${name}/`) ? model.slice(name.length + 1) : '';
  return Object.hasOwn(modes, mode) ? (mode as Mode) : null;
}

const countMax = (known: Capabilities): number =>
  Math.min(imageCountRange.max, known.limits.max_batch_count);

export function sdcppModels(options: {
  name: string;
  label: LocalizedText | undefined;
  cost: number;
  costPixels: number | null;
  known: Capabilities;
  /** Pictures that it can be shown beside the words. */
  references: number;
}): EngineModel[] {
  const { name, known, references } = options;
  const stem = known.model.stem || name;
  const labels = { cn: options.label?.cn ?? stem, en: options.label?.en ?? stem };
  const offered = Object.entries(modes).filter(([mode]) => mode !== 'references' || references > 0);
  return offered.map(([mode, words]) =>
    describeModel({
      model: `${name}/${mode}`,
      name: stem,
      // Two of one tool are told apart.
      label_cn: mode === 'references' ? `${labels.cn} · ${words.cn}` : labels.cn,
      label_en: mode === 'references' ? `${labels.en} · ${words.en}` : labels.en,
      type: words.type,
      // One file for all of its tools, named as its operator likes: the name says nothing of what it is for.
      mtype: '',
      // It takes the files that lie beside it.
      civit_lora_not_supported: true,
      mark: '自有引擎',
      mark_en: 'Own server',
      cost: options.cost,
      cost_pixels: options.costPixels,
      disable_translate: false,
      filed_mappings: { prompt: 'prompt', negative_prompt: 'negative_prompt' },
      num_outputs: Array.from({ length: countMax(known) }, (_, index) => index + 1),
      description: {
        text: `${words.cn}，由你自己的 stable-diffusion.cpp 服务器生成。`,
        text_en: `${words.en} on your own stable-diffusion.cpp server.`,
      },
      ...(mode !== 'text-to-image' && {
        upload: 'image',
        upload_limit: mode === 'references' ? references : 1,
        accept_types: ['png', 'jpg', 'jpeg', 'webp'],
      }),
      ...(mode === 'inpainting' && { mask: 'mask' }),
    }),
  );
}

const clamp = (value: number, { min, max, step }: { min: number; max: number; step: number }) =>
  Math.min(max, Math.max(min, Math.round(value / step) * step));

const pictureField = {
  type: 'string',
  format: 'uri',
  title: { cn: '图片', en: 'Picture' },
  'x-widget': 'image',
} as const satisfies FieldDeclaration;

const referencesField = (most: number) =>
  ({
    type: 'array',
    items: { type: 'string' },
    format: 'uri',
    title: { cn: '参考图', en: 'Pictures' },
    description: {
      cn: '在提示词里说怎样用它们，可以叫“图 1”“图 2”。',
      en: 'Say in the prompt what to make of them; call them “image 1”, “image 2”.',
    },
    maxItems: most,
    'x-widget': 'image',
  }) as const satisfies FieldDeclaration;

/** A list to choose from; left out when the server names none or its own choice is not among them. */
function choice(
  field: string,
  title: LocalizedText,
  listed: readonly string[],
  preferred: string,
): FieldDeclarations {
  if (listed.length === 0) return {};
  const values = listed.includes(preferred) ? [...listed] : ['default', ...listed];
  return {
    [field]: {
      type: 'string',
      title,
      enum: [...new Set(values)],
      default: listed.includes(preferred) ? preferred : 'default',
      'x-advanced': true,
    },
  };
}

const guidanceGroup = { cn: '引导细节', en: 'Guidance in detail' } as const;

/** Parts of `sample_params.guidance`, under their paths there; those that the server has a default for. */
const guidanceParts = {
  distilled_guidance: {
    title: { cn: '蒸馏引导', en: 'Distilled guidance' },
    description: {
      cn: 'FLUX 一类的模型用它代替 CFG。',
      en: 'What models such as FLUX have for CFG.',
    },
    maximum: 20,
    multipleOf: 0.1,
  },
  'slg.scale': {
    title: { cn: '跳层引导', en: 'Skip-layer guidance' },
    description: {
      cn: 'SD 3.5 一类的模型可用；0 为关闭。',
      en: 'For models such as SD 3.5; 0 is off.',
    },
    maximum: 10,
    multipleOf: 0.1,
  },
  'slg.layer_start': {
    title: { cn: '跳层从', en: 'Layers skipped from' },
    maximum: 1,
    multipleOf: 0.01,
  },
  'slg.layer_end': {
    title: { cn: '跳层到', en: 'Layers skipped until' },
    maximum: 1,
    multipleOf: 0.01,
  },
} as const satisfies Record<string, Partial<FieldDeclaration>>;

export const guidancePaths = Object.keys(guidanceParts);
/** What such a part is called among the inputs. */
export const guidanceName = (path: string): string => `guidance.${path}`;

function guidanceFields(known: SdcppGuidance | undefined): FieldDeclarations {
  const presets: Record<string, number | undefined> = {
    distilled_guidance: known?.distilled_guidance,
    'slg.scale': known?.slg?.scale,
    'slg.layer_start': known?.slg?.layer_start,
    'slg.layer_end': known?.slg?.layer_end,
  };
  const fields: FieldDeclarations = {};
  for (const [path, part] of Object.entries(guidanceParts)) {
    const preset = presets[path];
    if (preset === undefined) continue;
    fields[guidanceName(path)] = {
      ...part,
      type: 'number',
      minimum: 0,
      default: clamp(preset, { min: 0, max: part.maximum, step: part.multipleOf }),
      'x-group': guidanceGroup,
      'x-advanced': true,
    };
  }
  return fields;
}

/** Defaults are the server's own: a distilled model wants four steps, another thirty. */
export function sdcppSchema(
  mode: Mode,
  known: Capabilities,
  references: number,
  language: Language,
): ModelSchema {
  const changesPicture = mode === 'image-to-image' || mode === 'inpainting';
  const defaults = known.defaults_by_mode?.img_gen;
  const sampling = defaults?.sample_params;
  const sides = {
    minimum: Math.max(dimensionRange.min, known.limits.min_width),
    maximum: Math.min(dimensionRange.max, known.limits.max_width),
    'x-larger-maximum': Math.min(dimensionRangeLarger.max, known.limits.max_width),
  };
  const fields: FieldDeclarations = {
    ...(changesPicture && { image: pictureField }),
    ...(mode === 'references' && { image: referencesField(references) }),
    ...(mode === 'inpainting' && { mask: pictureChangeFields.mask }),
    prompt: commonFields.prompt,
    negative_prompt: {
      ...commonFields.negative_prompt,
      default: defaults?.negative_prompt ?? '',
    },
    ...(mode === 'text-to-image' && {
      width: {
        ...commonFields.width,
        ...sides,
        default: clamp(defaults?.width ?? 512, dimensionRange),
      },
      height: {
        ...commonFields.height,
        ...sides,
        default: clamp(defaults?.height ?? 512, dimensionRange),
      },
    }),
    n: { ...commonFields.n, maximum: countMax(known) },
    ...(changesPicture && {
      denoising_strength: {
        ...pictureChangeFields.denoising_strength,
        default: clamp(defaults?.strength ?? 0.75, denoisingStrengthRange),
      },
    }),
    steps: { ...largerFields.steps, default: clamp(sampling?.sample_steps ?? 20, stepsRange) },
    cfg_scale: {
      ...commonFields.cfg_scale,
      default: clamp(sampling?.guidance.txt_cfg ?? 7, cfgScaleRange),
    },
    ...guidanceFields(sampling?.guidance),
    ...choice(
      'sampler',
      { cn: '采样器', en: 'Sampler' },
      known.samplers,
      sampling?.sample_method ?? 'default',
    ),
    ...choice(
      'scheduler',
      { cn: '调度器', en: 'Scheduler' },
      known.schedulers,
      sampling?.scheduler ?? 'default',
    ),
    ...(known.loras.length > 0 && {
      loras: {
        type: 'array',
        title: { cn: 'LoRA', en: 'LoRAs' },
        description: {
          cn: `这台服务器有的 LoRA，最多 ${lorasMax} 个。`,
          en: `Those that this server has; ${lorasMax} at most.`,
        },
        default: [],
        maxItems: lorasMax,
        'x-names': known.loras.map(({ name }) => name),
        'x-strength': { minimum: 0, maximum: 2, multipleOf: 0.05 },
      } satisfies FieldDeclaration,
    }),
    seed: commonFields.seed,
  };
  const required = {
    'text-to-image': [],
    'image-to-image': ['image'],
    inpainting: ['image', 'mask'],
    references: ['image'],
  };
  return buildSchema(fields, [...required[mode], 'prompt'], language);
}
