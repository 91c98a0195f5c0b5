import { imageCountRange, modelNameMaxCharacters } from '../../../src/domain/limits.ts';
import {
  defaultNegativePrompt,
  parameterDefaults,
  samplerNames,
} from '../../../src/domain/parameters.ts';
import type { Language, ModelSchema } from '../../../src/domain/model.ts';
import type { EngineModel } from '../engine.ts';
import {
  buildSchema,
  commonFields,
  describeModel,
  type FieldDeclarations,
} from '../schema-fields.ts';

const prefix = 'horde/';
const listMax = 40;

/** Known by name and good for a start; shown first, in this order. */
const wellKnown: readonly { name: string; cn: string; en: string }[] = [
  {
    name: 'AlbedoBase XL (SDXL)',
    cn: '全能的 SDXL 模型，写实、插画都行。',
    en: 'An all-round SDXL model, photographic and illustrated.',
  },
  { name: 'Deliberate', cn: '细节丰富的 SD 1.5 模型。', en: 'A detailed SD 1.5 model.' },
  { name: 'Dreamshaper', cn: '梦幻插画风格。', en: 'Dreamlike illustration.' },
  { name: 'Juggernaut XL', cn: '写实摄影风格的 SDXL 模型。', en: 'An SDXL model for photographs.' },
  { name: 'Pony Diffusion XL', cn: '动漫与卡通风格。', en: 'Anime and cartoon.' },
  { name: 'Anything Diffusion', cn: '动漫风格。', en: 'Anime.' },
  {
    name: 'stable_diffusion',
    cn: '经典的 Stable Diffusion 1.5。',
    en: 'The classic Stable Diffusion 1.5.',
  },
];

/** Not for text to image: they need a source picture. */
const needsSource = /inpainting|pix2pix|Stable Diffusion 2 Depth/i;

const fields = {
  prompt: commonFields.prompt,
  negative_prompt: { ...commonFields.negative_prompt, default: defaultNegativePrompt },
  width: commonFields.width,
  height: commonFields.height,
  n: commonFields.n,
  steps: {
    ...commonFields.steps,
    description: { cn: '步数越多越细致，也越慢。', en: 'More steps take longer and add detail.' },
  },
  cfg_scale: {
    ...commonFields.cfg_scale,
    description: {
      cn: '数值越高，画面越贴合提示词。',
      en: 'Higher values follow the prompt more closely.',
    },
  },
  sampler_name: {
    type: 'string',
    title: { cn: '采样器', en: 'Sampler' },
    enum: [...samplerNames],
    default: parameterDefaults.sampler_name,
    'x-advanced': true,
  },
  karras: {
    type: 'boolean',
    title: { cn: 'Karras 调度', en: 'Karras schedule' },
    default: parameterDefaults.karras,
    'x-advanced': true,
  },
  seed: commonFields.seed,
} satisfies FieldDeclarations;

/** The Horde's name of one of our model ids; null when it is none. */
export function hordeModelName(model: string): string | null {
  return model.startsWith(prefix) && model.length > prefix.length
    ? model.slice(prefix.length)
    : null;
}

function cut(name: string): string {
  const characters = [...name.replaceAll('_', ' ')];
  if (characters.length <= modelNameMaxCharacters) return characters.join('');
  return `${characters
    .slice(0, modelNameMaxCharacters - 1)
    .join('')
    .trim()}…`;
}

function offer(name: string): EngineModel {
  const known = wellKnown.find((candidate) => candidate.name === name);
  const shared = {
    cn: '由 AI Horde 志愿者的显卡生成，需要网络，等多久看排队情况。',
    en: 'Made by volunteers’ GPUs of the AI Horde: needs a network, and the wait depends on the queue.',
  };
  return describeModel({
    model: `${prefix}${name}`,
    name,
    label_cn: cut(name),
    label_en: cut(name),
    type: 'Text2Img',
    mtype: 'ckpt',
    mark: '社区',
    mark_en: 'Community',
    disable_translate: false,
    filed_mappings: { prompt: 'prompt', negative_prompt: 'negative_prompt' },
    num_outputs: Array.from({ length: imageCountRange.max }, (_, index) => index + 1),
    description: {
      text: `${known?.cn ?? ''}${shared.cn}`,
      text_en: [known?.en, shared.en].filter(Boolean).join(' '),
    },
  });
}

/** Well-known names first, then the best served; only those that someone serves. */
export function offeredModels(served: readonly { name: string; count: number }[]): EngineModel[] {
  const usable = served.filter((model) => model.count > 0 && !needsSource.test(model.name));
  const first = wellKnown
    .map(({ name }) => name)
    .filter((name) => usable.some((model) => model.name === name));
  const rest = usable
    .filter((model) => !first.includes(model.name))
    .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .map((model) => model.name);
  return [...new Set([...first, ...rest])].slice(0, listMax).map(offer);
}

/** What is shown while the Horde has not answered yet; marked as unavailable. */
export function expectedModels(): EngineModel[] {
  return wellKnown.slice(0, 3).map(({ name }) => offer(name));
}

export function hordeSchema(language: Language): ModelSchema {
  return buildSchema(fields, ['prompt'], language);
}
