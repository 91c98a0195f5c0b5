import { wordsOfControls } from '../../../src/domain/control-words.ts';
import type { LocalizedText } from '../../../src/domain/languages.ts';
import { denoisingStrengthRange } from '../../../src/domain/limits.ts';
import { parameterDefaults } from '../../../src/domain/parameters.ts';
import {
  commonFields,
  largerFields,
  type FieldDeclaration,
  type FieldDeclarations,
} from '../../../src/domain/schema-fields.ts';
import type { Manifest, ManifestField } from './manifest.ts';
import type { ServerNodes } from './object-info.ts';
import { isLink, valueAt, type Workflow } from './workflow.ts';

const source = { type: 'string', format: 'uri' } as const;

/** Fields whose words and limits need not be in every manifest. */
const knownFields: Readonly<Record<string, FieldDeclaration>> = {
  ...commonFields,
  ...largerFields,
  image: { ...source, title: { cn: '图片', en: 'Picture' }, 'x-widget': 'image' },
  mask: {
    ...source,
    title: { cn: '蒙版', en: 'Mask' },
    description: {
      cn: '白色的地方重画，黑色的地方保留。',
      en: 'White is painted anew, black is kept.',
    },
    'x-widget': 'mask',
  },
  denoising_strength: {
    type: 'number',
    title: { cn: '重绘幅度', en: 'Strength' },
    description: {
      cn: '数值越高，离原图越远。',
      en: 'Higher values leave less of the picture.',
    },
    default: parameterDefaults.denoising_strength,
    minimum: denoisingStrengthRange.min,
    maximum: denoisingStrengthRange.max,
    multipleOf: denoisingStrengthRange.step,
  },
  sampler_name: { type: 'string', title: { cn: '采样器', en: 'Sampler' }, 'x-advanced': true },
  scheduler: { type: 'string', title: { cn: '调度器', en: 'Scheduler' }, 'x-advanced': true },
  control_type: { type: 'string', title: { cn: '参照', en: 'Guided by' } },
  checkpoint: { type: 'string', title: { cn: '大模型', en: 'Checkpoint' } },
  upscale_model: { type: 'string', title: { cn: '放大模型', en: 'Upscale model' } },
};

/** Never empty in a request, unless a manifest says otherwise. */
const requiredByDefault = new Set(['prompt', 'image', 'mask']);
/** The platform's own: what stands in the workflow is no default for them. */
const withoutDefault = new Set(['prompt', 'image', 'mask', 'seed', 'n']);

export const sourceFields = ['image', 'mask'] as const;

type Choice = string | number;

/** What an input offers: the manifest's own list, or the server's; null when any value of its type will do. */
function choicesOf(
  field: ManifestField,
  workflow: Workflow,
  nodes: ServerNodes | null,
): Choice[] | null {
  if (field.choices === undefined) return null;
  if (field.choices !== 'server') return field.choices;
  const lists = field.at.flatMap((place) => {
    const list = nodes?.choices(workflow[place.node]?.class_type ?? '', place.input);
    return list ? [list] : [];
  });
  const [first] = lists;
  // Where a value goes into several places, each must take it.
  if (first) return first.filter((value) => lists.every((list) => list.includes(value)));
  const own = field.at[0] && valueAt(workflow, field.at[0]);
  return typeof own === 'string' || typeof own === 'number' ? [own] : [];
}

const isFraction = (value: unknown): boolean =>
  typeof value === 'number' && !Number.isInteger(value);

/**
 * A whole number that was saved tells nothing: the server says what its inputs take, and until it was heard a
 * fraction anywhere in the manifest does. Where a value goes into several places, each must take it.
 */
function takesFractions(field: ManifestField, workflow: Workflow, nodes: ServerNodes | null) {
  const told = field.at.flatMap(
    (at) => nodes?.takesFractions(workflow[at.node]?.class_type ?? '', at.input) ?? [],
  );
  if (told.length > 0) return told.every(Boolean);
  const { minimum, maximum, multipleOf, default: preset } = field;
  const saved = field.at.map((at) => valueAt(workflow, at));
  return [minimum, maximum, multipleOf, preset, ...saved].some(isFraction);
}

function typeOf(
  field: ManifestField,
  workflow: Workflow,
  nodes: ServerNodes | null,
): FieldDeclaration['type'] {
  const saved = field.at[0] && valueAt(workflow, field.at[0]);
  if (typeof saved === 'boolean') return 'boolean';
  if (typeof saved !== 'number') return 'string';
  return takesFractions(field, workflow, nodes) ? 'number' : 'integer';
}

function declarationOf(
  name: string,
  field: ManifestField,
  workflow: Workflow,
  nodes: ServerNodes | null,
): FieldDeclaration {
  const known = Object.hasOwn(knownFields, name) ? knownFields[name] : undefined;
  const own = field.at[0] && valueAt(workflow, field.at[0]);
  const title: LocalizedText = field.title ?? known?.title ?? { cn: name, en: name };
  const choices = choicesOf(field, workflow, nodes);
  const declared: FieldDeclaration = {
    ...known,
    type: field.type ?? known?.type ?? typeOf(field, workflow, nodes),
    title,
    ...(field.description && { description: field.description }),
    ...(field.group && { 'x-group': field.group }),
    ...(field.minimum !== undefined && { minimum: field.minimum }),
    ...(field.maximum !== undefined && { maximum: field.maximum }),
    ...(field.multipleOf !== undefined && { multipleOf: field.multipleOf }),
    ...(field.advanced !== undefined && { 'x-advanced': field.advanced }),
    ...(field.hidden !== undefined && { 'x-hidden': field.hidden }),
  };
  if (field.list) {
    Object.assign(declared, {
      type: 'array',
      items: { type: 'string' },
      maxItems: field.at.length,
      title: field.title ?? { cn: '图片', en: 'Pictures' },
    } satisfies FieldDeclaration);
  }
  // A manifest's own limit is the operator's word.
  if (field.maximum !== undefined) delete declared['x-larger-maximum'];
  const wanted = field.default ?? (withoutDefault.has(name) || isLink(own) ? undefined : own);
  const isScalar = ['string', 'number', 'boolean'].includes(typeof wanted);
  if (isScalar) declared.default = wanted as string | number | boolean;
  if (choices) {
    declared.enum = choices;
    const controls = wordsOfControls(choices);
    if (controls) declared['x-enum-titles'] = controls;
    const [first] = choices;
    if (!choices.some((offered) => offered === declared.default)) {
      if (first === undefined) delete declared.default;
      else declared.default = first;
    }
  }
  return declared;
}

/**
 * A workflow's inputs as fields of a form, in the manifest's order.
 * @param nodes null before the server was heard: its lists then hold what the workflow was saved with
 */
export function fieldsOf(
  manifest: Manifest,
  workflow: Workflow,
  nodes: ServerNodes | null,
): { fields: FieldDeclarations; required: string[] } {
  const fields: FieldDeclarations = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(manifest.inputs)) {
    fields[name] = declarationOf(name, field, workflow, nodes);
    if (field.required ?? requiredByDefault.has(name)) required.push(name);
  }
  return { fields, required };
}

/** True for names that need no words of their own. */
export const isKnownField = (name: string): boolean => Object.hasOwn(knownFields, name);
