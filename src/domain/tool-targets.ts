import type { GeneratorType } from './generator-types.ts';
import { mediaKind } from './media-kind.ts';
import { modelsForType, type ModelItem } from './model.ts';
import { takesFile } from './source-limits.ts';
import {
  entriesOf,
  modeOf,
  toolEntries,
  type ToolEntry,
  type ToolMode,
  type ToolWay,
} from './tool-entries.ts';
import { uploadLimits, uploadPurposeOf } from './uploads.ts';

/** Types that are no tool for a single work, even if a model lists them. */
const notForOneWork: ReadonlySet<GeneratorType> = new Set<GeneratorType>(['Train', 'Apps']);

/** How many pictures a mode takes in fields of their own, which a model's own limit does not count. */
const picturesOfMode: Readonly<Partial<Record<ToolMode, number>>> = { same_style: 2, combine: 4 };

/** What most people do next, the likeliest first; others follow in the order of the tool list. */
const usualNext: readonly GeneratorType[] = [
  'Img2Img',
  'Upscaling',
  'Img2Video',
  'Inpainting',
  'RemoveBg',
  'PhotoStylization',
  'VideoVoice',
];

/** Whoever has just done this seldom does it to the same picture again. */
const seldomTwice: ReadonlySet<GeneratorType> = new Set<GeneratorType>([
  'Upscaling',
  'Restore',
  'ImgColorization',
  'RemoveBg',
]);

/** So many are named in a menu before "All tools". */
const likelyMax = 3;

/** What of a file decides whether a tool takes it. */
export interface SourceFile {
  mediaType: string;
  bytes: number;
}

type Upload = Pick<ModelItem, 'upload' | 'upload_limit' | 'accept_types' | 'gen_type'>;

/** Whether a model can start from a file of this media type. */
export function takesSource(
  model: Pick<ModelItem, 'upload' | 'accept_types'>,
  mediaType: string,
): boolean {
  return model.upload !== null && takesFile(model.accept_types, mediaType);
}

/** Pictures travel in a size that fits; whatever else there is travels as it is, or not at all. */
function canTravel({ mediaType, bytes }: SourceFile): boolean {
  if (mediaKind(mediaType) === 'picture') return true;
  const purpose = uploadPurposeOf(mediaType);
  return purpose !== null && bytes <= uploadLimits[purpose].maxBytes;
}

function takesAll(model: Upload, files: readonly SourceFile[]): boolean {
  const mode = modeOf(model);
  const most = Math.max(1, model.upload_limit, (mode && picturesOfMode[mode]) ?? 1);
  return (
    files.length <= most &&
    files.every((file) => takesSource(model, file.mediaType) && canTravel(file))
  );
}

/** The tools that can go on from works, and those of them that a short menu names. */
export interface ToolTargets {
  likely: ToolEntry[];
  /** In the order of the tool list; `likely` among them. */
  all: ToolEntry[];
}

/**
 * Tools that can go on from these files, because one of their models takes all of them: their kind, format, size and
 * number. Every menu that offers to go on from works asks here, and nothing else decides.
 * @param around `madeBy`: the tool that made them; `recent`: tools that the person used, the last one first
 */
export function toolTargets(
  models: readonly ModelItem[],
  files: readonly SourceFile[],
  around: { madeBy?: GeneratorType | null; recent?: readonly ToolWay[] } = {},
): ToolTargets {
  const { madeBy = null, recent = [] } = around;
  if (files.length === 0) return { likely: [], all: [] };
  const all = toolEntries(models).filter(
    ({ type, mode }) =>
      !notForOneWork.has(type) &&
      modelsForType(models, type).some((model) => modeOf(model) === mode && takesAll(model, files)),
  );
  if (all.length <= likelyMax + 1) return { likely: all, all };
  const isRepeat = (entry: ToolEntry) => entry.type === madeBy && seldomTwice.has(entry.type);
  const plain = (type: GeneratorType) =>
    all.filter((entry) => entry.type === type && entry.mode === null);
  const wished = [
    // One that was used last, so that the usual ones keep their places beside it.
    ...entriesOf(all, recent).slice(0, 1),
    ...usualNext.flatMap((type) => plain(type)),
    ...all,
  ];
  const ranked = [
    ...wished.filter((entry) => !isRepeat(entry)),
    ...wished.filter((entry) => isRepeat(entry)),
  ];
  const named = new Set([...new Set(ranked)].slice(0, likelyMax));
  return { likely: all.filter((entry) => named.has(entry)), all };
}

/** What most people do with words. */
const usualForWords: readonly GeneratorType[] = ['Text2Img', 'Txt2Video', 'Text2Voice'];

/** Tools that can go on from words alone, because one of their models starts from no file. */
export function wordTargets(models: readonly ModelItem[]): ToolTargets {
  const all = toolEntries(models).filter(
    ({ type, mode }) =>
      !notForOneWork.has(type) &&
      modelsForType(models, type).some((model) => modeOf(model) === mode && model.upload === null),
  );
  if (all.length <= likelyMax + 1) return { likely: all, all };
  const usual = all.filter(({ type, mode }) => mode === null && usualForWords.includes(type));
  const named = new Set([...usual, ...all].slice(0, likelyMax));
  return { likely: all.filter((entry) => named.has(entry)), all };
}

/**
 * The model with which a tool goes on from a file of this media type: the one that the form would choose if it
 * takes the file, else the first of its mode that does.
 * @param chosen what the form would choose
 */
export function modelForSource(
  models: readonly ModelItem[],
  type: GeneratorType,
  mediaType: string,
  chosen: ModelItem | null,
): ModelItem | null {
  if (chosen && takesSource(chosen, mediaType)) return chosen;
  const able = modelsForType(models, type).filter((model) => takesSource(model, mediaType));
  const mode = chosen && modeOf(chosen);
  const alike = able.filter((model) => modeOf(model) === mode);
  const best = alike.length > 0 ? alike : able;
  return best.find((model) => model.available) ?? best[0] ?? chosen;
}
