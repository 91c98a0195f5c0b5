import { adaptiveSamplerSteps } from './limits.ts';
import { samplerOf } from './recipes/samplers.ts';
import type { InputValues, ModelSchema, UpfrontLimits } from './model.ts';
import type { SamplerName } from './parameters.ts';

/** Samplers that look twice at each step. */
const twiceAStep: ReadonlySet<string> = new Set<SamplerName>([
  'k_heun',
  'k_dpm_2',
  'k_dpm_2_a',
  'k_dpmpp_2s_a',
  'k_dpmpp_sde',
]);
/** It decides by itself how many steps it takes, and is counted with so many. */
const adaptive: SamplerName = 'k_dpm_adaptive';
const adaptiveSteps = 40;
const quick: SamplerName = 'lcm';
const quickSteps = 10;

/** How a sampler spends its time: one look at each step, two of them, or as many steps as it finds it needs. */
export type SamplerPace = 'plain' | 'twice' | 'adaptive';

export function samplerPace(sampler: string): SamplerPace {
  // Other engines have names of their own for the same samplers.
  const name = samplerOf(sampler, null)?.sampler ?? sampler;
  if (name === adaptive) return 'adaptive';
  return twiceAStep.has(name) ? 'twice' : 'plain';
}

/** How long a picture takes with a sampler, in steps of a plain one (spec 1, section 9). */
export function stepsOfTime(steps: number, sampler: string): number {
  const pace = samplerPace(sampler);
  if (pace === 'adaptive') return adaptiveSamplerSteps;
  return pace === 'twice' ? 2 * steps : steps;
}

/** How many steps of a plain sampler a step of this one is counted as. */
export function stepWeight(sampler: string): number {
  return twiceAStep.has(sampler) ? 2 : 1;
}

/**
 * The most steps with a sampler that nothing has to be paid for in advance; null where the sampler alone asks for
 * it, whatever the steps.
 */
export function stepsBeforeUpfront(limits: UpfrontLimits, sampler: string): number | null {
  if (sampler === adaptive) return limits.steps >= adaptiveSteps ? Infinity : null;
  const most = Math.floor(limits.steps / stepWeight(sampler));
  return sampler === quick ? Math.min(quickSteps, most) : most;
}

export type UpfrontReason =
  | { what: 'steps'; most: number }
  | { what: 'sampler' }
  | { what: 'size'; pixels: number };

/** Why a request has to be paid in advance; null where it need not be, as far as can be known beforehand. */
export function upfrontReason(
  schema: Pick<ModelSchema, 'x-upfront'>,
  values: InputValues,
): UpfrontReason | null {
  const limits = schema['x-upfront'];
  if (!limits) return null;
  const { steps, sampler_name: sampler, width, height } = values;
  const most = stepsBeforeUpfront(limits, String(sampler ?? ''));
  if (most === null) return { what: 'sampler' };
  if (typeof steps === 'number' && steps > most) return { what: 'steps', most };
  const pixels = typeof width === 'number' && typeof height === 'number' ? width * height : 0;
  return pixels > limits.pixels ? { what: 'size', pixels: limits.pixels } : null;
}
