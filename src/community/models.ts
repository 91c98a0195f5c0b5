import type { ServedModel } from '../api/contract/horde/answers.ts';
import { modelsAnswer } from '../api/contract/horde/answers.ts';
import { traitsOf } from '../api/contract/horde/baselines.ts';
import type { ModelTraits } from '../api/contract/horde/baselines.ts';
import { pictureSchema } from '../api/contract/horde/fields.ts';
import { readModelId } from '../api/contract/horde/model-ids.ts';
import { anyOf, offeredModels } from '../api/contract/horde/models.ts';
import { KilnError } from '../domain/errors.ts';
import type { Language, ModelItem, ModelSchema } from '../domain/model.ts';
import type { Horde } from './horde.ts';
import { store } from './store.ts';

/** Traits that all interchangeable models share. */
const anyTraitsOf = 'SDXL 1.0';

async function servedModels(): Promise<ServedModel[]> {
  const known = await store.facts.get('served');
  return modelsAnswer.catch([]).parse(known?.value ?? []);
}

/** What somebody serves right now. Only pictures from words: others need a picture to travel (docs/adr/0023). */
export async function listModels(horde: Horde, signal?: AbortSignal): Promise<ModelItem[]> {
  const served = await horde.models(signal);
  // The server's cache is empty for a moment after its start; the last list is better than none.
  if (served.length > 0) await store.facts.put({ key: 'served', value: served });
  return offeredModels(served.length > 0 ? served : await servedModels())
    .filter((model) => model.type === 'Text2Img')
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
export async function readModel(model: string): Promise<{ names: string[]; traits: ModelTraits }> {
  const id = readModelId(model);
  if (id?.kind === 'picture' && id.type === 'Text2Img') {
    return { names: [id.name], traits: traitsOf(id.name) };
  }
  if (id?.kind !== 'any') throw new KilnError('not-found', { retryable: false });
  const names = anyOf(await servedModels());
  if (names.length > 0) return { names, traits: traitsOf(names[0] ?? anyTraitsOf) };
  throw new KilnError('engine-unavailable', { retryable: true });
}

/** @throws KilnError `not-found` */
export function schemaOf(model: string, language: Language): ModelSchema {
  const id = readModelId(model);
  if (id?.kind === 'any') return pictureSchema('Text2Img', traitsOf(anyTraitsOf), language);
  if (id?.kind === 'picture' && id.type === 'Text2Img') {
    return pictureSchema('Text2Img', traitsOf(id.name), language);
  }
  throw new KilnError('not-found', { retryable: false });
}
