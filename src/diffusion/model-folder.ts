import * as z from 'zod/mini';
import { lorasBeside } from './loras.ts';
import { samplers } from './samplers.ts';
import { workingBytes, type DiffusionRun } from './run.ts';

/**
 * A model as diffusers' exporters to ONNX write it into a folder (`model_index.json`, `unet/model.onnx`, …), or our own
 * script. LoRAs lie in a folder `loras` in it.
 */

const text = z.object({
  cn: z.string().check(z.minLength(1)),
  en: z.string().check(z.minLength(1)),
});
const positive = z.number().check(z.positive());
const whole = (minimum: number, maximum: number) =>
  z.int().check(z.minimum(minimum), z.maximum(maximum));
const short = z.string().check(z.minLength(1), z.maxLength(80));
const side = whole(64, 2048).check(z.multipleOf(64));

/** `kiln.json`, which need not be there: what the other files do not say. */
const told = z.partial(
  z.object({
    name: short,
    about: text,
    licence: short,
    origin: z.url(),
    sampler: z.enum(samplers),
    karras: z.boolean(),
    steps: whole(1, 50),
    cfg: z.number().check(z.minimum(1), z.maximum(20)),
    width: side,
    height: side,
  }),
);

const index = z.object({ _class_name: z.string() });

const schedulerConfig = z.object({
  _class_name: z._default(z.string(), ''),
  beta_start: z._default(positive, 0.00085),
  beta_end: z._default(positive, 0.012),
  beta_schedule: z._default(z.enum(['scaled_linear', 'linear']), 'scaled_linear'),
  num_train_timesteps: z._default(whole(10, 10_000), 1000),
  prediction_type: z._default(z.enum(['epsilon', 'v_prediction']), 'epsilon'),
  timestep_spacing: z._default(z.enum(['leading', 'trailing', 'linspace']), 'leading'),
  steps_offset: z._default(whole(0, 10), 1),
  original_inference_steps: z._default(whole(1, 1000), 50),
});

const unetConfig = z.object({
  in_channels: z._default(z.literal(4), 4),
  sample_size: z._default(whole(8, 256), 64),
  time_cond_proj_dim: z._default(z.nullable(z.int().check(z.positive())), null),
});

const vaeConfig = z.object({
  scaling_factor: z._default(positive, 0.18215),
  block_out_channels: z._default(z.array(z.number()), [128, 256, 512, 512]),
  latent_channels: z._default(z.literal(4), 4),
});

const tokenizerConfig = z.object({
  pad_token: z.nullish(z.union([z.string(), z.object({ content: z.string() })])),
});

/** A model's own files, wherever they lie. */
export interface ModelFolder {
  /** As it is called where it lies. */
  name: string;
  /** With slashes; weights may lie beside their graph. */
  files: readonly { name: string; bytes: number }[];
  readText: (file: string) => Promise<string>;
  /** The last bytes of a file, at most so many. */
  readEnd: (file: string, bytes: number) => Promise<Uint8Array>;
}

/** What a folder holds. */
export interface FolderModel {
  name: string;
  about: { cn: string; en: string } | null;
  /** Both empty where nobody has said. */
  licence: string;
  origin: string;
  /** Of memory, while it works at its own size. */
  memoryBytes: number;
  run: DiffusionRun;
}

/** Why a file beside a model is not as it has to be. */
const whyNot = (file: string, error: unknown): Error =>
  new Error(
    `${file}: ${error instanceof z.core.$ZodError ? z.prettifyError(error) : String(error)}`,
    { cause: error },
  );

/** Python writes numbers into its JSON that JSON does not have: diffusers' DPM++ has `"lambda_min_clipped": -Infinity`. */
const parsePython = (json: string): unknown =>
  JSON.parse(json.replaceAll(/(?<=[:,[]\s*)(?:-?Infinity|NaN)(?=\s*[,\]}])/g, 'null'));

/** Whether names of outputs, which stand at the end of a graph as they are, tell of layers that may be left out. */
const clipSkipMark = 'clip_skip_2';
const endBytes = 64 * 1024;

/**
 * Reads what a folder holds.
 * @throws Error that says why it is no model that can be run
 */
export async function readModelFolder(folder: ModelFolder): Promise<FolderModel> {
  const { files, readText, readEnd } = folder;
  const has = (file: string): boolean => files.some((one) => one.name === file);
  const part = (file: string): string => {
    if (!has(file)) throw new Error(`${file} is missing`);
    return file;
  };

  async function readJson<Value>(schema: z.ZodMiniType<Value>, ...places: string[]) {
    const place = places.find(has);
    if (place === undefined) return z.parse(schema, {});
    try {
      return z.parse(schema, parsePython(await readText(place)));
    } catch (error) {
      throw whyNot(place, error);
    }
  }

  const { _class_name: kind } = await readJson(index, part('model_index.json'));
  if (/XL|3|Flux|Refiner/i.test(kind)) throw new Error(`${kind} has more than one text encoder`);
  const own = await readJson(told, 'kiln.json');
  const scheduler = await readJson(schedulerConfig, 'scheduler/scheduler_config.json');
  const unet = await readJson(unetConfig, 'unet/config.json');
  const vae = await readJson(vaeConfig, 'vae/config.json', 'vae_decoder/config.json');
  const tokenizer = await readJson(tokenizerConfig, 'tokenizer/tokenizer_config.json');
  const factor = 2 ** (vae.block_out_channels.length - 1);
  if (factor !== 2 && factor !== 4 && factor !== 8) throw new Error('its decoder is another one');
  const tiny = 'taesd_decoder/model.onnx';
  const parts = {
    vocabulary: part('tokenizer/vocab.json'),
    merges: part('tokenizer/merges.txt'),
    text_encoder: part('text_encoder/model.onnx'),
    unet: part('unet/model.onnx'),
    // TAESD alone will do.
    decoder: has(tiny) && !has('vae_decoder/model.onnx') ? tiny : part('vae_decoder/model.onnx'),
    encoder: has('vae_encoder/model.onnx') ? 'vae_encoder/model.onnx' : null,
    tiny_decoder: has(tiny) ? tiny : null,
  };
  const isLcm = scheduler._class_name === 'LCMScheduler';
  // So SD-Turbo says it: a few steps that nothing guides.
  const isTurbo = !isLcm && scheduler.timestep_spacing === 'trailing';
  const isDistilled = isLcm || isTurbo;
  const usualSide = unet.sample_size * factor;
  const padded =
    typeof tokenizer.pad_token === 'object' ? tokenizer.pad_token?.content : tokenizer.pad_token;
  const vocabulary = JSON.parse(await readText(parts.vocabulary)) as Record<string, unknown>;
  const padding = typeof padded === 'string' ? vocabulary[padded] : undefined;
  const end = await readEnd(parts.text_encoder, endBytes);
  const loras = lorasBeside(files);
  const usual = isLcm ? 'lcm' : isTurbo ? 'euler' : 'dpmpp_2m';
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  return {
    name: own.name ?? folder.name,
    about: own.about ?? null,
    licence: own.licence ?? '',
    origin: own.origin ?? '',
    memoryBytes: Math.round(total * 1.1) + workingBytes,
    run: {
      parts,
      rule: {
        beta_start: scheduler.beta_start,
        beta_end: scheduler.beta_end,
        beta_schedule: scheduler.beta_schedule,
        train_steps: scheduler.num_train_timesteps,
        prediction: scheduler.prediction_type,
        spacing: scheduler.timestep_spacing,
        steps_offset: scheduler.steps_offset,
        lcm_steps: scheduler.original_inference_steps,
        scaling: vae.scaling_factor,
        factor,
        guidance_width: unet.time_cond_proj_dim,
      },
      ...(loras.length > 0 && { loras }),
      clip_skips: new TextDecoder('latin1').decode(end).includes(clipSkipMark) ? 2 : 0,
      padding: typeof padding === 'number' ? padding : null,
      samplers: isLcm
        ? ['lcm']
        : isTurbo
          ? ['euler', 'euler_a']
          : // A LoRA may make it one of few steps.
            samplers.filter((name) => name !== 'lcm' || loras.length > 0),
      is_guided: !isDistilled || unet.time_cond_proj_dim !== null || (own.cfg ?? 1) > 1,
      defaults: {
        sampler: own.sampler ?? usual,
        karras: own.karras ?? !isDistilled,
        steps: own.steps ?? (isLcm ? 4 : isTurbo ? 1 : 20),
        cfg: own.cfg ?? (isDistilled ? (unet.time_cond_proj_dim === null ? 1 : 8) : 7),
        width: own.width ?? usualSide,
        height: own.height ?? usualSide,
      },
    },
  };
}
