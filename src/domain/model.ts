import { textIn, type Language, type LocalizedText } from './languages.ts';
import { generatorTypes, type GeneratorType } from './generator-types.ts';
import type { StrengthRange } from './loras.ts';
import { suitedByName } from './model-filter.ts';

/** A value of one input field of a generation request. */
export type InputValue = string | number | boolean | string[] | number[] | null;
export type InputValues = Record<string, InputValue>;

/**
 * One field of a model's input schema (spec 1, section 3: properties with x-order, x-hidden,
 * x-readOnly, format uri, title, default). Titles are in the language that was asked for.
 */
export interface SchemaProperty {
  /** `unknown` is a kind of a newer platform: the form says so, and the model's own value is used. */
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'unknown';
  /** Of a list: what its entries are; text where it is absent. */
  items?: { type: 'string' | 'integer' | 'number' };
  title: string;
  description?: string;
  /** `uri`: the field takes an uploaded file's URL; of a list, each entry is one. */
  format?: 'uri';
  default?: InputValue;
  enum?: (string | number)[];
  /** Labels of `enum`, in its order. */
  'x-enum-titles'?: string[];
  /** What each of `enum` does, in its order. */
  'x-enum-descriptions'?: string[];
  /** A small picture of each of `enum`, in its order: addresses on this origin. Not in the specification. */
  'x-enum-pictures'?: string[];
  minimum?: number;
  maximum?: number;
  /** How far it goes for those who switch larger parameters on (spec 1, section 9). */
  'x-larger-maximum'?: number;
  /** Bounds that are themselves no values of it. */
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  /** A regular expression, which a part of the text has to match. */
  pattern?: string;
  /** The one value that it has: nobody chooses it. */
  const?: string | number | boolean;
  /** Of a list: how many entries it may have, and must have where it has any. */
  maxItems?: number;
  minItems?: number;
  /** Of a list: no entry stands in it twice. */
  uniqueItems?: boolean;
  /** The widget a form should choose where the type alone does not tell. */
  'x-widget'?:
    | 'prompt'
    | 'negative-prompt'
    | 'dimensions'
    | 'seed'
    | 'image'
    | 'mask'
    | 'strokes'
    | 'trained-style'
    | 'count';
  'x-order': number;
  'x-hidden'?: boolean;
  'x-readOnly'?: boolean;
  /** Belongs behind "More": a newcomer need not see it. */
  'x-advanced'?: boolean;
  /** What the field is a part of, in words; fields of one part stand together. */
  'x-group'?: string;
  /** Means something only beside this other field. */
  'x-needs'?: string;
  /** Means something only beside these choices of another field. */
  'x-only-with'?: { field: string; values: string[] };
  /**
   * Belongs to something that may be left out, such as `camera.lens` or the second entry of a list, `lights.1`: it has
   * no value before one of that part's fields is set, and may be required from then on.
   */
  'x-part'?: { path: string; required: boolean };
  /** Of a list: the names it takes, each with a strength behind a colon if one likes; any where it is absent. */
  'x-names'?: string[];
  /** Of such a list: how strong its entries may be. */
  'x-strength'?: StrengthRange;
}

/** How much is made for those who have paid nothing in advance; the AI Horde counts that in kudos. */
export interface UpfrontLimits {
  /** Steps of a sampler that looks once at each step. */
  steps: number;
  pixels: number;
}

export interface ModelSchema {
  properties: Record<string, SchemaProperty>;
  required: string[];
  /** What it makes for those who have paid nothing in advance; absent where nobody has to. */
  'x-upfront'?: UpfrontLimits;
}

/** What the pictures of a model are like, for those that have a bent. */
export const modelStyles = ['all-round', 'photo', 'illustration', 'anime'] as const;
export type ModelStyle = (typeof modelStyles)[number];

/** Spec 1, section 3, "Model defaults record". */
export interface ModelDefaults {
  default_prompt?: string;
  default_negative_prompt?: string;
  default_width?: number;
  default_height?: number;
  default_steps?: number;
  default_scale?: number;
  default_denoising?: number;
}

/** A model as the platform lists it (spec 1, section 3, "Model item"); names are the specification's. */
export interface ModelItem {
  /** Index. */
  value: number;
  /** The id that requests carry. */
  model: string;
  name: string;
  label: string;
  label_cn: string;
  label_en: string;
  /** What it is called where neither language is the reader's, never cut. */
  label_default: string;
  /** What an older version of another model is called beside it; empty for one that is none. */
  old_versions_label: string;
  /** The model that this one is an older version of; null for one that is none. */
  newest_version: string | null;
  /** What its pictures are like, where it has a bent of its own. */
  style: ModelStyle | null;
  /** The same as a word in the asker's language; empty without one. */
  dstyle: string;
  /** Comma list of generator types. */
  type: string;
  /** `ckpt` for a checkpoint, whose name says what it is for; else what kind of thing it is, may be empty. */
  mtype: string;
  gen_type: string;
  /** Short badge, e.g. that a model is a demo; `mark` Chinese, `mark_en` English; may be empty. */
  mark: string;
  mark_en: string;
  default: boolean;
  /** Not offered in lists; whoever knows its name may use it. */
  invisible: boolean;
  lora: boolean;
  /** LoRAs of CivitAI do not work with it. */
  civit_lora_not_supported: boolean;
  /** Choosing it puts its `default_prompt` into the form, as choosing a LoRA does. */
  use_default_prompt: boolean;
  /** What choosing it puts into the form; what is absent follows its schema, then the standard defaults. */
  params: ModelDefaults;
  /** By what its input schema is asked for. */
  schema: string;
  /** What trained styles must be made for to fit it (spec 1, section 4); null when it takes none. */
  lorabase: string | null;
  /** Name of the upload field, null when the model takes no picture. */
  upload: string | null;
  mask: string | null;
  accept_types: string[];
  upload_limit: number;
  /** Longest side, in pixels, of a source that it makes use of; null when any size is welcome. */
  upload_max_side: number | null;
  /** Pixels that its work grows with; null: as many as may be uploaded. */
  upload_max_pixels: number | null;
  /** Credits per output. */
  cost: number;
  /** Pixels that `cost` is good for; each further portion begun costs as much again. Null: whatever the size. */
  cost_pixels: number | null;
  description: { text: string; text_en: string };
  /** Which schema fields carry the prompt and the negative prompt. */
  filed_mappings: { prompt: string | null; negative_prompt: string | null };
  disable_translate: boolean;
  cover: string | null;
  show_cover: boolean;
  showcases: string[];
  uid: string | null;
  /** `WxH`, may be empty: any size in range. */
  allow_dimensions: string[];
  control_types: string[];
  num_outputs: number[];
  default_num_outputs: number;
  /** Which engine runs it, e.g. `builtin` or `horde`. */
  engine: string;
  /** False when its engine is down; `unavailable_reason` then says why. */
  available: boolean;
  unavailable_reason: LocalizedText | null;
}

/** What a model says of itself, in a language. The wire has Chinese and English. */
export function modelTexts(
  model: Pick<ModelItem, 'name' | 'label_cn' | 'label_en' | 'mark' | 'mark_en' | 'description'> &
    Partial<Pick<ModelItem, 'label_default' | 'unavailable_reason'>>,
  language: Language,
) {
  const { label_cn, label_en, label_default, mark, mark_en, description, unavailable_reason } =
    model;
  const { text, text_en } = description;
  return {
    label: textIn({ cn: label_cn, en: label_en }, language) || label_default || model.name,
    mark: textIn({ cn: mark, en: mark_en }, language),
    description: textIn({ cn: text, en: text_en }, language) || text,
    unavailable: unavailable_reason ? textIn(unavailable_reason, language) : null,
  };
}

/** What a model is called, whether or not it is still there. */
export type NamedModel = Pick<ModelItem, 'model' | 'label_cn' | 'label_en'>;

/** Places that requests are sent to: the platform, or the AI Horde asked by this device itself. */
export const sentPlaces = ['platform', 'horde'] as const;

/** Who answers for a model; `device`: this device alone (src/features/making), and no host of the queue. */
export type ModelPlace = (typeof sentPlaces)[number] | 'device';

/** A model in the one list of this device, whoever answers for it. */
export interface ListedModel extends ModelItem {
  place: ModelPlace;
}

/** Where a model that has a `lorabase` takes a trained style. */
export const trainedStyleField = 'style_image';

/**
 * Models that serve a generator type and whose names suit it, the default first and otherwise in list order. Older
 * versions are among them.
 */
export function modelsForType<Model extends ModelItem>(
  models: readonly Model[],
  type: GeneratorType,
): Model[] {
  const serving = models.filter((model) => model.type.split(',').includes(type));
  return suitedByName(serving, type).toSorted(
    (left, right) => Number(right.default) - Number(left.default) || left.value - right.value,
  );
}

/** Tools that some model serves, in the specification's order. */
export function toolsOf(models: readonly ModelItem[]): GeneratorType[] {
  const served = new Set(models.flatMap((model) => model.type.split(',')));
  return generatorTypes.filter((type) => served.has(type));
}

/** The same models without these tools; one that serves no other is left out. */
export function withoutTools<Model extends ModelItem>(
  models: readonly Model[],
  tools: readonly GeneratorType[],
): Model[] {
  const hidden = new Set<string>(tools);
  return models.flatMap((model) => {
    const type = model.type.split(',').filter((name) => !hidden.has(name));
    return type.length === 0 ? [] : [{ ...model, type: type.join() }];
  });
}

/** Reads `WxH`; null when it is not of that form. */
export function parseDimensions(text: string): { width: number; height: number } | null {
  const match = /^(\d{2,5})x(\d{2,5})$/.exec(text.trim());
  return match ? { width: Number(match[1]), height: Number(match[2]) } : null;
}

/** Fields in the order a form shows them, hidden ones left out. */
export function visibleFields(schema: ModelSchema): [string, SchemaProperty][] {
  return Object.entries(schema.properties)
    .filter(([, property]) => !property['x-hidden'])
    .toSorted(([, left], [, right]) => left['x-order'] - right['x-order']);
}

/**
 * Whether a field means anything beside what is chosen in another (`x-only-with`).
 * @param chosen what is set there, defaults included
 */
export function goesWith(
  { 'x-only-with': only }: SchemaProperty,
  chosen: (field: string) => unknown,
): boolean {
  return only === undefined || only.values.some((value) => value === chosen(only.field));
}

/** A schema's defaults as input values. */
export function schemaDefaults(schema: ModelSchema): InputValues {
  const values: InputValues = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    if (property.default !== undefined) values[name] = property.default;
  }
  return values;
}
