import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Engine, EngineJob, EngineSource } from '../../../server/engines/contract/engine.ts';
import { createSdcppEngine } from '../../../server/engines/sdcpp/engine.ts';
import { createLog } from '../../../server/log.ts';
import { startSdcppDouble } from '../../fixtures/engines/sdcpp.ts';
import type { SdcppDouble } from '../../fixtures/engines/sdcpp.ts';
import { createSources } from '../../fixtures/engines/sources.ts';
import { describeConformance, engineErrorFrom, jobOf, recordingContext } from './conformance.ts';

const pace = {
  pollMs: 15,
  admissionMs: 2_000,
  busyMs: 20,
  silenceMs: 400,
  wellMs: 30,
  downMs: 20,
  downMaxMs: 40,
};

let double: SdcppDouble;
let engine: Engine;
let files: Awaited<ReturnType<typeof createSources>>;
let sources: EngineSource[];

beforeAll(async () => {
  files = await createSources({ image: 'image', mask: 'mask' });
  ({ sources } = files);
});

afterAll(() => files.remove());

beforeEach(async () => {
  double = await startSdcppDouble();
  engine = createSdcppEngine(
    { kind: 'sdcpp', name: 'workbench', url: double.url, key: 'a key', cost: 2, references: 3 },
    { log: createLog('silent') },
    pace,
  );
  await engine.start();
  await vi.waitFor(() => expect(engine.unavailableReason()).toBeNull());
});

afterEach(async () => {
  await engine.stop();
  await double.stop();
  expect(double.state.violations).toEqual([]);
});

const ask = (mode: string, differs: Partial<EngineJob> = {}): EngineJob =>
  jobOf(engine, `workbench/${mode}`, {
    ...differs,
    input: { prompt: 'a cat', ...differs.input },
    sources: mode === 'text-to-image' ? [] : sources.slice(0, mode === 'inpainting' ? 2 : 1),
  });

describeConformance('stable-diffusion.cpp', () => ({
  engine,
  jobs: () => [ask('text-to-image', { outputs: 2 }), ask('image-to-image'), ask('inpainting')],
  longJob() {
    double.state.pollsUntilDone = -1;
    return ask('text-to-image');
  },
}));

describe('a model', () => {
  test('has the defaults of its server and offers what that has loaded', () => {
    const { properties } = engine.schema('workbench/text-to-image', 'en');
    expect(properties['steps']?.default).toBe(4);
    expect(properties['cfg_scale']?.default).toBe(1);
    expect(properties['negative_prompt']?.default).toBe('blurry');
    expect(properties['sampler']?.enum).toEqual(['default', 'euler', 'euler_a', 'dpm++2m']);
    expect(properties['loras']).toMatchObject({ 'x-names': ['ink'], maxItems: 4 });
    expect(engine.models()[0]).toMatchObject({ label_en: 'sdxl-turbo', cost: 2 });
    expect(properties['width']).toMatchObject({ maximum: 2048, 'x-larger-maximum': 3072 });
    // What nests there stands together in the form.
    const groups = Object.entries(properties).flatMap(([name, field]) =>
      field['x-group'] ? [[name, field['x-group'], field.default]] : [],
    );
    expect(groups).toEqual([
      ['guidance.distilled_guidance', 'Guidance in detail', 3.5],
      ['guidance.slg.scale', 'Guidance in detail', 0],
      ['guidance.slg.layer_start', 'Guidance in detail', 0.01],
      ['guidance.slg.layer_end', 'Guidance in detail', 0.2],
    ]);
  });

  test('of a server that makes videos only is hidden in both languages', async () => {
    double.state.modes = ['vid_gen'];
    await vi.waitFor(() => expect(engine.unavailableReason()?.en).toContain('makes no pictures'));
    expect(engine.unavailableReason()?.cn).toContain('不能生成图片');
  });

  test('of a server without the native API says that it is too old', async () => {
    double.state.isOld = true;
    await vi.waitFor(() => expect(engine.unavailableReason()?.en).toContain('no /sdcpp/v1'));
  });

  test('is hidden while its server is down, and comes back by itself', async () => {
    await double.down();
    await vi.waitFor(() => expect(engine.unavailableReason()?.en).toContain('can’t be reached'));
    expect(engine.models()).toHaveLength(4);
    await double.up();
    await vi.waitFor(() => expect(engine.unavailableReason()).toBeNull());
  });
});

describe('pictures to work from', () => {
  test('go along in their order and shape, as many as the deployment says', async () => {
    const [photo, mask] = sources as [EngineSource, EngineSource];
    const job = jobOf(engine, 'workbench/references', {
      input: { prompt: 'image 1 on the wall of image 2' },
      sources: [
        { ...mask, field: 'image' },
        { ...photo, field: 'image' },
      ],
    });
    await engine.run(job, recordingContext());
    const request = double.state.requests.at(-1);
    expect(request).not.toHaveProperty('init_image');
    expect(request).not.toHaveProperty('strength');
    const told = request?.ref_images ?? [];
    const seen = told.map((url) => sharp(Buffer.from(url.split(',')[1] ?? '', 'base64')));
    const means = await Promise.all(
      seen.map(async (picture) => (await picture.stats()).channels.map(({ mean }) => mean)),
    );
    // The photo is of one colour all over.
    for (const [at, channel] of [0x34, 0x56, 0x78].entries())
      expect(Math.abs((means[1]?.[at] ?? 0) - channel)).toBeLessThan(4);
    expect(means[0]?.[0]).toBeGreaterThan(60);
    const sizes = await Promise.all(seen.map((picture) => picture.metadata()));
    for (const { width, height } of sizes) expect(width / height).toBeCloseTo(1.5, 1);
    expect(engine.schema('workbench/references', 'en').properties['image']).toMatchObject({
      type: 'array',
      maxItems: 3,
    });
    expect(engine.models().at(-1)).toMatchObject({ type: 'Img2Img', upload_limit: 3 });
  });

  test('are not asked for where the deployment names none', () => {
    const plain = createSdcppEngine(
      { kind: 'sdcpp', name: 'plain', url: double.url, cost: 1 },
      { log: createLog('silent') },
    );
    expect(plain.models().map(({ model }) => model)).not.toContain('plain/references');
    expect(() => plain.schema('plain/references', 'en')).toThrow('plain/references');
  });
});

describe('a request', () => {
  test('carries what was asked for, and the key', async () => {
    const input = {
      width: 768,
      height: 512,
      sampler: 'euler',
      loras: ['ink:0.5'],
      'guidance.slg.scale': 2.5,
    };
    const outputs = await engine.run(
      ask('text-to-image', { outputs: 2, seed: '4294967295', input }),
      recordingContext(),
    );
    expect(double.state.requests[0]).toMatchObject({
      width: 768,
      height: 512,
      seed: 4_294_967_295,
      batch_count: 2,
      sample_params: {
        sample_steps: 4,
        sample_method: 'euler',
        scheduler: 'discrete',
        guidance: {
          txt_cfg: 1,
          distilled_guidance: 3.5,
          slg: { scale: 2.5, layer_start: 0.01, layer_end: 0.2 },
        },
      },
      lora: [{ path: 'styles/ink.safetensors', multiplier: 0.5 }],
    });
    expect(new Set(double.state.authorizations)).toEqual(new Set(['Bearer a key']));
    expect(outputs.map(({ seed }) => seed)).toEqual(['4294967295', '4294967296']);
    expect(outputs[0]).toMatchObject({ width: 768, height: 512, mediaType: 'image/png' });
  });

  test('with a picture keeps its proportions; the mask says in white what is painted anew', async () => {
    await engine.run(ask('inpainting'), recordingContext());
    const { width, height, init_image: image, mask_image: mask } = double.state.requests[0] ?? {};
    expect([width, height]).toEqual([640, 448]);
    const bytes = (data = '') => Buffer.from(data.slice(data.indexOf(',') + 1), 'base64');
    expect(await sharp(bytes(image ?? '')).metadata()).toMatchObject({ width: 640, height: 448 });
    const drawn = await sharp(bytes(mask ?? ''))
      .greyscale()
      .raw()
      .toBuffer();
    expect([drawn[10], drawn[630]]).toEqual([255, 0]);
  });
});

describe('trouble', () => {
  test('a full queue is waited for', async () => {
    double.state.maxPending = 0;
    const context = recordingContext();
    context.reportProgress = (told) => {
      if (told.phase === 'waiting') double.state.maxPending = 64;
    };
    expect(await engine.run(ask('text-to-image'), context)).toHaveLength(1);
  });

  test('after a restart of Kiln the known job is gone on with', async () => {
    const first = recordingContext();
    await engine.run(ask('text-to-image'), first);
    const externalReference = first.references.at(-1) ?? null;
    const again = ask('text-to-image', { attempt: 2, externalReference });
    expect(await engine.run(again, recordingContext())).toHaveLength(1);
    expect(double.state.requests).toHaveLength(1);
  });

  test('a job that its restarted server has forgotten is made anew by the next attempt', async () => {
    double.state.pollsUntilDone = -1;
    const context = recordingContext();
    const running = engine.run(ask('text-to-image'), context);
    const failure = engineErrorFrom(running);
    await vi.waitFor(() => expect(context.references).toHaveLength(1));
    double.forget();
    const error = await failure;
    expect([error.code, error.retryable]).toEqual(['engine-failed', true]);
    double.state.pollsUntilDone = 2;
    const externalReference = context.references.at(-1) ?? null;
    const again = ask('text-to-image', { attempt: 2, externalReference });
    expect(await engine.run(again, recordingContext())).toHaveLength(1);
  });

  test('a server that dies in the middle is reported, and hidden', async () => {
    double.state.pollsUntilDone = -1;
    const context = recordingContext();
    const failure = engineErrorFrom(engine.run(ask('text-to-image'), context));
    await vi.waitFor(() => expect(context.references).toHaveLength(1));
    await double.down();
    expect(await failure).toMatchObject({ code: 'engine-unavailable', retryable: true });
    await vi.waitFor(() => expect(engine.unavailableReason()).not.toBeNull());
    await double.up();
  });

  test.each([
    ['failWith', 'CUDA error: out of memory', 'engine-failed', 'CUDA error'],
    ['damaged', true, 'result-damaged', 'not a whole picture'],
    ['serverErrors', 1, 'engine-unavailable', 'out of memory'],
    ['dropAnswers', 1, 'engine-unavailable', 'can’t be reached'],
  ])('%s is told in words', async (field, value, code, words) => {
    Object.assign(double.state, { [field]: value });
    const error = await engineErrorFrom(engine.run(ask('text-to-image'), recordingContext()));
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
  });

  test.each([
    ['CUDA error: out of memory', true],
    ['unsupported resolution 8x8', false],
  ])('a run that fails with "%s" is tried again: %s', async (words, retryable) => {
    double.state.failWith = words;
    const error = await engineErrorFrom(engine.run(ask('text-to-image'), recordingContext()));
    expect(error).toMatchObject({ code: 'engine-failed', retryable });
  });

  test('one damaged picture of several leaves the others, and is said to be missing', async () => {
    double.state.damaged = 'one';
    const context = recordingContext();
    const [whole, ...others] = await engine.run(ask('text-to-image', { outputs: 2 }), context);
    expect([others.length, whole?.index]).toEqual([0, 0]);
    expect(context.progress.at(-1)?.missing).toBe('result-damaged');
  });

  test('an expired result is not waited for', async () => {
    const first = recordingContext();
    await engine.run(ask('text-to-image'), first);
    for (const id of double.jobs.keys()) double.state.expired.add(id);
    const externalReference = first.references.at(-1) ?? null;
    const again = ask('text-to-image', { attempt: 2, externalReference });
    expect((await engineErrorFrom(engine.run(again, recordingContext()))).retryable).toBe(true);
  });
});

describe('a cancel', () => {
  test('takes back what still waits', async () => {
    double.state.pollsUntilDone = 1_000;
    const context = recordingContext();
    const running = engine.run(ask('text-to-image'), context);
    const ended = running.catch((reason: unknown) => reason);
    await vi.waitFor(() => expect(context.references).toHaveLength(1));
    context.controller.abort('cancelled');
    expect(await ended).toBe('cancelled');
    await vi.waitFor(() => expect(double.state.cancels.map(({ status }) => status)).toEqual([200]));
  });

  test('while the submission is on its way takes back what was accepted after all', async () => {
    const { promise: hold, resolve: answer } = Promise.withResolvers<void>();
    double.state.hold = hold;
    const context = recordingContext();
    const ended = engine.run(ask('text-to-image'), context).catch((reason: unknown) => reason);
    await vi.waitFor(() => expect(double.state.requests).toHaveLength(1));
    context.controller.abort('cancelled');
    expect(await ended).toBe('cancelled');
    answer();
    await vi.waitFor(() => expect(double.state.cancels.map(({ status }) => status)).toEqual([200]));
  });

  test('a shutdown leaves the remote job running', async () => {
    double.state.pollsUntilDone = -1;
    const context = recordingContext();
    const running = engine.run(ask('text-to-image'), context);
    const ended = running.catch((reason: unknown) => reason);
    await vi.waitFor(() => expect(context.references).toHaveLength(1));
    context.controller.abort('shutdown');
    expect(await ended).toBe('shutdown');
    expect(double.state.cancels).toEqual([]);
  });
});
