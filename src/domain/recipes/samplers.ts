import { samplerNames, type SamplerName } from '../parameters.ts';

/** A sampler in our words. */
export interface KnownSampler {
  sampler: SamplerName;
  /** Null where the name says nothing about its schedule. */
  karras: boolean | null;
}

/**
 * What A1111 shows and ComfyUI calls a sampler, without signs and case. ComfyUI's own names are those of
 * k-diffusion; A1111's are the labels of its menu.
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
};

/** Schedules that A1111 once wrote behind the sampler's name. */
const schedules = ['karras', 'exponential', 'polyexponential', 'sgmuniform', 'simple', 'beta'];

function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('++', 'pp')
    .replaceAll(/[^a-z0-9]+/g, '');
}

/**
 * The sampler that another program's words stand for; null for one that we do not have.
 * @param schedule where the program names it apart
 */
export function samplerOf(name: string, schedule: string | null): KnownSampler | null {
  const own = samplerNames.find((sampler) => sampler.toLowerCase() === name.trim().toLowerCase());
  let key = plain(name);
  const behind = schedules.find((word) => key !== word && key.endsWith(word));
  if (behind) key = key.slice(0, -behind.length);
  const sampler = own ?? (Object.hasOwn(ours, key) ? ours[key] : undefined);
  if (!sampler) return null;
  const apart = schedule === null ? '' : plain(schedule);
  // "Automatic" leaves the choice to the program, which then takes what it likes for the sampler.
  const said = apart === '' || apart === 'automatic' ? behind : apart;
  return { sampler, karras: said === undefined ? null : said === 'karras' };
}
