import type * as z from 'zod/mini';

import type { generateAsync } from '../../src/api/contract/generate.ts';
import { needsSourceImage } from '../../src/domain/generator-types.ts';
import type { GeneratorType } from '../../src/domain/generator-types.ts';
import type { InputValues, ModelItem, ModelSchema } from '../../src/domain/model.ts';
import { splitPrompt } from '../../src/domain/parameters.ts';
import type { EngineModel } from '../engines/contract/engine.ts';
import { invalidInput, notFound } from '../http/problem.ts';
import type { Catalogue } from '../models/catalogue.ts';
import { fieldFor } from './prepare.ts';
import type { SubmissionRequest } from './prepare.ts';

type HordeBody = z.infer<typeof generateAsync.body>;

function typesOf(model: Pick<EngineModel, 'type'>): GeneratorType[] {
  return model.type.split(',') as GeneratorType[];
}

/** The first model that was named, or else the default one for what was sent. */
function chooseModel(
  catalogue: Catalogue,
  models: readonly ModelItem[],
  body: HordeBody,
  hasSource: boolean,
): EngineModel {
  const [name] = body.models;
  const fits = (model: ModelItem) =>
    typesOf(model).some((type) => (hasSource ? needsSourceImage(type) : type === 'Text2Img'));
  const items = models.filter(fits);
  const chosen = name ?? (items.find((item) => item.default) ?? items[0])?.model;
  const offered = chosen === undefined ? null : catalogue.find(chosen);
  if (!offered) throw notFound('Model');
  return offered.model;
}

function chooseType(model: EngineModel, hasSource: boolean): GeneratorType {
  const types = typesOf(model);
  const chosen = types.find((type) => needsSourceImage(type) === hasSource) ?? types[0];
  if (!chosen) throw notFound('Model');
  return chosen;
}

function countField(schema: ModelSchema, params: InputValues): InputValues {
  const field = fieldFor(schema, 'count', ['n', 'num_outputs']);
  if (field === null || field === 'n' || params.n === undefined) return params;
  const { n, ...rest } = params;
  return { ...rest, [field]: n };
}

/**
 * Reads the AI Horde's form of a request into the platform's own.
 * @param models what the caller is offered; a model that is not named is one of them
 * @param sourceUrl the source picture, already stored, or null
 */
export function fromHordeForm(
  catalogue: Catalogue,
  models: readonly ModelItem[],
  body: HordeBody,
  sourceUrl: string | null,
): SubmissionRequest {
  const model = chooseModel(catalogue, models, body, sourceUrl !== null);
  const offered = catalogue.find(model.model);
  const schema = offered && catalogue.schema(offered, 'en');
  if (!schema) throw notFound('Model');
  const input: InputValues = { ...countField(schema, body.params) };
  const { prompt, negativePrompt } = splitPrompt(body.prompt);
  const { filed_mappings: fields, upload } = model;
  if (fields.prompt !== null) input[fields.prompt] = prompt;
  if (fields.negative_prompt !== null && negativePrompt !== '') {
    input[fields.negative_prompt] = negativePrompt;
  }
  if (sourceUrl !== null) {
    if (upload === null) {
      throw invalidInput({ field: 'source_image', reason: 'takes-no-picture' });
    }
    input[upload] = sourceUrl;
  }
  return {
    model: model.model,
    jobType: chooseType(model, sourceUrl !== null),
    input,
    disabledTranslate: false,
    template: null,
  };
}
