import { useLiveQuery } from 'dexie-react-hooks';
import { getModelList, getModels } from '../db/caches.ts';
import type { GeneratorType } from '../domain/generator-types.ts';
import { toolsOf, type ListedModel } from '../domain/model.ts';

/** The models of this installation as last heard: undefined until read, null before the first visit online. */
export function useModels(): ListedModel[] | null | undefined {
  return useLiveQuery(async () => (await getModels()) ?? null, []);
}

/** The same with the time at which they were heard, for pages that say so. */
export function useCachedModels() {
  return useLiveQuery(async () => (await getModelList()) ?? null, []);
}

/** The tools that these models serve; none until read. */
export function useTools(): GeneratorType[] {
  return useLiveQuery(async () => toolsOf((await getModels()) ?? []), []) ?? [];
}
