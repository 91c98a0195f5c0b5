import type { Draw } from './random.ts';

/** Ways from noise to a picture; spelled as A1111 and the AI Horde spell them, without the k_. */
export const samplers = ['euler', 'euler_a', 'dpmpp_2m', 'ddim', 'lcm'] as const;
export type Sampler = (typeof samplers)[number];

/** How a model was trained, from `scheduler_config.json` of diffusers. */
export interface NoiseRule {
  betaStart: number;
  betaEnd: number;
  betaSchedule: 'scaled_linear' | 'linear';
  trainSteps: number;
  /** What the network tells of a noisy picture: its noise, or a mixture of both that is called velocity. */
  prediction: 'epsilon' | 'v_prediction';
  /** How the steps are spread over the training's; table 2 of arXiv 2305.08891. */
  spacing: 'leading' | 'trailing' | 'linspace';
  stepsOffset: number;
  /** Of a latent consistency model: steps that it was distilled from. */
  lcmSteps: number;
}

export interface SamplerChoice {
  sampler: Sampler;
  steps: number;
  /** Smaller steps towards the end (arXiv 2206.00364); Euler and DPM++ 2M only. */
  karras: boolean;
}

/** A sampler that is set up for a number of steps. Steps are counted from 0. */
export interface Sampling {
  /** What the network is told of each step. */
  timesteps: readonly number[];
  /** Pure noise is this much larger at the first step. */
  firstScale: number;
  /** What the network is shown. */
  shown(latents: Float32Array, step: number): Float32Array;
  /** The picture that the network sees behind the noise, by its output. */
  clean(latents: Float32Array, output: Float32Array, step: number): Float32Array;
  /** @param output the network's. @returns the latents of the next step */
  next(latents: Float32Array, output: Float32Array, step: number, draw: Draw): Float32Array;
  /** Clean latents with as much noise as they have at the beginning of a step. */
  noised(clean: Float32Array, noise: Float32Array, step: number): Float32Array;
}

/** numpy rounds halves to the even number. */
function roundEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

const range = <Value>(count: number, of: (at: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => of(at));

/** How much of the picture is left at each step of the training, as the square of its share. */
export function cumulativeAlphas(rule: NoiseRule): number[] {
  const { betaStart, betaEnd, betaSchedule, trainSteps } = rule;
  const isScaled = betaSchedule === 'scaled_linear';
  const [from, to] = isScaled ? [Math.sqrt(betaStart), Math.sqrt(betaEnd)] : [betaStart, betaEnd];
  let product = 1;
  return range(trainSteps, (at) => {
    const value = from + ((to - from) * at) / (trainSteps - 1);
    product *= 1 - (isScaled ? value * value : value);
    return product;
  });
}

/** Between two steps of the training, in proportion. */
function interpolated(values: readonly number[], at: number): number {
  const low = Math.min(values.length - 1, Math.max(0, Math.floor(at)));
  const high = Math.min(values.length - 1, low + 1);
  const share = at - low;
  return (values[low] ?? 0) * (1 - share) + (values[high] ?? 0) * share;
}

/** Which step of the training has so much noise. */
function timestepOf(sigma: number, logSigmas: readonly number[]): number {
  const log = Math.log(Math.max(sigma, 1e-10));
  let low = 0;
  while (low < logSigmas.length - 2 && (logSigmas[low + 1] ?? 0) <= log) low += 1;
  const from = logSigmas[low] ?? 0;
  const to = logSigmas[low + 1] ?? 0;
  const share = Math.min(1, Math.max(0, (from - log) / (from - to)));
  return low + share;
}

function karrasSigmas(most: number, least: number, steps: number): number[] {
  const rho = 7;
  const from = most ** (1 / rho);
  const to = least ** (1 / rho);
  return range(steps, (at) => (from + (steps === 1 ? 0 : at / (steps - 1)) * (to - from)) ** rho);
}

const trailing = (trainSteps: number, steps: number): number[] => {
  const ratio = trainSteps / steps;
  return range(Math.ceil(trainSteps / ratio), (at) => roundEven(trainSteps - at * ratio) - 1);
};

/** Steps that Euler and DDIM take. @param isWhole where only whole steps of the training are known */
function evenTimesteps(rule: NoiseRule, steps: number, isWhole: boolean): number[] {
  const { trainSteps, spacing, stepsOffset } = rule;
  if (spacing === 'trailing') return trailing(trainSteps, steps);
  if (spacing === 'linspace') {
    const all = range(steps, (at) => (steps === 1 ? 0 : (at * (trainSteps - 1)) / (steps - 1)));
    return all.map((at) => (isWhole ? roundEven(at) : at)).toReversed();
  }
  const ratio = Math.floor(trainSteps / steps);
  return range(steps, (at) => at * ratio + stepsOffset).toReversed();
}

/** DPM++ takes its steps out of one more than it makes. */
function solverTimesteps(rule: NoiseRule, steps: number): number[] {
  const { trainSteps, spacing, stepsOffset } = rule;
  if (spacing === 'trailing') return trailing(trainSteps, steps);
  if (spacing === 'linspace') {
    return range(steps + 1, (at) => roundEven((at * (trainSteps - 1)) / steps))
      .toReversed()
      .slice(0, -1);
  }
  const ratio = Math.floor(trainSteps / (steps + 1));
  return range(steps + 1, (at) => at * ratio)
    .toReversed()
    .slice(0, -1)
    .map((at) => at + stepsOffset);
}

/** a·x + b·y, value by value. */
function mixed(a: number, x: Float32Array, b: number, y: Float32Array): Float32Array {
  const made = new Float32Array(x.length);
  for (let at = 0; at < x.length; at += 1) made[at] = a * (x[at] ?? 0) + b * (y[at] ?? 0);
  return made;
}

function scaled(a: number, x: Float32Array): Float32Array {
  return x.map((value) => a * value);
}

const sigmasOf = (alphas: readonly number[]): number[] =>
  alphas.map((alpha) => Math.sqrt((1 - alpha) / alpha));

/** Euler's method, and the one that adds fresh noise after each step; arXiv 2206.00364. */
function euler(rule: NoiseRule, { steps, karras, sampler }: SamplerChoice): Sampling {
  const all = sigmasOf(cumulativeAlphas(rule));
  let timesteps = evenTimesteps(rule, steps, false);
  let sigmas = timesteps.map((at) => interpolated(all, at));
  if (karras && sampler === 'euler') {
    const logs = all.map(Math.log);
    sigmas = karrasSigmas(sigmas[0] ?? 0, sigmas.at(-1) ?? 0, steps);
    timesteps = sigmas.map((sigma) => timestepOf(sigma, logs));
  }
  sigmas.push(0);
  const most = Math.max(...sigmas);
  const sigmaAt = (step: number): number => sigmas[step] ?? 0;

  /** The picture that the network sees in it. */
  function clean(latents: Float32Array, output: Float32Array, sigma: number): Float32Array {
    if (rule.prediction === 'epsilon') return mixed(1, latents, -sigma, output);
    const square = sigma * sigma + 1;
    return mixed(1 / square, latents, -sigma / Math.sqrt(square), output);
  }

  return {
    timesteps,
    firstScale: rule.spacing === 'leading' ? Math.sqrt(most * most + 1) : most,
    shown: (latents, step) => scaled(1 / Math.sqrt(sigmaAt(step) ** 2 + 1), latents),
    clean: (latents, output, step) => clean(latents, output, sigmaAt(step)),
    next(latents, output, step, draw) {
      const sigma = sigmaAt(step);
      const to = sigmaAt(step + 1);
      const up =
        sampler === 'euler_a' ? Math.sqrt((to ** 2 * (sigma ** 2 - to ** 2)) / sigma ** 2) : 0;
      const down = Math.sqrt(to ** 2 - up ** 2);
      // latents + (latents - clean) / sigma · (down - sigma)
      const share = (down - sigma) / sigma;
      const moved = mixed(1 + share, latents, -share, clean(latents, output, sigma));
      return sampler === 'euler_a' ? mixed(1, moved, up, draw(moved.length)) : moved;
    },
    noised: (picture, noise, step) => mixed(1, picture, sigmaAt(step), noise),
  };
}

/** DPM-Solver++ of the second order over the last two steps; arXiv 2211.01095. */
function dpmpp(rule: NoiseRule, { steps, karras }: SamplerChoice): Sampling {
  const all = sigmasOf(cumulativeAlphas(rule));
  let timesteps = solverTimesteps(rule, steps);
  let sigmas = timesteps.map((at) => interpolated(all, at));
  if (karras) {
    const logs = all.map(Math.log);
    sigmas = karrasSigmas(all.at(-1) ?? 0, all[0] ?? 0, steps);
    timesteps = sigmas.map((sigma) => roundEven(timestepOf(sigma, logs)));
  }
  sigmas.push(0);
  const partsAt = (step: number) => {
    const ratio = sigmas[step] ?? 0;
    const alpha = 1 / Math.sqrt(ratio * ratio + 1);
    return { alpha, sigma: ratio * alpha, lambda: -Math.log(ratio) };
  };
  let before: Float32Array | null = null;
  function cleanAt(latents: Float32Array, output: Float32Array, step: number): Float32Array {
    const { alpha, sigma } = partsAt(step);
    return rule.prediction === 'epsilon'
      ? mixed(1 / alpha, latents, -sigma / alpha, output)
      : mixed(alpha, latents, -sigma, output);
  }
  return {
    timesteps,
    firstScale: 1,
    shown: (latents) => latents,
    clean: cleanAt,
    next(latents, output, step) {
      const here = partsAt(step);
      const there = partsAt(step + 1);
      const clean = cleanAt(latents, output, step);
      const h = there.lambda - here.lambda;
      const reach = -there.alpha * Math.expm1(-h);
      let made = mixed(there.sigma / here.sigma, latents, reach, clean);
      // The last step goes to no noise at all, where the second order has nothing to say.
      if (before && step < steps - 1) {
        const last = here.lambda - partsAt(step - 1).lambda;
        const bend = (0.5 * reach * h) / last;
        made = mixed(1, made, bend, mixed(1, clean, -1, before));
      }
      before = clean;
      return made;
    },
    noised(picture, noise, step) {
      const { alpha, sigma } = partsAt(step);
      return mixed(alpha, picture, sigma, noise);
    },
  };
}

/** The clean picture and the noise that the network sees in latents, where `alpha` is left of the picture. */
function seen(rule: NoiseRule, latents: Float32Array, output: Float32Array, alpha: number) {
  const share = Math.sqrt(alpha);
  const rest = Math.sqrt(1 - alpha);
  if (rule.prediction === 'epsilon') {
    return { clean: mixed(1 / share, latents, -rest / share, output), noise: output };
  }
  return {
    clean: mixed(share, latents, -rest, output),
    noise: mixed(share, output, rest, latents),
  };
}

/** Denoising diffusion implicit models without fresh noise; arXiv 2010.02502. */
function ddim(rule: NoiseRule, { steps }: SamplerChoice): Sampling {
  const alphas = cumulativeAlphas(rule);
  const timesteps = evenTimesteps(rule, steps, true);
  const alphaAt = (timestep: number): number => alphas[Math.max(0, timestep)] ?? 0;
  return {
    timesteps,
    firstScale: 1,
    shown: (latents) => latents,
    clean: (latents, output, step) =>
      seen(rule, latents, output, alphaAt(timesteps[step] ?? 0)).clean,
    next(latents, output, step) {
      const timestep = timesteps[step] ?? 0;
      const { clean, noise } = seen(rule, latents, output, alphaAt(timestep));
      const after = alphaAt(timestep - Math.floor(rule.trainSteps / steps));
      return mixed(Math.sqrt(after), clean, Math.sqrt(1 - after), noise);
    },
    noised(picture, noise, step) {
      const alpha = alphaAt(timesteps[step] ?? 0);
      return mixed(Math.sqrt(alpha), picture, Math.sqrt(1 - alpha), noise);
    },
  };
}

/** Of latent consistency models, which see the whole picture at once; arXiv 2310.04378. */
function lcm(rule: NoiseRule, { steps }: SamplerChoice): Sampling {
  const alphas = cumulativeAlphas(rule);
  const skip = Math.floor(rule.trainSteps / rule.lcmSteps);
  const known = range(rule.lcmSteps, (at) => (at + 1) * skip - 1).toReversed();
  const timesteps = range(steps, (at) => known[Math.floor((at * known.length) / steps)] ?? 0);
  const alphaAt = (step: number): number => alphas[timesteps[step] ?? 0] ?? 0;
  const sigmaData = 0.5;
  const timestepScaling = 10;
  return {
    timesteps,
    firstScale: 1,
    shown: (latents) => latents,
    clean: (latents, output, step) => seen(rule, latents, output, alphaAt(step)).clean,
    next(latents, output, step, draw) {
      const { clean } = seen(rule, latents, output, alphaAt(step));
      const time = (timesteps[step] ?? 0) * timestepScaling;
      const square = time * time + sigmaData * sigmaData;
      const denoised = mixed(
        time / Math.sqrt(square),
        clean,
        (sigmaData * sigmaData) / square,
        latents,
      );
      if (step === steps - 1) return denoised;
      const after = alphaAt(step + 1);
      return mixed(Math.sqrt(after), denoised, Math.sqrt(1 - after), draw(denoised.length));
    },
    noised(picture, noise, step) {
      const alpha = alphaAt(step);
      return mixed(Math.sqrt(alpha), picture, Math.sqrt(1 - alpha), noise);
    },
  };
}

/**
 * Sets a sampler up. One for each picture: DPM++ remembers the step before.
 * Its numbers are those of diffusers' schedulers of the same names.
 */
export function setUpSampler(rule: NoiseRule, choice: SamplerChoice): Sampling {
  switch (choice.sampler) {
    case 'euler':
    case 'euler_a':
      return euler(rule, choice);
    case 'dpmpp_2m':
      return dpmpp(rule, choice);
    case 'ddim':
      return ddim(rule, choice);
    case 'lcm':
      return lcm(rule, choice);
  }
}
