import { baselineOf } from '../../src/horde/baselines.ts';
import type { Baseline } from '../../src/horde/model-reference.ts';
import { upscalers } from '../../src/horde/post-processors.ts';
import type { HordeRequest } from '../../src/horde/request.ts';
import { stepsOfTime } from '../../src/domain/upfront.ts';

/** What a worker is given of a job, without pictures and seed: the Horde's own names, as a request has them. */
export interface PartPayload {
  model: string;
  prompt: string;
  nsfw: boolean;
  params: Omit<HordeRequest['params'], 'n' | 'seed' | 'seed_variation'>;
  source_processing: HordeRequest['source_processing'] | null;
}

export function payloadOf(request: HordeRequest): PartPayload {
  const { n: _n, seed: _seed, seed_variation: _variation, ...params } = request.params;
  return {
    model: request.models[0] ?? '',
    prompt: request.prompt,
    nsfw: request.nsfw,
    params,
    source_processing: request.source_processing ?? null,
  };
}

const pixelsOf = ({ params }: PartPayload): number => params.width * params.height;

/** Steps as they take time: some samplers work twice in each. */
const stepsOf = ({ params }: PartPayload): number => stepsOfTime(params.steps, params.sampler_name);

/** What the work of a picture is measured in. */
export const pixelStepsOf = (payload: PartPayload): number => pixelsOf(payload) * stepsOf(payload);

const heavy: ReadonlySet<Baseline> = new Set(['flux', 'qwen', 'z-image']);

/**
 * How long a worker may take for a picture, in seconds, as the Horde counts it (horde-contract, section 5).
 * @param least what it gets however small the picture is
 */
export function leaseSecondsOf(payload: PartPayload, least: number, isExtraSlow: boolean): number {
  const base = 30 + (2 * pixelStepsOf(payload)) / 512 ** 2;
  const control = payload.params.control_type === undefined ? 1 : 2;
  const family = heavy.has(baselineOf(payload.model)) ? 3 : 1;
  return Math.ceil(Math.max(least, base * control * family) * (isExtraSlow ? 3 : 1));
}

const familyFactors: Readonly<Record<Baseline, number>> = {
  sd1: 1,
  sd2: 1,
  sdxl: 2,
  cascade: 4,
  flux: 8,
  qwen: 12,
  'z-image': 8,
};

const upscalersByName = new Map(upscalers.map((each) => [each.name, each]));

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/**
 * What a picture is worth. The Horde's formula before it had a model for it, with the factors that it still uses
 * (horde-contract, section 9): 512² in 50 steps are 11.
 */
export function kudosOf(payload: PartPayload, isCensored: boolean): number {
  if (isCensored) return 1;
  const { params } = payload;
  const smallest = 64 ** 2;
  const area = ((pixelsOf(payload) - smallest) / (1024 ** 2 - smallest)) ** 1.75;
  const steps = stepsOf(payload);
  const base = 0.1232 * steps + Math.max(0, area) * 0.1232 * steps * 8.75;
  const control = params.control_type === undefined ? 1 : 3;
  const source = payload.source_processing === null ? 1 : 1.3;
  const enlarged = params.post_processing.filter((name) => upscalersByName.has(name)).length;
  const additions = (params.loras?.length ?? 0) * 3 + ((params.tis?.length ?? 0) > 0 ? 1 : 0);
  const factors = familyFactors[baselineOf(payload.model)] * control * source * 1.05 ** enlarged;
  return hundredths((base + additions) * factors + enlarged + 1);
}

/** The sizes that a picture may come back in: as asked, or larger by the upscaler that was asked for. */
export function sizesOf({ params }: PartPayload): { width: number; height: number }[] {
  const { width, height } = params;
  const factors = params.post_processing.flatMap((name) => upscalersByName.get(name)?.factor ?? []);
  const factor = factors[0] ?? 1;
  return [{ width: width * factor, height: height * factor }];
}

/** The body of a job as workers know it (`ModelPayloadStable` of the Horde). */
export function workerPayload(payload: PartPayload, seed: string, count: number) {
  const { steps, ...params } = payload.params;
  return {
    ...params,
    prompt: payload.prompt,
    ddim_steps: steps,
    n_iter: count,
    seed,
    return_control_map: false,
    image_is_control: params.image_is_control ?? false,
    use_nsfw_censor: !payload.nsfw,
  };
}
