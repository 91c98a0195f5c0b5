import { createHash } from 'node:crypto';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { samplers } from '../../src/diffusion/samplers.ts';
import type { DiffusionRun, PackManifest } from './manifest.ts';

/**
 * Models that somebody has put into a folder: each a folder of its own, as diffusers' exporters to ONNX write it
 * (`model_index.json`, `unet/model.onnx`, …), or our own script. They are used where they lie.
 */

const text = z.object({ cn: z.string().min(1), en: z.string().min(1) });

/** `kiln.json`, which need not be there: what the other files do not say. */
const told = z
  .object({
    name: z.string().min(1).max(80),
    about: text,
    licence: z.string().min(1).max(80),
    origin: z.url(),
    sampler: z.enum(samplers),
    karras: z.boolean(),
    steps: z.int().min(1).max(50),
    cfg: z.number().min(1).max(20),
    width: z.int().min(64).max(2048).multipleOf(64),
    height: z.int().min(64).max(2048).multipleOf(64),
  })
  .partial();

const index = z.object({ _class_name: z.string() });

const schedulerConfig = z.object({
  _class_name: z.string().default(''),
  beta_start: z.number().positive().default(0.00085),
  beta_end: z.number().positive().default(0.012),
  beta_schedule: z.enum(['scaled_linear', 'linear']).default('scaled_linear'),
  num_train_timesteps: z.int().min(10).max(10_000).default(1000),
  prediction_type: z.enum(['epsilon', 'v_prediction']).default('epsilon'),
  timestep_spacing: z.enum(['leading', 'trailing', 'linspace']).default('leading'),
  steps_offset: z.int().min(0).max(10).default(1),
  original_inference_steps: z.int().min(1).max(1000).default(50),
});

const unetConfig = z.object({
  in_channels: z.literal(4).default(4),
  sample_size: z.int().min(8).max(256).default(64),
  time_cond_proj_dim: z.int().positive().nullable().default(null),
});

const vaeConfig = z.object({
  scaling_factor: z.number().positive().default(0.18215),
  block_out_channels: z.array(z.number()).default([128, 256, 512, 512]),
  latent_channels: z.literal(4).default(4),
});

const tokenizerConfig = z.object({
  pad_token: z.union([z.string(), z.object({ content: z.string() })]).nullish(),
});

async function readJson<Value>(schema: z.ZodType<Value>, ...places: string[]): Promise<Value> {
  for (const place of places) {
    const found = await readFile(place, 'utf8').catch(() => null);
    if (found !== null) return schema.parse(JSON.parse(found));
  }
  return schema.parse({});
}

/** Letters and digits of a folder's name; where it has others, as in Chinese, what tells it from the next one. */
function idOf(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const isWhole = /^[\w .-]+$/.test(name);
  const mark = isWhole ? '' : createHash('sha256').update(name).digest('hex').slice(0, 8);
  return ['own', plain.slice(0, 45), mark].filter((part) => part !== '').join('-');
}

/** Beside the weights themselves: what a network holds while it works, and the full decoder at its tile. */
export const workingBytes = 2_200_000_000;

/** Of a text encoder, so that layers that are left out are offered only where it has them. */
async function skipsOf(file: string): Promise<number> {
  // Names of outputs stand at the end of a graph, as they are.
  const { size } = await stat(file);
  const handle = await open(file);
  try {
    const length = Math.min(size, 64 * 1024);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.includes('clip_skip_2') ? 2 : 0;
  } finally {
    await handle.close();
  }
}

/** A model's own files, with slashes; weights may lie beside their graph. */
async function filesOf(folder: string): Promise<{ name: string; bytes: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: { name: string; bytes: number }[] = [];
  for (const entry of entries) {
    if (!entry.isFile() && !entry.isSymbolicLink()) continue;
    const place = path.join(entry.parentPath, entry.name);
    const found = await stat(place);
    if (!found.isFile()) continue;
    files.push({
      name: path.relative(folder, place).split(path.sep).join('/'),
      bytes: found.size,
    });
  }
  return files;
}

/**
 * Reads what a folder holds.
 * @throws Error that says why it is no model that can be run
 */
async function readModel(folder: string, name: string): Promise<PackManifest> {
  const at = (...parts: string[]): string => path.join(folder, ...parts);
  const { _class_name: kind } = await readJson(index, at('model_index.json'));
  if (/XL|3|Flux|Refiner/i.test(kind)) throw new Error(`${kind} has more than one text encoder`);
  const own = await readJson(told, at('kiln.json'));
  const scheduler = await readJson(schedulerConfig, at('scheduler/scheduler_config.json'));
  const unet = await readJson(unetConfig, at('unet/config.json'));
  const vae = await readJson(vaeConfig, at('vae/config.json'), at('vae_decoder/config.json'));
  const tokenizer = await readJson(tokenizerConfig, at('tokenizer/tokenizer_config.json'));
  const files = await filesOf(folder);
  const has = (file: string): boolean => files.some((one) => one.name === file);
  const part = (file: string): string => {
    if (!has(file)) throw new Error(`${file} is missing`);
    return file;
  };
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
  const side = unet.sample_size * factor;
  const padded =
    typeof tokenizer.pad_token === 'object' ? tokenizer.pad_token?.content : tokenizer.pad_token;
  const vocabulary = JSON.parse(await readFile(at(parts.vocabulary), 'utf8')) as Record<
    string,
    unknown
  >;
  const padding = typeof padded === 'string' ? vocabulary[padded] : undefined;
  const usual = isLcm ? 'lcm' : isTurbo ? 'euler' : 'dpmpp_2m';
  const run: DiffusionRun = {
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
    clip_skips: await skipsOf(at(parts.text_encoder)),
    padding: typeof padding === 'number' ? padding : null,
    samplers: isLcm ? ['lcm'] : isTurbo ? ['euler', 'euler_a'] : samplers.slice(0, 4),
    is_guided: !isDistilled || unet.time_cond_proj_dim !== null || (own.cfg ?? 1) > 1,
    defaults: {
      sampler: own.sampler ?? usual,
      karras: own.karras ?? !isDistilled,
      steps: own.steps ?? (isLcm ? 4 : isTurbo ? 1 : 20),
      cfg: own.cfg ?? (isDistilled ? (unet.time_cond_proj_dim === null ? 1 : 8) : 7),
      width: own.width ?? side,
      height: own.height ?? side,
    },
  };
  const total = files.reduce((sum, file) => sum + file.bytes, 0);
  const title = own.name ?? name;
  return {
    id: idOf(name),
    task: 'diffusion',
    name: { cn: title, en: title },
    about: own.about ?? {
      cn: '由文字生成图片，放在这台机器上的模型。',
      en: 'Makes pictures from words; a model that was put on this machine.',
    },
    licence: own.licence ?? '',
    origin: own.origin ?? '',
    memory_bytes: Math.round(total * 1.1) + workingBytes,
    needs: ['onnxruntime'],
    downloads: [],
    graphs: [],
    run,
    folder,
    brought: files,
  };
}

/** A folder that is meant as a model, and why it is none. */
export interface OddFolder {
  name: string;
  why: string;
}

/** Models in a folder, and what else looks like one. Nothing where there is no such folder. */
export async function broughtModels(
  folder: string,
): Promise<{ models: PackManifest[]; odd: OddFolder[] }> {
  const models: PackManifest[] = [];
  const odd: OddFolder[] = [];
  const names: string[] = await readdir(folder).catch(() => []);
  for (const name of names.toSorted()) {
    const place = path.join(folder, name);
    const isModel = await stat(path.join(place, 'model_index.json')).catch(() => null);
    if (!isModel?.isFile()) continue;
    try {
      const model = await readModel(place, name);
      if (models.some(({ id }) => id === model.id)) throw new Error('another one has its name');
      models.push(model);
    } catch (error) {
      const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
      odd.push({ name, why });
    }
  }
  return { models, odd };
}
