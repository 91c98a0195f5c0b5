import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { asksForScene } from '../../../server/workshop/compose/backdrop.ts';
import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import type { EngineJob, EngineOutput } from '../../../server/engines/contract/engine.ts';
import { engineErrorFrom, jobOf, recordingContext } from './conformance.ts';
import { drawScene, peakSignalToNoise } from './pictures.ts';

const engine = createBuiltinEngine({ processes: 1 });
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-compose-'));
  await engine.start();
});

afterAll(async () => {
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

async function run(
  model: string,
  pictures: Record<string, Uint8Array>,
  differs: Partial<EngineJob> = {},
): Promise<EngineOutput[]> {
  const sources = [];
  for (const [field, data] of Object.entries(pictures)) {
    const file = path.join(folder, `${field}.png`);
    await writeFile(file, data);
    sources.push({ field, path: file, mediaType: 'image/png', width: 0, height: 0 });
  }
  return engine.run(jobOf(engine, model, { ...differs, sources }), recordingContext());
}

const drawn = (width: number, height: number, shapes: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`,
    ),
  )
    .png()
    .toBuffer();

/** A red box that stands free before a grey wall. */
const boxed = drawn(
  200,
  160,
  '<rect width="200" height="160" fill="#c8cacc"/><rect x="70" y="40" width="60" height="80" fill="#c02020"/>',
);
/** The same, but the photo ends below its middle. */
const cutBelow = drawn(
  200,
  160,
  '<rect width="200" height="160" fill="#c8cacc"/><rect x="60" y="50" width="80" height="110" fill="#c02020"/>',
);
const even = (colour: string, width = 64, height = 48): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer();

interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

async function pixelsOf(data: Uint8Array): Promise<Pixels> {
  const raw = await sharp(data).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: raw.data, width: raw.info.width, height: raw.info.height };
}

const at = ({ data, width }: Pixels, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

const isRed = (pixels: Pixels, x: number, y: number): boolean => {
  const [red, green] = at(pixels, x, y);
  return red! > 150 && green! < 90;
};

describe('the product picture', () => {
  const small = { width: 256, height: 256 };

  test('the product keeps its colour and stands on the middle of the floor, with a shadow', async () => {
    const input = { ...small, prompt: '' };
    const image = await boxed;
    const [lit] = await run('kiln-product', { image }, { input: { ...input, shadow: 1 } });
    const [bare] = await run('kiln-product', { image }, { input: { ...input, shadow: 0 } });
    const pixels = await pixelsOf(lit!.data);
    expect([lit!.width, lit!.height, lit!.warnings]).toEqual([256, 256, ['subject-guessed']]);
    expect(isRed(pixels, 128, 150)).toBe(true);
    expect(isRed(pixels, 128, 240)).toBe(false);
    expect(isRed(pixels, 20, 150)).toBe(false);
    const below = Math.round(256 * 0.87) + 2;
    const without = at(await pixelsOf(bare!.data), 128, below);
    expect(at(pixels, 128, below)[0]!).toBeLessThan(without[0]! - 25);
  });

  test('a colour is studio paper, a place is a scene; in both languages', async () => {
    for (const words of ['', '浅蓝色', 'pale pink', 'dark green', '白色'])
      expect({ words, scene: asksForScene(words) }).toEqual({ words, scene: false });
    for (const words of ['海边日落', 'forest morning', '大理石'])
      expect({ words, scene: asksForScene(words) }).toEqual({ words, scene: true });
    const image = await boxed;
    const corner = async (prompt: string): Promise<number[]> => {
      const [output] = await run('kiln-product', { image }, { input: { ...small, prompt } });
      return at(await pixelsOf(output!.data), 12, 12);
    };
    const [red, , blue] = await corner('浅蓝色');
    expect(blue!).toBeGreaterThan(red! + 10);
    const [pink, , less] = await corner('pale pink');
    expect(pink!).toBeGreaterThan(less! + 3);
  });

  test('pictures of one job have their own backdrops, and each can be made again alone', async () => {
    const image = await boxed;
    const input = { ...small, prompt: 'sea at sunset' };
    const both = await run('kiln-product', { image }, { input, outputs: 2 });
    const [again] = await run('kiln-product', { image }, { input, seed: '43' });
    expect(Buffer.from(again!.data).equals(Buffer.from(both[1]!.data))).toBe(true);
    expect(Buffer.from(both[0]!.data).equals(Buffer.from(both[1]!.data))).toBe(false);
  });

  test('every size and even a picture with nothing on it end well', async () => {
    for (const [width, height] of [
      [64, 512],
      [512, 64],
    ] as const) {
      for (const image of [await boxed, await even('#777', 1, 1), await even('#777', 3_000, 9)]) {
        const [output] = await run('kiln-product', { image }, { input: { width, height } });
        expect([output!.width, output!.height]).toEqual([width, height]);
      }
    }
  });
});

describe('the new scene', () => {
  const input = { width: 200, height: 150, size: 0.5, shadow: 0, tone: 0 };

  test('the subject is put where it is asked for, into the picture of the scene', async () => {
    const image = await boxed;
    const scene = await even('#2040a0', 300, 300);
    const [left] = await run(
      'kiln-replace',
      { image, scene },
      { input: { ...input, across: 0.25 } },
    );
    const pixels = await pixelsOf(left!.data);
    expect([left!.width, left!.height]).toEqual([200, 150]);
    expect(isRed(pixels, 50, 110)).toBe(true);
    expect(isRed(pixels, 150, 110)).toBe(false);
    const [red, green, blue] = at(pixels, 180, 20);
    for (const [value, wanted] of [
      [red, 0x20],
      [green, 0x40],
      [blue, 0xa0],
    ] as const)
      expect(Math.abs(value! - wanted)).toBeLessThan(8);
  });

  test('a subject that its photo cuts off stays at the foot of the picture', async () => {
    const image = await cutBelow;
    const strokes = await drawn(
      200,
      160,
      '<path d="M100 70 V155" stroke="#0c0" stroke-width="9"/><path d="M10 10 V150 M190 10 V150" stroke="#d00" stroke-width="9"/>',
    );
    const scene = await even('#2040a0');
    const [output] = await run('kiln-replace', { image, strokes, scene }, { input });
    expect(isRed(await pixelsOf(output!.data), 100, 148)).toBe(true);
  });

  test('without a scene the words are painted, without words it is a studio', async () => {
    const image = await boxed;
    const [painted] = await run(
      'kiln-replace',
      { image },
      { input: { ...input, prompt: 'night sea' } },
    );
    const [studio] = await run('kiln-replace', { image }, { input });
    const light = async (output: EngineOutput | undefined): Promise<number> =>
      (await sharp(output!.data).greyscale().stats()).channels[0]!.mean;
    expect(await light(painted)).toBeLessThan((await light(studio)) - 40);
  });
});

describe('extending', () => {
  const sides = { left: 0, right: 0, top: 0, bottom: 0 };

  test('it grows by what was asked for, and the picture itself stays', async () => {
    const image = await (await drawScene(160, 120)).png().toBuffer();
    const input = { left: 24, right: 40, top: 8, bottom: 16 };
    const [output] = await run('kiln-outpaint', { image }, { input });
    expect([output!.width, output!.height]).toEqual([224, 144]);
    const inner = await sharp(output!.data)
      .extract({ left: 24, top: 8, width: 160, height: 120 })
      .removeAlpha()
      .raw()
      .toBuffer();
    const whole = await sharp(image).removeAlpha().raw().toBuffer();
    expect(peakSignalToNoise(inner, whole)).toBeGreaterThan(36);
  });

  test('even ground goes on as it is', async () => {
    const image = await even('#5588aa', 90, 70);
    const [output] = await run('kiln-outpaint', { image }, { input: { ...sides, right: 60 } });
    const { channels } = await sharp(output!.data).stats();
    for (const channel of channels.slice(0, 3)) expect(channel.stdev).toBeLessThan(2);
  });

  test('growing by nothing is answered in words; tiny and very wide pictures end well', async () => {
    const image = await even('#558');
    const error = await engineErrorFrom(run('kiln-outpaint', { image }, { input: sides }));
    expect(error).toMatchObject({ code: 'invalid-input', retryable: false });
    const [one] = await run(
      'kiln-outpaint',
      { image: await even('#558', 1, 1) },
      {
        input: { ...sides, left: 9, bottom: 30 },
      },
    );
    expect([one!.width, one!.height]).toEqual([10, 31]);
    const [wide] = await run(
      'kiln-outpaint',
      { image: await even('#558', 30_000, 24) },
      {
        input: { ...sides, top: 200 },
      },
    );
    expect(Math.max(wide!.width, wide!.height)).toBeLessThanOrEqual(2048);
    expect(wide!.warnings).toContain('source-made-smaller');
  });

  test('the same seed gives the same bytes', async () => {
    const image = await (await drawScene(120, 90)).png().toBuffer();
    const input = { ...sides, right: 48 };
    const both = await run('kiln-outpaint', { image }, { input, outputs: 2 });
    const [again] = await run('kiln-outpaint', { image }, { input, seed: '43' });
    expect(Buffer.from(again!.data).equals(Buffer.from(both[1]!.data))).toBe(true);
    expect(Buffer.from(both[0]!.data).equals(Buffer.from(both[1]!.data))).toBe(false);
  });
});
