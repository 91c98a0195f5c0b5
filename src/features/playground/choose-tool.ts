import { isGeneratorType, type GeneratorType } from '../../domain/generator-types.ts';
import { currentModelTtlMs } from '../../domain/limits.ts';
import { isOffered } from '../../domain/model-choice.ts';
import { modelsForType, type ModelItem } from '../../domain/model.ts';
import { modeOf } from '../../domain/tool-entries.ts';

export interface SavedModel {
  type: GeneratorType;
  model: string;
  atMs: number;
}

/** Spec 1, section 9: stored current-model info expires after 10 minutes. */
export function freshSavedModel(saved: SavedModel | null, nowMs: number): SavedModel | null {
  return saved && nowMs - saved.atMs < currentModelTtlMs ? saved : null;
}

/**
 * Spec 1, section 2, the playground's route rule: a valid type is the current one; otherwise a saved current
 * model gives its type; a type that is none of ours leaves for /generate, where the same model still counts.
 */
export function chooseTool(
  typeInUrl: string | undefined,
  saved: SavedModel | null,
  tools: readonly GeneratorType[],
): { type: GeneratorType | null; leaveToGenerate: boolean } {
  if (typeInUrl !== undefined && isGeneratorType(typeInUrl))
    return { type: typeInUrl, leaveToGenerate: false };
  return { type: saved?.type ?? tools[0] ?? null, leaveToGenerate: typeInUrl !== undefined };
}

/**
 * The URL's model if it serves the tool, else the one used last here, else the default one. A mode has an entry of
 * its own: without its name in the URL one is in the plain tool, where it has such a model.
 */
export function chooseModel<Model extends ModelItem>(
  models: readonly Model[],
  type: GeneratorType,
  inUrl: string | undefined,
  inDraft: string | null,
): Model | null {
  const candidates = modelsForType(models, type);
  const named = (name: string | null | undefined) =>
    candidates.find((model) => model.model === name);
  const inTool = candidates.filter((model) => modeOf(model) === null);
  const plain = inTool.filter(isOffered);
  return (
    named(inUrl) ??
    (inTool.length === 0 ? candidates : inTool).find((model) => model.model === inDraft) ??
    plain.find((model) => model.available) ??
    plain[0] ??
    candidates.find((model) => model.available) ??
    candidates[0] ??
    null
  );
}
