import { samplerNames, type SamplerName } from '../parameters.ts';

/** A sampler in our words. */
export interface KnownSampler {
  sampler: SamplerName;
  /** Null where the name says nothing about its schedule. */
  karras: boolean | null;
}

/**
 * What A1111 shows, and ComfyUI, stable-diffusion.cpp and Diffusers call a sampler, without signs and case. ComfyUI's
 * own names are those of k-diffusion; A1111's are the labels of its menu, Diffusers' those of its classes.
 */
const ours: Readonly<Record<string, SamplerName>> = {
  euler: 'k_euler',
  eulera: 'k_euler_a',
  eulerancestral: 'k_euler_a',
  eulercfgpp: 'k_euler',
  eulerancestralcfgpp: 'k_euler_a',
  lms: 'k_lms',
  heun: 'k_heun',
  dpm2: 'k_dpm_2',
  dpm2a: 'k_dpm_2_a',
  dpm2ancestral: 'k_dpm_2_a',
  dpmfast: 'k_dpm_fast',
  dpmadaptive: 'k_dpm_adaptive',
  dpmpp2sa: 'k_dpmpp_2s_a',
  dpmpp2sancestral: 'k_dpmpp_2s_a',
  dpmpp2m: 'k_dpmpp_2m',
  dpmppsde: 'k_dpmpp_sde',
  dpmppsdegpu: 'k_dpmpp_sde',
  dpmsolver: 'dpmsolver',
  ddim: 'DDIM',
  lcm: 'lcm',
  eulerdiscrete: 'k_euler',
  eulerancestraldiscrete: 'k_euler_a',
  lmsdiscrete: 'k_lms',
  heundiscrete: 'k_heun',
  dpm2discrete: 'k_dpm_2',
  dpm2ancestraldiscrete: 'k_dpm_2_a',
  dpmsolvermultistep: 'k_dpmpp_2m',
  dpmsolversde: 'k_dpmpp_sde',
};

/** Names of which the schedule is a part; Replicate's means DPM++ 2M with that schedule. */
const whole: Readonly<Record<string, KnownSampler>> = {
  karrasdpm: { sampler: 'k_dpmpp_2m', karras: true },
};

/** Schedules that A1111 once wrote behind the sampler's name. */
const schedules = ['karras', 'exponential', 'polyexponential', 'sgmuniform', 'simple', 'beta'];

/** A name without signs and case. */
export function plainName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('++', 'pp')
    .replaceAll(/[^a-z0-9]+/g, '');
}

/** `k_`, as k-diffusion's own names begin, and what Diffusers calls them all. */
const bare = (key: string): string => key.replace(/scheduler$/, '').replace(/^k(?!arras)/, '');

/** A sampler's name without the schedule behind it, and that schedule; null where nothing says one. */
export function parted(
  name: string,
  schedule: string | null,
): { key: string; said: string | null } {
  let key = plainName(name);
  const behind = schedules.find((word) => key !== word && key.endsWith(word));
  if (behind) key = key.slice(0, -behind.length);
  const apart = schedule === null ? '' : plainName(schedule);
  // "Automatic" leaves the choice to the program, which then takes what it likes for the sampler.
  return { key, said: apart === '' || apart === 'automatic' ? (behind ?? null) : apart };
}

/**
 * The sampler that another program's words stand for; null for one that we do not have.
 * @param schedule where the program names it apart
 */
export function samplerOf(name: string, schedule: string | null): KnownSampler | null {
  const own = samplerNames.find((sampler) => sampler.toLowerCase() === name.trim().toLowerCase());
  const { key, said } = parted(name, schedule);
  const known = bare(key);
  if (!own && Object.hasOwn(whole, known)) return whole[known] ?? null;
  const sampler = own ?? (Object.hasOwn(ours, known) ? ours[known] : undefined);
  return sampler ? { sampler, karras: said === null ? null : said === 'karras' } : null;
}
