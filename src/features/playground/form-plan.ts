import {
  visibleFields,
  type ModelItem,
  type ModelSchema,
  type SchemaProperty,
} from '../../domain/model.ts';
import { isOffered } from '../../domain/optional-parts.ts';
import { filesTaken } from '../../domain/source-limits.ts';

/** Which control a schema field gets. */
export type FieldRole =
  | 'prompt'
  | 'negative-prompt'
  | 'source'
  | 'mask'
  /** A style the person trained; its card is the field's file. */
  | 'style'
  | 'width'
  | 'height'
  | 'dimensions'
  | 'count'
  | 'seed'
  | 'choice'
  | 'switch'
  | 'number'
  /** Named LoRAs, each with its strength. */
  | 'loras'
  | 'list'
  /** Of a kind that this app does not know: said, not asked for. */
  | 'unknown'
  | 'text';

export interface FormField {
  name: string;
  property: SchemaProperty;
  role: FieldRole;
  required: boolean;
  /** How many files it takes; absent for what is no file. */
  files?: number;
}

/** A model's form: what stands where. Order inside a list is the schema's `x-order`. */
export interface FormPlan {
  prompt: FormField | null;
  negativePrompt: FormField | null;
  sources: FormField[];
  /** What is written besides the prompt, as a title or a name: it belongs to the words, not to the settings. */
  lines: FormField[];
  width: FormField | null;
  height: FormField | null;
  basic: FormField[];
  /** Behind "More". */
  advanced: FormField[];
  /** All of the above, in order. */
  fields: FormField[];
}

function isNumeric(property: SchemaProperty): boolean {
  return property.type === 'integer' || property.type === 'number';
}

/** The widget hint decides, then the model's own mappings, then type and format. */
export function fieldRole(name: string, property: SchemaProperty, model: ModelItem): FieldRole {
  const widget = property['x-widget'];
  if (property.type === 'unknown') return 'unknown';
  if (widget === 'mask' || name === model.mask) return 'mask';
  if (widget === 'trained-style') return 'style';
  if (widget === 'image' || property.format === 'uri' || name === model.upload) return 'source';
  if (widget === 'prompt' || name === model.filed_mappings.prompt) return 'prompt';
  if (widget === 'negative-prompt' || name === model.filed_mappings.negative_prompt)
    return 'negative-prompt';
  if (widget === 'seed' || name === 'seed') return 'seed';
  if (isNumeric(property) && !property.enum && (name === 'width' || name === 'height')) return name;
  if (widget === 'dimensions') return 'dimensions';
  if (isNumeric(property) && (widget === 'count' || name === 'n' || name === 'num_outputs'))
    return 'count';
  if (property.enum) return 'choice';
  if (property.type === 'boolean') return 'switch';
  if (property.type === 'array') return name === 'loras' ? 'loras' : 'list';
  return isNumeric(property) ? 'number' : 'text';
}

/** Fields whose value is a file on the device, which the queue sends first. */
export const isFileField = ({ role }: Pick<FormField, 'role'>): boolean =>
  role === 'source' || role === 'mask' || role === 'style';

/**
 * Spec 1, section 5: control types are those of the model's list. Where a schema starts with another one, the first
 * of the list stands in its place.
 */
function allowedControls(
  name: string,
  property: SchemaProperty,
  { control_types: allowed }: ModelItem,
): SchemaProperty {
  if (name !== 'control_type' || property.type !== 'string' || allowed.length === 0)
    return property;
  const values = property.enum ?? allowed;
  const kept = values.flatMap((value, at) => (allowed.includes(String(value)) ? [at] : []));
  const first = values[kept[0] ?? -1];
  if (first === undefined) return property;
  const next: SchemaProperty = { ...property, enum: kept.map((at) => values[at] ?? first) };
  for (const key of ['x-enum-titles', 'x-enum-descriptions', 'x-enum-pictures'] as const) {
    const words = property[key];
    if (words) next[key] = kept.map((at) => words[at] ?? '');
  }
  const start = property.default;
  if (start !== undefined && !allowed.includes(String(start))) next.default = first;
  return next;
}

/** What has one value only is shown, and not asked for. */
function settled(property: SchemaProperty): SchemaProperty {
  const { const: value } = property;
  return value === undefined ? property : { ...property, default: value, 'x-readOnly': true };
}

/** More than a few make a form of their own, whose place is the settings. */
const linesMax = 3;

const besideWords: ReadonlySet<FieldRole> = new Set<FieldRole>([
  'prompt',
  'negative-prompt',
  'source',
  'mask',
]);

/** What has one of these has a place among the settings. */
const furtherHints = [
  'x-advanced',
  'x-group',
  'x-needs',
  'x-only-with',
  'x-part',
  'x-readOnly',
] as const;

/** Lines of text that a schema puts before everything that can be set. */
function leadingLines(fields: readonly FormField[]): FormField[] {
  const end = fields.findIndex(
    ({ role, property }) => role !== 'text' || furtherHints.some((hint) => property[hint]),
  );
  const lines = fields.slice(0, end < 0 ? fields.length : end);
  return lines.length > linesMax ? [] : lines;
}

/** Lays out a model's form; hidden fields are left out, the first prompt found is the prompt. */
export function planForm(schema: ModelSchema, model: ModelItem): FormPlan {
  const fields = visibleFields(schema).map(([name, given]): FormField => {
    const property = settled(allowedControls(name, given, model));
    const role = fieldRole(name, property, model);
    const required = schema.required.includes(name);
    const field = { name, property, role, required };
    return isFileField(field) ? { ...field, files: filesTaken(property, model) } : field;
  });
  const first = (role: FieldRole) => fields.find((field) => field.role === role) ?? null;
  const placed: readonly FieldRole[] = [
    'prompt',
    'negative-prompt',
    'source',
    'mask',
    'width',
    'height',
  ];
  const settings = fields.filter((field) => !placed.includes(field.role));
  const lines = leadingLines(fields.filter(({ role }) => !besideWords.has(role)));
  const rest = settings.filter((field) => !lines.includes(field));
  const width = first('width');
  const height = first('height');
  return {
    prompt: first('prompt'),
    negativePrompt: first('negative-prompt'),
    // A mask is a picture of its own, beside the one that it belongs to.
    sources: fields.filter((field) => field.role === 'source' || field.role === 'mask'),
    lines,
    width,
    height,
    basic: rest.filter((field) => !field.property['x-advanced']),
    advanced: rest.filter((field) => field.property['x-advanced']),
    fields,
  };
}

/**
 * The fields for files that are in place now: what a model can do without is asked for once there is what it needs,
 * since strokes on a picture, say, mean nothing before the picture.
 */
export function wantedSources(
  { sources }: Pick<FormPlan, 'sources'>,
  { sources: given }: { sources: readonly { field: string }[] },
): FormField[] {
  const has = ({ name }: FormField) => given.some(({ field }) => field === name);
  const isBegun = sources.every((field) => !field.required || has(field));
  const filled = Object.fromEntries(given.map(({ field }) => [field, true]));
  return sources.filter((field) => {
    const part = field.property['x-part'];
    if (part && !isOffered(part.path, filled)) return false;
    return field.required || isBegun || has(field);
  });
}
