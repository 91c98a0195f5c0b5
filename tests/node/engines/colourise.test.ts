import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import type { EngineJob, EngineOutput } from '../../../server/engines/contract/engine.ts';
import { jobOf, recordingContext } from './conformance.ts';
import { addNoise, drawScene, peakSignalToNoise } from './pictures.ts';

const engine = createBuiltinEngine({ processes: 1 });
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-colourise-'));
  await engine.start();
});

afterAll(async () => {
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

async function tint(picture: Uint8Array, input: EngineJob['input']): Promise<EngineOutput> {
  const file = path.join(folder, 'picture.png');
  await writeFile(file, picture);
  const source = { field: 'image', path: file, mediaType: 'image/png', width: 0, height: 0 };
  const job = jobOf(engine, 'kiln-colourise', { input, sources: [source] });
  const [output] = await engine.run(job, recordingContext());
  return output!;
}

const palettes = (): string[] =>
  (engine.schema('kiln-colourise', 'en').properties['palette']!.enum ?? []).map(String);

const greyScene = async (): Promise<Buffer> =>
  (await drawScene(256, 192)).greyscale().png().toBuffer();

async function means(data: Uint8Array): Promise<[r: number, g: number, b: number]> {
  const { channels } = await sharp(data).stats();
  return [channels[0]!.mean, channels[1]!.mean, channels[2]!.mean];
}

describe('tinting', () => {
  test('every palette keeps the lightness and brings colours of its own', async () => {
    const grey = await greyScene();
    const before = await sharp(grey).greyscale().extractChannel(0).raw().toBuffer();
    const seen = new Set<string>();
    for (const palette of palettes()) {
      const { data } = await tint(grey, { palette });
      const after = await sharp(data).greyscale().extractChannel(0).raw().toBuffer();
      expect({ palette, alike: peakSignalToNoise(after, before) > 26 }).toEqual({
        palette,
        alike: true,
      });
      const [r, g, b] = await means(data);
      expect({ palette, coloured: Math.max(r, g, b) - Math.min(r, g, b) > 4 }).toEqual({
        palette,
        coloured: true,
      });
      seen.add([r, g, b].map(Math.round).join(' '));
    }
    expect(seen.size).toBe(palettes().length);
  });

  test('sepia is warm, a cyanotype is blue', async () => {
    const grey = await greyScene();
    const [warm, , warmBlue] = await means((await tint(grey, { palette: 'sepia' })).data);
    expect(warm).toBeGreaterThan(warmBlue + 15);
    const [coldRed, , cold] = await means((await tint(grey, { palette: 'cyanotype' })).data);
    expect(cold).toBeGreaterThan(coldRed + 15);
  });

  test('in a landscape the calm sky is blue and the textured ground green', async () => {
    const width = 256;
    const sky = Buffer.alloc(width * 120, 190);
    const ground = addNoise(Buffer.alloc(width * 120, 110), 30);
    const landscape = await sharp(Buffer.concat([sky, ground]), {
      raw: { width, height: 240, channels: 1 },
    })
      .png()
      .toBuffer();
    const { data } = await tint(landscape, { palette: 'outdoors' });
    const part = async (top: number): Promise<[number, number, number]> =>
      means(await sharp(data).extract({ left: 0, top, width, height: 80 }).png().toBuffer());
    const [skyRed, , skyBlue] = await part(10);
    expect(skyBlue).toBeGreaterThan(skyRed + 10);
    const [groundRed, groundGreen, groundBlue] = await part(150);
    expect(groundGreen).toBeGreaterThan(Math.max(groundRed, groundBlue) + 5);
  });

  test('strength 0 leaves it black and white, and colours of the source are replaced', async () => {
    const colourful = await (await drawScene(128, 96)).png().toBuffer();
    const [r, g, b] = await means((await tint(colourful, { strength: 0 })).data);
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(1.5);
  });

  test('the same task gives the same bytes; beyond 3072 px it is made smaller and says so', async () => {
    const grey = await greyScene();
    const one = await tint(grey, { palette: 'dusk' });
    const other = await tint(grey, { palette: 'dusk' });
    expect(Buffer.from(one.data).equals(Buffer.from(other.data))).toBe(true);
    const wide = await sharp({
      create: { width: 4000, height: 40, channels: 3, background: '#777' },
    })
      .png()
      .toBuffer();
    const small = await tint(wide, {});
    expect([small.width, small.warnings]).toEqual([3072, ['source-made-smaller']]);
  });
});
