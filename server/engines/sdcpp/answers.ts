import { z } from 'zod';

const names = z.array(z.string().min(1).max(200)).max(1_000).catch([]);
const side = z.int().min(1).max(65_536);

const fraction = z.number().optional().catch(undefined);

/** `GET /sdcpp/v1/capabilities`; what a build leaves out falls back to what every build can do. */
export const capabilities = z.object({
  model: z.object({ stem: z.string().max(500).catch('') }).catch({ stem: '' }),
  supported_modes: names,
  samplers: names,
  schedulers: names,
  loras: z
    .array(z.object({ name: z.string().min(1).max(200), path: z.string().min(1).max(1_000) }))
    .max(500)
    .catch([]),
  limits: z
    .object({ min_width: side, max_width: side, max_batch_count: z.int().min(1) })
    .catch({ min_width: 64, max_width: 2_048, max_batch_count: 1 }),
  defaults_by_mode: z
    .object({
      img_gen: z.object({
        width: side.catch(512),
        height: side.catch(512),
        negative_prompt: z.string().max(7_000).catch(''),
        strength: z.number().min(0).max(1).catch(0.75),
        sample_params: z
          .object({
            sample_method: z.string().catch('default'),
            scheduler: z.string().catch('default'),
            sample_steps: z.int().catch(20),
            guidance: z
              .object({
                txt_cfg: z.number().catch(7),
                distilled_guidance: fraction,
                slg: z
                  .object({ scale: fraction, layer_start: fraction, layer_end: fraction })
                  .optional()
                  .catch(undefined),
              })
              .catch({ txt_cfg: 7 }),
          })
          .catch({
            sample_method: 'default',
            scheduler: 'default',
            sample_steps: 20,
            guidance: { txt_cfg: 7 },
          }),
      }),
    })
    .nullable()
    .catch(null),
});
export type Capabilities = z.infer<typeof capabilities>;
export type SdcppGuidance = NonNullable<
  Capabilities['defaults_by_mode']
>['img_gen']['sample_params']['guidance'];

export const accepted = z.object({ id: z.string().regex(/^[\w-]{1,100}$/) });

const error = z.object({ code: z.string().catch(''), message: z.string().catch('') }).nullish();

export const jobAnswer = z.object({
  status: z.enum(['queued', 'generating', 'completed', 'failed', 'cancelled']),
  queue_position: z.int().min(0).catch(0),
  result: z
    .object({
      images: z.array(z.object({ index: z.int().min(0), b64_json: z.string().min(1) })).max(64),
    })
    .nullish(),
  error,
});
export type JobAnswer = z.infer<typeof jobAnswer>;

export const refusal = z.object({
  error: z.string().catch(''),
  message: z.string().catch(''),
});
