import { lorasMax, formLinkMaxSettings } from '../../../domain/limits.ts';
import { readLora, writeLora, type NamedLora } from '../../../domain/loras.ts';
import type { InputValue, InputValues, ModelItem } from '../../../domain/model.ts';
import { isSeed } from '../../../domain/parameters.ts';
import {
  modelNamed,
  nameKey,
  type KilnRequest,
  type Recipe,
} from '../../../domain/recipes/recipe.ts';
import { samplerOf } from '../../../domain/recipes/samplers.ts';
import { samplerAmong, scheduleAmong } from '../../../domain/recipes/samplers-among.ts';
import { distilledGuidance, usualName, type SettingName } from '../../../domain/settings.ts';
import { fieldOfSetting } from '../../../domain/settings-of-forms.ts';
import type { RecallPart } from '../../../domain/recall.ts';
import { isFileField, type FormPlan } from '../form-plan.ts';
import type { Workbench } from '../useWorkbench.ts';

/** One thing that a form is to take over. */
export interface WantedSetting {
  /** One of our words for it (`src/words/parameters.ts`), or the name of the field. */
  name: string;
  /** Its value, as it was written where it comes from. */
  shown: string;
  /** Any of these says it in a form, by the names of fields; none does what we have no field for. */
  ways: InputValues[];
  /** Nobody misses it where the form has no such field. */
  quiet?: boolean;
}

/** A setting that the form did not take over. */
export interface LeftOut {
  name: string;
  shown: string;
}

type Mappings = Pick<ModelItem, 'filed_mappings'>;

const promptField = (model: Mappings) => model.filed_mappings.prompt ?? 'prompt';
const negativeField = (model: Mappings) =>
  model.filed_mappings.negative_prompt ?? 'negative_prompt';

/** Everything that these settings say, for a draft. Fields that its form does not have do no harm there. */
export function inputOf(settings: readonly WantedSetting[]): InputValues {
  return Object.assign({}, ...settings.flatMap(({ ways }) => ways)) as InputValues;
}

export function promptSettings(
  model: Mappings,
  prompt: string,
  negativePrompt: string,
): WantedSetting[] {
  return [
    { name: 'prompt', shown: prompt, ways: [{ [promptField(model)]: prompt }] },
    {
      name: 'negative_prompt',
      shown: negativePrompt,
      ways: [{ [negativeField(model)]: negativePrompt }],
      quiet: negativePrompt === '',
    },
  ];
}

export function seedSetting(seed: string): WantedSetting {
  // A longer one would be another one here.
  return { name: 'seed', shown: seed, ways: isSeed(seed) ? [{ seed }] : [] };
}

/** @param plan of the form that is to have it; its sides grow in steps */
export function sizeSetting(width: number, height: number, plan: FormPlan | null): WantedSetting {
  const inSteps = (side: number, step: number | undefined) =>
    step ? Math.max(step, Math.round(side / step) * step) : side;
  return {
    name: 'size',
    shown: `${width} × ${height}`,
    ways: [
      {
        width: inSteps(width, plan?.width?.property.multipleOf),
        height: inSteps(height, plan?.height?.property.multipleOf),
      },
      { dimensions: `${width}x${height}` },
    ],
  };
}

export function modelSetting(name: string): WantedSetting {
  return { name: 'model', shown: name, ways: [] };
}

/** A value by the name of its field, from a work or a link. */
export function fieldSetting(name: string, value: InputValue, quiet: boolean): WantedSetting {
  const shown = Array.isArray(value) ? value.join(', ') : String(value);
  return { name, shown, ways: [{ [name]: value }], quiet };
}

/** @param plan of the form that is to have it, which may have another name for it */
function numberSetting(
  setting: SettingName,
  value: number | null,
  plan: FormPlan | null,
  quiet = false,
): WantedSetting[] {
  if (value === null) return [];
  const name = usualName(setting);
  const field = plan && fieldOfSetting(plan.fields, setting);
  // Pictures by distilled models say 1, since CFG is off; their own guidance is another number.
  const isOff = field?.name === distilledGuidance && value === 1;
  const ways = isOff ? [] : [{ [field?.name ?? name]: value }];
  return [{ name, shown: String(value), ways, quiet: quiet || isOff }];
}

/** A sampler in the words of the form, and its schedule where the form chooses that apart. */
function samplerSettings(recipe: Recipe, plan: FormPlan | null): WantedSetting[] {
  const { sampler: name, schedule } = recipe;
  if (name === null) return [];
  const known = samplerOf(name, schedule);
  const fieldOf = (setting: SettingName) => plan && fieldOfSetting(plan.fields, setting);
  const field = fieldOf('sampler');
  const offered = field?.property.enum;
  const own = offered ? samplerAmong(offered, name, schedule) : known?.sampler;
  const settings: WantedSetting[] = [
    {
      name: usualName('sampler'),
      shown: name,
      ways: own === undefined ? [] : [{ [field?.name ?? usualName('sampler')]: own }],
    },
  ];
  const apart = fieldOf('schedule');
  const among = apart?.property.enum && scheduleAmong(apart.property.enum, name, schedule);
  if (apart && among !== undefined) settings.push(fieldSetting(apart.name, among, true));
  else if (known && known.karras !== null) {
    const karras = fieldOf('karras')?.name ?? usualName('karras');
    settings.push(fieldSetting(karras, known.karras, true));
  }
  return settings;
}

/** LoRAs as the form's list spells them; the field's own strength where the picture names none. */
function loraSetting(loras: readonly NamedLora[], plan: FormPlan | null): WantedSetting[] {
  if (loras.length === 0) return [];
  const field = plan?.fields.find(({ role }) => role === 'loras');
  const names = field?.property['x-names'];
  const entries = loras.map((lora) => {
    const known = names?.find((name) => nameKey(readLora(name).name) === nameKey(lora.name));
    return writeLora({ ...lora, name: known ? readLora(known).name : lora.name });
  });
  const most = field?.property.maxItems ?? lorasMax;
  const over: WantedSetting[] = entries
    .slice(most)
    .map((entry) => ({ name: 'loras', shown: entry, ways: [] }));
  const taken = entries.slice(0, most);
  return [
    { name: 'loras', shown: taken.join(', '), ways: [{ [field?.name ?? 'loras']: taken }] },
    ...over,
  ];
}

/** A picture of this very model says them in the model's own fields. */
function settingsOfRequest(
  { prompt, negativePrompt, input }: KilnRequest,
  seed: string | null,
  model: ModelItem,
): WantedSetting[] {
  // That nothing was kept out says something, too, of a model that would by itself.
  const keepsOut = model.filed_mappings.negative_prompt !== null;
  return [
    ...promptSettings(model, prompt, negativePrompt).filter(
      ({ name, shown }) => shown !== '' || (name === 'negative_prompt' && keepsOut),
    ),
    ...(seed === null ? [] : [seedSetting(seed)]),
    ...sharedSettings(input).map((setting) => ({ ...setting, quiet: true })),
  ];
}

/**
 * What a picture's settings are in a form of this model.
 * @param part `prompt`: only the words
 * @param plan of the model's form; null while the device does not have it
 */
export function settingsOfRecipe(
  recipe: Recipe,
  part: RecallPart,
  model: ModelItem,
  plan: FormPlan | null,
): WantedSetting[] {
  const settings = promptSettings(model, recipe.prompt, recipe.negativePrompt).filter(
    ({ shown }) => shown !== '',
  );
  if (part === 'prompt') return settings;
  if (recipe.request?.model === model.model) {
    return settingsOfRequest(recipe.request, recipe.seed, model);
  }
  if (recipe.model !== null && modelNamed([model], recipe.model) === null) {
    settings.push(modelSetting(recipe.model));
  }
  if (recipe.seed !== null) settings.push(seedSetting(recipe.seed));
  if (recipe.width !== null && recipe.height !== null) {
    settings.push(sizeSetting(recipe.width, recipe.height, plan));
  }
  settings.push(...samplerSettings(recipe, plan));
  // Where nothing is to be changed there is no strength of change.
  const isWhole = recipe.denoisingStrength === 1;
  return [
    ...settings,
    ...numberSetting('steps', recipe.steps, plan),
    ...numberSetting('guidance', recipe.guidance, plan),
    ...numberSetting('denoising', isWhole ? null : recipe.denoisingStrength, plan, true),
    ...numberSetting('clipSkip', recipe.clipSkip, plan, recipe.clipSkip === 1),
    ...loraSetting(recipe.loras, plan),
  ];
}

/** What of a form a link carries: what the person changed, without files, which no link carries. */
export function shareableSettings({
  plan,
  values,
  changed,
}: Pick<Workbench, 'plan' | 'values' | 'changed'>): InputValues {
  const shared = (plan?.fields ?? []).filter((field) => !isFileField(field) && changed(field));
  return Object.fromEntries(
    shared.flatMap(({ name }) => {
      const value = values[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** As long as a name may be on the wire. */
const sharedNameMax = 100;
const sharedTextMax = 20_000;
const sharedListMax = 50;

function sharedValue(value: unknown): InputValue | undefined {
  if (typeof value === 'string') return value.slice(0, sharedTextMax);
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (!Array.isArray(value) || value.length > sharedListMax) return undefined;
  const list = value as unknown[];
  if (list.every((entry) => typeof entry === 'string')) return list;
  if (list.every((entry) => typeof entry === 'number' && Number.isFinite(entry)))
    return list as number[];
  return undefined;
}

/** Paths into nested inputs have dots (`camera.lens`), and some engines' names hyphens. */
const isFieldName = (name: string): boolean =>
  name.length <= sharedNameMax && /^[\w.-]+$/.test(name) && name !== '__proto__';

/** The settings of a link, which anybody may have written. What is no value of a form is left out and said. */
export function sharedSettings(settings: Readonly<Record<string, unknown>>): WantedSetting[] {
  const given = Object.entries(settings);
  const taken = given.slice(0, formLinkMaxSettings).map(([name, written]): WantedSetting => {
    const value = sharedValue(written);
    return value === undefined || !isFieldName(name)
      ? { name: name.slice(0, sharedNameMax), shown: '…', ways: [] }
      : fieldSetting(name, value, false);
  });
  const over = given.length - taken.length;
  return over === 0 ? taken : [...taken, { name: '…', shown: `+${over}`, ways: [] }];
}

function isSame(left: InputValue | undefined, right: InputValue | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  // A seed is text in one form and a number in another.
  return typeof left === 'object' || typeof right === 'object'
    ? JSON.stringify(left) === JSON.stringify(right)
    : String(left).trim() === String(right).trim();
}

/** What a form did not take over of what it was given. */
export function leftOut(
  settings: readonly WantedSetting[],
  form: { plan: FormPlan; values: InputValues; problems: readonly { field: { name: string } }[] },
): LeftOut[] {
  const fields = new Set(form.plan.fields.map(({ name }) => name));
  const wrong = new Set(form.problems.map(({ field }) => field.name));
  const isTaken = (way: InputValues) =>
    Object.entries(way).every(
      ([name, value]) => fields.has(name) && !wrong.has(name) && isSame(form.values[name], value),
    );
  return settings.flatMap(({ name, shown, ways, quiet }) => {
    if (ways.some((way) => Object.keys(way).length > 0 && isTaken(way))) return [];
    const isKnown = ways.some((way) => Object.keys(way).some((field) => fields.has(field)));
    if (quiet && !isKnown) return [];
    const [list] = ways
      .flatMap((way) => Object.entries(way))
      .filter(([, value]) => Array.isArray(value));
    if (!list || !fields.has(list[0])) return [{ name, shown }];
    const kept = new Set((form.values[list[0]] as unknown[] | undefined)?.map(String));
    const missing = (list[1] as unknown[]).map(String).filter((entry) => !kept.has(entry));
    return missing.length === 0 ? [] : [{ name, shown: missing.join(', ') }];
  });
}
