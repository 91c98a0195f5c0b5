import { imageCountRange, modelNameMaxCharacters } from '../domain/limits.ts';
import type { LocalizedText } from '../domain/languages.ts';
import { readableExtensions } from '../domain/file-kinds.ts';
import type { EngineModel } from '../domain/engine.ts';
import { describeModel } from '../domain/schema-fields.ts';
import type { ServedModel } from './answers.ts';
import { traitsOf, type ModelTraits } from './baselines.ts';
import { controlTypesFor } from './fields.ts';
import type { Baseline, ModelReference } from './model-reference.ts';
import { alchemyTools, anyModelId, pictureModelId, toolId } from './model-ids.ts';
import type { AlchemyTool, PictureType } from './model-ids.ts';
import { faceFixers, upscalers } from './post-processors.ts';

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

/**
 * All-round models of one family: whichever is free may do it, and the picture is of the kind expected. None with
 * wishes of its own: the Horde holds a request against those of every model that it lists.
 */
const interchangeable = ['AlbedoBase XL (SDXL)', 'AlbedoBase XL 3.1', 'Juggernaut XL', 'SDXL 1.0'];
const anyMax = 5;

/** Spec 1, section 4: models that only redraw; the depth model is of an old kind that nothing here fits. */
const isRedrawOnly = (name: string): boolean => /pix2pix/i.test(name);
const isDepth = (name: string): boolean => /stable diffusion 2 depth/i.test(name);
/** The Horde's own comparison of two models, with rules of its own. */
const isSpecial = (name: string): boolean => name.includes('::');

const classic: readonly Baseline[] = ['sd1', 'sd2', 'sdxl'];

type Candidate = ModelTraits & { name: string };

/** What is offered for each purpose: who may do it, and how many at most. */
const offers: readonly {
  type: PictureType;
  most: number;
  fits: (one: Candidate) => boolean;
}[] = [
  {
    type: 'Text2Img',
    most: 40,
    fits: (one) => !one.inpainting && !isRedrawOnly(one.name),
  },
  {
    type: 'Img2Img',
    most: 20,
    fits: (one) => !one.inpainting && classic.includes(one.baseline),
  },
  {
    type: 'Condition',
    most: 12,
    fits: (one) => !one.inpainting && !isRedrawOnly(one.name) && one.control,
  },
  { type: 'Inpainting', most: 12, fits: (one) => one.inpainting },
  { type: 'Outpainting', most: 12, fits: (one) => one.inpainting },
];

const shared: LocalizedText = {
  cn: '由 AI Horde 志愿者的显卡生成，需要网络，等多久看排队情况。',
  en: 'Made by volunteers’ GPUs of the AI Horde: needs a network, and the wait depends on the queue.',
};

const purposes: Readonly<Record<PictureType, LocalizedText | null>> = {
  Text2Img: null,
  Img2Img: { cn: '照着原图重画。', en: 'Draws a picture anew.' },
  Condition: {
    cn: '按原图的轮廓、姿势或深度来画。',
    en: 'Follows the outlines, pose or depth of a picture.',
  },
  Inpainting: { cn: '重画标出的地方。', en: 'Paints the marked area anew.' },
  Outpainting: { cn: '把画面往外扩。', en: 'Continues a picture beyond its edges.' },
};

function cut(name: string): string {
  const characters = [...name.replaceAll('_', ' ').replaceAll(/\s+/g, ' ').trim()];
  if (characters.length <= modelNameMaxCharacters) return characters.join('');
  return `${characters
    .slice(0, modelNameMaxCharacters - 1)
    .join('')
    .trim()}…`;
}

const everywhere = {
  mark: '社区',
  mark_en: 'Community',
  num_outputs: Array.from({ length: imageCountRange.max }, (_, index) => index + 1),
} as const;

const withPicture = {
  upload: 'image',
  accept_types: readableExtensions,
  upload_limit: 1,
} as const;

function offerPicture(type: PictureType, traits: Candidate): EngineModel {
  const { name } = traits;
  const known = wellKnown.find((candidate) => candidate.name === name);
  const purpose = purposes[type];
  return describeModel({
    ...everywhere,
    model: pictureModelId(type, name),
    name,
    label_cn: cut(name),
    label_en: cut(name),
    type,
    mtype: 'ckpt',
    lora: traits.additions,
    disable_translate: false,
    filed_mappings: { prompt: 'prompt', negative_prompt: 'negative_prompt' },
    // Larger than this it would only be made smaller.
    ...(type !== 'Text2Img' && { ...withPicture, upload_max_side: 2 * traits.nativeSide }),
    ...(type === 'Inpainting' && { mask: 'mask' }),
    ...(type === 'Condition' && { control_types: controlTypesFor(traits) }),
    description: {
      text: [purpose?.cn, known?.cn, shared.cn].filter(Boolean).join(''),
      text_en: [purpose?.en, known?.en, shared.en].filter(Boolean).join(' '),
    },
  });
}

function offerAny(): EngineModel {
  return describeModel({
    ...everywhere,
    model: anyModelId,
    name: 'AI Horde',
    label_cn: '谁快用谁（SDXL）',
    label_en: 'Whichever is free (SDXL)',
    type: 'Text2Img',
    mtype: 'ckpt',
    lora: true,
    disable_translate: false,
    filed_mappings: { prompt: 'prompt', negative_prompt: 'negative_prompt' },
    description: {
      text: `几个全能的 SDXL 模型里，谁先空出来就用谁，结果里会写明。${shared.cn}`,
      text_en: `Of several all-round SDXL models the first that is free; the result says which. ${shared.en}`,
    },
  });
}

const tools: Readonly<
  Record<
    AlchemyTool,
    { type: 'Upscaling' | 'Restore' | 'RemoveBg'; label: LocalizedText; words: LocalizedText }
  >
> = {
  upscale: {
    type: 'Upscaling',
    label: { cn: 'AI 放大（Horde）', en: 'AI enlargement (Horde)' },
    words: { cn: '放大时补上细节。', en: 'Enlarges and adds detail.' },
  },
  faces: {
    type: 'Restore',
    label: { cn: 'AI 修脸（Horde）', en: 'AI face repair (Horde)' },
    words: { cn: '修复模糊、变形的人脸。', en: 'Repairs blurred and distorted faces.' },
  },
  background: {
    type: 'RemoveBg',
    label: { cn: '去背景（Horde）', en: 'Background removal (Horde)' },
    words: { cn: '留下主体，背景变透明。', en: 'Keeps the subject on a see-through ground.' },
  },
};

function offerTool(tool: AlchemyTool): EngineModel {
  const { type, label, words } = tools[tool];
  return describeModel({
    ...everywhere,
    num_outputs: [1],
    model: toolId(tool),
    name: toolId(tool),
    label_cn: label.cn,
    label_en: label.en,
    type,
    ...withPicture,
    upload_max_side: 2_048,
    description: { text: words.cn + shared.cn, text_en: `${words.en} ${shared.en}` },
  });
}

/** The alchemists' forms that a tool may ask for; the first is its default. */
export function formsOf(tool: AlchemyTool): string[] {
  if (tool === 'upscale') return upscalers.map(({ name }) => name);
  return tool === 'faces' ? faceFixers.map(({ name }) => name) : ['strip_background'];
}

const isUsable = (model: ServedModel): boolean =>
  model.count > 0 &&
  (model.type ?? 'image') === 'image' &&
  !isDepth(model.name) &&
  !isSpecial(model.name);

/** The Horde's names of the models that may stand in for each other, the quickest first. */
export function anyOf(served: readonly ServedModel[], reference: ModelReference): string[] {
  const suits = (name: string): boolean => {
    const { baseline, isParticular } = traitsOf(name, reference);
    return baseline === 'sdxl' && !isParticular;
  };
  return served
    .filter((model) => isUsable(model) && interchangeable.includes(model.name))
    .filter((model) => suits(model.name))
    .toSorted((one, other) => one.eta - other.eta || other.count - one.count)
    .slice(0, anyMax)
    .map((model) => model.name);
}

/** Well-known names first, then the best served; only those that someone serves. */
export function offeredModels(
  served: readonly ServedModel[],
  reference: ModelReference,
): EngineModel[] {
  const usable = served.filter(isUsable);
  const first = wellKnown
    .map(({ name }) => name)
    .filter((name) => usable.some((model) => model.name === name));
  const rest = usable
    .filter((model) => !first.includes(model.name))
    .toSorted((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1))
    .map((model) => model.name);
  const names = [...new Set([...first, ...rest])];
  const candidates = names.map((name) => ({
    ...traitsOf(name, reference),
    name,
  }));
  const pictures = offers.flatMap(({ type, most, fits }) =>
    candidates
      .filter(fits)
      .slice(0, most)
      .map((candidate) => offerPicture(type, candidate)),
  );
  if (pictures.length === 0) return [];
  const any = anyOf(served, reference).length > 1 ? [offerAny()] : [];
  return [...any, ...pictures, ...alchemyTools.map(offerTool)];
}

/** Traits that all interchangeable models share. */
export const anyTraitsOf = 'SDXL 1.0';

/** What is shown while the Horde has not answered yet; marked as unavailable. */
export function expectedModels(): EngineModel[] {
  return wellKnown
    .slice(0, 3)
    .map(({ name }) => offerPicture('Text2Img', { ...traitsOf(name), name }));
}
