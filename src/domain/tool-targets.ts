import { generatorTypes, type GeneratorType } from './generator-types.ts';
import { modelsForType, type ModelItem } from './model.ts';
import { takesFile } from './source-limits.ts';

/** Types that are no tool for a single work, even if a model lists them. */
const notForOneWork: ReadonlySet<GeneratorType> = new Set<GeneratorType>(['Train', 'Apps']);

/** Whether a model can start from a file of this media type. */
export function takesSource(
  model: Pick<ModelItem, 'upload' | 'accept_types'>,
  mediaType: string,
): boolean {
  return model.upload !== null && takesFile(model.accept_types, mediaType);
}

/**
 * Tools that can go on from a file of this media type, because one of their models takes it; in the
 * specification's order. Every menu that offers to go on from a work asks here.
 */
export function toolTargets(models: readonly ModelItem[], mediaType: string): GeneratorType[] {
  const found = new Set(
    models.filter((model) => takesSource(model, mediaType)).flatMap(({ type }) => type.split(',')),
  );
  return generatorTypes.filter((type) => found.has(type) && !notForOneWork.has(type));
}

/**
 * The model with which a tool goes on from a file of this media type: the one that the form would choose if it
 * takes the file, else the first that does.
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
  return able.find((model) => model.available) ?? able[0] ?? chosen;
}
