import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLocalEngine, type LocalEngine } from '../../../server/local/engine.ts';
import { roomForSides } from '../../../src/diffusion/run.ts';
import { knownPacks } from '../../../server/packs/manifest.ts';
import { createPacks, type Packs } from '../../../server/packs/service.ts';
import { loraLayer, safetensors } from '../../fixtures/diffusion/safetensors.ts';
import { weightsBeside } from '../../fixtures/diffusion/weights-beside.ts';
import { tinyModelFolder } from '../../fixtures/diffusion/model-folder.ts';
import { realRuntime } from '../../fixtures/packs/onnxruntime.ts';
import { startRegistry, type RegistryDouble } from '../../fixtures/packs/registry.ts';
import { jobOf, recordingContext } from '../engines/conformance.ts';

// The real runtime is fetched and unpacked, and processes start and die.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const fixtures = path.resolve(import.meta.dirname, '../../fixtures/diffusion');
/** A LoRA for a model with other layers. */
const foreign = safetensors(
  Object.fromEntries(
    Object.entries(loraLayer(320)).map(([ending, tensor]) => [
      `lora_unet_input_blocks_1_1_proj_in${ending}`,
      tensor,
    ]),
  ),
);

const log = { info: () => undefined, warn: vi.fn() };
let folder: string;
let models: string;
let registry: RegistryDouble;
let packs: Packs;
let engine: LocalEngine;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-own-models-'));
  models = path.join(folder, 'models');
  await tinyModelFolder(path.join(models, 'Tiny Words'));
  registry = await startRegistry(await realRuntime());
  packs = createPacks({
    folder: path.join(folder, 'packs'),
    manifests: await knownPacks(null),
    models,
    registry: registry.url,
    freeBytes: () => Promise.resolve(null),
    log,
  });
  engine = createLocalEngine({ usable: () => packs.usable(), threads: 1, log });
  await packs.start();
  await engine.start();
});
afterAll(async () => {
  await engine?.stop();
  await packs?.stop();
  await registry?.stop();
  await rm(folder, { recursive: true, force: true });
});

const statusOf = async (id: string) =>
  (await packs.statuses()).find(({ manifest }) => manifest.id === id);

async function install(id = 'own-tiny-words'): Promise<void> {
  // Whoever asks has the folder looked through.
  await packs.statuses();
  await packs.install(id);
  await packs.settled();
}

const words = { prompt: 'a (red:1.3) fox in the snow, 雪地里的狐狸', negative_prompt: 'blur' };

function textJob(input: object = {}, options: object = {}) {
  return {
    ...jobOf(engine, 'local-own-tiny-words'),
    input: { ...words, width: 16, height: 16, steps: 6, cfg_scale: 5, ...input },
    seed: '7',
    ...options,
  };
}

async function sourceOf(field: string, background: string) {
  const file = path.join(folder, `${field}.png`);
  await sharp({ create: { width: 24, height: 16, channels: 3, background } })
    .png()
    .toFile(file);
  return { field, path: file, mediaType: 'image/png', width: 24, height: 16 };
}

test('a folder with a model is found, used where it lies, and offered for each tool that it serves', async () => {
  expect(await statusOf('own-tiny-words')).toMatchObject({
    state: 'absent',
    fetchBytes: 0,
    manifest: { task: 'diffusion', name: { en: 'Tiny words' }, licence: 'MIT' },
  });
  expect(engine.models()).toEqual([]);
  await install();
  expect(await statusOf('own-tiny-words')).toMatchObject({ state: 'installed' });
  expect(engine.models().map(({ model, type }) => [model, type])).toEqual([
    ['local-own-tiny-words', 'Text2Img'],
    ['local-own-tiny-words-image', 'Img2Img'],
    ['local-own-tiny-words-inpaint', 'Inpainting'],
  ]);
  const { properties, required } = engine.schema('local-own-tiny-words', 'en');
  expect(required).toEqual(['prompt']);
  expect(properties['sampler']?.enum).toEqual(['euler', 'euler_a', 'dpmpp_2m', 'ddim']);
  expect(properties['clip_skip']).toMatchObject({ minimum: 1, maximum: 3, default: 1 });
  expect(engine.schema('local-own-tiny-words-inpaint', 'en').required).toEqual([
    'image',
    'mask',
    'prompt',
  ]);
});

test('words become a picture, the same for the same seed, with a glance at it on the way', async () => {
  await install();
  const context = recordingContext();
  const [first] = await engine.run(textJob(), context);
  expect(first).toMatchObject({ width: 16, height: 16, seed: '7', mediaType: 'image/webp' });
  const fractions = context.progress.map(({ fraction }) => fraction ?? 0);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect(new Set(fractions).size).toBeGreaterThan(6);
  const glances = context.progress.flatMap(({ preview }) => preview ?? []);
  expect(glances.length).toBeGreaterThan(0);
  expect((await sharp(glances[0]?.data).metadata()).format).toBe('webp');
  const [again] = await engine.run(textJob(), recordingContext());
  expect(again?.data).toEqual(first?.data);
  const [other] = await engine.run(textJob({}, { seed: '8' }), recordingContext());
  expect(other?.data).not.toEqual(first?.data);
});

test('each setting changes the picture, and several pictures count their seeds on', async () => {
  await install();
  const [usual] = await engine.run(textJob(), recordingContext());
  for (const change of [
    { sampler: 'ddim' },
    { karras: false },
    { clip_skip: 2 },
    { cfg_scale: 1 },
    { negative_prompt: 'snow' },
    { prompt: 'a (red:0.3) fox in the snow, 雪地里的狐狸' },
    { decoder: 'fast' },
    { prompt: 'a fox '.repeat(60) },
  ]) {
    const [made] = await engine.run(textJob(change), recordingContext());
    expect(made?.data, JSON.stringify(change)).not.toEqual(usual?.data);
  }
  const several = await engine.run(textJob({}, { outputs: 2 }), recordingContext());
  expect(several.map(({ index, seed }) => [index, seed])).toEqual([
    [0, '7'],
    [1, '8'],
  ]);
  expect(several[0]?.data).toEqual(usual?.data);
  const [wide] = await engine.run(textJob({ width: 48, height: 32 }), recordingContext());
  expect(wide).toMatchObject({ width: 48, height: 32 });
});

test('a picture is gone on from in its own shape, and outside the mask it stays what it was', async () => {
  await install();
  const image = await sourceOf('image', '#ff0000');
  const job = (model: string, sources: object[], input: object) => ({
    ...jobOf(engine, model),
    input: { ...words, steps: 6, cfg_scale: 3, ...input },
    sources,
    seed: '3',
  });
  const [changed] = await engine.run(
    job('local-own-tiny-words-image', [image], { denoising_strength: 0.5 }) as never,
    recordingContext(),
  );
  expect(changed).toMatchObject({ width: 20, height: 12 });
  // As little as can be asked for is one step.
  await engine.run(
    job('local-own-tiny-words-image', [image], { denoising_strength: 0.1, steps: 1 }) as never,
    recordingContext(),
  );
  const nothing = await sourceOf('mask', '#000000');
  const all = { ...(await sourceOf('everything', '#ffffff')), field: 'mask' };
  const made = async (mask: object, seed: string) => {
    const inpaint = job('local-own-tiny-words-inpaint', [image, mask], { denoising_strength: 1 });
    const [output] = await engine.run({ ...inpaint, seed } as never, recordingContext());
    return output?.data;
  };
  expect(await made(all, '1')).not.toEqual(await made(all, '2'));
  // Where nothing is to be painted, the words have no say: only the encoder's own chance has.
  const [kept] = await engine.run(
    {
      ...job('local-own-tiny-words-inpaint', [image, nothing], {
        denoising_strength: 1,
        prompt: 'something else',
      }),
      seed: '1',
    } as never,
    recordingContext(),
  );
  expect(kept?.data).toEqual(await made(nothing, '1'));
});

test('it is tried, and says how long a picture takes here before anybody presses', async () => {
  await install();
  await engine.tryOut('own-tiny-words');
  const { trial, secondsPerPicture, secondsPerMegapixel } = engine.triedOut('own-tiny-words');
  expect(trial).toBe('works');
  expect(secondsPerPicture).toBeGreaterThan(0);
  expect(secondsPerMegapixel).toBeNull();
  expect(engine.models()[0]?.description.text_en).toMatch(/On this machine a picture takes about/);
  const seconds = (steps: number) =>
    engine.estimateSeconds({
      model: 'local-own-tiny-words',
      input: { steps, width: 16, height: 16, cfg_scale: 7 },
      outputs: 1,
    });
  expect(seconds(40)).toBeGreaterThan(seconds(10));
});

test('a cancel ends it long before it is done, and the next job finds the model loaded', async () => {
  await install();
  const context = recordingContext();
  const running = engine.run(
    textJob({ steps: 50, width: 64, height: 64 }, { outputs: 4 }),
    context,
  );
  running.catch(() => undefined);
  await vi.waitFor(() => expect(context.progress.at(-1)?.fraction).toBeGreaterThan(0.05), 30_000);
  context.controller.abort(new Error('cancelled'));
  await expect(running).rejects.toThrow('cancelled');
  expect(context.progress.at(-1)?.fraction).toBeLessThan(0.9);
  expect(await engine.run(textJob(), recordingContext())).toHaveLength(1);
});

test('files that change under its hands are not used until somebody says so, and removing leaves them there', async () => {
  await install();
  const unet = path.join(models, 'Tiny Words/unet/model.onnx');
  const before = await readFile(unet);
  await writeFile(unet, Buffer.concat([before, Buffer.from([0])]));
  expect(await statusOf('own-tiny-words')).toMatchObject({ state: 'absent' });
  await writeFile(unet, before);
  expect(await statusOf('own-tiny-words')).toMatchObject({ state: 'installed' });
  // The same size and other bytes: found when somebody asks.
  const spoilt = Buffer.from(before);
  spoilt[spoilt.length >> 1]! ^= 1;
  await writeFile(unet, spoilt);
  await packs.check('own-tiny-words');
  await packs.settled();
  expect(await statusOf('own-tiny-words')).toMatchObject({ problem: 'damaged' });
  expect(engine.models()).toEqual([]);
  await writeFile(unet, before);
  await install();
  expect(engine.models()).toHaveLength(3);
  // What a process had loaded is not used for what lies there now.
  await engine.run(textJob(), recordingContext());
  await writeFile(unet, 'no graph');
  await install();
  await expect(engine.run(textJob(), recordingContext())).rejects.toMatchObject({
    code: 'engine-failed',
  });
  await writeFile(unet, before);
  await install();
  expect(await engine.run(textJob(), recordingContext())).toHaveLength(1);
  expect(await packs.remove('own-tiny-words')).toBe(true);
  expect(engine.models()).toEqual([]);
  expect(await readFile(unet)).toEqual(before);
});

test('a folder that holds no model that can be run is named, and the others are there all the same', async () => {
  const broken = path.join(models, 'broken');
  await cp(path.join(models, 'Tiny Words'), broken, { recursive: true });
  await rm(path.join(broken, 'unet/model.onnx'));
  const two = await tinyModelFolder(path.join(models, 'two encoders'));
  await writeFile(
    path.join(two, 'model_index.json'),
    JSON.stringify({ _class_name: 'StableDiffusionXLPipeline' }),
  );
  const nine = await tinyModelFolder(path.join(models, 'nine'));
  await writeFile(path.join(nine, 'unet/config.json'), JSON.stringify({ in_channels: 9 }));
  const ids = (await packs.statuses()).map(({ manifest }) => manifest.id);
  expect(ids).toContain('own-tiny-words');
  expect(ids.filter((id) => id.startsWith('own-'))).toHaveLength(1);
  expect(packs.oddFolders()).toEqual(['broken', 'nine', 'two encoders']);
  expect(log.warn).toHaveBeenCalledWith(
    expect.objectContaining({
      folder: 'broken',
      why: expect.stringContaining('unet/model.onnx') as string,
    }),
    expect.any(String),
  );
});

test('what its folder says of a distilled model decides over its steps and its guidance', async () => {
  const folders = path.join(folder, 'distilled');
  const turbo = await tinyModelFolder(path.join(folders, 'turbo'));
  await writeFile(
    path.join(turbo, 'scheduler/scheduler_config.json'),
    JSON.stringify({ _class_name: 'EulerDiscreteScheduler', timestep_spacing: 'trailing' }),
  );
  // Names that have no letters of ours are told apart.
  for (const name of ['水墨', '动漫']) await tinyModelFolder(path.join(folders, name));
  // The small decoder alone.
  await rm(path.join(turbo, 'vae_decoder'), { recursive: true });
  // As diffusers writes it of DPM++, in Python's own JSON.
  const dpm = await tinyModelFolder(path.join(folders, 'dpm'));
  await writeFile(
    path.join(dpm, 'scheduler/scheduler_config.json'),
    '{"_class_name": "DPMSolverMultistepScheduler", "lambda_min_clipped": -Infinity, "sigmas": [NaN]}',
  );
  const lcm = await tinyModelFolder(path.join(folders, 'lcm'), { steps: 6 });
  await writeFile(
    path.join(lcm, 'scheduler/scheduler_config.json'),
    JSON.stringify({ _class_name: 'LCMScheduler', original_inference_steps: 50 }),
  );
  const found = createPacks({
    folder: path.join(folder, 'packs-of-distilled'),
    manifests: await knownPacks(null),
    models: folders,
    registry: registry.url,
    freeBytes: () => Promise.resolve(null),
    log,
  });
  const runs = Object.fromEntries(
    (await found.statuses()).flatMap(({ manifest }) =>
      manifest.task === 'diffusion' ? [[manifest.id, manifest.run] as const] : [],
    ),
  );
  expect(runs['own-turbo']).toMatchObject({
    samplers: ['euler', 'euler_a'],
    is_guided: false,
    defaults: { sampler: 'euler', steps: 1, cfg: 1, karras: false },
    rule: { spacing: 'trailing' },
    parts: { decoder: 'taesd_decoder/model.onnx', tiny_decoder: 'taesd_decoder/model.onnx' },
  });
  expect(Object.keys(runs).filter((id) => /^own-[0-9a-f]{8}$/.test(id))).toHaveLength(2);
  expect(runs['own-lcm']).toMatchObject({
    samplers: ['lcm'],
    is_guided: false,
    defaults: { sampler: 'lcm', steps: 6, cfg: 1 },
  });
  expect(runs['own-dpm']).toMatchObject({ defaults: { sampler: 'dpmpp_2m', steps: 20 } });
  await found.stop();
});

test('sizes that the machine has no memory for are not offered', () => {
  const gigabyte = 1_000_000_000;
  const turbo = 4 * gigabyte;
  expect(roomForSides(turbo, 4 * gigabyte)).toBe(1);
  expect(roomForSides(turbo, 12 * gigabyte)).toBeGreaterThan(1.8);
  expect(roomForSides(turbo, 100 * gigabyte)).toBe(2);
  expect(roomForSides(turbo, 8 * gigabyte)).toBeLessThan(roomForSides(turbo, 10 * gigabyte));
});

test('LoRAs beside a model are offered with it, change its pictures, and one for another model says so', async () => {
  const place = path.join(models, 'With Loras');
  await tinyModelFolder(place, { name: 'With LoRAs' });
  await cp(path.join(fixtures, 'loras'), path.join(place, 'loras'), { recursive: true });
  await rename(
    path.join(place, 'loras/two.safetensors'),
    path.join(place, 'loras/水墨 (v2).safetensors'),
  );
  await writeFile(path.join(place, 'loras/foreign.safetensors'), foreign);
  await writeFile(path.join(place, 'loras/torn.safetensors'), foreign.subarray(0, 60));
  await install('own-with-loras');
  const names = ['foreign', 'one', 'torn', '水墨 (v2)'];
  const model = 'local-own-with-loras';
  const { properties } = engine.schema(model, 'en');
  expect(properties['loras']).toMatchObject({ 'x-names': names, maxItems: 4 });
  // One of them may make it a model of few steps.
  expect(properties['sampler']?.enum).toContain('lcm');
  expect(engine.loras?.().map(({ name }) => name)).toEqual(names);
  await install();
  const job = (loras: string[]) => ({ ...textJob({ loras }), model });
  const made = async (loras: string[]) =>
    (await engine.run(job(loras), recordingContext()))[0]?.data;
  const plain = await made([]);
  const one = await made(['one:0.8']);
  expect(one).not.toEqual(plain);
  expect(await made(['one:0.4'])).not.toEqual(one);
  expect(await made(['水墨 (v2):0.5'])).not.toEqual(plain);
  // In this order, the graph with it had to make room for the one without, and comes back as it was.
  expect(await made(['ONE:0.8'])).toEqual(one);
  expect(await made([])).toEqual(plain);
  for (const [name, reason] of [
    ['foreign', 'lora-unfit'],
    ['torn', 'lora-damaged'],
  ] as const) {
    await expect(engine.run(job([name]), recordingContext())).rejects.toMatchObject({
      code: 'invalid-input',
      retryable: false,
      reasons: [{ field: 'loras', reason, values: [name] }],
    });
  }
  expect(await made(['one:0.8'])).toEqual(one);
});

test('LoRAs go into a graph whose weights lie in a file beside it', async () => {
  const place = path.join(models, 'Beside');
  await tinyModelFolder(place, { name: 'Beside' });
  await cp(path.join(fixtures, 'loras'), path.join(place, 'loras'), { recursive: true });
  const graphFile = path.join(place, 'unet/model.onnx');
  const { graph, data } = weightsBeside(await readFile(graphFile), 'model.onnx_data');
  await writeFile(graphFile, graph);
  await writeFile(`${graphFile}_data`, data);
  await install('own-beside');
  await install();
  const job = (model: string, loras: string[]) => ({ ...textJob({ loras }), model });
  const beside = await engine.run(job('local-own-beside', ['one:0.8']), recordingContext());
  const inside = await engine.run(job('local-own-with-loras', ['one:0.8']), recordingContext());
  expect(beside[0]?.data).toEqual(inside[0]?.data);
});
