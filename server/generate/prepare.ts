import { randomInt } from 'node:crypto';

import { generationCost, workedPixels } from '../../src/domain/credits.ts';
import { withLarger } from '../../src/domain/larger-parameters.ts';
import { modelErrorMessage } from '../../src/domain/errors.ts';
import { needsSourceImage } from '../../src/domain/generator-types.ts';
import type { GeneratorType } from '../../src/domain/generator-types.ts';
import { seedMax } from '../../src/domain/limits.ts';
import { withGivenEntries } from '../../src/domain/list-entries.ts';
import { goesWith } from '../../src/domain/model.ts';
import { isBegun } from '../../src/domain/optional-parts.ts';
import type { InputValue, InputValues, ModelSchema } from '../../src/domain/model.ts';
import { isSeed, joinPrompt } from '../../src/domain/parameters.ts';
import { filesTaken, takesFile } from '../../src/domain/source-limits.ts';
import { validateInput } from '../../src/domain/validate-input.ts';
import type { Database } from '../database/connect.ts';
import type { StoredSource } from '../queue/stored-answer.ts';
import { EngineError } from '../engines/contract/engine.ts';
import type { Engine, EngineJob, EngineModel } from '../engines/contract/engine.ts';
import { ownFile } from '../files/own-file.ts';
import { ownFiles } from '../files/service.ts';
import { noteUse } from '../files/unused-uploads.ts';
import type { Caller } from '../http/caller.ts';
import { invalidInput, notFound, Problem } from '../http/problem.ts';
import type { Catalogue, OfferedModel } from '../models/catalogue.ts';
import { findNamed } from '../models/people-apps.ts';
import type { PeopleApps } from '../models/people-apps.ts';
import type { Offer } from '../models/offer.ts';
import { expiredFiles } from '../works/service.ts';

export interface SubmissionRequest {
  model: string;
  jobType: GeneratorType;
  input: InputValues;
  disabledTranslate: boolean;
  /** The prompt in English as the person was shown it. */
  translation?: string | undefined;
  template: string | null;
}

/** A request that may run: everything checked, nothing left open. */
export interface PreparedJob {
  offered: OfferedModel;
  /** What the person asked for by its name, where that is an app: its works are known by it. */
  app: EngineModel | null;
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
  translation: string | null;
  template: string | null;
}

const isAbsent = (value: InputValue | undefined): boolean =>
  value === undefined || value === null || value === '';

/**
 * Defaults where nothing was given; what may not be changed is what the schema says. What means something only
 * beside another field, or beside another choice of it, goes without that one.
 */
function withDefaults(schema: ModelSchema, input: InputValues): InputValues {
  const values: InputValues = { ...input };
  for (const [field, property] of Object.entries(schema.properties)) {
    const given = Object.hasOwn(input, field) ? input[field] : undefined;
    const needs = property['x-needs'];
    // One file for a list of them, as by a form from before the model took several.
    if (property.format === 'uri' && property.type === 'array' && typeof given === 'string')
      values[field] = given === '' ? [] : [given];
    const part = property['x-part'];
    const isLeftOut = part !== undefined && !isBegun(part.path, input);
    if (isLeftOut || (needs !== undefined && isAbsent(input[needs]))) {
      delete values[field];
    } else if (property.default === undefined) {
      // An empty optional field is as good as none, and engines need not know of it.
      if (given === null || (given === '' && !schema.required.includes(field)))
        delete values[field];
    } else if (property['x-readOnly'] || isAbsent(given)) {
      values[field] = property.default;
    }
  }
  for (const [field, property] of Object.entries(schema.properties)) {
    if (!goesWith(property, (name) => values[name])) delete values[field];
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
    throw invalidInput({ field: field ?? 'seed', reason: 'not-a-seed', values: [seedMax] });
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
    const values = model.num_outputs;
    throw invalidInput({ field: field ?? 'n', reason: 'not-allowed', values });
  }
  return outputs;
}

/** Whoever names no size gets the first where the schema's default is none of the model's sizes. */
function fixDimensions(model: EngineModel, input: InputValues, given: InputValues): void {
  const [first] = model.allow_dimensions;
  if (first === undefined) return;
  const { width, height } = input;
  if (typeof width !== 'number' || typeof height !== 'number') return;
  if (model.allow_dimensions.includes(`${width}x${height}`)) return;
  if (!isAbsent(given.width) || !isAbsent(given.height)) {
    const values = model.allow_dimensions;
    throw invalidInput({ field: 'width', reason: 'not-a-size', values });
  }
  const [wide, high] = first.split('x').map(Number);
  Object.assign(input, { width: wide, height: high });
}

/** Of a stored file; zero for what is no picture. */
interface StoredSize {
  width: number;
  height: number;
}

/** What a tool does to every pixel takes its time and memory: too many are refused before they are paid for. */
function checkPixels(
  { upload_max_pixels: most }: EngineModel,
  field: string,
  { width, height }: StoredSize,
): void {
  if (most === null || width * height <= most) return;
  const values = [width, height, Math.floor(most / 1_000_000)];
  throw invalidInput({ field, reason: 'too-many-pixels', values });
}

/** Takes the source fields out of the input; each must be a file of the caller's own. */
async function takeSources(
  database: Database,
  userId: number,
  schema: ModelSchema,
  model: EngineModel,
  input: InputValues,
): Promise<{ sources: StoredSource[]; sizes: StoredSize[] }> {
  const sizes: StoredSize[] = [];
  const wanted: StoredSource[] = [];
  const refused = (field: string) => invalidInput({ field, reason: 'not-your-file' });
  for (const [field, property] of Object.entries(schema.properties)) {
    const value = input[field];
    if (property.format !== 'uri' || isAbsent(value)) continue;
    const addresses = Array.isArray(value) ? value.map(String) : [String(value)];
    const most = filesTaken(property, model);
    if (addresses.length > most) {
      throw invalidInput({ field, reason: 'too-many-files', values: [most] });
    }
    for (const address of addresses) {
      const fileId = ownFile.exec(address)?.[1];
      if (!fileId) throw refused(field);
      wanted.push({ field, fileId });
    }
    delete input[field];
  }
  if (wanted.length === 0) return { sources: [], sizes };
  const ids = wanted.map((source) => source.fileId);
  // First of all: what is found below stays until the job is in the queue.
  await noteUse(database, ids);
  const found = await ownFiles(database, userId, ids);
  const expired = await expiredFiles(database, ids);
  for (const { field, fileId } of wanted) {
    const file = found.get(fileId);
    if (!file || expired.has(fileId)) throw refused(field);
    if (!takesFile(model.accept_types, file.mediaType)) {
      const values = model.accept_types;
      throw invalidInput({ field, reason: 'wrong-file-type', values });
    }
    checkPixels(model, field, file);
    sizes.push(file);
  }
  return { sources: wanted, sizes };
}

function wishesIn(schema: ModelSchema, model: EngineModel, input: InputValues): string[] {
  return Object.entries(schema.properties).flatMap(([field, property]) => {
    const isNegative =
      field === model.filed_mappings.negative_prompt || property['x-widget'] === 'negative-prompt';
    const value = input[field];
    return isNegative || property.enum || typeof value !== 'string' ? [] : [value];
  });
}

/** What only the engine knows of its inputs. @throws Problem 400; 503 where the engine itself breaks over them */
function assertTaken(engine: Engine, job: Pick<EngineJob, 'model' | 'input'>): void {
  try {
    engine.assertInput?.(job);
  } catch (error) {
    if (error instanceof EngineError && error.code === 'invalid-input') {
      throw invalidInput(error.reasons);
    }
    throw new Problem(503, 'model-error', modelErrorMessage, { cause: error });
  }
}

/**
 * Holds what was set against a model and its schema, and fixes whatever it leaves open.
 * @throws Problem 400
 */
export function fixInput(
  usual: ModelSchema,
  model: EngineModel,
  sent: InputValues,
): Pick<PreparedJob, 'input' | 'outputs' | 'seed'> {
  // Whether larger parameters are on is between a person and their form.
  const schema = withLarger(usual, true);
  const given = withGivenEntries(sent);
  const input = withDefaults(schema, given);
  fixDimensions(model, input, given);
  const problems = validateInput(schema, input);
  if (problems.length > 0) throw invalidInput(problems);
  const outputs = countOutputs(schema, model, input);
  return { input, outputs, seed: fixSeed(schema, input) };
}

/**
 * Holds a submission against its model and fixes whatever it leaves open, the seed included.
 * @throws Problem 400, 403, 404 or 503; nothing is left behind then
 */
export async function prepareJob(
  {
    database,
    catalogue,
    offer,
    apps,
  }: { database: Database; catalogue: Catalogue; offer: Offer; apps: PeopleApps },
  user: Caller,
  request: SubmissionRequest,
): Promise<PreparedJob> {
  // The specification's clients name the app beside its model.
  const isApp = request.jobType === 'Apps' && request.template !== null;
  const named = await findNamed(catalogue, apps, isApp ? request.template! : request.model);
  const schema = named?.schema('en');
  if (!named || !schema) throw notFound('Model');
  const { offered, model, app } = named;
  const { engine } = offered;
  if (!model.type.split(',').includes(request.jobType)) {
    const values = model.type.split(',');
    throw invalidInput({ field: 'job_type', reason: 'not-for-this-tool', values });
  }
  offer.assertOffered(user, model, request.jobType);
  // Who may not use a model may not use it as an app of somebody's either.
  if (app) offer.assertOffered(user, offered.model, app.tool);
  const given = named.given(schema, request.input);
  const { input, outputs, seed } = fixInput(schema, model, given);
  assertTaken(engine, { model: offered.model.model, input });
  const { sources, sizes } = await takeSources(database, user.id, schema, model, input);
  const tool = app?.tool ?? request.jobType;
  if (needsSourceImage(tool) && model.upload !== null && sources.length === 0) {
    throw invalidInput({ field: model.upload, reason: 'required' });
  }
  const reason = engine.unavailableReason(offered.model.model);
  if (reason !== null) throw new Problem(503, 'engine-unavailable', reason.en);
  const text = (field: string | null) => (field === null ? '' : String(input[field] ?? ''));
  const { prompt, negative_prompt: negative } = model.filed_mappings;
  return {
    offered,
    app: app && model,
    jobType: request.jobType,
    input,
    sources,
    prompt: joinPrompt(text(prompt), text(negative)),
    wishes: wishesIn(schema, model, input),
    seed,
    outputs,
    cost: generationCost(model, outputs, workedPixels(model, input, sizes)),
    disabledTranslate: request.disabledTranslate,
    translation: request.translation?.trim() || null,
    // An app's id stands where a model's would.
    template: request.jobType === 'Apps' ? model.model : request.template,
  };
}
