import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import { findRegions } from '../../../server/workshop/scribble/regions.ts';
import type { EngineJob, EngineOutput } from '../../../server/engines/contract/engine.ts';
import { engineErrorFrom, jobOf, recordingContext } from './conformance.ts';
import { drawScene } from './pictures.ts';

const engine = createBuiltinEngine({ processes: 1 });
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-scribble-'));
  await engine.start();
});

afterAll(async () => {
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

async function run(
  model: string,
  pictures: Record<string, Buffer>,
  input: EngineJob['input'],
  differs: Partial<EngineJob> = {},
): Promise<EngineOutput[]> {
  const sources = [];
  for (const [field, picture] of Object.entries(pictures)) {
    const file = path.join(folder, `${field}.png`);
    await writeFile(file, picture);
    sources.push({ field, path: file, mediaType: 'image/png', width: 0, height: 0 });
  }
  return engine.run(jobOf(engine, model, { ...differs, input, sources }), recordingContext());
}

const draw = (body: string, ground = '#fff'): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="160"><rect width="160" height="160" fill="${ground}"/><g fill="none" stroke-width="4">${body}</g></svg>`,
    ),
  )
    .png()
    .toBuffer();

const even = (colour: string, width = 96, height = 64): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer();

async function pixel(output: EngineOutput | undefined, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(output!.data)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
}

async function means(output: EngineOutput | undefined): Promise<number[]> {
  const { channels } = await sharp(output!.data).stats();
  return channels.slice(0, 3).map(({ mean }) => mean);
}

describe('scribbling', () => {
  const box = '<rect x="40" y="40" width="80" height="80" stroke="#000"/>';

  test('a dab of colour fills its outline and nothing else', async () => {
    const sketch = await draw(`${box}<path d="M76 80H84" stroke="#d22020" stroke-width="8"/>`);
    const [made] = await run(
      'kiln-scribble',
      { image: sketch },
      { prompt: 'blue night', style: 'flat' },
    );
    for (const [x, y] of [
      [50, 50],
      [110, 110],
      [80, 80],
    ] as const) {
      const [red, green] = await pixel(made, x, y);
      expect(red! - green!).toBeGreaterThan(80);
    }
    const [red, green] = await pixel(made, 12, 12);
    expect(red! - green!).toBeLessThan(40);
  });

  test('colours that are named go into the outlines, in both languages', async () => {
    const sketch = await draw(box);
    for (const prompt of ['red', '红色']) {
      const [made] = await run('kiln-scribble', { image: sketch }, { prompt, style: 'flat' });
      const [red, green] = await pixel(made, 80, 80);
      expect(red! - green!).toBeGreaterThan(60);
    }
  });

  test('lines stay where they are, from white on black too', async () => {
    const sketch = await draw('<rect x="40" y="40" width="80" height="80" stroke="#fff"/>', '#000');
    const [made] = await run(
      'kiln-scribble',
      { image: sketch },
      { prompt: 'summer day', style: 'flat' },
    );
    const light = async (x: number, y: number) => (await pixel(made, x, y))[1]!;
    expect(Math.abs((await light(40, 80)) - (await light(80, 80)))).toBeGreaterThan(40);
  });

  test('a small gap in an outline lets no colour out', () => {
    const side = 60;
    const lines = new Uint8Array(side * side);
    for (let at = 15; at <= 45; at += 1) {
      for (const index of [15 * side + at, 45 * side + at, at * side + 15, at * side + 45])
        lines[index] = 1;
    }
    lines[15 * side + 30] = 0;
    const regions = findRegions(lines, side, side, 2, 10);
    expect(regions.count).toBe(2);
    expect(regions.of[30 * side + 30]).not.toBe(regions.of[5 * side + 5]);
    expect(regions.open[regions.of[30 * side + 30]!]).toBe(0);
    expect(regions.of).not.toContain(-1);
  });

  test('each manner and look works, seeds count up, the same job gives the same bytes', async () => {
    const sketch = await draw(box);
    for (const style of ['watercolour', 'oil', 'flat']) {
      const wish = { prompt: 'autumn', style, loras: ['film:0.5'] };
      const both = await run('kiln-scribble', { image: sketch }, wish, { outputs: 2, seed: '8' });
      expect(both.map(({ seed }) => seed)).toEqual(['8', '9']);
      const [alone] = await run('kiln-scribble', { image: sketch }, wish, { seed: '9' });
      expect(Buffer.from(alone!.data).equals(Buffer.from(both[1]!.data))).toBe(true);
    }
  });

  test('an empty sheet, a black one, a dot and a ribbon are coloured all the same', async () => {
    for (const sketch of [
      await even('#fff'),
      await even('#000'),
      await even('#fff', 1, 1),
      await even('#fff', 30_000, 3),
    ]) {
      const [made] = await run(
        'kiln-scribble',
        { image: sketch },
        { prompt: 'sea', style: 'flat' },
      );
      expect((await sharp(made!.data).metadata()).width).toBeGreaterThan(0);
    }
  });
});

describe('same style', () => {
  test('colours go over, as far as the strength says', async () => {
    const scene = await (await drawScene(128, 96)).png().toBuffer();
    const warm = await sharp(scene).tint('#e05010').png().toBuffer();
    const distances = [];
    for (const denoising_strength of [0.1, 0.5, 1]) {
      const [made] = await run(
        'kiln-same-style',
        { image: scene, style_image: warm },
        { denoising_strength },
      );
      const [red, , blue] = await means(made);
      distances.push(red! - blue!);
    }
    expect(distances[0]!).toBeLessThan(distances[1]!);
    expect(distances[1]!).toBeLessThan(distances[2]!);
  });

  test('a picture in its own style stays as it is', async () => {
    const scene = await (await drawScene(128, 96)).png().toBuffer();
    const [made] = await run(
      'kiln-same-style',
      { image: scene, style_image: scene },
      { denoising_strength: 1 },
    );
    const [before, after] = await Promise.all([
      sharp(scene).removeAlpha().raw().toBuffer(),
      sharp(made!.data).removeAlpha().raw().toBuffer(),
    ]);
    expect(
      before.reduce((sum, level, at) => sum + Math.abs(level - after[at]!), 0) / before.length,
    ).toBeLessThan(6);
  });

  test('even pictures, and one that is missing, are answered', async () => {
    const [made] = await run(
      'kiln-same-style',
      { image: await even('#777'), style_image: await even('#c33') },
      {},
    );
    for (const mean of await means(made)) expect(Number.isFinite(mean)).toBe(true);
    const missing = await engineErrorFrom(
      run('kiln-same-style', { image: await even('#777') }, {}),
    );
    expect(missing).toMatchObject({ code: 'source-missing', retryable: false });
  });
});

describe('combining pictures', () => {
  const size = { width: 192, height: 128 };

  test('every way takes two, three and four, at the size asked for', async () => {
    const colours = ['#c33', '#3c3', '#33c', '#cc3'];
    for (const count of [2, 3, 4]) {
      const pictures: Record<string, Buffer> = {};
      for (const [index, colour] of colours.slice(0, count).entries()) {
        pictures[index === 0 ? 'image' : `image_${index + 1}`] = await even(colour);
      }
      for (const layout of ['grid', 'strips', 'diagonal', 'panorama', 'exposure']) {
        const [made] = await run('kiln-combine', pictures, { ...size, layout, harmony: 0 });
        expect(await sharp(made!.data).metadata()).toMatchObject(size);
      }
    }
  });

  test('side by side each has its place; a blend has no edge', async () => {
    const pictures = { image: await even('#c22'), image_2: await even('#22c') };
    const [strips] = await run('kiln-combine', pictures, { ...size, layout: 'strips', harmony: 0 });
    expect((await pixel(strips, 40, 64))[0]!).toBeGreaterThan(150);
    expect((await pixel(strips, 150, 64))[2]!).toBeGreaterThan(150);
    const [blend] = await run('kiln-combine', pictures, {
      ...size,
      layout: 'panorama',
      harmony: 0,
    });
    for (let x = 40; x < 150; x += 1) {
      const [one, next] = [await pixel(blend, x, 64), await pixel(blend, x + 1, 64)];
      expect(Math.abs(one[0]! - next[0]!)).toBeLessThan(40);
    }
  });

  test('harmony draws the others towards the first', async () => {
    const scene = await (await drawScene(128, 96)).png().toBuffer();
    const pictures = {
      image: await sharp(scene).tint('#e05010').png().toBuffer(),
      image_2: await sharp(scene).tint('#1050e0').png().toBuffer(),
    };
    const warmth = async (harmony: number) => {
      const [made] = await run('kiln-combine', pictures, { ...size, layout: 'strips', harmony });
      const { channels } = await sharp(made!.data)
        .extract({ left: 100, top: 4, width: 80, height: 120 })
        .stats();
      return channels[0]!.mean - channels[2]!.mean;
    };
    expect(await warmth(1)).toBeGreaterThan((await warmth(0)) + 30);
  });

  test('one picture alone is refused in words', async () => {
    const error = await engineErrorFrom(run('kiln-combine', { image: await even('#c22') }, size));
    expect(error).toMatchObject({ code: 'invalid-input', retryable: false });
  });
});
