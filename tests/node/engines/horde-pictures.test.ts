import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createHordeEngine } from '../../../server/engines/horde/engine.ts';
import { createOfferFile } from '../../../server/engines/horde/offer-file.ts';
import { anonymousKey, isByVolunteers } from '../../../src/domain/volunteers.ts';
import { paceOf } from './horde-pace.ts';
import type { EngineSource } from '../../../server/engines/contract/engine.ts';
import { readModelId } from '../../../src/horde/model-ids.ts';
import { expectedModels, offeredModels } from '../../../src/horde/models.ts';
import type { InputValues } from '../../../src/domain/model.ts';
import { describeConformance, engineErrorFrom, recordingContext } from './conformance.ts';
import { setUpHorde, until } from './horde-harness.ts';
import { drawScene } from './pictures.ts';

const horde = setUpHorde();
const state = () => horde.double.state;

let folder = '';
const paths = { photo: '', half: '', mask: '', blank: '', broken: '' };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-horde-'));
  const file = async (name: keyof typeof paths, data: Buffer): Promise<void> => {
    paths[name] = path.join(folder, `${name}.png`);
    await writeFile(paths[name], data);
  };
  const photo = await (await drawScene(600, 400)).png().toBuffer();
  await file('photo', photo);
  await file('broken', photo.subarray(0, photo.length / 2));
  // Its right half is see-through.
  const alpha = Buffer.alloc(600 * 400);
  for (let y = 0; y < 400; y += 1) alpha.fill(255, y * 600, y * 600 + 300);
  const raw = { width: 600, height: 400, channels: 1 } as const;
  await file('half', await sharp(photo).joinChannel(alpha, { raw }).png().toBuffer());
  const ground = {
    create: { width: 600, height: 400, channels: 3, background: '#000000' },
  } as const;
  const white = {
    create: { width: 150, height: 400, channels: 3, background: '#ffffff' },
  } as const;
  const stroke = { input: await sharp(white).png().toBuffer(), left: 0, top: 0 };
  await file('mask', await sharp(ground).composite([stroke]).png().toBuffer());
  await file('blank', await sharp(ground).png().toBuffer());
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function source(field: string, name: keyof typeof paths): EngineSource {
  return { field, path: paths[name], mediaType: 'image/png', width: 600, height: 400 };
}

const run = (model: string, sources: EngineSource[], input: InputValues = {}) =>
  horde.engine.run(horde.ask({ sources, input }, model), recordingContext());
const last = () => state().accepted.at(-1);

describe('pictures that go out', () => {
  test('G18, G21: a redrawn picture travels as bare Base64 WebP, in its shape and the model’s size', async () => {
    await run('horde-redraw/Deliberate', [source('image', 'photo')], { denoising_strength: 0.55 });
    expect(last()?.request).toMatchObject({
      source_processing: 'img2img',
      models: ['Deliberate'],
      params: { width: 640, height: 448, denoising_strength: 0.55 },
    });
    expect(last()?.source).toMatchObject({ width: 640, height: 448, format: 'webp' });
    // A size that somebody chose counts.
    await run('horde-redraw/Deliberate', [source('image', 'photo')], { width: 512, height: 768 });
    expect(last()?.source).toMatchObject({ width: 512, height: 768 });
  });

  test('G20: what is damaged or unmarked never leaves', async () => {
    const before = state().submits;
    const refused = async (model: string, sources: EngineSource[]) =>
      (await engineErrorFrom(run(model, sources))).code;
    expect(await refused('horde-redraw/Deliberate', [source('image', 'broken')])).toBe(
      'unsupported-media',
    );
    expect(await refused('horde-redraw/Deliberate', [])).toBe('source-missing');
    const inpaint = 'horde-inpaint/Deliberate Inpainting';
    expect(await refused(inpaint, [source('image', 'photo')])).toBe('invalid-input');
    expect(await refused(inpaint, [source('image', 'photo'), source('mask', 'blank')])).toBe(
      'invalid-input',
    );
    expect(state().submits).toBe(before);
  });

  test('inpainting sends a mask that is white where to paint, from a mask or from what is see-through', async () => {
    const model = 'horde-inpaint/Deliberate Inpainting';
    await run(model, [source('image', 'photo'), source('mask', 'mask')]);
    expect(last()?.request.source_processing).toBe('inpainting');
    expect(last()?.mask).toMatchObject({ width: 640, height: 448 });
    expect(last()?.mask?.light).toBeCloseTo(0.25, 1);
    await run(model, [source('image', 'half')]);
    expect(last()?.mask?.light).toBeCloseTo(0.5, 1);
    expect(last()?.source?.hasAlpha).toBe(false);
  });

  test('outpainting puts the picture on larger ground and has only that painted', async () => {
    const grown = { left: 0, right: 600, top: 0, bottom: 0 };
    const model = 'horde-outpaint/Deliberate Inpainting';
    await run(model, [source('image', 'photo')], grown);
    expect(last()?.request).toMatchObject({
      source_processing: 'outpainting',
      params: { width: 896, height: 320, denoising_strength: 1 },
    });
    expect(last()?.source).toMatchObject({ width: 896, height: 320 });
    // Half of it is new, and a seam goes into the old.
    expect(last()?.mask?.light).toBeGreaterThan(0.5);
    expect(last()?.mask?.light).toBeLessThan(0.55);
    const nothing = { left: 0, right: 0, top: 0, bottom: 0 };
    const error = await engineErrorFrom(run(model, [source('image', 'photo')], nothing));
    expect(error.code).toBe('invalid-input');
  });

  test('a guided picture names its guide, and takes no more steps than are free', async () => {
    await run('horde-guided/Deliberate', [source('image', 'photo')], { control_type: 'depth' });
    expect(last()?.request.params).toMatchObject({
      control_type: 'depth',
      image_is_control: false,
      steps: 20,
    });
  });
});

describe('alchemists', () => {
  describeConformance('Horde’s tools', () => ({
    engine: horde.engine,
    jobs: () =>
      ['upscale', 'faces', 'background'].map((tool) =>
        horde.ask({ sources: [source('image', 'photo')] }, `horde-tool/${tool}`),
      ),
    longJob() {
      state().alchemy.checksUntilDone = -1;
      return horde.ask({ sources: [source('image', 'photo')] }, 'horde-tool/upscale');
    },
  }));

  test('enlarge a picture, and a restart goes on with it instead of paying twice', async () => {
    const context = recordingContext();
    const job = horde.ask({ sources: [source('image', 'photo')] }, 'horde-tool/upscale');
    const [output] = await horde.engine.run(job, context);
    expect(output).toMatchObject({ width: 2400, height: 1600, model: 'RealESRGAN_x4plus' });
    const externalReference = context.references.at(-1) ?? null;
    const again = recordingContext();
    expect(await horde.engine.run({ ...job, attempt: 2, externalReference }, again)).toHaveLength(
      1,
    );
    expect(again.references).toEqual([]);
  });

  test('a lost answer ends in words, since the Horde lists such requests nowhere', async () => {
    state().alchemy.fault = { kind: 'drop-answer' };
    const error = await engineErrorFrom(run('horde-tool/upscale', [source('image', 'photo')]));
    expect(error).toMatchObject({ code: 'engine-failed', retryable: false });
    expect(error.message).toMatch(/lost/);
  });

  test('that fail may be tried again, and what is gone is told', async () => {
    state().alchemy.fate = 'faulted';
    const context = recordingContext();
    const job = horde.ask({ sources: [source('image', 'photo')] }, 'horde-tool/faces');
    const error = await engineErrorFrom(horde.engine.run(job, context));
    expect(error).toMatchObject({ code: 'engine-failed', retryable: true });
    expect(context.references.at(-1)).toContain('none');
    state().alchemy.fate = 'gone';
    expect((await engineErrorFrom(run('horde-tool/faces', [source('image', 'photo')]))).code).toBe(
      'result-gone',
    );
  });

  test('describe a picture in words', async () => {
    const picture = { path: paths.photo, mediaType: 'image/png' };
    const words = await horde.engine.describe?.(picture, new AbortController().signal);
    expect(words).toBe('a red square on a table');
    state().alchemy.checksUntilDone = -1;
    const controller = new AbortController();
    const cancels = state().cancels.length;
    const accepted = state().alchemyAsked.length;
    const running = horde.engine.describe?.(picture, controller.signal);
    const ended = running?.catch((error: unknown) => error);
    // What was not sent yet need not be taken back.
    await until(() => state().alchemyAsked.length > accepted);
    controller.abort('cancelled');
    expect(await ended).toBe('cancelled');
    await until(() => state().cancels.length > cancels);
  });

  test('a tool that nobody offers says so, while the models are well', async () => {
    state().alchemists = [['caption']];
    const poor = await horde.start(horde.double.key);
    await until(() => poor.unavailableReason('horde-tool/upscale') !== null);
    expect(poor.unavailableReason()).toBe(null);
    expect(poor.unavailableReason('horde/Deliberate')).toBe(null);
    const job = horde.ask({ sources: [source('image', 'photo')] }, 'horde-tool/upscale');
    expect((await engineErrorFrom(poor.run(job, recordingContext()))).code).toBe(
      'engine-unavailable',
    );
    await poor.stop();
    state().alchemists = [['caption', 'RealESRGAN_x4plus', 'GFPGAN', 'strip_background']];
  });
});

describe('models', () => {
  const served = (names: string[]) => names.map((name, index) => ({ name, count: 1, eta: index }));

  test('are those that somebody serves, well-known ones first, each for what it can do', () => {
    const byType = (type: string) =>
      horde.engine
        .models()
        .filter((model) => model.type === type)
        .map((model) => model.name);
    expect(byType('Text2Img')).toEqual(['Deliberate', 'stable_diffusion', 'Zoo']);
    expect(byType('Img2Img')).toEqual(['Deliberate', 'stable_diffusion', 'Zoo']);
    expect(byType('Inpainting')).toEqual(['Deliberate Inpainting']);
    expect(byType('Outpainting')).toEqual(['Deliberate Inpainting']);
    expect(byType('Upscaling')).toHaveLength(1);
  });

  test('of a strange list are those entries that make sense', async () => {
    const before = state().models;
    const strange = [null, 'Zoo', { name: 7 }, { count: 3 }, { name: 'x'.repeat(500), count: 1 }];
    state().models = [...(strange as unknown as typeof before), { name: 'Deliberate', count: 1 }];
    const engine = await horde.start(horde.double.key);
    const texts = engine.models().filter((model) => model.type === 'Text2Img');
    expect(texts.map((model) => model.name)).toEqual(['Deliberate']);
    await engine.stop();
    state().models = before;
  });

  test('have their whole names as labels, and limits and defaults of their family', () => {
    const long = offeredModels(
      served(['A_very long model name that goes on and on [SDXL]', 'Flux.1-Schnell fp8 (Compact)']),
      {},
    );
    expect(long[0]?.label_cn).toBe('A very long model name that goes on and on [SDXL]');
    const control = long.filter((model) => model.type === 'Condition');
    // Neither family has ControlNets.
    expect(control).toEqual([]);
    const flux = horde.engine.schema('horde/Flux.1-Schnell fp8 (Compact)', 'en').properties;
    expect(flux['steps']).toMatchObject({ default: 4, minimum: 3, maximum: 8 });
    expect(flux['width']).toMatchObject({ default: 1024 });
    expect(flux).not.toHaveProperty('hires_fix');
    const classic = horde.engine.schema('horde/Deliberate', 'cn').properties;
    expect(classic['width']).toMatchObject({ default: 512 });
    expect(classic).toHaveProperty('loras');
    expect(
      offeredModels(served(['Deliberate', 'pix2pix', 'SDXL_beta::stability.ai#6901']), {}).map(
        (model) => model.model,
      ),
    ).not.toContain('horde/pix2pix');
  });

  test('several may stand in for each other, and the result says which it was', async () => {
    const before = state().models;
    state().models = [
      { name: 'AlbedoBase XL (SDXL)', count: 1, eta: 60 },
      { name: 'Juggernaut XL', count: 2, eta: 5 },
      { name: 'Deliberate', count: 1 },
    ];
    const engine = await horde.start(horde.double.key);
    expect(engine.models()[0]?.model).toBe('horde-any/sdxl');
    const job = { ...horde.ask(), model: 'horde-any/sdxl' };
    const [output] = await engine.run(job, recordingContext());
    expect(last()?.request.models).toEqual(['Juggernaut XL', 'AlbedoBase XL (SDXL)']);
    expect(output?.model).toBe('AlbedoBase XL (SDXL)');
    await engine.stop();
    state().models = before;
  });

  test('while the Horde is down they stay listed, with the reason in both languages', async () => {
    expect(expectedModels().every((model) => readModelId(model.model) !== null)).toBe(true);
    const engine = await horde.start(horde.double.key, { refreshMs: 60 });
    state().down = true;
    await until(() => engine.unavailableReason() !== null);
    expect(engine.models().length).toBeGreaterThan(0);
    expect(engine.unavailableReason()?.cn).toMatch(/AI Horde/);
    expect(engine.unavailableReason()?.en).toMatch(/AI Horde/);
    state().down = false;
    await until(() => engine.unavailableReason() === null);
    await engine.stop();
  });

  test('are known by their ids to leave for volunteers, and no other engine’s are', () => {
    expect(horde.engine.models().every(({ model }) => isByVolunteers(model))).toBe(true);
    for (const other of ['kiln-painter', 'comfyui/horde', 'hordes/a', 'my-horde/a']) {
      expect(isByVolunteers(other), other).toBe(false);
    }
  });

  test('where nobody asked for the Horde, nothing of it is seen until it answers, and after that for good', async () => {
    const options = {
      apiKey: anonymousKey,
      baseUrl: horde.double.baseUrl,
      clientAgent: 'Kiln:1:test',
      isNamed: false,
      offerFile: createOfferFile(path.join(folder, 'horde-models.json')),
      pace: paceOf(horde.double.secondMs, { refreshMs: 60 }),
    };
    state().down = true;
    const first = createHordeEngine(options);
    const before = state().turnedAway;
    await first.start();
    await until(() => state().turnedAway > before);
    expect(first.models()).toEqual([]);
    state().down = false;
    await until(() => first.unavailableReason() === null && first.models().length > 0);
    const offered = first.models().map(({ model }) => model);
    await first.stop();

    // Without a network the next start lists them as away.
    state().down = true;
    const second = createHordeEngine(options);
    await second.start();
    await until(() => second.models().length > 0);
    expect(second.models().map(({ model }) => model)).toEqual(offered);
    expect(second.unavailableReason()?.en).toMatch(/can’t be reached/);
    await second.stop();
    state().down = false;
  });
});
