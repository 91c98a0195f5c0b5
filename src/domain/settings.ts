import type { InputValue, InputValues, SchemaProperty } from './model.ts';
import { samplerAmong, samplerOf } from './recipes/samplers.ts';

/** Flux and its kin were taught with their guidance, which is no CFG though it does the same for a person. */
export const distilledGuidance = 'guidance';

/**
 * Settings that several engines have, each under names of its own: the AI Horde's and ours first, then those of
 * stable-diffusion.cpp, of ComfyUI's nodes and of Diffusers, which most Cog models hand on. Whoever compares, recalls
 * or keeps a setting asks here for its field, so that no engine's name is the only one that is known.
 */
const namesOf = {
  sampler: ['sampler_name', 'sampler', 'sample_method', 'sampling_method'],
  schedule: ['schedule', 'schedule_type'],
  steps: ['steps', 'num_inference_steps', 'inference_steps', 'sample_steps', 'num_steps'],
  guidance: ['cfg_scale', 'guidance_scale', 'cfg', distilledGuidance],
  clipSkip: ['clip_skip'],
  hiResFix: ['hires_fix', 'enable_hr'],
  karras: ['karras', 'use_karras', 'use_karras_sigmas'],
  controlType: ['control_type', 'controlnet_type', 'control_mode'],
  denoising: ['denoising_strength', 'denoise', 'prompt_strength'],
} as const satisfies Record<string, readonly string[]>;
export type SettingName = keyof typeof namesOf;

/** ComfyUI and stable-diffusion.cpp call the schedule so, Diffusers the sampler. */
const either = 'scheduler';

/** What it is called here, where no form says otherwise. */
export const usualName = (setting: SettingName): string => namesOf[setting][0];

/** The setting that a field's name stands for; null where it is none of these, and where the name does not tell. */
export function settingNamed(name: string): SettingName | null {
  for (const [setting, names] of Object.entries(namesOf)) {
    if ((names as readonly string[]).includes(name)) return setting as SettingName;
  }
  return null;
}

/** By what it offers: a schedule's list has a name or two that a sampler has as well. */
function namesSamplers({ enum: values = [] }: Pick<SchemaProperty, 'enum'>): boolean {
  return values.filter((value) => samplerOf(String(value), null)).length * 2 > values.length;
}

/** The setting that a field is; null where it is none of these. */
export function settingOf(
  name: string,
  property: Pick<SchemaProperty, 'enum'>,
): SettingName | null {
  if (name === either) return namesSamplers(property) ? 'sampler' : 'schedule';
  return settingNamed(name);
}

interface Field {
  name: string;
  property: SchemaProperty;
}

/** The field that a setting is in a form, whatever its engine calls it; null where it has none. */
export function fieldOfSetting<OwnField extends Field>(
  fields: readonly OwnField[],
  setting: SettingName,
): OwnField | null {
  const found = fields.filter(({ name, property }) => settingOf(name, property) === setting);
  const place = ({ name }: Field) => {
    const at = (namesOf[setting] as readonly string[]).indexOf(name);
    return at < 0 ? Infinity : at;
  };
  return found.toSorted((left, right) => place(left) - place(right))[0] ?? null;
}

/** A setting's value among those of a form whose schema is not at hand; undefined where it has none. */
export function valueOfSetting(values: InputValues, setting: SettingName): InputValue | undefined {
  const name = namesOf[setting].find((one) => Object.hasOwn(values, one));
  if (name !== undefined) return values[name];
  const given = values[either];
  if (typeof given !== 'string' || (setting !== 'sampler' && setting !== 'schedule'))
    return undefined;
  return (samplerOf(given, null) === null) === (setting === 'schedule') ? given : undefined;
}

/** A field's own word for a value of another engine; the value itself where it has none, or needs none. */
export function ownValue(
  setting: SettingName,
  property: Pick<SchemaProperty, 'enum'>,
  value: InputValue,
): InputValue {
  const { enum: offered } = property;
  if (setting !== 'sampler' || typeof value !== 'string' || !offered) return value;
  return samplerAmong(offered, value, null) ?? value;
}

/** Whether two values of a setting mean the same, each in the words of its engine. */
export const isSameValue = (setting: SettingName, one: InputValue, other: InputValue): boolean =>
  one === other ||
  (typeof other === 'string' && ownValue(setting, { enum: [other] }, one) === other);
