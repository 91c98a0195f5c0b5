import { isGeneratorType, type GeneratorType } from '../../domain/generator-types.ts';
import { currentModelTtlMs } from '../../domain/limits.ts';

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
