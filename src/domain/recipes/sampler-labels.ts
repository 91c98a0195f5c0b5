import type { SamplerName } from '../parameters.ts';
import { samplerOf } from './samplers.ts';

/** Our samplers as A1111's menu calls them. */
const theirs: Readonly<Record<SamplerName, string>> = {
  k_euler: 'Euler',
  k_euler_a: 'Euler a',
  k_lms: 'LMS',
  k_heun: 'Heun',
  k_dpm_2: 'DPM2',
  k_dpm_2_a: 'DPM2 a',
  k_dpm_fast: 'DPM fast',
  k_dpm_adaptive: 'DPM adaptive',
  k_dpmpp_2s_a: 'DPM++ 2S a',
  k_dpmpp_2m: 'DPM++ 2M',
  dpmsolver: 'DPM-Solver',
  k_dpmpp_sde: 'DPM++ SDE',
  DDIM: 'DDIM',
  lcm: 'LCM',
};

/** The way back: what A1111 and those who read its pictures call a sampler. A name that nobody here knows stays. */
export function samplerOfA1111(sampler: string): string {
  const known = samplerOf(sampler, null);
  return known ? theirs[known.sampler] : sampler;
}
