import { wordsOfControls } from '../../../src/domain/control-words.ts';
import { needsSourceImage } from '../../../src/domain/generator-types.ts';
import type { GeneratorType } from '../../../src/domain/generator-types.ts';
import {
  imageCountRange,
  promptMaxCharacters,
  seedMax,
  uploadsMost,
  uploadsPerField,
} from '../../../src/domain/limits.ts';
import type { LocalizedText, Language } from '../../../src/domain/languages.ts';
import type { InputValue, ModelSchema, SchemaProperty } from '../../../src/domain/model.ts';
import type { EngineModel } from '../contract/engine.ts';
import { buildSchema, describeModel } from '../../../src/domain/schema-fields.ts';
import type { FieldDeclaration, FieldDeclarations } from '../../../src/domain/schema-fields.ts';
import type { CogSettings, FieldOverlay } from './settings.ts';
import type { CogField, CogInterface } from './openapi.ts';
import { advancedNames, knownTitles } from './words.ts';

/** One tool of a model: what the document says, the operator's overlay, and our own words. */
export interface CogModel {
  item: EngineModel;
  schema(language: Language): ModelSchema;
}

const countNames = ['num_outputs', 'n', 'num_images', 'number_of_images', 'batch_size'];
const isCount = (field: CogField): boolean =>
  field.type === 'integer' && countNames.includes(field.name);
const isSeed = (field: CogField): boolean => field.type === 'integer' && field.name === 'seed';
/** A mask by its name: white is painted anew, black is kept. */
export const isMask = (field: CogField): boolean =>
  field.isFile && /(^|_)mask($|_)/.test(field.name);

/** Files that are no picture (a LoRA, a sound) are nobody's to upload here. */
const isPicture = (field: CogField): boolean =>
  field.isFile && !isMask(field) && !/lora|weights|audio|video|model/.test(field.name);

/** Several pictures in one field; what is marked is marked on one. */
const isList = (field: CogField): boolean => isPicture(field) && field.type === 'array';

type Widget = SchemaProperty['x-widget'];

function widgetOf(field: CogField, all: CogField[]): Widget {
  if (isMask(field)) return 'mask';
  if (field.isFile) return 'image';
  if (isSeed(field)) return 'seed';
  if (isCount(field)) return 'count';
  if (field.type === 'string' && !field.enum) {
    if (field.name === 'prompt') return 'prompt';
    if (field.name === 'negative_prompt') return 'negative-prompt';
  }
  const isSide = (name: string) =>
    all.some((other) => other.name === name && other.type === 'integer' && !other.enum);
  const isDimension = field.name === 'width' || field.name === 'height';
  return isDimension && isSide('width') && isSide('height') ? 'dimensions' : undefined;
}

/** Only a default that the field's own rules allow; a broken one would make every request invalid. */
function fittingDefault(field: CogField, value: InputValue | undefined): InputValue | undefined {
  if (value === undefined || value === null) return undefined;
  if (field.enum && !field.enum.includes(value as string | number)) return undefined;
  if (typeof value === 'number') {
    const { exclusiveMinimum: above = -Infinity, exclusiveMaximum: below = Infinity } = field;
    const { minimum = -Infinity, maximum = Infinity } = field;
    if (value < minimum || value > maximum || value <= above || value >= below) return undefined;
  }
  return value;
}

function declare(
  field: CogField,
  overlay: FieldOverlay | undefined,
  all: CogField[],
): FieldDeclaration {
  const { name, type } = field;
  const same = (words: string): LocalizedText => ({ cn: words, en: words });
  const widget = widgetOf(field, all);
  const preset = fittingDefault(field, overlay?.default ?? field.default);
  const about = overlay?.description ?? (field.description ? same(field.description) : undefined);
  const controls = field.enum ? wordsOfControls(field.enum) : null;
  const bounds: Partial<FieldDeclaration> = {};
  for (const bound of [
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'minLength',
    'maxLength',
    'minItems',
  ] as const) {
    if (field[bound] !== undefined) bounds[bound] = field[bound];
  }
  if (field.uniqueItems) bounds.uniqueItems = true;
  if (field.pattern !== undefined && !field.isFile) bounds.pattern = field.pattern;
  if (field.const !== undefined && !field.isFile)
    Object.assign(bounds, { const: field.const, default: field.const, 'x-readOnly': true });
  if (widget === 'count') {
    bounds.minimum = Math.max(1, field.minimum ?? 1);
    bounds.maximum = Math.min(imageCountRange.max, field.maximum ?? imageCountRange.max);
  }
  if (widget === 'seed') Object.assign(bounds, { minimum: 0, maximum: field.maximum ?? seedMax });
  if (type === 'string' && !field.isFile && !field.enum) {
    bounds.maxLength = Math.min(promptMaxCharacters, field.maxLength ?? promptMaxCharacters);
  }
  if (isList(field)) {
    bounds.maxItems = Math.max(1, Math.min(field.maxItems ?? uploadsPerField, uploadsMost));
  } else if (!field.isFile && field.maxItems !== undefined) bounds.maxItems = field.maxItems;
  return {
    type: field.isFile && !isList(field) ? 'string' : type,
    title: overlay?.title ?? knownTitles[name] ?? same(field.title),
    ...(about && { description: about }),
    ...(field.isFile && { format: 'uri' as const }),
    ...(isList(field) && { items: { type: 'string' as const } }),
    ...(field.items && { items: { type: field.items } }),
    ...(field.group && { 'x-group': same(field.group) }),
    ...(field.part && { 'x-part': field.part }),
    ...(field.enum && { enum: field.enum }),
    ...(controls && { 'x-enum-titles': controls }),
    ...bounds,
    // An own seed is drawn for every job, or a repeat would not give the same picture.
    ...(preset !== undefined && widget !== 'seed' && !field.isFile && { default: preset }),
    ...(widget && { 'x-widget': widget }),
    ...(overlay?.hidden && { 'x-hidden': true }),
    ...(overlay?.readOnly && { 'x-readOnly': true }),
    ...((overlay?.advanced ?? advancedNames.has(name)) && { 'x-advanced': true }),
  };
}

function guessTypes(fields: CogField[]): GeneratorType[] {
  const picture = fields.find(isPicture);
  const mask = fields.find(isMask);
  const hasPrompt = fields.some(({ name }) => name === 'prompt');
  if (!picture) return ['Text2Img'];
  if (!hasPrompt)
    return [fields.some(({ name }) => /scale|upscale/.test(name)) ? 'Upscaling' : 'Restore'];
  if (picture.isRequired)
    return mask?.isRequired
      ? ['Inpainting']
      : ['Img2Img', ...(mask ? (['Inpainting'] as const) : [])];
  return ['Text2Img', 'Img2Img', ...(mask ? (['Inpainting'] as const) : [])];
}

/** Whether a form of ours can show a field: secrets and files that are no pictures are the operator's. */
const isShown = (settings: CogSettings, field: CogField): boolean =>
  !Object.hasOwn(settings.input, field.name.split('.')[0] ?? field.name) &&
  !field.isSecret &&
  (!field.isFile || isPicture(field) || isMask(field));

/** Required inputs that neither the form nor the configuration gives. */
export function missingInputs(settings: CogSettings, known: CogInterface): string[] {
  const hidden = known.fields.filter((field) => field.isRequired && !isShown(settings, field));
  return [...known.unsupported, ...hidden.map(({ name }) => name)].filter(
    (name) => !Object.hasOwn(settings.input, name),
  );
}

/** The fields that one tool shows, and which of them it cannot do without. */
function fieldsFor(
  type: GeneratorType,
  all: CogField[],
): { shown: CogField[]; needed: Set<string> } {
  const picture = all.find(isPicture);
  const mask = all.find(isMask);
  const needed = new Set(
    all.filter((field) => field.isRequired && !isSeed(field)).map(({ name }) => name),
  );
  const takesPicture = needsSourceImage(type);
  const takesMask = takesPicture && type === 'Inpainting';
  if (takesPicture && picture) needed.add(picture.name);
  if (takesMask && mask) needed.add(mask.name);
  const shown = all.filter((field) => {
    if (isMask(field)) return takesMask || field.isRequired;
    return takesPicture || !isPicture(field) || field.isRequired;
  });
  return { shown, needed };
}

function describeTool(settings: CogSettings, type: GeneratorType, all: CogField[]): CogModel {
  const { shown, needed } = fieldsFor(type, all);
  const declarations: FieldDeclarations = {};
  for (const field of shown)
    declarations[field.name] = declare(field, settings.fields[field.name], all);
  const required = [...needed].filter((name) => declarations[name]?.default === undefined);
  const count = shown.find(isCount);
  const range = count ? declarations[count.name] : undefined;
  const from = range?.minimum ?? 1;
  const counts = Array.from(
    { length: (range?.maximum ?? 1) - from + 1 },
    (_, index) => from + index,
  );
  const preset = Number(range?.default ?? from);
  const mapped = (name: string) => (Object.hasOwn(declarations, name) ? name : null);
  const upload = shown.find(isPicture);
  const [, replicated] = settings.replicate?.model.split('/') ?? [];
  const name = replicated ?? settings.name;
  const words = settings.description ?? {
    cn: settings.replicate
      ? `由 ${settings.replicate.model} 生成，经 Replicate 兼容的服务运行。`
      : '由你自己的 Cog 容器生成。',
    en: settings.replicate
      ? `Made by ${settings.replicate.model} on a service that speaks like Replicate.`
      : 'Made by your own Cog container.',
  };
  return {
    item: describeModel({
      model: `${settings.name}/${type.toLowerCase()}`,
      name,
      label_cn: settings.label?.cn ?? name,
      label_en: settings.label?.en ?? name,
      type,
      mark: settings.replicate ? '云端' : '自有引擎',
      mark_en: settings.replicate ? 'Hosted' : 'Own server',
      cost: settings.cost,
      cost_pixels: settings.cost_pixels ?? null,
      description: { text: words.cn, text_en: words.en },
      filed_mappings: { prompt: mapped('prompt'), negative_prompt: mapped('negative_prompt') },
      disable_translate: mapped('prompt') === null,
      num_outputs: counts,
      default_num_outputs: counts.includes(preset) ? preset : from,
      upload: upload?.name ?? null,
      mask: shown.find(isMask)?.name ?? null,
      upload_limit: shown
        .filter(isPicture)
        .reduce((most, { name: of }) => Math.max(most, declarations[of]?.maxItems ?? 1), 0),
      accept_types: upload ? ['png', 'jpg', 'jpeg', 'webp'] : [],
    }),
    schema: (language) => buildSchema(declarations, required, language),
  };
}

/**
 * A model of Kiln for every tool that it serves, since a form for text shows no pictures to choose. Before
 * its document was read, `known` is null and nothing is known of its fields.
 */
export function describeCog(settings: CogSettings, known: CogInterface | null): CogModel[] {
  const all = (known?.fields ?? []).filter((field) => isShown(settings, field));
  const types = new Set(settings.types ?? guessTypes(all));
  return [...types].map((type) => describeTool(settings, type, all));
}
