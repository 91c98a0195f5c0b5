import { generatorTypes, type GeneratorType } from './generator-types.ts';
import { modelsForType, type ModelItem } from './model.ts';

/**
 * Ways of using a tool that have an entry of their own (spec 1, section 1, "other named modes"). A model is one of
 * them by its `gen_type`; one that no model serves is absent, as a tool is.
 */
export const toolModes = [
  'same_style',
  'combine',
  'poster_lite',
  'poster_pro',
  '3d',
  'voice_clone',
] as const;
export type ToolMode = (typeof toolModes)[number];

/** Null for a model that serves its tool plainly. */
export function modeOf({ gen_type }: Pick<ModelItem, 'gen_type'>): ToolMode | null {
  const name = gen_type.toLowerCase();
  return toolModes.find((mode) => mode === name) ?? null;
}

/** What a list of tools leads to. */
export interface ToolEntry {
  type: GeneratorType;
  mode: ToolMode | null;
  /** Goes into the URL of a mode; null: the tool chooses. */
  model: string | null;
}

/** A tool in one of its ways, whatever model serves it. */
export type ToolWay = Pick<ToolEntry, 'type' | 'mode'>;

/** The entries of these ways, in their order; a way that has none here is left out. */
export function entriesOf<Entry extends ToolEntry>(
  entries: readonly Entry[],
  ways: readonly ToolWay[],
): Entry[] {
  return ways.flatMap(
    ({ type, mode }) => entries.find((entry) => entry.type === type && entry.mode === mode) ?? [],
  );
}

/** Groups of the tool list, in its order. */
export const toolGroups = ['create', 'edit', 'improve', 'motion', 'sound', 'own'] as const;
export type ToolGroup = (typeof toolGroups)[number];

const groupOfType: Readonly<Record<GeneratorType, ToolGroup>> = {
  Text2Img: 'create',
  Txt2Logo: 'create',
  Scribbling: 'create',
  Condition: 'create',
  Img2Img: 'edit',
  Inpainting: 'edit',
  EraseImg: 'edit',
  RemoveObj: 'edit',
  Outpainting: 'edit',
  PhotoStylization: 'edit',
  ProductImg: 'edit',
  ModelReplace: 'edit',
  Img2Logo: 'edit',
  Upscaling: 'improve',
  Restore: 'improve',
  ImgColorization: 'improve',
  RemoveBg: 'improve',
  Txt2Video: 'motion',
  Img2Video: 'motion',
  GenMusic: 'sound',
  Text2Voice: 'sound',
  VideoVoice: 'sound',
  Train: 'own',
  Apps: 'own',
};

/** Where an entry stands in the tool list. */
export function groupOf({ type, mode }: Pick<ToolEntry, 'type' | 'mode'>): ToolGroup {
  return mode === '3d' ? 'motion' : groupOfType[type];
}

/**
 * What a list of tools shows: the tools that some model serves, in the specification's order, each followed by its
 * modes. A tool whose models are all modes has no entry of its own.
 */
export function toolEntries(models: readonly ModelItem[]): ToolEntry[] {
  return generatorTypes.flatMap((type) => {
    const serving = modelsForType(models, type);
    const entries: ToolEntry[] = serving.some((model) => modeOf(model) === null)
      ? [{ type, mode: null, model: null }]
      : [];
    for (const mode of toolModes) {
      const model = serving.find((candidate) => modeOf(candidate) === mode);
      if (model) entries.push({ type, mode, model: model.model });
    }
    return entries;
  });
}

/** The entry that a form of this tool with this model belongs to. */
export function entryOf<Entry extends ToolEntry>(
  entries: readonly Entry[],
  type: GeneratorType | null,
  model: ModelItem | null,
): Entry | null {
  const mode = model && modeOf(model);
  return (
    entries.find((entry) => entry.type === type && entry.mode === mode) ??
    entries.find((entry) => entry.type === type) ??
    null
  );
}
