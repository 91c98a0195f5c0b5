import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import type { EngineJob, EngineOutput } from '../../../server/engines/contract/engine.ts';
import { describeConformance, jobOf, recordingContext } from './conformance.ts';
import { addNoise, drawScene, peakSignalToNoise } from './pictures.ts';

const engine = createBuiltinEngine({ processes: 1 });
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-builtin-'));
  await engine.start();
  await writeFile(
    path.join(folder, 'scene.png'),
    await (await drawScene(192, 128)).png().toBuffer(),
  );
  const marked = { create: { width: 40, height: 30, channels: 3, background: '#fff' } } as const;
  const ground = { create: { width: 192, height: 128, channels: 3, background: '#000' } } as const;
  const mask = sharp(ground).composite([{ input: marked }]);
  await writeFile(path.join(folder, 'mask.png'), await mask.png().toBuffer());
});

afterAll(async () => {
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

async function saved(name: string, data: Uint8Array): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, data);
  return file;
}

function withPicture(model: string, file: string, input: EngineJob['input'] = {}): EngineJob {
  const source = { field: 'image', path: file, mediaType: 'image/png', width: 0, height: 0 };
  return jobOf(engine, model, { input, sources: [source] });
}

function withMask(model: string, input: EngineJob['input'] = {}): EngineJob {
  const job = withPicture(model, path.join(folder, 'scene.png'), input);
  const mask = { ...job.sources[0]!, field: 'mask', path: path.join(folder, 'mask.png') };
  return { ...job, sources: [...job.sources, mask] };
}

const painting = (
  prompt: string,
  input: EngineJob['input'] = {},
  differs: Partial<EngineJob> = {},
) =>
  jobOf(engine, 'kiln-painter', {
    ...differs,
    input: { prompt, width: 128, height: 128, steps: 10, ...input },
  });

const run = (job: EngineJob): Promise<EngineOutput[]> => engine.run(job, recordingContext());
const digest = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

describeConformance('built-in', () => ({
  engine,
  jobs: () => [
    painting('mountain lake at sunset', {}, { outputs: 2 }),
    withPicture('kiln-upscale', path.join(folder, 'scene.png'), { scale: 2 }),
    withPicture('kiln-restore', path.join(folder, 'scene.png')),
    withPicture('kiln-stylise', path.join(folder, 'scene.png')),
    withPicture('kiln-condition', path.join(folder, 'scene.png')),
    withPicture('kiln-colourise', path.join(folder, 'scene.png')),
    withPicture('kiln-repaint', path.join(folder, 'scene.png'), { prompt: 'autumn' }),
    withMask('kiln-erase'),
    withMask('kiln-inpainting', { prompt: 'sea' }),
    withPicture('kiln-outpaint', path.join(folder, 'scene.png'), { left: 16, right: 16 }),
    withPicture('kiln-cutout', path.join(folder, 'scene.png')),
    withPicture('kiln-product', path.join(folder, 'scene.png'), { width: 192, height: 192 }),
    withPicture('kiln-replace', path.join(folder, 'scene.png'), { width: 192, height: 192 }),
  ],
  longJob: () =>
    painting('oil painting of a forest', { width: 2048, height: 2048, steps: 50 }, { outputs: 4 }),
}));

describe('the painter', () => {
  test('the same seed and words give the same bytes, also in another process', async () => {
    const prompts = [
      '雪山 湖泊 日落',
      'city at night',
      'watercolor sea',
      'flowers',
      'abstract',
      'ink mountains',
    ];
    const first = [];
    for (const prompt of prompts) first.push(digest((await run(painting(prompt)))[0]!.data));
    const other = createBuiltinEngine({ processes: 1 });
    await other.start();
    try {
      for (const [index, prompt] of prompts.entries()) {
        const [again] = await other.run(painting(prompt), recordingContext());
        expect(digest(again!.data)).toBe(first[index]);
      }
    } finally {
      await other.stop();
    }
    expect(new Set(first).size).toBe(prompts.length);
  });

  test('pictures of one job have their own seeds, and each can be made again alone', async () => {
    const both = await run(painting('meadow', {}, { outputs: 2 }));
    expect(both.map((output) => output.seed)).toEqual(['42', '43']);
    const [second] = await run(painting('meadow', {}, { seed: '43' }));
    expect(digest(second!.data)).toBe(digest(both[1]!.data));
    const [last] = await run(painting('meadow', {}, { seed: '4294967295' }));
    expect(last!.seed).toBe('4294967295');
  });

  test('every size of the schema is painted as it was asked for', async () => {
    for (const [width, height] of [
      [64, 64],
      [64, 512],
      [512, 64],
    ] as const) {
      const [output] = await run(painting('desert', { width, height }));
      expect([output!.width, output!.height]).toEqual([width, height]);
      const decoded = await sharp(output!.data).metadata();
      expect([decoded.width, decoded.height, decoded.format]).toEqual([width, height, 'webp']);
    }
  });

  test('any words paint something that is neither black nor flat', async () => {
    const prompts = [
      'qwertz',
      '???',
      '一只猫',
      'aurora',
      'space',
      'geometric',
      'marble',
      '竹林',
      'snow storm',
      '🙂',
      'a',
    ];
    for (const prompt of prompts) {
      const [output] = await run(painting(prompt));
      const { channels } = await sharp(output!.data).stats();
      const spread = Math.max(...channels.map((channel) => channel.stdev));
      expect({ prompt, painted: spread > 4 }).toEqual({ prompt, painted: true });
    }
  });

  test('a negative prompt takes the moon away', async () => {
    const brightest = async (negative: string): Promise<number> => {
      const [output] = await run(
        painting('desert night full moon', { negative_prompt: negative, width: 256, height: 256 }),
      );
      const { data } = await sharp(output!.data)
        .greyscale()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return data.filter((level) => level > 215).length;
    };
    expect(await brightest('')).toBeGreaterThan(4 * (await brightest('moon, stars')));
  });
});

describe('the photo tools', () => {
  test('a noisy photo comes out at least 5 dB cleaner', async () => {
    const clean = await (await drawScene(256, 192)).removeAlpha().raw().toBuffer();
    const noisy = addNoise(clean, 18);
    const raw = { width: 256, height: 192, channels: 3 as const };
    const file = await saved('noisy.png', await sharp(noisy, { raw }).png().toBuffer());
    const [output] = await run(
      withPicture('kiln-restore', file, { denoise: 0.6, contrast: 0, sharpen: 0 }),
    );
    const restored = await sharp(output!.data).removeAlpha().raw().toBuffer();
    const gain = peakSignalToNoise(restored, clean) - peakSignalToNoise(noisy, clean);
    expect(gain).toBeGreaterThan(5);
  });

  test('a clean photo is hardly touched by denoising', async () => {
    const clean = await (await drawScene(256, 192)).removeAlpha().raw().toBuffer();
    const raw = { width: 256, height: 192, channels: 3 as const };
    const file = await saved('clean.png', await sharp(clean, { raw }).png().toBuffer());
    const [output] = await run(
      withPicture('kiln-restore', file, { denoise: 0.6, contrast: 0, sharpen: 0 }),
    );
    const restored = await sharp(output!.data).removeAlpha().raw().toBuffer();
    expect(peakSignalToNoise(restored, clean)).toBeGreaterThan(36);
  });

  test('a dull photo gains contrast', async () => {
    const dull = await (await drawScene(256, 192)).linear(0.4, 80).png().toBuffer();
    const file = await saved('dull.png', dull);
    const spread = async (data: Uint8Array): Promise<number> =>
      (await sharp(data).greyscale().stats()).channels[0]!.stdev;
    const [output] = await run(withPicture('kiln-restore', file));
    expect(await spread(output!.data)).toBeGreaterThan(1.3 * (await spread(dull)));
  });

  test('enlarging keeps alpha and beats nearest neighbour by far', async () => {
    const big = await (await drawScene(256, 192)).ensureAlpha(0.5).png().toBuffer();
    const small = await sharp(big).resize(128, 96).png().toBuffer();
    const file = await saved('small.png', small);
    const [output] = await run(withPicture('kiln-upscale', file, { scale: 2 }));
    expect([output!.width, output!.height]).toEqual([256, 192]);
    expect((await sharp(output!.data).metadata()).hasAlpha).toBe(true);
    const flat = (data: Uint8Array) => sharp(data).removeAlpha().raw().toBuffer();
    const nearest = await sharp(small).resize(256, 192, { kernel: 'nearest' }).png().toBuffer();
    const ours = peakSignalToNoise(await flat(output!.data), await flat(big));
    expect(ours).toBeGreaterThan(1 + peakSignalToNoise(await flat(nearest), await flat(big)));
  });

  test('an enlargement beyond 8192 px is bounded and says so', async () => {
    const wide = await sharp({
      create: { width: 3000, height: 16, channels: 3, background: '#579' },
    })
      .png()
      .toBuffer();
    const file = await saved('wide.png', wide);
    const [output] = await run(withPicture('kiln-upscale', file, { scale: 4 }));
    expect(output!.width).toBe(8192);
    expect(output!.warnings).toContain('limited-to-8192px');
    expect(output!.parameters['scale']).toBeCloseTo(2.731, 2);
  });
});

test('after a cancel the next job runs, and the event loop was never blocked', async () => {
  // Painting takes seconds of a processor: done here, it would be most of what this thread works meanwhile. Against a limit
  // in milliseconds a slow machine would fail.
  const beganMs = performance.now();
  const began = process.threadCpuUsage();
  const context = recordingContext();
  const cancelled = engine.run(painting('sea', { width: 1024, height: 1024 }), context);
  context.controller.abort('cancelled');
  await expect(cancelled).rejects.toBe('cancelled');
  const [output] = await run(painting('sea', { width: 768, height: 768 }));
  expect(output!.width).toBe(768);
  const { user, system } = process.threadCpuUsage(began);
  expect((user + system) / 1_000).toBeLessThan((performance.now() - beganMs) / 4);
});
