import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import type { EngineJob, EngineOutput } from '../../../server/engines/contract/engine.ts';
import { isPlainSvg } from '../../../src/domain/plain-svg.ts';
import { engineErrorFrom, jobOf, recordingContext } from './conformance.ts';

const engine = createBuiltinEngine({ processes: 1 });
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-logo-'));
  await engine.start();
});

afterAll(async () => {
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

const layouts = ['stacked', 'row', 'badge', 'monogram', 'seal', 'wordmark'];

function logo(
  input: EngineJob['input'],
  differs: Partial<EngineJob> = {},
): Promise<EngineOutput[]> {
  const job = jobOf(engine, 'kiln-logo', {
    ...differs,
    input: { width: 256, height: 256, prompt: '陶艺工作室', ...input },
  });
  return engine.run(job, recordingContext());
}

async function trace(picture: Buffer, input: EngineJob['input'] = {}): Promise<EngineOutput> {
  const file = path.join(folder, 'picture.png');
  await writeFile(file, picture);
  const source = { field: 'image', path: file, mediaType: 'image/png', width: 0, height: 0 };
  const job = jobOf(engine, 'kiln-trace', {
    input: { width: 256, height: 256, ...input },
    sources: [source],
  });
  const [output] = await engine.run(job, recordingContext());
  return output!;
}

const textOf = (output: EngineOutput): string => new TextDecoder().decode(output.data);

/** Share of a picture that is not its corner's colour. */
async function inked(output: EngineOutput): Promise<number> {
  const { data, info } = await sharp(output.data)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let other = 0;
  for (let at = 0; at < data.length; at += 3) {
    const apart = [0, 1, 2].some((part) => Math.abs(data[at + part]! - data[part]!) > 40);
    if (apart) other += 1;
  }
  return other / (info.width * info.height);
}

describe('logos from words', () => {
  test('every layout sets Chinese, Latin and both, at the size that was asked for', async () => {
    for (const layout of layouts) {
      for (const text of ['窑火', 'Kiln & Co', '窑火 Kiln', '一二三四五六七八九']) {
        const [output] = await logo({ layout, text, slogan: '手工 since 1999', height: 320 });
        const { width, height, format } = await sharp(output!.data).metadata();
        expect({ layout, width, height, format }).toEqual({
          layout,
          width: 256,
          height: 320,
          format: 'png',
        });
        const share = await inked(output!);
        expect(share).toBeGreaterThan(0.01);
        expect(share).toBeLessThan(0.7);
      }
    }
  });

  test('an SVG has paths only, parses, and is the same picture as the PNG', async () => {
    const wish = { text: '山海 Ridge', layout: 'stacked' };
    const [vector] = await logo({ ...wish, output_format: 'svg' });
    const [pixels] = await logo(wish);
    expect(vector!.mediaType).toBe('image/svg+xml');
    expect(isPlainSvg(textOf(vector!))).toBe(true);
    expect(textOf(vector!)).not.toMatch(/<text|font|NaN/);
    const drawn = await sharp(vector!.data).raw().toBuffer();
    expect(drawn.equals(await sharp(pixels!.data).raw().toBuffer())).toBe(true);
  });

  test('a transparent background lets what is behind through', async () => {
    const [output] = await logo({ text: '窑', transparent: true, layout: 'wordmark' });
    const { channels, isOpaque } = await sharp(output!.data).stats();
    expect(channels).toHaveLength(4);
    expect(isOpaque).toBe(false);
    expect(channels[3]!.max).toBe(255);
  });

  test('several at once are in different layouts, and each can be made again alone', async () => {
    const four = await logo({ text: '窑火' }, { outputs: 4, seed: '7' });
    expect(new Set(four.map(({ parameters }) => parameters['layout'])).size).toBe(4);
    const [third] = await logo({ text: '窑火' }, { seed: '9' });
    expect(Buffer.from(third!.data).equals(Buffer.from(four[2]!.data))).toBe(true);
  });

  test('the name is the field, else what is in quotation marks, else how the words begin', async () => {
    const nameOf = async (input: EngineJob['input']): Promise<unknown> =>
      (await logo(input))[0]!.parameters['text'];
    expect(await nameOf({ prompt: '“窑火”陶艺', text: '山' })).toBe('山');
    expect(await nameOf({ prompt: 'a studio called “Kiln”' })).toBe('Kiln');
    expect(await nameOf({ prompt: '听竹茶室，书法' })).toBe('听竹茶室');
  });

  test('characters that no typeface has are left out, and a name of nothing else is refused', async () => {
    const [output] = await logo({ text: 'Kiln 🦕' });
    expect(output!.parameters['text']).toBe('Kiln');
    const error = await engineErrorFrom(logo({ text: '🦕🦖' }));
    expect(error).toMatchObject({ code: 'invalid-input', retryable: false });
  });

  test('words that look like markup are letters and nothing else', async () => {
    const [output] = await logo({ text: '"><script>', layout: 'wordmark', output_format: 'svg' });
    expect(isPlainSvg(textOf(output!))).toBe(true);
  });
});

describe('logos from a picture', () => {
  const flat = (body: string): Promise<Buffer> =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="200" height="200" fill="#fff"/>${body}</svg>`,
      ),
    )
      .png()
      .toBuffer();
  const shapes =
    '<circle cx="70" cy="70" r="40" fill="#c33"/><path d="M90 180L190 180L140 90Z" fill="#236"/>';

  test('shapes keep their place and colour, and the plain background is gone', async () => {
    const output = await trace(await flat(shapes), {
      layout: 'plain',
      output_format: 'svg',
      colours: 3,
    });
    const svg = textOf(output);
    expect(isPlainSvg(svg)).toBe(true);
    const fills = [...svg.matchAll(/fill="(#[0-9a-f]{6})"/g)].map(([, hex]) => hex!);
    expect(new Set(fills).size).toBe(3);
    expect(fills[0]).toBe('#ffffff');
    // The circle is at the left above, the triangle at the right below.
    const { data } = await sharp(output.data)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number): number[] => [
      ...data.subarray((y * 256 + x) * 3, (y * 256 + x) * 3 + 3),
    ];
    const [red] = at(85, 85);
    expect(red).toBeGreaterThan(150);
    const [, , blue] = at(170, 190);
    expect(blue).toBeGreaterThan(70);
    expect(at(200, 60)).toEqual([255, 255, 255]);
  });

  test('a ring keeps its hole', async () => {
    const ring = await flat(
      '<circle cx="100" cy="100" r="60" fill="none" stroke="#222" stroke-width="24"/>',
    );
    const output = await trace(ring, { layout: 'plain', colours: 2 });
    const { data } = await sharp(output.data)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[(128 * 256 + 128) * 3]).toBe(255);
    expect(data[(128 * 256 + 45) * 3]).toBeLessThan(80);
  });

  test('a name goes with the mark, and the same task gives the same bytes', async () => {
    const picture = await flat(shapes);
    const plain = await trace(picture, { layout: 'plain' });
    const named = await trace(picture, { text: '红日 Sun' });
    expect(Buffer.from(named.data).equals(Buffer.from(plain.data))).toBe(false);
    const again = await trace(picture, { text: '红日 Sun' });
    expect(Buffer.from(named.data).equals(Buffer.from(again.data))).toBe(true);
  });

  test('odd pictures are drawn as far as there is something to draw', async () => {
    const even = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    const one = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    const wide = await sharp({
      create: { width: 30_000, height: 4, channels: 3, background: '#37a' },
    })
      .png()
      .toBuffer();
    for (const picture of [even, one, wide]) {
      const { width, height } = await sharp((await trace(picture)).data).metadata();
      expect([width, height]).toEqual([256, 256]);
    }
  });
});
