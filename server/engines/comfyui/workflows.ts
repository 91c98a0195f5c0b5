import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';

import { needsSourceImage } from '../../../src/domain/generator-types.ts';
import { imageCountRange } from '../../../src/domain/limits.ts';
import { schemaDefaults } from '../../../src/domain/model.ts';
import { validateInput } from '../../../src/domain/validate-input.ts';
import type { EngineModel } from '../contract/engine.ts';
import { buildSchema, describeModel } from '../../../src/domain/schema-fields.ts';
import { fieldsOf, isKnownField } from './fields.ts';
import { manifestFile, type Manifest } from './manifest.ts';
import { isLink, readWorkflow, valueAt, type Workflow } from './workflow.ts';

/** A workflow with its manifest: one model. */
export interface WorkflowModel {
  /** Of the files: `text-to-image`. */
  name: string;
  manifest: Manifest;
  workflow: Workflow;
}

export const ownWorkflows = path.join(import.meta.dirname, 'workflows');

const manifestEnding = '.manifest.json';
const fileMaxBytes = 4 * 1024 * 1024;
const filesMax = 500;
/** What `LoadImage` reads everywhere. */
export const acceptedPictures = ['png', 'jpg', 'jpeg', 'webp'];

async function readJson(file: string): Promise<unknown> {
  if ((await stat(file)).size > fileMaxBytes) throw new Error('is larger than 4 MB');
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch (error) {
    throw new Error('is not JSON', { cause: error });
  }
}

/** Where manifest and workflow do not fit together; every problem in words. */
function misfitsOf(manifest: Manifest, workflow: Workflow): string[] {
  const problems: string[] = [];
  for (const [name, field] of Object.entries(manifest.inputs)) {
    for (const place of field.at) {
      const value = valueAt(workflow, place);
      const where = `inputs.${name}: ${place.node}.${place.input}`;
      if (value === undefined) problems.push(`${where} is not in the workflow`);
      else if (isLink(value)) problems.push(`${where} comes from another node`);
    }
    if (!isKnownField(name) && !field.title) problems.push(`inputs.${name}: needs a title`);
  }
  for (const id of manifest.outputs) {
    if (!Object.hasOwn(workflow, id)) problems.push(`outputs: there is no node ${id}`);
  }
  if (manifest.type.some(needsSourceImage) && !manifest.inputs['image']) {
    problems.push(`type: ${manifest.type.join(', ')} needs inputs.image`);
  }
  if (manifest.inputs['mask'] && !manifest.inputs['image']) {
    problems.push('inputs.mask: needs inputs.image');
  }
  for (const [name, { list }] of Object.entries(manifest.inputs)) {
    if (list && name !== 'image') problems.push(`inputs.${name}: only image can be a list`);
    else if (list && manifest.inputs['mask']) problems.push('inputs.mask: a list has none');
  }
  if (problems.length > 0) return problems;
  const { fields, required } = fieldsOf(manifest, workflow, null);
  const schema = buildSchema(fields, required, 'en');
  for (const { field, reason, values = [] } of validateInput(schema, schemaDefaults(schema))) {
    // A list that only the server knows cannot be held against it here.
    if (reason === 'required' || manifest.inputs[field]?.choices === 'server') continue;
    const words = [reason.replaceAll('-', ' '), ...values].join(' ');
    problems.push(`inputs.${field}: the default is ${words}`);
  }
  return problems;
}

async function readOne(folder: string, name: string): Promise<WorkflowModel> {
  const parsed = manifestFile.safeParse(await readJson(path.join(folder, name + manifestEnding)));
  if (!parsed.success) {
    const words = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(words.join('; '));
  }
  let workflow: Workflow;
  try {
    workflow = readWorkflow(await readJson(path.join(folder, `${name}.json`)));
  } catch (error) {
    throw new Error(`${name}.json ${(error as Error).message}`, { cause: error });
  }
  const problems = misfitsOf(parsed.data, workflow);
  if (problems.length > 0) throw new Error(problems.join('; '));
  return { name, manifest: parsed.data, workflow };
}

/**
 * Reads every workflow of a folder that has a manifest beside it, by name.
 * @param onProblem hears of those that cannot be used; the others are
 */
export async function readWorkflows(
  folder: string,
  onProblem: (file: string, problem: string) => void,
): Promise<WorkflowModel[]> {
  const entries = await readdir(folder).catch((error: unknown) => {
    onProblem(folder, `cannot be read: ${(error as Error).message}`);
    return [];
  });
  const names = entries
    .filter((entry) => entry.endsWith(manifestEnding))
    .map((entry) => entry.slice(0, -manifestEnding.length))
    .toSorted()
    .slice(0, filesMax);
  const found: WorkflowModel[] = [];
  for (const name of names) {
    const file = path.join(folder, name + manifestEnding);
    try {
      if (!/^[a-z0-9][a-z0-9_-]{0,60}$/i.test(name)) {
        throw new Error('the name must be letters, digits, hyphens and underscores');
      }
      found.push(await readOne(folder, name));
    } catch (error) {
      onProblem(file, (error as Error).message);
    }
  }
  return found;
}

/** @param id what requests carry: the engine's name and the workflow's */
export function offerWorkflow({ manifest, name }: WorkflowModel, id: string): EngineModel {
  const { inputs, label, description, mark } = manifest;
  const most = inputs['n'] ? (inputs['n'].maximum ?? imageCountRange.max) : 1;
  const has = (field: string) => (inputs[field] ? field : null);
  return describeModel({
    model: id,
    name,
    label_cn: label.cn,
    label_en: label.en,
    type: manifest.type.join(','),
    mtype: 'workflow',
    mark: mark?.cn ?? 'ComfyUI',
    mark_en: mark?.en ?? 'ComfyUI',
    default: manifest.default,
    upload: has('image'),
    mask: has('mask'),
    accept_types: inputs['image'] ? acceptedPictures : [],
    upload_limit: inputs['image']?.list ? inputs['image'].at.length : inputs['image'] ? 1 : 0,
    upload_max_side: manifest.upload_max_side ?? null,
    cost: manifest.cost,
    cost_pixels: manifest.cost_pixels ?? null,
    description: { text: description.cn, text_en: description.en },
    filed_mappings: { prompt: has('prompt'), negative_prompt: has('negative_prompt') },
    disable_translate: false,
    allow_dimensions: manifest.allow_dimensions,
    num_outputs: Array.from({ length: most }, (_, index) => index + 1),
  });
}
