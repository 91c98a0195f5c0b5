import { catch as orElse } from 'zod/mini';
import * as z from 'zod/mini';
import type { ModelStyle } from '../domain/model.ts';
import type {
  Baseline,
  ModelReference,
  ModelRequirements,
  ReferenceModel,
} from './model-reference.ts';

const modelsMax = 5_000;

const amount = z.optional(
  orElse(z.optional(z.number().check(z.minimum(0), z.maximum(1_000))), undefined),
);
const requirements = z.object({
  min_steps: amount,
  max_steps: amount,
  cfg_scale: amount,
  min_cfg_scale: amount,
  max_cfg_scale: amount,
  clip_skip: amount,
  samplers: z.optional(
    orElse(
      z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100))),
      undefined,
    ),
  ),
});
const described = z.object({
  baseline: z.string(),
  inpainting: z._default(orElse(z.boolean(), false), false),
  style: z.optional(orElse(z.optional(z.string()), undefined)),
  requirements: orElse(z.nullish(requirements), null),
});

/** As the reference spells them. */
const baselines: Readonly<Record<string, Baseline>> = {
  'stable diffusion 1': 'sd1',
  'stable diffusion 2': 'sd2',
  'stable diffusion 2 512': 'sd2',
  stable_diffusion_xl: 'sdxl',
  stable_cascade: 'cascade',
  flux_1: 'flux',
  qwen_image: 'qwen',
  z_image_turbo: 'z-image',
};

/** As the reference calls them; what it calls otherwise has no bent that a list could be ordered by. */
const styles: Readonly<Record<string, ModelStyle>> = {
  generalist: 'all-round',
  realistic: 'photo',
  artistic: 'illustration',
  anime: 'anime',
  furry: 'anime',
};

/** Without what is not there: an absent bound is none. */
function present<Entries extends Record<string, unknown>>(
  entries: Entries,
): { [Key in keyof Entries]?: NonNullable<Entries[Key]> } | undefined {
  const found = Object.entries(entries).filter(([, value]) => value !== undefined);
  return found.length === 0 ? undefined : (Object.fromEntries(found) as never);
}

function requirementsOf(told: z.infer<typeof requirements> | null | undefined): ModelRequirements {
  if (!told) return {};
  const steps = present({ min: told.min_steps, max: told.max_steps });
  const cfgScale = present({
    exactly: told.cfg_scale,
    min: told.min_cfg_scale,
    max: told.max_cfg_scale,
  });
  return {
    ...(steps && { steps }),
    ...(cfgScale && { cfgScale }),
    ...(told.clip_skip !== undefined && { clipSkip: told.clip_skip }),
    ...(told.samplers && told.samplers.length > 0 && { samplers: told.samplers }),
  };
}

/**
 * Reads the Horde's model reference. What is strange about one model is passed over.
 * @returns null when it is none at all
 */
export function readModelReference(value: unknown): ModelReference | null {
  const all = z.record(z.string(), z.unknown()).safeParse(value);
  if (!all.success) return null;
  const models: Record<string, ReferenceModel> = {};
  for (const [name, entry] of Object.entries(all.data).slice(0, modelsMax)) {
    const told = described.safeParse(entry);
    if (!told.success) continue;
    const style = styles[told.data.style ?? ''];
    models[name] = {
      baseline: baselines[told.data.baseline] ?? null,
      inpainting: told.data.inpainting,
      ...(style && { style }),
      requirements: requirementsOf(told.data.requirements),
    };
  }
  return Object.keys(models).length > 0 ? models : null;
}
