import { parted, plainName, samplerOf } from './samplers.ts';

/*
 * Apart from `samplers.ts`, which comes with the first screen: this is for what is compared, recalled or kept.
 */

/** What both programs call a schedule of their own, to ComfyUI's words. */
const sameSchedule: Readonly<Record<string, string>> = { discrete: 'normal', uniform: 'normal' };

function scheduleKey(name: string): string {
  const key = plainName(name);
  return sameSchedule[key] ?? key;
}

/** Of the schedules that a form has, the one that a sampler's name or the words beside it mean. */
export function scheduleAmong<Value extends string | number>(
  offered: readonly Value[],
  name: string,
  schedule: string | null,
): Value | undefined {
  const said = parted(name, schedule).said ?? (samplerOf(name, schedule)?.karras ? 'karras' : null);
  return said === null
    ? undefined
    : offered.find((value) => scheduleKey(String(value)) === scheduleKey(said));
}

/**
 * Of the samplers that a form has, the one that another program's words mean, whatever either calls it. One whose
 * name says another schedule is another one.
 */
export function samplerAmong<Value extends string | number>(
  offered: readonly Value[],
  name: string,
  schedule: string | null,
): Value | undefined {
  const wanted = samplerOf(name, schedule);
  const spelled = offered.find((value) => plainName(String(value)) === plainName(name));
  if (spelled !== undefined || !wanted) return spelled;
  const meant = offered.flatMap((value) => {
    const known = samplerOf(String(value), null);
    return known?.sampler === wanted.sampler ? [{ value, karras: known.karras }] : [];
  });
  const fits = (karras: boolean | null) => meant.find((one) => one.karras === karras)?.value;
  if (wanted.karras !== null) return fits(wanted.karras) ?? fits(null);
  return fits(null) ?? fits(false) ?? fits(true);
}
