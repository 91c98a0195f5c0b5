import type { ServedModel } from '../api/contract/horde/answers.ts';
import { modelsAnswer } from '../api/contract/horde/answers.ts';
import { traitsOf } from '../api/contract/horde/baselines.ts';
import { pictureSchema } from '../api/contract/horde/fields.ts';
import { readModelId } from '../api/contract/horde/model-ids.ts';
import type { HordeModelId, PictureType } from '../api/contract/horde/model-ids.ts';
import { anyOf, offeredModels } from '../api/contract/horde/models.ts';
import { KilnError } from '../domain/errors.ts';
import type { Language, ModelItem, ModelSchema } from '../domain/model.ts';
import type { Horde } from './horde.ts';
import { store } from '../db/community-store.ts';

const types: ReadonlySet<PictureType> = new Set(['Text2Img', 'Img2Img']);
/** Traits that all interchangeable models share. */
const anyTraitsOf = 'SDXL 1.0';

async function servedModels(): Promise<ServedModel[]> {
  const known = await store.facts.get('served');
  return modelsAnswer.catch([]).parse(known?.value ?? []);
}

/** From words, or from a picture and words; masks and alchemists take a platform (docs/adr/0023). */
function isMadeHere(id: HordeModelId | null): id is Exclude<HordeModelId, { kind: 'tool' }> {
  return id?.kind === 'any' || (id?.kind === 'picture' && types.has(id.type));
}

/** What a model makes. */
export function typeOf(model: string): PictureType {
  const id = readModelId(model);
  return id?.kind === 'picture' ? id.type : 'Text2Img';
}

/** What somebody serves right now, of what can be made here. */
export async function listModels(horde: Horde, signal?: AbortSignal): Promise<ModelItem[]> {
  const served = await horde.models(signal);
  // The server's cache is empty for a moment after its start; the last list is better than none.
  if (served.length > 0) await store.facts.put({ key: 'served', value: served });
  return offeredModels(served.length > 0 ? served : await servedModels())
    .filter((model) => isMadeHere(readModelId(model.model)))
    .map((model, value) => ({
      ...model,
      value,
      // Nobody has an account here that could be charged.
      cost: 0,
      label: model.label_en,
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
  const names = anyOf(await servedModels());
  if (names.length > 0) return { names };
  throw new KilnError('engine-unavailable', { retryable: true });
}

/** @throws KilnError `not-found` */
export function schemaOf(model: string, language: Language): ModelSchema {
  const id = readModelId(model);
  if (!isMadeHere(id)) throw new KilnError('not-found', { retryable: false });
  const name = id.kind === 'picture' ? id.name : anyTraitsOf;
  return pictureSchema(typeOf(model), traitsOf(name), language);
}
