import { catch as orElse } from 'zod/mini';
import * as z from 'zod/mini';
import type { ServedModel } from '../horde/answers.ts';
import { modelsAnswer } from '../horde/answers.ts';
import { traitsOf, type ModelTraits } from '../horde/baselines.ts';
import { formFor, isOffered, noAlchemist } from '../horde/alchemy.ts';
import { pictureSchema, toolSchema } from '../horde/fields.ts';
import type { ModelReference } from '../horde/model-reference.ts';
import { readModelId } from '../horde/model-ids.ts';
import type { AlchemyTool, PictureType } from '../horde/model-ids.ts';
import { anyOf, anyTraitsOf, offeredModels } from '../horde/models.ts';
import { KilnError } from '../domain/errors.ts';
import type { Language } from '../domain/languages.ts';
import { type InputValues, type ModelItem, type ModelSchema } from '../domain/model.ts';
import { modelStyleNames } from '../domain/model-style-names.ts';
import type { Horde } from './horde.ts';
import { knownReference } from './known-reference.ts';
import { store } from '../db/community-store.ts';

async function servedModels(): Promise<ServedModel[]> {
  const known = await store.facts.get('served');
  return z.parse(orElse(modelsAnswer, []), known?.value ?? []);
}

/** What alchemists did when they were last asked; null before the first answer. */
async function knownForms(): Promise<ReadonlySet<string> | null> {
  const known = await store.facts.get('forms');
  // Only this device writes it.
  return known ? new Set(known.value as string[]) : null;
}

async function readForms(horde: Horde, signal?: AbortSignal): Promise<ReadonlySet<string> | null> {
  try {
    const forms = await horde.servedForms(signal);
    await store.facts.put({ key: 'forms', value: [...forms] });
    return forms;
  } catch {
    signal?.throwIfAborted();
    return knownForms();
  }
}

function notFound(): KilnError {
  return new KilnError('not-found', { retryable: false });
}

/** What alchemists do with a picture that is there; null for a model, which makes one. */
export function toolOf(model: string): AlchemyTool | null {
  const id = readModelId(model);
  return id?.kind === 'tool' ? id.tool : null;
}

/** What a model makes. */
export function typeOf(model: string): PictureType {
  const id = readModelId(model);
  return id?.kind === 'picture' ? id.type : 'Text2Img';
}

/** What somebody serves right now, of what can be made here. */
export async function listModels(horde: Horde, signal?: AbortSignal): Promise<ModelItem[]> {
  const reference = await knownReference();
  const [served, forms] = await Promise.all([horde.models(signal), readForms(horde, signal)]);
  const isAway = (model: string) => {
    const tool = toolOf(model);
    return tool !== null && forms !== null && !isOffered(tool, forms);
  };
  // The server's cache is empty for a moment after its start; the last list is better than none.
  if (served.length > 0) await store.facts.put({ key: 'served', value: served });
  const offered = offeredModels(served.length > 0 ? served : await servedModels(), reference);
  return offered.map((model, value) => ({
    ...model,
    value,
    // Nobody has an account here that could be charged.
    cost: 0,
    label: model.label_en,
    dstyle: model.style ? modelStyleNames[model.style].en : '',
    engine: 'horde',
    available: !isAway(model.model),
    unavailable_reason: isAway(model.model) ? noAlchemist : null,
  }));
}

/**
 * The Horde's names of what may do it: its models, or the alchemists' form.
 * @throws KilnError `not-found` for a model that is not offered here
 */
export async function namesOf(model: string, input: InputValues): Promise<string[]> {
  const id = readModelId(model);
  if (!id) throw notFound();
  if (id.kind === 'picture') return [id.name];
  if (id.kind === 'tool') return [formFor(id.tool, input)];
  const names = anyOf(await servedModels(), await knownReference());
  if (names.length > 0) return names;
  throw new KilnError('engine-unavailable', { retryable: true });
}

/** What a model is like. @throws KilnError `not-found`, for tools, too */
export function traitsOfModel(model: string, reference: ModelReference): ModelTraits {
  const id = readModelId(model);
  if (!id || id.kind === 'tool') throw notFound();
  return traitsOf(id.kind === 'picture' ? id.name : anyTraitsOf, reference);
}

/** @throws KilnError `not-found` */
export function schemaOf(
  model: string,
  reference: ModelReference,
  language: Language,
): ModelSchema {
  const tool = toolOf(model);
  if (tool) return toolSchema(tool, language);
  return pictureSchema(typeOf(model), traitsOfModel(model, reference), language);
}
