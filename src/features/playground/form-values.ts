import { generationCost, workedPixels } from '../../domain/credits.ts';
import { givenEntries } from '../../domain/list-entries.ts';
import { partLoras, readLora } from '../../domain/loras.ts';
import {
  goesWith,
  parseDimensions,
  type InputValue,
  type InputValues,
  type ModelDefaults,
  type ModelItem,
  type ModelSchema,
} from '../../domain/model.ts';
import {
  defaultNegativePrompt,
  isSeed,
  parameterDefaults,
  parameterRange,
} from '../../domain/parameters.ts';
import { isBegun } from '../../domain/optional-parts.ts';
import { settingNamed, type SettingName } from '../../domain/settings.ts';
import { allowedSizes, isAllowedSize } from '../../domain/sizes.ts';
import { sourceLimits, travelSize } from '../../domain/source-limits.ts';
import { validateInput, type InputProblem } from '../../domain/validate-input.ts';
import { isFileField, type FormField, type FormPlan } from './form-plan.ts';

/**
 * What a person changed, by field name: the `input` of a draft. Everything else follows the defaults of
 * model and schema, so that a changed default reaches an untouched form.
 */
export type Overrides = InputValues;

/** Spec 1, section 4: settings that choosing another model puts back, and where its record has them. */
const resetByModel: Partial<Record<SettingName, keyof ModelDefaults>> = {
  steps: 'default_steps',
  guidance: 'default_scale',
  denoising: 'default_denoising',
};

const recordedAs = (name: string): keyof ModelDefaults | undefined => {
  const setting = settingNamed(name);
  return setting ? resetByModel[setting] : undefined;
};

/** Where no model says anything; of another engine's setting the engine has a default of its own. */
const standardDefaults: Readonly<Record<string, InputValue>> = parameterDefaults;

const appliesDefaultPrompt = ({ lora, use_default_prompt }: ModelItem): boolean =>
  lora || use_default_prompt;

/** What a model's own record says of a field; undefined where it says nothing that the field takes. */
function recordedDefault(
  field: FormField,
  model: ModelItem,
  hasSource: boolean,
): InputValue | undefined {
  // Lists that an earlier version kept have no record.
  const record: ModelDefaults | undefined = model.params;
  const keyOf = (): keyof ModelDefaults | undefined => {
    switch (field.role) {
      case 'prompt':
        return appliesDefaultPrompt(model) ? 'default_prompt' : undefined;
      case 'negative-prompt':
        return 'default_negative_prompt';
      case 'width':
      case 'height':
        return hasSource ? undefined : `default_${field.role}`;
      default:
        return recordedAs(field.name);
    }
  };
  const key = keyOf();
  const value = key && record?.[key];
  return value !== undefined && stillFits(field, model, value) ? value : undefined;
}

/**
 * A field's value as long as nobody touched it; undefined when it has none. The model's record says it, else its
 * schema, else the specification's defaults.
 */
export function fieldDefault(
  field: FormField,
  model: ModelItem,
  hasSource: boolean,
): InputValue | undefined {
  const { property, role } = field;
  // The platform takes what the schema says of it, whatever the model's record has.
  if (property['x-readOnly'] && property.default !== undefined) return property.default;
  const recorded = recordedDefault(field, model, hasSource);
  if (recorded !== undefined) return recorded;
  switch (role) {
    case 'prompt':
      return appliesDefaultPrompt(model) ? (property.default ?? '') : '';
    case 'width':
    case 'height': {
      // Spec 1, section 5: the first allowed size applies if there is no source picture.
      const first = hasSource ? null : parseDimensions(model.allow_dimensions[0] ?? '');
      if (first) return first[role];
      return property.default ?? (hasSource ? undefined : parameterDefaults[role]);
    }
    case 'dimensions':
      return property.default ?? model.allow_dimensions[0] ?? property.enum?.[0];
    case 'count':
      return model.num_outputs.includes(model.default_num_outputs)
        ? model.default_num_outputs
        : (property.default ?? model.num_outputs[0] ?? parameterDefaults.n);
    case 'negative-prompt': {
      const fits = defaultNegativePrompt.length <= (property.maxLength ?? Infinity);
      return property.default ?? (fits ? defaultNegativePrompt : undefined);
    }
    case 'unknown':
      // The platform fills in what the model has for it.
      return undefined;
    case 'seed':
      return property.default ?? '';
    case 'switch':
      return property.default ?? false;
    case 'number': {
      if (property.default !== undefined || !recordedAs(field.name)) return property.default;
      const standard = standardDefaults[field.name] ?? null;
      return stillFits(field, model, standard) ? standard : undefined;
    }
    default:
      return property.default;
  }
}

/**
 * The value that a field has without anybody's doing; undefined where the field is a part of something that is left out
 * until one of its values is set, be it to its default.
 */
export const untouchedValue = (
  field: FormField,
  model: ModelItem,
  hasSource: boolean,
): InputValue | undefined =>
  field.property['x-part'] ? undefined : fieldDefault(field, model, hasSource);

/** Counts a request may ask for (spec 1, section 5: n must be in the model's num_outputs). */
export function allowedCounts(field: FormField, model: ModelItem): number[] {
  if (model.num_outputs.length > 0)
    return model.num_outputs.toSorted((left, right) => left - right);
  const range = parameterRange('n');
  const least = field.property.minimum ?? range?.min ?? 1;
  const most = field.property.maximum ?? range?.max ?? 4;
  return Array.from({ length: Math.max(1, most - least + 1) }, (_, index) => least + index);
}

/** Whether a value that was chosen under another model still means something here. Text always does. */
function stillFits(field: FormField, model: ModelItem, value: InputValue): boolean {
  const { property, role } = field;
  if (role === 'count')
    return typeof value === 'number' && allowedCounts(field, model).includes(value);
  if (property.enum) {
    return (
      (typeof value === 'string' || typeof value === 'number') && property.enum.includes(value)
    );
  }
  if (role === 'switch') return typeof value === 'boolean';
  if (role === 'list' || role === 'loras') return Array.isArray(value);
  if (role === 'number' || role === 'width' || role === 'height') {
    if (typeof value !== 'number' || !Number.isFinite(value)) return false;
    const { exclusiveMinimum: above = -Infinity, exclusiveMaximum: below = Infinity } = property;
    const { minimum = -Infinity, maximum = Infinity } = property;
    return value >= minimum && value <= maximum && value > above && value < below;
  }
  return typeof value === 'string';
}

/**
 * What a list of LoRAs has that this model takes, and what it does not, as after a change of models or from a work
 * of long ago (spec 1, section 5).
 */
export function partedLoras(field: FormField, value: InputValue | undefined) {
  return partLoras(field.property['x-names'], Array.isArray(value) ? value.map(String) : []);
}

/** Names of LoRAs in a draft that its model does not take. */
export function strangeLoras({
  plan,
  draft,
}: {
  plan: FormPlan | null;
  draft: { input: InputValues };
}): string[] {
  const field = plan?.fields.find(({ role }) => role === 'loras');
  if (!field || field.property['x-readOnly']) return [];
  return partedLoras(field, draft.input[field.name]).strange.map((entry) => readLora(entry).name);
}

/**
 * What the form shows: the person's values where they fit, otherwise the defaults; what needs a file that is not
 * there (`x-needs`), belongs to another choice (`x-only-with`), or to a part that is left out (`x-part`), has none.
 * @param filled names of the fields that have a file
 */
export function effectiveValues(
  plan: FormPlan,
  model: ModelItem,
  overrides: Overrides,
  hasSource: boolean,
  filled?: ReadonlySet<string>,
): InputValues {
  const values: InputValues = {};
  const given = {
    ...overrides,
    ...Object.fromEntries([...(filled ?? [])].map((name) => [name, true])),
  };
  for (const field of plan.fields) {
    const { 'x-needs': needs, 'x-part': part } = field.property;
    if (needs && !filled?.has(needs)) continue;
    if (part && !isBegun(part.path, given)) continue;
    const chosen = Object.hasOwn(overrides, field.name) ? overrides[field.name] : undefined;
    const usable =
      chosen !== undefined &&
      chosen !== null &&
      !field.property['x-readOnly'] &&
      stillFits(field, model, chosen);
    // Spec 1, section 5: of control types that the model has not, its own default or first is taken.
    const isLost = !usable && typeof chosen === 'string' && field.name === 'control_type';
    const instead = isLost ? field.property.enum?.[0] : undefined;
    const kept = usable && field.role === 'loras' ? partedLoras(field, chosen).taken : chosen;
    const value = usable ? kept : (fieldDefault(field, model, hasSource) ?? instead);
    if (value !== undefined) values[field.name] = value;
  }
  // After all of them, since the choice may stand further down.
  for (const { name, property } of plan.fields) {
    if (!goesWith(property, (field) => values[field])) delete values[name];
  }
  keepAllowedSize(plan, model, values);
  return values;
}

/** Two sides may each be in range and still be no size that the model makes, as after a change of models. */
function keepAllowedSize({ width, height }: FormPlan, model: ModelItem, values: InputValues): void {
  if (!width || !height || width.property['x-readOnly'] || height.property['x-readOnly']) return;
  const [across, down] = [values[width.name], values[height.name]];
  if (typeof across !== 'number' || typeof down !== 'number') return;
  if (isAllowedSize(model, { width: across, height: down })) return;
  const [first] = allowedSizes(model);
  if (!first) return;
  values[width.name] = first.width;
  values[height.name] = first.height;
}

/**
 * The person's values after choosing another model (spec 1, section 4): what belongs to a model starts anew. The
 * prompt stays unless the model brings one of its own, the size while there is a source picture.
 * @param next the chosen model; null where it is not listed
 */
export function overridesForOtherModel(
  overrides: Overrides,
  plan: FormPlan | null,
  hasSource: boolean,
  next: ModelItem | null = null,
): Overrides {
  const dropped = new Set([plan?.negativePrompt?.name ?? 'negative_prompt']);
  if (!hasSource) for (const name of ['width', 'height', 'dimensions']) dropped.add(name);
  const brings = next && appliesDefaultPrompt(next) ? next.params?.default_prompt : undefined;
  if (brings !== undefined) dropped.add(plan?.prompt?.name ?? 'prompt');
  return Object.fromEntries(
    Object.entries(overrides).filter(([name]) => !dropped.has(name) && !recordedAs(name)),
  );
}

/** Sets one value; a value equal to the default is no change worth keeping. */
export function withValue(
  overrides: Overrides,
  name: string,
  value: InputValue,
  defaultValue: InputValue | undefined,
): Overrides {
  const next = { ...overrides };
  if (value === defaultValue) delete next[name];
  else next[name] = value;
  return next;
}

/**
 * What leaves the device as `input`: filled visible fields. Files are added by the queue once they are
 * uploaded, hidden fields by the platform.
 */
export function inputToSend(plan: FormPlan, values: InputValues): InputValues {
  const input: InputValues = {};
  for (const field of plan.fields) {
    if (isFileField(field) || field.role === 'unknown') continue;
    let value = values[field.name];
    if (typeof value === 'string') value = value.trim();
    if (Array.isArray(value)) value = givenEntries<string | number>(value) as InputValue;
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value) && value.length === 0) continue;
    const numericSeed =
      field.role === 'seed' && field.property.type !== 'string' && typeof value === 'string';
    input[field.name] = numericSeed ? Number(value) : value;
  }
  return input;
}

/**
 * Names of the fields that have a file, one for each file.
 * @param arriving fields whose first file is being made ready: it counts as there
 */
export function filesIn(
  sources: readonly { field: string }[],
  arriving: Iterable<string> = [],
): string[] {
  const names = sources.map(({ field }) => field);
  return [...names, ...[...arriving].filter((name) => !names.includes(name))];
}

export type FormProblem = Omit<InputProblem, 'field'> & { field: FormField };

/**
 * Why a request cannot be made yet, in form order (spec 1, section 5).
 * @param files names of the fields that have a file, one for each file
 */
export function formProblems(
  schema: ModelSchema,
  plan: FormPlan,
  values: InputValues,
  files: Iterable<string>,
): FormProblem[] {
  const input = inputToSend(plan, values);
  const seed = plan.fields.find((field) => field.role === 'seed');
  const typedSeed = seed ? values[seed.name] : undefined;
  const seedIsWrong = typeof typedSeed === 'string' && !isSeed(typedSeed.trim());
  // A wrong seed has its own words; the schema's would only repeat them.
  if (seed && seedIsWrong) delete input[seed.name];
  // The URL is not known before the upload: any text stands for "there is a file".
  const given = [...files];
  const found = new Map<string, FormProblem>();
  const byName = new Map(plan.fields.map((field) => [field.name, field]));
  for (const name of new Set(given)) {
    const uploads = given.filter((other) => other === name).map((_, at) => `uploaded ${at}`);
    input[name] = byName.get(name)?.property.type === 'array' ? uploads : 'uploaded';
  }
  for (const field of plan.fields) {
    const { 'x-readOnly': isFixed, default: file } = field.property;
    if (isFixed && isFileField(field) && file !== undefined) input[field.name] = file;
  }
  for (const entry of validateInput(schema, input)) {
    const field = byName.get(entry.field);
    if (field) found.set(field.name, { ...entry, field });
  }
  // Chosen for a model that takes more of them, as after a change of models.
  for (const field of plan.fields) {
    const { files: most, property } = field;
    const count = given.filter((name) => name === field.name).length;
    if (most !== undefined && property.type === 'array' && count > most)
      found.set(field.name, { field, reason: 'too-many-files', values: [most] });
  }
  if (seed && seedIsWrong) found.set(seed.name, { field: seed, reason: 'not-a-seed' });
  return plan.fields.flatMap((field) => found.get(field.name) ?? []);
}

/** Pixels by which the price grows. @param sources sizes of the form's files as they lie on the device */
export function formPixels(
  model: ModelItem,
  values: InputValues,
  sources: readonly { width: number; height: number }[],
): number {
  const limits = sourceLimits(model);
  const sizes = sources.map(({ width, height }) => travelSize(width, height, limits));
  return workedPixels(model, values, sizes);
}

/**
 * Credits the request will take, by the model's price, the number of outputs and the size of the work.
 * @param sources sizes of the form's files as they lie on the device
 */
export function formCost(
  plan: FormPlan,
  model: ModelItem,
  values: InputValues,
  sources: readonly { width: number; height: number }[],
): number {
  const count = plan.fields.find((field) => field.role === 'count');
  const outputs = count ? values[count.name] : model.default_num_outputs;
  const pixels = formPixels(model, values, sources);
  return generationCost(model, typeof outputs === 'number' ? outputs : 1, pixels);
}

/** Shape of the result, so that its place can be drawn before it is there; null when unknown. */
export function resultShape(
  plan: FormPlan,
  values: InputValues,
  source: { width: number; height: number } | null,
): { width: number; height: number } | null {
  const width = plan.width ? values[plan.width.name] : undefined;
  const height = plan.height ? values[plan.height.name] : undefined;
  if (typeof width === 'number' && typeof height === 'number') return { width, height };
  const dimensions = plan.fields.find((field) => field.role === 'dimensions');
  const chosen = dimensions ? values[dimensions.name] : undefined;
  return (typeof chosen === 'string' ? parseDimensions(chosen) : null) ?? source;
}
