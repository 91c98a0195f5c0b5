import type { InputValues } from '../../../src/domain/model.ts';
import { joinPrompt } from '../../../src/domain/parameters.ts';
import type { EngineJob } from '../engine.ts';

/** Body of POST generate/async, every value explicit: the server's own defaults differ from its document. */
export interface HordeRequest {
  prompt: string;
  models: string[];
  nsfw: boolean;
  censor_nsfw: boolean;
  trusted_workers: boolean;
  validated_backends: boolean;
  slow_workers: boolean;
  extra_slow_workers: boolean;
  worker_blacklist: boolean;
  replacement_filter: boolean;
  allow_downgrade: boolean;
  shared: boolean;
  r2: boolean;
  params: {
    sampler_name: string;
    cfg_scale: number;
    width: number;
    height: number;
    steps: number;
    n: number;
    seed: string;
    seed_variation?: number;
    karras: boolean;
    tiling: boolean;
    hires_fix: boolean;
    clip_skip: number;
    post_processing: string[];
  };
}

/** What separates prompt and negative prompt would do so inside a prompt too. */
function withoutSeparator(text: string): string {
  return text.replaceAll(/#{3,}/g, ' ').replaceAll('\u0000', ' ').trim();
}

/** @param model the Horde's own name of the model */
export function requestOf(
  job: Pick<EngineJob, 'input' | 'seed' | 'outputs'>,
  model: string,
): HordeRequest {
  const { input, seed, outputs } = job;
  const prompt = withoutSeparator(String(input['prompt'] ?? ''));
  const negative = withoutSeparator(String(input['negative_prompt'] ?? ''));
  return {
    prompt: joinPrompt(prompt, negative),
    models: [model],
    nsfw: false,
    censor_nsfw: true,
    trusted_workers: false,
    validated_backends: false,
    slow_workers: true,
    extra_slow_workers: false,
    worker_blacklist: false,
    replacement_filter: true,
    allow_downgrade: false,
    shared: false,
    r2: true,
    params: {
      sampler_name: String(input['sampler_name'] ?? 'k_euler'),
      // More than 2 decimals are refused.
      cfg_scale: Math.round(Number(input['cfg_scale'] ?? 7) * 100) / 100,
      width: Number(input['width'] ?? 512),
      height: Number(input['height'] ?? 512),
      steps: Number(input['steps'] ?? 30),
      n: outputs,
      seed,
      // Without it, a fixed seed on several workers gives the same picture several times.
      ...(outputs > 1 && { seed_variation: 1 }),
      karras: input['karras'] !== false,
      tiling: false,
      hires_fix: false,
      clip_skip: 1,
      post_processing: [],
    },
  };
}

/** What was really used, as far as the Horde tells. */
export function usedParameters(
  input: InputValues,
  used: { seed: string; width: number; height: number },
): InputValues {
  return { ...input, ...used, n: 1 };
}
