import type { InputValue, InputValues, SchemaProperty } from './model.ts';
import { samplerAmong } from './recipes/samplers-among.ts';
import { samplerOf } from './recipes/samplers.ts';
import { namesOfSettings, settingNamed, type SettingName } from './settings.ts';

/*
 * Apart from `settings.ts`, which comes with the first screen: this is for what is compared, recalled or kept.
 */

/** ComfyUI and stable-diffusion.cpp call the schedule so, Diffusers the sampler. */
const either = 'scheduler';

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
    const at = (namesOfSettings[setting] as readonly string[]).indexOf(name);
    return at < 0 ? Infinity : at;
  };
  return found.toSorted((left, right) => place(left) - place(right))[0] ?? null;
}

/** A setting's value among those of a form whose schema is not at hand; undefined where it has none. */
export function valueOfSetting(values: InputValues, setting: SettingName): InputValue | undefined {
  const name = namesOfSettings[setting].find((one) => Object.hasOwn(values, one));
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
