import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { createComfyEngine } from '../../../server/engines/comfyui/engine.ts';
import { comfyKind } from '../../../server/engines/comfyui/kind.ts';
import { readFrame } from '../../../server/engines/comfyui/frames.ts';
import { promptIdOf } from '../../../server/engines/comfyui/reference.ts';
import { ownWorkflows, readWorkflows } from '../../../server/engines/comfyui/workflows.ts';
import type { Engine, EngineJob, EngineSource } from '../../../server/engines/contract/engine.ts';
import { createLog } from '../../../server/log.ts';
import type { JobId } from '../../../src/domain/ids.ts';
import { startComfyDouble, type ComfyDouble } from '../../fixtures/engines/comfyui.ts';
import { describeConformance, engineErrorFrom, jobOf, recordingContext } from './conformance.ts';

const pace = {
  waitingMs: 20,
  runningMs: 60,
  findLostMs: 400,
  findLostStepMs: 20,
  silenceMs: 500,
  wellMs: 50,
  downMs: 20,
  downMaxMs: 50,
  nodesMs: 0,
};

let folder: string;
let image: EngineSource;
let mask: EngineSource;
const log = createLog('silent');

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-comfyui-'));
  const size = { width: 96, height: 64 };
  image = { field: 'image', path: path.join(folder, 'image.png'), mediaType: 'image/png', ...size };
  mask = { field: 'mask', path: path.join(folder, 'mask.png'), mediaType: 'image/png', ...size };
  await sharp({ create: { ...size, channels: 3, background: '#336699' } }).toFile(image.path);
  // The left half is to be painted anew.
  const white = await sharp({ create: { width: 48, height: 64, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  await sharp({ create: { ...size, channels: 3, background: '#000' } })
    .composite([{ input: white, left: 0, top: 0 }])
    .toFile(mask.path);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

let jobs = 0;
/** Every job is another one: ids are what prompts are found by. */
const nextId = (): JobId => {
  jobs += 1;
  return `01900000-0000-7000-8000-${String(jobs).padStart(12, '0')}` as JobId;
};

async function startEngine(double: ComfyDouble, workflows?: string): Promise<Engine> {
  const engine = await createComfyEngine({
    name: 'comfyui',
    url: double.url,
    workflows,
    log,
    pace,
  });
  await engine.start();
  await vi.waitFor(() => expect(engine.unavailableReason()).toBeNull());
  return engine;
}

describe.each(['new', 'old'] as const)('a ComfyUI of a build that is %s', (build) => {
  let double: ComfyDouble;
  let engine: Engine;

  beforeAll(async () => {
    double = await startComfyDouble({ build });
    engine = await startEngine(double);
  });

  afterAll(async () => {
    await engine.stop();
    await double.stop();
  });

  const isIdle = () =>
    vi.waitFor(() => expect([double.running(), double.pending()]).toEqual([null, []]));
  /** Ends by the interrupt that is on its way; an old build's would hit what runs after it. */
  let isStopped = false;

  afterEach(async () => {
    if (isStopped) await isIdle();
    isStopped = false;
    double.release();
    await isIdle();
  });

  /** A seed of its own: what ran once to its end is cached, and runs for no time at all. */
  const ask = (model = 'text-to-image', differs: Partial<EngineJob> = {}): EngineJob =>
    jobOf(engine, `comfyui/${model}`, {
      id: nextId(),
      seed: String(jobs),
      ...differs,
      input: { prompt: 'a kiln', steps: 6, ...differs.input },
    });

  /** Stands still in the middle of its first job. */
  function hold(): void {
    double.holdAt = 3;
  }

  describeConformance(`ComfyUI (${build})`, () => ({
    engine,
    jobs: () => [
      ask('text-to-image', { outputs: 3 }),
      ask('image-to-image', { sources: [image], outputs: 2 }),
      ask('inpainting', { sources: [image, mask] }),
      { ...ask('upscaling', { sources: [image] }) },
    ],
    longJob() {
      isStopped = true;
      hold();
      return ask();
    },
  }));

  test('what a person asked for stands in the workflow that is sent', async () => {
    const input = {
      prompt: 'a blue kiln',
      negative_prompt: 'smoke',
      width: 128,
      height: 64,
      steps: 4,
      cfg_scale: 3.5,
      sampler_name: 'dpmpp_2m',
      checkpoint: 'dreamshaper_8.safetensors',
    };
    const outputs = await engine.run(
      ask('text-to-image', { outputs: 2, seed: '4294967295', input }),
      recordingContext(),
    );
    expect(double.accepted.at(-1)?.graph).toMatchObject({
      '3': { inputs: { seed: 4_294_967_295, steps: 4, cfg: 3.5, sampler_name: 'dpmpp_2m' } },
      '4': { inputs: { ckpt_name: 'dreamshaper_8.safetensors' } },
      '5': { inputs: { width: 128, height: 64, batch_size: 2 } },
      '6': { inputs: { text: 'a blue kiln' } },
      '7': { inputs: { text: 'smoke' } },
    });
    expect(outputs.map(({ width, height, seed }) => [width, height, seed])).toEqual([
      [128, 64, '4294967295'],
      [128, 64, '4294967295'],
    ]);
  });

  test('progress rises with the steps, and previews come on the way', async () => {
    const context = recordingContext();
    await engine.run(ask('text-to-image', { input: { prompt: 'progress' } }), context);
    const fractions = context.progress.flatMap((told) => told.fraction ?? []);
    expect(fractions.filter((fraction) => fraction > 0.1 && fraction < 0.9).length).toBeGreaterThan(
      2,
    );
    const previews = context.progress.flatMap((told) => told.preview ?? []);
    expect(previews.length).toBeGreaterThan(0);
    expect(previews[0]?.mediaType).toBe('image/jpeg');
    expect(await sharp(previews[0]?.data).metadata()).toMatchObject({ width: 64, format: 'jpeg' });
  });

  test('the place in its queue is told, and its own work first', async () => {
    hold();
    double.enqueueForeign();
    double.enqueueForeign();
    const context = recordingContext();
    const running = engine.run(ask('text-to-image', { input: { prompt: 'queue' } }), context);
    await vi.waitFor(() =>
      expect(context.progress.at(-1)).toMatchObject({ phase: 'waiting', queuePosition: 2 }),
    );
    expect(context.progress.at(-1)?.waitSeconds).toBeGreaterThan(0);
    double.release();
    expect(await running).toHaveLength(1);
  });

  test('picture and mask are uploaded; white in the mask is what is painted anew', async () => {
    await engine.run(ask('inpainting', { sources: [image, mask] }), recordingContext());
    const { graph } = double.accepted.at(-1)!;
    const picturePath = String(graph['10']?.inputs?.['image']);
    const maskPath = String(graph['11']?.inputs?.['image']);
    expect(picturePath).toMatch(/^kiln\/[0-9a-f]{32}\.png$/);
    const { data, info } = await sharp(double.inputs.get(maskPath))
      .extractChannel('red')
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, data[2], data[93]]).toEqual([96, 64, 255, 0]);
  });

  test('a waiting job that is cancelled leaves the queue', async () => {
    hold();
    const foreign = double.enqueueForeign();
    const context = recordingContext();
    const running = engine.run(ask(), context);
    await vi.waitFor(() => expect(double.pending()).toHaveLength(1));
    context.controller.abort('cancelled');
    await expect(running).rejects.toBe('cancelled');
    await vi.waitFor(() => expect(double.pending()).toEqual([]));
    expect(double.interrupts).not.toContain(foreign);
    expect(double.running()).toBe(foreign);
  });

  test('a running job that is cancelled is interrupted', async () => {
    hold();
    const context = recordingContext();
    const running = engine.run(ask(), context);
    await vi.waitFor(() => expect(double.running()).not.toBeNull());
    const id = double.running();
    context.controller.abort('cancelled');
    await expect(running).rejects.toBe('cancelled');
    await vi.waitFor(() => expect(double.interrupts).toContain(id));
  });

  test('a restart of the platform goes on with the prompt that runs there', async () => {
    hold();
    const job = ask('text-to-image', { input: { prompt: 'restart' } });
    const context = recordingContext();
    const running = engine.run(job, context);
    await vi.waitFor(() => expect(double.running()).not.toBeNull());
    context.controller.abort('shutdown');
    await expect(running).rejects.toBe('shutdown');
    const sent = double.accepted.length;
    const externalReference = context.references.at(-1) ?? null;
    const again = engine.run({ ...job, attempt: 2, externalReference }, recordingContext());
    double.release();
    expect(await again).toHaveLength(1);
    expect(double.accepted).toHaveLength(sent);
  });

  test('a job that is cancelled while a restarted platform looks for it is stopped there', async () => {
    hold();
    const job = ask('text-to-image', { input: { prompt: 'look' } });
    const context = recordingContext();
    const running = engine.run(job, context);
    await vi.waitFor(() => expect(double.running()).not.toBeNull());
    const id = double.running();
    context.controller.abort('shutdown');
    await expect(running).rejects.toBe('shutdown');
    const second = recordingContext();
    const externalReference = context.references.at(-1) ?? null;
    const again = engine.run({ ...job, attempt: 2, externalReference }, second);
    second.controller.abort('cancelled');
    await expect(again).rejects.toBe('cancelled');
    await vi.waitFor(() => expect(double.interrupts).toContain(id));
  });

  test('a prompt that ended meanwhile is found in the history', async () => {
    const job = ask('text-to-image', { input: { prompt: 'ended' } });
    const context = recordingContext();
    await engine.run(job, context);
    const sent = double.accepted.length;
    const externalReference = context.references.at(-1) ?? null;
    const again = await engine.run({ ...job, attempt: 2, externalReference }, recordingContext());
    expect(again).toHaveLength(1);
    expect(double.accepted).toHaveLength(sent);
  });

  test('a lost answer is not sent again when the prompt arrived', async () => {
    double.promptFaults.push('drop-answer');
    const sent = double.accepted.length;
    expect(await engine.run(ask(), recordingContext())).toHaveLength(1);
    expect(double.accepted).toHaveLength(sent + 1);
  });

  test('a submission that did not arrive is tried again by the platform', async () => {
    double.promptFaults.push('drop-request');
    const job = ask('text-to-image', { input: { prompt: 'not arrived' } });
    const context = recordingContext();
    const error = await engineErrorFrom(engine.run(job, context));
    expect(error).toMatchObject({ code: 'engine-unavailable', retryable: true });
    const externalReference = context.references.at(-1) ?? null;
    const again = await engine.run({ ...job, attempt: 2, externalReference }, recordingContext());
    expect(again).toHaveLength(1);
  });

  test('a socket that breaks costs nothing but previews for a while', async () => {
    hold();
    const context = recordingContext();
    const running = engine.run(ask('text-to-image', { input: { prompt: 'socket' } }), context);
    await vi.waitFor(() => expect(double.running()).not.toBeNull());
    double.dropSockets();
    await vi.waitFor(() => expect(double.sockets()).toBe(1));
    double.release();
    expect(await running).toHaveLength(1);
  });

  test('a ComfyUI that was restarted in the middle is asked anew', async () => {
    hold();
    const job = ask('text-to-image', { input: { prompt: 'crash' } });
    const context = recordingContext();
    const running = engineErrorFrom(engine.run(job, context));
    await vi.waitFor(() => expect(double.running()).not.toBeNull());
    double.restart();
    expect(await running).toMatchObject({ code: 'engine-unavailable', retryable: true });
    const externalReference = context.references.at(-1) ?? null;
    const again = await engine.run({ ...job, attempt: 2, externalReference }, recordingContext());
    expect(again).toHaveLength(1);
  });

  test('too little memory is said in words that help', async () => {
    double.failNext = {
      type: 'torch.OutOfMemoryError',
      message: 'Allocation on device 0 would exceed allowed memory. (out of memory)',
    };
    const context = recordingContext();
    const job = ask('text-to-image', { input: { prompt: 'memory' } });
    const error = await engineErrorFrom(engine.run(job, context));
    expect(error).toMatchObject({ code: 'engine-failed', retryable: false });
    expect(error.message).toMatch(/out of memory: choose a smaller size/);
    // The next try of the same job is another prompt.
    const before = double.accepted.length;
    const externalReference = context.references.at(-1) ?? null;
    await engine.run({ ...job, attempt: 2, externalReference }, recordingContext());
    expect(double.accepted).toHaveLength(before + 1);
    expect(double.accepted.at(-1)?.clientId).toBe(promptIdOf(job.id, 1));
  });

  test('another failure names the node, without the paths of the server', async () => {
    double.failNext = {
      type: 'FileNotFoundError',
      message: 'No such file: /home/somebody/ComfyUI/models/x.pt\nand more',
    };
    const job = ask('text-to-image', { input: { prompt: 'failure' } });
    const error = await engineErrorFrom(engine.run(job, recordingContext()));
    expect(error.message).toMatch(/^ComfyUI failed at KSampler: No such file: …/);
    expect(error.message).not.toContain('somebody');
  });

  test('a value that it refuses is named by its field', async () => {
    const input = { prompt: 'x', steps: 0, sampler_name: 'nobody' };
    const error = await engineErrorFrom(
      engine.run(ask('text-to-image', { input }), recordingContext()),
    );
    expect(error).toMatchObject({ code: 'invalid-input', retryable: false });
    expect(error.reasons).toEqual([
      { field: 'steps', reason: 'too-small', values: [1] },
      { field: 'sampler_name', reason: 'not-allowed' },
    ]);
  });

  test('a result that comes damaged is fetched again; one that is gone is said to be', async () => {
    double.viewFaults.push('truncated', 500);
    const job = ask('text-to-image', { input: { prompt: 'damaged' } });
    expect(await engine.run(job, recordingContext())).toHaveLength(1);
    double.viewFaults.push(404);
    const gone = ask('text-to-image', { input: { prompt: 'gone' } });
    expect(await engineErrorFrom(engine.run(gone, recordingContext()))).toMatchObject({
      code: 'result-gone',
    });
  });

  test('of several pictures those that can be had are taken', async () => {
    double.viewFaults.push(404);
    const job = ask('text-to-image', { outputs: 3, input: { prompt: 'some' } });
    const context = recordingContext();
    const outputs = await engine.run(job, context);
    expect(outputs.map(({ index }) => index)).toEqual([0, 1]);
    expect(context.progress.at(-1)?.missing).toBe('result-gone');
  });

  test('what a ComfyUI offers is what can be chosen', async () => {
    double.checkpoints.push('new.safetensors');
    await vi.waitFor(() => {
      const { checkpoint } = engine.schema('comfyui/text-to-image', 'en').properties;
      expect(checkpoint?.enum).toContain('new.safetensors');
    });
    double.checkpoints.pop();
  });

  test('models that lack a node or a file say so, and the others go on', async () => {
    double.missing.add('ImageUpscaleWithModel');
    const upscaleModels = double.upscaleModels.splice(0);
    await vi.waitFor(() =>
      expect(engine.unavailableReason('comfyui/upscaling')?.en).toBe(
        'ComfyUI lacks nodes: ImageUpscaleWithModel',
      ),
    );
    expect(engine.unavailableReason('comfyui/text-to-image')).toBeNull();
    double.missing.clear();
    await vi.waitFor(() =>
      expect(engine.unavailableReason('comfyui/upscaling')?.cn).toMatch(/没有可选的文件/),
    );
    double.upscaleModels.push(...upscaleModels);
    await vi.waitFor(() => expect(engine.unavailableReason('comfyui/upscaling')).toBeNull());
  });

  test('one that is down hides its models and comes back by itself', async () => {
    await double.down();
    await vi.waitFor(() => expect(engine.unavailableReason()).not.toBeNull());
    await double.up();
    await vi.waitFor(() => expect(engine.unavailableReason()).toBeNull());
  });
});

describe('workflows', () => {
  const write = async (name: string, workflow: unknown, manifest: unknown) => {
    const own = path.join(folder, 'own');
    await mkdir(own, { recursive: true });
    await writeFile(path.join(own, `${name}.json`), JSON.stringify(workflow));
    await writeFile(path.join(own, `${name}.manifest.json`), JSON.stringify(manifest));
    return own;
  };
  const words = { cn: '自己的', en: 'My own' };
  const masked = {
    '1': { class_type: 'LoadImage', inputs: { image: 'example.png' } },
    '2': { class_type: 'PreviewImage', inputs: { images: ['1', 0] } },
    '3': { class_type: 'CLIPTextEncode', inputs: { text: 'x', clip: ['4', 1] } },
    '4': { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'absent.ckpt' } },
  };
  const manifest = {
    kiln: 1,
    type: ['Inpainting', 'RemoveObj'],
    label: words,
    description: words,
    inputs: {
      image: '1.image',
      mask: { at: '1.image', required: false },
      words: { at: '3.text', title: words, default: 'hello' },
    },
  };

  test('the shipped ones are read without a problem', async () => {
    const problems: string[] = [];
    const found = await readWorkflows(ownWorkflows, (file, problem) =>
      problems.push(`${file}: ${problem}`),
    );
    expect(problems).toEqual([]);
    expect(found.map(({ name }) => name)).toEqual([
      'image-to-image',
      'inpainting',
      'text-to-image',
      'upscaling',
    ]);
  });

  test('own ones of a folder become models, with fields and words of their own', async () => {
    const own = await write('mine', masked, manifest);
    const double = await startComfyDouble({ build: 'new' });
    const engine = await startEngine(double, own);
    try {
      const model = engine.models().find((offered) => offered.model === 'comfyui/mine');
      expect(model).toMatchObject({
        label_cn: '自己的',
        type: 'Inpainting,RemoveObj',
        mask: 'mask',
      });
      expect(engine.schema('comfyui/mine', 'cn').properties['words']).toMatchObject({
        title: '自己的',
        default: 'hello',
      });
      expect(engine.unavailableReason('comfyui/mine')?.en).toBe('ComfyUI lacks: absent.ckpt');
      double.checkpoints.push('absent.ckpt');
      await vi.waitFor(() => expect(engine.unavailableReason('comfyui/mine')).toBeNull());
      // A mask at the picture's own place is laid over it, as ComfyUI's editor does.
      const job = jobOf(engine, 'comfyui/mine', { id: nextId(), sources: [image, mask] });
      const outputs = await engine.run(job, recordingContext());
      expect(outputs).toHaveLength(1);
      const file = String(double.accepted.at(-1)?.graph['1']?.inputs?.['image']);
      const alpha = await sharp(double.inputs.get(file)).extractChannel('alpha').raw().toBuffer();
      expect([alpha[2], alpha[93]]).toEqual([0, 255]);
    } finally {
      await engine.stop();
      await double.stop();
    }
  });

  test('a list gives each place its picture; what hangs on a place without one is left out', async () => {
    const several = {
      '1': { class_type: 'LoadImage', inputs: { image: 'example.png' } },
      '2': { class_type: 'LoadImage', inputs: { image: 'example.png' } },
      '3': {
        class_type: 'ImageCompositeMasked',
        inputs: {
          destination: ['1', 0],
          source: ['1', 0],
          x: 0,
          y: 0,
          resize_source: false,
          mask: ['2', 1],
        },
      },
      '4': { class_type: 'PreviewImage', inputs: { images: ['3', 0] } },
      '5': { class_type: 'RepeatImageBatch', inputs: { image: ['2', 0], amount: 1 } },
      '6': { class_type: 'PreviewImage', inputs: { images: ['5', 0] } },
    };
    const own = await write('several', several, {
      ...manifest,
      type: 'Img2Img',
      inputs: { image: { at: ['1.image', '2.image'], list: true } },
      outputs: ['4'],
    });
    const double = await startComfyDouble({ build: 'new' });
    const engine = await startEngine(double, own);
    try {
      const model = engine.models().find((offered) => offered.model === 'comfyui/several');
      expect(model).toMatchObject({ upload: 'image', upload_limit: 2 });
      const { properties } = engine.schema('comfyui/several', 'en');
      expect(properties['image']).toMatchObject({ type: 'array', maxItems: 2, title: 'Pictures' });
      const sent = async (sources: EngineSource[]) => {
        const job = jobOf(engine, 'comfyui/several', { id: nextId(), sources });
        expect(await engine.run(job, recordingContext())).toHaveLength(1);
        return double.accepted.at(-1)!.graph;
      };
      const both = await sent([image, { ...mask, field: 'image' }]);
      const files = ['1', '2'].map((id) => double.inputs.get(String(both[id]?.inputs?.['image'])));
      const means = files.map(async (file) => (await sharp(file).stats()).channels[0]?.mean);
      expect((await Promise.all(means)).map((mean) => Math.round(mean ?? 0))).toEqual([0x33, 128]);
      expect(Object.keys(both)).toEqual(['1', '2', '3', '4', '5', '6']);
      const one = await sent([image]);
      expect(Object.keys(one)).toEqual(['1', '3', '4']);
      expect(one['3']?.inputs).not.toHaveProperty('mask');
    } finally {
      await engine.stop();
      await double.stop();
    }
  });

  test.each([
    ['saved for the editor', { nodes: [], links: [] }, manifest, /“Export \(API\)”/],
    [
      'an input that is not there',
      masked,
      { ...manifest, inputs: { ...manifest.inputs, seed: '9.seed' } },
      /9\.seed is not in the workflow/,
    ],
    [
      'an input that is linked',
      masked,
      { ...manifest, inputs: { image: '2.images' } },
      /comes from another node/,
    ],
    [
      'no words for a field',
      masked,
      { ...manifest, inputs: { image: '1.image', words: '3.text' } },
      /needs a title/,
    ],
    ['an output that is not there', masked, { ...manifest, outputs: ['77'] }, /no node 77/],
    ['a tool without its picture', masked, { ...manifest, inputs: {} }, /needs inputs\.image/],
    [
      'a wrong default',
      masked,
      { ...manifest, inputs: { ...manifest.inputs, n: { at: '3.text', default: 99 } } },
      /inputs\.n: the default is too large/,
    ],
    [
      'a list of what are no pictures',
      masked,
      {
        ...manifest,
        inputs: { ...manifest.inputs, words: { at: '3.text', title: words, list: true } },
      },
      /only image can be a list/,
    ],
    ['an unknown field of the manifest', masked, { ...manifest, colour: 1 }, /colour/],
  ])('one with %s is left out, and why is said', async (_, workflow, given, expected) => {
    const own = await write('broken', workflow, given);
    const problems: string[] = [];
    const found = await readWorkflows(own, (_file, problem) => problems.push(problem));
    expect(found.map(({ name }) => name)).not.toContain('broken');
    expect(problems.join()).toMatch(expected);
  });

  test('a folder that is not there is said to be missing', async () => {
    const problems: string[] = [];
    expect(
      await readWorkflows(path.join(folder, 'nowhere'), (_, why) => problems.push(why)),
    ).toEqual([]);
    expect(problems).toHaveLength(1);
  });
});

describe('the configuration', () => {
  const entry = { kind: 'comfyui', name: 'attic', url: 'http://127.0.0.1:8188/' };

  test('names a ComfyUI, and a folder beside it', async () => {
    const own = path.join(folder, 'configured');
    await mkdir(own, { recursive: true });
    const read = comfyKind.read({ ...entry, workflows: 'configured', concurrency: 1 });
    if (Array.isArray(read)) throw new Error(read.map((issue) => issue.message).join());
    const engine = await read.create({ log, webhookUrl: null, folder });
    expect([engine.name, engine.concurrency]).toEqual(['attic', 1]);
    expect(engine.models().map(({ model }) => model)).toContain('attic/inpainting');
    expect(engine.unavailableReason()?.en).toMatch(/can’t be reached/);
  });

  test.each([
    ['an address with a password', { url: 'http://me:secret@127.0.0.1' }],
    ['a field that is not known', { workflow: 'x' }],
    ['an empty folder name', { workflows: ' ' }],
  ])('refuses %s', (_, differs) => {
    expect(comfyKind.read({ ...entry, ...differs })).toEqual([expect.anything()]);
  });
});

describe('binary messages', () => {
  const jpeg = [0xff, 0xd8, 0xff, 0xe0, 0, 0, 0, 0];
  const message = (...bytes: number[]) => new Uint8Array([...bytes, ...jpeg]).buffer;

  test('both kinds of preview are read', () => {
    expect(readFrame(message(0, 0, 0, 1, 0, 0, 0, 1))).toEqual({
      preview: { data: new Uint8Array(jpeg), mediaType: 'image/jpeg' },
      promptId: null,
    });
    const metadata = [...new TextEncoder().encode('{"prompt_id":"a"}')];
    const frame = readFrame(message(0, 0, 0, 4, 0, 0, 0, metadata.length, ...metadata));
    expect(frame?.promptId).toBe('a');
  });

  test.each([
    ['a text', [0, 0, 0, 3, 0, 0, 0, 1]],
    ['a length beyond the message', [0, 0, 0, 4, 0, 0, 255, 255]],
    ['an unknown kind', [255, 255, 255, 255, 0, 0, 0, 1]],
    ['no picture', [0, 0, 0, 1, 0, 0, 0, 1, 60, 60]],
  ])('%s is left alone', (_, bytes) => {
    expect(readFrame(message(...bytes))).toBeNull();
  });

  test('an empty message is left alone', () => {
    expect(readFrame(new ArrayBuffer(0))).toBeNull();
  });
});
