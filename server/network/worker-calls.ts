import * as z from 'zod/mini';

// What workers send (`PopInputStable`, `SubmitInputStable`, `ModifyWorkerInput` of the Horde). Fields that are not
// known here pass unread: newer workers say more.

const text = (most: number) => z.string().check(z.maxLength(most));
const flag = (otherwise: boolean) =>
  z.pipe(
    z.nullish(z.boolean()),
    z.transform((value) => value ?? otherwise),
  );
const number = (otherwise: number, least: number, most: number) =>
  z.pipe(
    z.nullish(z.number()),
    z.transform((value) => Math.min(most, Math.max(least, Math.round(value ?? otherwise)))),
  );
/** Null and absent are the same: workers of either habit are about. */
const given = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value): z.output<Schema> | undefined => value ?? undefined),
  );
// What separates words in a file, and nothing that steers a terminal or the direction of text.
const plainName = z.string().check(z.regex(/^[^\p{Cc}\p{Cf}]+$/u));

export const popBody = z.object({
  name: plainName.check(z.minLength(3), z.maxLength(100)),
  models: z.array(plainName.check(z.maxLength(190))).check(z.minLength(1), z.maxLength(1_000)),
  bridge_agent: z.pipe(
    z.nullish(text(1_000)),
    z.transform((value) => value ?? 'unknown:0:unknown'),
  ),
  nsfw: flag(false),
  amount: number(1, 1, 20),
  threads: number(1, 1, 50),
  max_pixels: number(512 * 512, 64 * 64, 3_072 * 3_072),
  blacklist: z.pipe(
    z.nullish(z.array(text(200)).check(z.maxLength(1_000))),
    z.transform((value) => value ?? []),
  ),
  priority_usernames: z.pipe(
    z.nullish(z.array(text(200)).check(z.maxLength(100))),
    z.transform((value) => value ?? []),
  ),
  allow_img2img: flag(true),
  allow_painting: flag(false),
  allow_post_processing: flag(true),
  allow_controlnet: flag(false),
  allow_sdxl_controlnet: flag(false),
  allow_lora: flag(false),
  extra_slow_worker: flag(false),
  limit_max_steps: flag(false),
});

export const submitBody = z.object({
  id: z.uuid(),
  /** `R2` where the picture was uploaded, else the picture in base64. */
  generation: z.string(),
  state: z.pipe(
    z.nullish(z.enum(['ok', 'censored', 'faulted', 'csam'])),
    z.transform((value) => value ?? 'ok'),
  ),
  seed: z.nullish(z.union([z.number(), text(30)])),
  gen_metadata: z.pipe(
    z.nullish(
      z
        .array(
          z.object({
            type: given(text(100)),
            value: given(text(100)),
            ref: given(text(255)),
          }),
        )
        .check(z.maxLength(50)),
    ),
    z.transform((value) => value ?? []),
  ),
});

export const modifyBody = z.object({
  maintenance: given(z.boolean()),
  maintenance_msg: given(text(1_000)),
  paused: given(z.boolean()),
  info: given(text(1_000)),
  name: given(plainName.check(z.minLength(5), z.maxLength(100))),
  team: given(text(36)),
});
