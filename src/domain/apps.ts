import { validateInput, type InputProblem } from './validate-input.ts';
import { withLarger } from './larger-parameters.ts';
import { needsSourceImage, type GeneratorType } from './generator-types.ts';
import type { InputValue, InputValues, ModelItem, ModelSchema, SchemaProperty } from './model.ts';
import { toolModes } from './tool-entries.ts';

/** Spec 1, section 9: what an app costs where its model has no price of its own. */
export const appCostDefault = 5;
export const appCostMax = 1_000;
export const appNameMaxCharacters = 60;
export const appDescriptionMaxCharacters = 500;
/** Apps of one person. */
export const appsOfPersonMax = 200;
/** Apps of a list at once. */
export const appPageSize = 30;
export const appPageMax = 100;
export const appPagesMax = 10_000;
/** Apps that a device asks for by their ids, because somebody opened their links there. */
export const appsAskedMax = 30;
/** Its picture is small: a card shows it. */
export const appCoverSide = 512;
export const appCoverMaxBytes = 256 * 1024;

/**
 * What an app makes of one field of its model. Shown without a value it is asked as the model asks it; shown with one
 * it begins with that; not shown, it is what it says here, or what the model says by itself.
 */
export interface AppField {
  shown: boolean;
  value?: InputValue;
}
/** By the names of the model's fields; a field that is not named is not shown. */
export type AppFields = Readonly<Record<string, AppField>>;

/** The app that a schema is asked for by, whichever of its versions; null for what is no app's. */
export const appOfSchema = (schema: string): string | null =>
  /^([0-9a-f-]{36})(?:@[0-9a-z]+)?$/.exec(schema)?.[1] ?? null;

/** What makes an app of a model (spec 1, section 3, "Template/app"). */
export interface AppRecipe {
  id: string;
  name: string;
  description: string;
  /** Address of its picture; null without one. */
  cover: string | null;
  /** Its model, and the tool that the model is used as. */
  model: string;
  tool: GeneratorType;
  fields: AppFields;
  /** Credits for each output; what the model itself costs is the least. */
  cost: number;
  /** Whose it is. */
  uid: string;
  /** Another one with each change, so that devices learn of it. */
  version: string;
}

/** Tools that apps can be made of: an app is one itself, and what Train makes is a person's own. */
export const canBeApp = (tool: GeneratorType): boolean => tool !== 'Apps' && tool !== 'Train';

/** A file is always brought by whoever uses the app: its maker's are nobody else's. */
export const isBrought = (property: SchemaProperty): boolean => property.format === 'uri';

const isSet = (value: InputValue | undefined): value is InputValue =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0);

/** A value that its maker chose with larger parameters on is allowed to whoever has them off. */
function decided(property: SchemaProperty, value: InputValue): Partial<SchemaProperty> {
  const { maximum, 'x-larger-maximum': larger } = property;
  const isLarger = typeof value === 'number' && maximum !== undefined && value > maximum;
  return { default: value, ...(isLarger && larger !== undefined && { maximum: larger }) };
}

/**
 * The form of an app: its model's, in which what is decided is hidden and can't be changed (spec 1, section 3:
 * x-hidden, x-readOnly). The platform holds requests against the same.
 */
export function schemaOfApp(base: ModelSchema, fields: AppFields): ModelSchema {
  const properties: Record<string, SchemaProperty> = {};
  for (const [name, property] of Object.entries(base.properties)) {
    // What the model itself keeps to itself is nobody's to decide.
    if (property['x-readOnly']) {
      properties[name] = property;
      continue;
    }
    const { shown, value } = fields[name] ?? { shown: false };
    const given = isSet(value) && !isBrought(property) ? decided(property, value) : {};
    properties[name] = shown
      ? { ...property, ...given }
      : { ...property, ...given, 'x-hidden': true, 'x-readOnly': true };
  }
  const required = base.required.filter((name) => fields[name]?.shown);
  return { ...base, properties, required };
}

/** What of somebody's values goes into an app's form: what is decided there is not theirs to say. */
export function givenToApp(schema: ModelSchema, given: InputValues): InputValues {
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => !schema.properties[name]?.['x-readOnly']),
  );
}

/** Of a field with one of these names, as a schema may call it. */
const countNames = ['n', 'num_outputs'];

/** An app among the models: what runs it is its model, what is asked and what it costs is its own. */
export function modelOfApp<Model extends ModelItem | Omit<ModelItem, keyof Listed>>(
  base: Model,
  app: AppRecipe,
): Model {
  const isShown = (field: string | null) => field !== null && app.fields[field]?.shown === true;
  const hasValue = (field: string | null) => field !== null && isSet(app.fields[field]?.value);
  const isSaid = (field: string | null) => isShown(field) || hasValue(field);
  const { filed_mappings: mappings } = base;
  const count = countNames.map((name) => app.fields[name]).find((field) => field !== undefined);
  const outputs =
    count && !count.shown && typeof count.value === 'number'
      ? count.value
      : base.default_num_outputs;
  const isMode = (toolModes as readonly string[]).includes(base.gen_type.toLowerCase());
  const isSolid = base.gen_type.toLowerCase() === '3d';
  return {
    ...base,
    model: app.id,
    name: app.name,
    label_cn: app.name,
    label_en: app.name,
    label_default: app.name,
    ...('label' in base && { label: app.name }),
    old_versions_label: '',
    newest_version: null,
    type: 'Apps',
    // What its model is listed as is not what it is listed as; who may make 3D is asked by it.
    gen_type: isMode && !isSolid ? 'image' : base.gen_type,
    default: false,
    invisible: false,
    lora: base.lora && isShown('loras'),
    // The words that its maker wrote stand in the form to begin with.
    use_default_prompt: hasValue(mappings.prompt),
    params: {},
    schema: `${app.id}@${app.version}`,
    lorabase: base.lorabase,
    upload: isShown(base.upload) ? base.upload : null,
    mask: isShown(base.mask) ? base.mask : null,
    cost: Math.max(base.cost, app.cost),
    description: { text: app.description, text_en: app.description },
    filed_mappings: {
      prompt: isSaid(mappings.prompt) ? mappings.prompt : null,
      negative_prompt: isSaid(mappings.negative_prompt) ? mappings.negative_prompt : null,
    },
    cover: app.cover,
    show_cover: app.cover !== null,
    showcases: [],
    uid: app.uid,
    num_outputs: count && !count.shown ? [outputs] : base.num_outputs,
    default_num_outputs: outputs,
  };
}

/** What a list says of a model beside what its engine does. */
type Listed = Pick<
  ModelItem,
  'value' | 'label' | 'dstyle' | 'engine' | 'available' | 'unavailable_reason'
>;

/** Whether an app can't do without a field: its model's schema needs it, or its tool a picture. */
export function needsField(
  schema: ModelSchema,
  { tool, upload }: { tool: GeneratorType; upload: string | null },
  name: string,
): boolean {
  if (isSet(schema.properties[name]?.default)) return false;
  return schema.required.includes(name) || (name === upload && needsSourceImage(tool));
}

/**
 * Why an app can't be made of these fields: what is needed and neither asked nor decided, and what is decided and not
 * allowed. The editor and the platform use the same rules (spec 1, section 5, "App form").
 */
export function problemsOfFields(
  usual: ModelSchema,
  of: { tool: GeneratorType; upload: string | null },
  fields: AppFields,
): InputProblem[] {
  const schema = withLarger(usual, true);
  const problems: InputProblem[] = [];
  for (const [name, property] of Object.entries(schema.properties)) {
    const field = fields[name] ?? { shown: false };
    if (isSet(field.value)) {
      if (isBrought(property) || property['x-readOnly']) {
        problems.push({ field: name, reason: 'not-allowed' });
        continue;
      }
      const alone = { properties: { [name]: property }, required: [] };
      problems.push(...validateInput(alone, { [name]: field.value }));
    } else if (!field.shown && needsField(schema, of, name)) {
      problems.push({ field: name, reason: 'required' });
    }
  }
  for (const name of Object.keys(fields)) {
    if (!Object.hasOwn(schema.properties, name)) {
      problems.push({ field: name, reason: 'unknown-field' });
    }
  }
  return problems;
}

/** What an app of this model costs where nobody says anything else. */
export const costOfNewApp = ({ cost }: Pick<ModelItem, 'cost'>): number =>
  cost > 0 ? cost : appCostDefault;

/** Settings that are asked by an app until its maker decides: what it is about, and nothing of how it is made. */
const askedAtFirst: readonly string[] = ['prompt', 'text', 'image', 'mask', 'seed'];

/**
 * The fields of an app that is made of a work: its words and pictures are asked, with the words to begin with; what
 * else it was made with is decided.
 * @param given what the work was made with; null where the app begins with nothing
 */
export function fieldsOfNewApp(
  base: ModelSchema,
  model: Pick<ModelItem, 'filed_mappings' | 'upload' | 'mask'>,
  given: InputValues | null,
): AppFields {
  const asked = new Set([
    ...askedAtFirst,
    ...[model.filed_mappings.prompt, model.upload, model.mask].filter((name) => name !== null),
  ]);
  const fields: Record<string, AppField> = {};
  for (const [name, property] of Object.entries(base.properties)) {
    if (property['x-hidden'] || property['x-readOnly']) continue;
    const isNeeded = base.required.includes(name) && !isSet(property.default);
    const shown = asked.has(name) || isNeeded;
    const value = given?.[name];
    // A seed that is fixed would make the same picture for everybody.
    const isTaken = isSet(value) && !isBrought(property) && name !== usualSeed;
    fields[name] = { shown, ...(isTaken && { value }) };
  }
  return fields;
}

const usualSeed = 'seed';
