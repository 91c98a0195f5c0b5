import { randomInt } from 'node:crypto';

import { and, eq, inArray, isNotNull, notExists, sql } from 'drizzle-orm';

import { generationCost } from '../../src/domain/credits.ts';
import { needsSourceImage } from '../../src/domain/generator-types.ts';
import type { GeneratorType } from '../../src/domain/generator-types.ts';
import { seedMax } from '../../src/domain/limits.ts';
import type { InputValue, InputValues, ModelSchema } from '../../src/domain/model.ts';
import { isSeed, joinPrompt } from '../../src/domain/parameters.ts';
import { validateInput } from '../../src/domain/validate-input.ts';
import type { InputProblem } from '../../src/domain/validate-input.ts';
import type { Database } from '../database/connect.ts';
import { files, works } from '../database/schema.ts';
import type { StoredSource } from '../database/schema.ts';
import type { EngineModel } from '../engines/engine.ts';
import { noteUse } from '../files/unused-uploads.ts';
import { invalidInput, notFound, Problem } from '../http/problem.ts';
import type { Catalogue, OfferedModel } from '../models/catalogue.ts';

export interface SubmissionRequest {
  model: string;
  jobType: GeneratorType;
  input: InputValues;
  disabledTranslate: boolean;
  template: string | null;
}

/** A request that may run: everything checked, nothing left open. */
export interface PreparedJob {
  offered: OfferedModel;
  jobType: GeneratorType;
  input: InputValues;
  sources: StoredSource[];
  prompt: string;
  /** What a person wrote that is to be seen: all texts but the negative prompt. */
  wishes: string[];
  seed: string;
  outputs: number;
  cost: number;
  disabledTranslate: boolean;
  template: string | null;
}

function words(problem: InputProblem): string {
  switch (problem.problem) {
    case 'required':
      return 'required';
    case 'wrong-type':
      return 'has the wrong type';
    case 'not-allowed':
      return 'is not one of the allowed values';
    case 'too-small':
      return `must be at least ${problem.limit}`;
    case 'too-large':
      return `must be at most ${problem.limit}`;
    case 'not-a-step':
      return `must be a multiple of ${problem.limit}`;
    case 'too-short':
      return `must have at least ${problem.limit} characters`;
    case 'too-long':
      return `must have at most ${problem.limit} characters`;
    case 'unknown-field':
      return 'is not a field of this model';
  }
}

const isAbsent = (value: InputValue | undefined): boolean =>
  value === undefined || value === null || value === '';

/**
 * Defaults where nothing was given; what may not be changed is what the schema says. What means something only
 * beside another field goes without that one.
 */
function withDefaults(schema: ModelSchema, input: InputValues): InputValues {
  const values: InputValues = { ...input };
  for (const [field, property] of Object.entries(schema.properties)) {
    const given = Object.hasOwn(input, field) ? input[field] : undefined;
    const needs = property['x-needs'];
    if (needs !== undefined && isAbsent(input[needs])) {
      delete values[field];
    } else if (property.default === undefined) {
      // An empty optional field is as good as none, and engines need not know of it.
      if (given === null || (given === '' && !schema.required.includes(field)))
        delete values[field];
    } else if (property['x-readOnly'] || isAbsent(given)) {
      values[field] = property.default;
    }
  }
  return values;
}

/** The schema field with a widget, or with one of the specification's names for it. */
export function fieldFor(
  schema: ModelSchema,
  widget: 'seed' | 'count',
  names: string[],
): string | null {
  const entries = Object.entries(schema.properties);
  const marked = entries.find(([, property]) => property['x-widget'] === widget);
  return marked?.[0] ?? names.find((name) => Object.hasOwn(schema.properties, name)) ?? null;
}

function fixSeed(schema: ModelSchema, input: InputValues): string {
  const field = fieldFor(schema, 'seed', ['seed']);
  const given = field === null ? '' : String(input[field] ?? '').trim();
  if (!isSeed(given))
    throw invalidInput({ [field ?? 'seed']: `must be a whole number from 0 to ${seedMax}` });
  const seed = given === '' ? String(randomInt(0, seedMax + 1)) : String(Number(given));
  if (field !== null)
    input[field] = schema.properties[field]?.type === 'string' ? seed : Number(seed);
  return seed;
}

function countOutputs(schema: ModelSchema, model: EngineModel, input: InputValues): number {
  const field = fieldFor(schema, 'count', ['n', 'num_outputs']);
  const given = field === null ? undefined : input[field];
  const outputs = isAbsent(given) ? model.default_num_outputs : Number(given);
  const isAllowed =
    model.num_outputs.length === 0
      ? outputs >= 1 && outputs <= 4
      : model.num_outputs.includes(outputs);
  if (!Number.isInteger(outputs) || !isAllowed) {
    throw invalidInput({ [field ?? 'n']: `must be one of ${model.num_outputs.join(', ')}` });
  }
  return outputs;
}

function checkDimensions(model: EngineModel, input: InputValues): void {
  if (model.allow_dimensions.length === 0) return;
  const { width, height } = input;
  if (typeof width !== 'number' || typeof height !== 'number') return;
  if (!model.allow_dimensions.includes(`${width}x${height}`)) {
    throw invalidInput({ width: `the size must be one of ${model.allow_dimensions.join(', ')}` });
  }
}

/** Address of a file of this platform; the first group is its id. */
export const ownFile =
  /^(?:https?:\/\/[^/]+)?\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[a-z0-9]{2,5}(?:\?width=\d+)?$/;

function accepts(model: EngineModel, mediaType: string, extension: string): boolean {
  const accepted = model.accept_types.map((type) => type.toLowerCase().replace(/^\./, ''));
  const kind = `${mediaType.split('/')[0]}/*`;
  const names = [mediaType, kind, extension, ...(extension === 'jpg' ? ['jpeg'] : [])];
  // A model that names nothing takes pictures, and no other kind of file that may be uploaded.
  if (accepted.length === 0) return mediaType.startsWith('image/');
  return names.some((name) => accepted.includes(name));
}

/** Takes the source fields out of the input; each must be a file of the caller's own. */
async function takeSources(
  database: Database,
  userId: number,
  schema: ModelSchema,
  model: EngineModel,
  input: InputValues,
): Promise<StoredSource[]> {
  const wanted: StoredSource[] = [];
  const refused = (field: string) =>
    invalidInput({ [field]: 'is not the address of a file you uploaded' });
  for (const [field, property] of Object.entries(schema.properties)) {
    const value = input[field];
    if (property.format !== 'uri' || isAbsent(value)) continue;
    const addresses = Array.isArray(value) ? value.map(String) : [String(value)];
    if (addresses.length > Math.max(1, model.upload_limit)) {
      throw invalidInput({ [field]: `at most ${Math.max(1, model.upload_limit)} files are taken` });
    }
    for (const address of addresses) {
      const fileId = ownFile.exec(address)?.[1];
      if (!fileId) throw refused(field);
      wanted.push({ field, fileId });
    }
    delete input[field];
  }
  if (wanted.length === 0) return [];
  const ids = wanted.map((source) => source.fileId);
  // First of all: what is found below stays until the job is in the queue.
  await noteUse(database, ids);
  const expired = database
    .select({ one: sql`1` })
    .from(works)
    .where(and(eq(works.fileId, files.id), isNotNull(works.expiredAt)));
  const found = await database
    .select()
    .from(files)
    .where(and(eq(files.userId, userId), inArray(files.id, ids), notExists(expired)));
  for (const { field, fileId } of wanted) {
    const file = found.find((row) => row.id === fileId);
    if (!file) throw refused(field);
    if (!accepts(model, file.mediaType, file.extension)) {
      throw invalidInput({ [field]: `Format Not Supported: use ${model.accept_types.join(', ')}` });
    }
  }
  return wanted;
}

function wishesIn(schema: ModelSchema, model: EngineModel, input: InputValues): string[] {
  return Object.entries(schema.properties).flatMap(([field, property]) => {
    const isNegative =
      field === model.filed_mappings.negative_prompt || property['x-widget'] === 'negative-prompt';
    const value = input[field];
    return isNegative || property.enum || typeof value !== 'string' ? [] : [value];
  });
}

/**
 * Holds a submission against its model and fixes whatever it leaves open, the seed included.
 * @throws Problem 400, 404 or 503; nothing is left behind then
 */
export async function prepareJob(
  database: Database,
  catalogue: Catalogue,
  userId: number,
  request: SubmissionRequest,
): Promise<PreparedJob> {
  const offered = catalogue.find(request.model);
  const schema = offered && catalogue.schema(offered, 'en');
  if (!offered || !schema) throw notFound('Model');
  const { engine, model } = offered;
  if (!model.type.split(',').includes(request.jobType)) {
    throw invalidInput({ job_type: `this model makes ${model.type}` });
  }
  const input = withDefaults(schema, request.input);
  const problems = validateInput(schema, input);
  if (problems.length > 0) {
    throw invalidInput(
      Object.fromEntries(problems.slice(0, 50).map((problem) => [problem.field, words(problem)])),
    );
  }
  checkDimensions(model, input);
  const outputs = countOutputs(schema, model, input);
  const seed = fixSeed(schema, input);
  const sources = await takeSources(database, userId, schema, model, input);
  if (needsSourceImage(request.jobType) && model.upload !== null && sources.length === 0) {
    throw invalidInput({ [model.upload]: 'required' });
  }
  const reason = engine.unavailableReason(model.model);
  if (reason !== null) throw new Problem(503, 'engine-unavailable', reason.en);
  const text = (field: string | null) => (field === null ? '' : String(input[field] ?? ''));
  const { prompt, negative_prompt: negative } = model.filed_mappings;
  return {
    offered,
    jobType: request.jobType,
    input,
    sources,
    prompt: joinPrompt(text(prompt), text(negative)),
    wishes: wishesIn(schema, model, input),
    seed,
    outputs,
    cost: generationCost(model.cost, outputs),
    disabledTranslate: request.disabledTranslate,
    // An app's id stands where a model's would.
    template: request.template ?? (request.jobType === 'Apps' ? model.model : null),
  };
}
