import { getModelList, getNamedModels } from '../db/caches.ts';
import type { GeneratorType } from '../domain/generator-types.ts';
import { toolsOf, type ListedModel, type NamedModel } from '../domain/model.ts';
import { derivedQuery, sharedQuery } from './shared-query.ts';
import { useSharedQuery } from './useSharedQuery.ts';

const cachedModels = sharedQuery(async () => (await getModelList()) ?? null);
const models = derivedQuery(cachedModels, (cached) => cached?.value ?? null);
const namedModels = sharedQuery(async () => (await getNamedModels()) ?? null);

/** The models of this installation as last heard: undefined until read, null before the first visit online. */
export function useModels(): ListedModel[] | null | undefined {
  return useSharedQuery(models);
}

/** What models are called, those too that are no longer listed: for the names of works and requests. */
export function useNamedModels(): NamedModel[] | null | undefined {
  return useSharedQuery(namedModels);
}

/** The models with the time at which they were heard, for pages that say so. */
export function useCachedModels() {
  return useSharedQuery(cachedModels);
}

const none: GeneratorType[] = [];
const tools = derivedQuery(models, (known) => toolsOf(known ?? []));

/** The tools that these models serve; none until read. */
export function useTools(): GeneratorType[] {
  return useSharedQuery(tools) ?? none;
}
