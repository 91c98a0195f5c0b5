import type { ModelReference } from '../horde/model-reference.ts';
import { store } from '../db/community-store.ts';

/** What the Horde's model reference said when this device last read it; without it models go by their names. */
export interface KeptReference {
  models: ModelReference;
  atMs: number;
}

export async function keptReference(): Promise<KeptReference | null> {
  // Only this device writes it, in the shape that it was read into.
  return ((await store.facts.get('reference'))?.value as KeptReference | undefined) ?? null;
}

export async function knownReference(): Promise<ModelReference> {
  return (await keptReference())?.models ?? {};
}
