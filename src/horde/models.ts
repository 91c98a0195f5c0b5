import { imageCountRange } from '../domain/limits.ts';
import { nameSuits } from '../domain/model-filter.ts';
import { newestVersion } from '../domain/model-versions.ts';
import type { ModelDefaults, ModelStyle } from '../domain/model.ts';
import { modelStyleNames } from '../domain/model-style-names.ts';
import type { LocalizedText } from '../domain/languages.ts';
import { readableExtensions } from '../domain/file-kinds.ts';
import type { EngineModel } from '../domain/engine.ts';
import { describeModel } from '../domain/schema-fields.ts';
import type { ServedModel } from './answers.ts';
import { traitsOf, type ModelTraits } from './baselines.ts';
import { controlTypesFor } from './fields.ts';
import type { Baseline, ModelReference } from './model-reference.ts';
import { alchemyTools, anyModelId, pictureModelId, toolId } from './model-ids.ts';
import type { AlchemyTool, PictureType, WorkersOf } from './model-ids.ts';
import { faceFixers, upscalers } from './post-processors.ts';

/** Known by name and good for a start; shown first, in this order. */
const wellKnown: readonly { name: string; style: ModelStyle; cn: string; en: string }[] = [
  {
    name: 'AlbedoBase XL (SDXL)',
    style: 'all-round',
    cn: '全能的 SDXL 模型，写实、插画都行。',
    en: 'An all-round SDXL model, photographic and illustrated.',
  },
  {
    name: 'Deliberate',
    style: 'all-round',
    cn: '细节丰富的 SD 1.5 模型。',
    en: 'A detailed SD 1.5 model.',
  },
  {
    name: 'Dreamshaper',
    style: 'illustration',
    cn: '梦幻插画风格。',
    en: 'Dreamlike illustration.',
  },
  {
    name: 'Juggernaut XL',
    style: 'photo',
    cn: '写实摄影风格的 SDXL 模型。',
    en: 'An SDXL model for photographs.',
  },
  { name: 'Pony Diffusion XL', style: 'anime', cn: '动漫与卡通风格。', en: 'Anime and cartoon.' },
  { name: 'Anything Diffusion', style: 'anime', cn: '动漫风格。', en: 'Anime.' },
  {
    name: 'stable_diffusion',
    style: 'all-round',
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

/** Of an old kind that nothing here fits. */
const isDepth = (name: string): boolean => /stable diffusion 2 depth/i.test(name);
/** The Horde's own comparison of two models, with rules of its own. */
const isSpecial = (name: string): boolean => name.includes('::');

const classic: readonly Baseline[] = ['sd1', 'sd2', 'sdxl'];

type Candidate = ModelTraits & {
  name: string;
  /** The newest one served of the same model; null where that is this one. */
  newest: string | null;
};

/** What is offered for each purpose: who may do it, and how many at most. */
const offers: readonly {
  type: PictureType;
  most: number;
  fits: (one: Candidate) => boolean;
}[] = [
  {
    type: 'Text2Img',
    most: 40,
    fits: (one) => !one.inpainting,
  },
  {
    type: 'Img2Img',
    most: 20,
    fits: (one) => !one.inpainting && classic.includes(one.baseline),
  },
  {
    type: 'Condition',
    most: 12,
    fits: (one) => !one.inpainting && one.control,
  },
  { type: 'Inpainting', most: 12, fits: (one) => one.inpainting },
  { type: 'Outpainting', most: 12, fits: (one) => one.inpainting },
];

const shared: LocalizedText = {
  cn: '由 AI Horde 志愿者的电脑生成：他们看得到内容，需要网络，等多久看排队情况。',
  en: 'Made on volunteers’ computers by the AI Horde: they can see it, it needs a network, and the wait depends on the queue.',
};

/** What is said of the models of each kind of workers. */
const offerers: Readonly<
  Record<WorkersOf, { shared: LocalizedText; mark: string; mark_en: string }>
> = {
  horde: { shared, mark: '社区', mark_en: 'Community' },
  network: {
    shared: {
      cn: '由接入这台服务器的工作机生成：工作机的主人看得到内容，等多久看排队情况。',
      en: 'Made by workers that people lend to this server: their owners can see it, and the wait depends on the queue.',
    },
    mark: '工作机',
    mark_en: 'Workers',
  },
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

/** As it is read: the Horde's own spelling is for machines. */
const spaced = (name: string): string => name.replaceAll('_', ' ').replaceAll(/\s+/g, ' ').trim();

/** What a reader makes of a family's name. */
const families: Readonly<Record<Baseline, string>> = {
  sd1: 'SD 1.5',
  sd2: 'SD 2',
  sdxl: 'SDXL',
  cascade: 'Stable Cascade',
  flux: 'FLUX',
  qwen: 'Qwen Image',
  'z-image': 'Z-Image',
};

/** What is known of every model: what its pictures are like, and of which family it is. */
function kindWords(style: ModelStyle | null, baseline: Baseline): LocalizedText {
  const family = families[baseline];
  if (!style) return { cn: `${family} 模型。`, en: `A model of the ${family} family.` };
  const { cn, en } = modelStyleNames[style];
  return { cn: `${cn}，${family} 模型。`, en: `${en}, of the ${family} family.` };
}

const marksOf = ({ mark, mark_en: markEn }: { mark: string; mark_en: string }) => ({
  mark,
  mark_en: markEn,
});

const everywhere = {
  num_outputs: Array.from({ length: imageCountRange.max }, (_, index) => index + 1),
} as const;

const withPicture = {
  upload: 'image',
  accept_types: readableExtensions,
  upload_limit: 1,
} as const;

/** A canvas is extended by painting into what is new of it. */
const suits = (type: PictureType, { name }: Candidate): boolean =>
  nameSuits(name, type === 'Outpainting' ? 'Inpainting' : type);

/** What its schema starts with, for lists that have not read it. */
function defaultsOf(type: PictureType, traits: ModelTraits): ModelDefaults {
  return {
    default_steps: traits.steps.default,
    default_scale: traits.cfgScale,
    ...(type === 'Text2Img' && {
      default_width: traits.nativeSide,
      default_height: traits.nativeSide,
    }),
  };
}

function versionOf(type: PictureType, { name, newest }: Candidate, workers: WorkersOf) {
  if (newest === null) return {};
  return {
    old_versions_label: spaced(name),
    newest_version: pictureModelId(type, newest, workers),
  };
}

function offerPicture(
  type: PictureType,
  traits: Candidate,
  workers: WorkersOf = 'horde',
): EngineModel {
  const { name } = traits;
  const known = wellKnown.find((candidate) => candidate.name === name);
  const style = traits.style ?? known?.style ?? null;
  const kind = known ?? kindWords(style, traits.baseline);
  const purpose = purposes[type];
  const offerer = offerers[workers];
  return describeModel({
    ...everywhere,
    ...marksOf(offerer),
    model: pictureModelId(type, name, workers),
    name,
    label_cn: spaced(name),
    label_en: spaced(name),
    ...versionOf(type, traits, workers),
    style,
    type,
    mtype: 'ckpt',
    lora: traits.additions,
    params: defaultsOf(type, traits),
    disable_translate: false,
    filed_mappings: { prompt: 'prompt', negative_prompt: 'negative_prompt' },
    // Larger than this it would only be made smaller.
    ...(type !== 'Text2Img' && { ...withPicture, upload_max_side: 2 * traits.nativeSide }),
    ...(type === 'Inpainting' && { mask: 'mask' }),
    ...(type === 'Condition' && { control_types: controlTypesFor(traits) }),
    description: {
      text: [purpose?.cn, kind.cn, offerer.shared.cn].filter(Boolean).join(''),
      text_en: [purpose?.en, kind.en, offerer.shared.en].filter(Boolean).join(' '),
    },
  });
}

function offerAny(): EngineModel {
  return describeModel({
    ...everywhere,
    ...marksOf(offerers.horde),
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
    ...marksOf(offerers.horde),
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

/** Well-known names first, then the best served; only those that someone serves, for each purpose that they suit. */
export function offeredPictures(
  served: readonly ServedModel[],
  reference: ModelReference,
  workers: WorkersOf = 'horde',
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
  const candidates = names.map((name) => {
    const own = traitsOf(name, reference);
    const alike = names.filter((other) => traitsOf(other, reference).baseline === own.baseline);
    return { ...own, name, newest: newestVersion(name, alike) };
  });
  return offers.flatMap(({ type, most, fits }) =>
    candidates
      .filter((candidate) => fits(candidate) && suits(type, candidate))
      .slice(0, most)
      .map((candidate) => offerPicture(type, candidate, workers)),
  );
}

/** All that the AI Horde offers: pictures, whichever is free, and the alchemists' tools. */
export function offeredModels(
  served: readonly ServedModel[],
  reference: ModelReference,
): EngineModel[] {
  const pictures = offeredPictures(served, reference);
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
    .map(({ name }) => offerPicture('Text2Img', { ...traitsOf(name), name, newest: null }));
}
