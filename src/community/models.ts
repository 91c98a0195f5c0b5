import { catch as orElse } from 'zod/mini';
import * as z from 'zod/mini';
import type { ServedModel } from '../horde/answers.ts';
import { modelsAnswer } from '../horde/answers.ts';
import { traitsOf, type ModelTraits } from '../horde/baselines.ts';
import { pictureSchema } from '../horde/fields.ts';
import type { ModelReference } from '../horde/model-reference.ts';
import { readModelId } from '../horde/model-ids.ts';
import type { HordeModelId, PictureType } from '../horde/model-ids.ts';
import { anyOf, anyTraitsOf, offeredModels } from '../horde/models.ts';
import { KilnError } from '../domain/errors.ts';
import type { Language } from '../domain/languages.ts';
import { modelStyleNames, type ModelItem, type ModelSchema } from '../domain/model.ts';
import type { Horde } from './horde.ts';
import { knownReference } from './known-reference.ts';
import { store } from '../db/community-store.ts';

async function servedModels(): Promise<ServedModel[]> {
  const known = await store.facts.get('served');
  return z.parse(orElse(modelsAnswer, []), known?.value ?? []);
}

/** All that is made of words and pictures; what alchemists do takes a platform (docs/adr/0023). */
function isMadeHere(id: HordeModelId | null): id is Exclude<HordeModelId, { kind: 'tool' }> {
  return id !== null && id.kind !== 'tool';
}

/** What a model makes. */
export function typeOf(model: string): PictureType {
  const id = readModelId(model);
  return id?.kind === 'picture' ? id.type : 'Text2Img';
}

/** What somebody serves right now, of what can be made here. */
export async function listModels(horde: Horde, signal?: AbortSignal): Promise<ModelItem[]> {
  const reference = await knownReference();
  const served = await horde.models(signal);
  // The server's cache is empty for a moment after its start; the last list is better than none.
  if (served.length > 0) await store.facts.put({ key: 'served', value: served });
  return offeredModels(served.length > 0 ? served : await servedModels(), reference)
    .filter((model) => isMadeHere(readModelId(model.model)))
    .map((model, value) => ({
      ...model,
      value,
      // Nobody has an account here that could be charged.
      cost: 0,
      label: model.label_en,
      dstyle: model.style ? modelStyleNames[model.style].en : '',
      engine: 'horde',
      available: true,
      unavailable_reason: null,
    }));
}

/** @throws KilnError `not-found` for a model that is not offered here */
export async function readModel(model: string): Promise<{ names: string[] }> {
  const id = readModelId(model);
  if (!isMadeHere(id)) throw new KilnError('not-found', { retryable: false });
  if (id.kind === 'picture') return { names: [id.name] };
  const names = anyOf(await servedModels(), await knownReference());
  if (names.length > 0) return { names };
  throw new KilnError('engine-unavailable', { retryable: true });
}

/** What a model is like. @throws KilnError `not-found` */
export function traitsOfModel(model: string, reference: ModelReference): ModelTraits {
  const id = readModelId(model);
  if (!isMadeHere(id)) throw new KilnError('not-found', { retryable: false });
  return traitsOf(id.kind === 'picture' ? id.name : anyTraitsOf, reference);
}

/** @throws KilnError `not-found` */
export function schemaOf(
  model: string,
  reference: ModelReference,
  language: Language,
): ModelSchema {
  return pictureSchema(typeOf(model), traitsOfModel(model, reference), language);
}
