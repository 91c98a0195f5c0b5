import { useLiveQuery } from 'dexie-react-hooks';
import { getModelList, getModels, getNamedModels } from '../db/caches.ts';
import type { GeneratorType } from '../domain/generator-types.ts';
import { toolsOf, type ListedModel, type NamedModel } from '../domain/model.ts';

/** The models of this installation as last heard: undefined until read, null before the first visit online. */
export function useModels(): ListedModel[] | null | undefined {
  return useLiveQuery(async () => (await getModels()) ?? null, []);
}

/** What models are called, those too that are no longer listed: for the names of works and requests. */
export function useNamedModels(): NamedModel[] | null | undefined {
  return useLiveQuery(async () => (await getNamedModels()) ?? null, []);
}

/** The models with the time at which they were heard, for pages that say so. */
export function useCachedModels() {
  return useLiveQuery(async () => (await getModelList()) ?? null, []);
}

/** The tools that these models serve; none until read. */
export function useTools(): GeneratorType[] {
  return useLiveQuery(async () => toolsOf((await getModels()) ?? []), []) ?? [];
}
