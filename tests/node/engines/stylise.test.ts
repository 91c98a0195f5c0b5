import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import type { Engine, EngineJob, EngineOutput } from '../../../server/engines/contract/engine.ts';
import { jobOf, recordingContext } from './conformance.ts';
import { drawScene } from './pictures.ts';

const engine = createBuiltinEngine({ processes: 1 });
const styles = ['watercolour', 'oil', 'pencil', 'ink', 'cartoon'] as const;
let folder = '';
let scene = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-stylise-'));
  await engine.start();
  scene = await saved('scene.png', await (await drawScene(192, 128)).png().toBuffer());
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

async function stylise(
  file: string,
  input: EngineJob['input'],
  differs: Partial<EngineJob> = {},
  by: Engine = engine,
): Promise<EngineOutput> {
  const source = { field: 'image', path: file, mediaType: 'image/png', width: 0, height: 0 };
  const job = jobOf(by, 'kiln-stylise', { ...differs, input, sources: [source] });
  const [output] = await by.run(job, recordingContext());
  return output!;
}

const digest = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

async function means(data: Uint8Array | string): Promise<number[]> {
  const { channels } = await sharp(data).removeAlpha().stats();
  return channels.map((channel) => channel.mean);
}

describe('photo styles', () => {
  test('the same seed gives the same bytes in another thread; the styles differ', async () => {
    const found = [];
    for (const style of styles) found.push(digest((await stylise(scene, { style })).data));
    expect(new Set(found).size).toBe(styles.length);
    const other = createBuiltinEngine({ processes: 1 });
    await other.start();
    try {
      for (const [index, style] of styles.entries()) {
        const again = await stylise(scene, { style }, {}, other);
        expect({ style, bytes: digest(again.data) }).toEqual({ style, bytes: found[index] });
      }
    } finally {
      await other.stop();
    }
  });

  test('another seed lays other strokes, and the output tells its seed', async () => {
    for (const style of ['watercolour', 'oil', 'pencil', 'ink'] as const) {
      const one = await stylise(scene, { style }, { seed: '1' });
      const other = await stylise(scene, { style }, { seed: '4294967295' });
      expect(digest(one.data)).not.toBe(digest(other.data));
      expect([other.seed, other.parameters['seed']]).toEqual(['4294967295', '4294967295']);
    }
  });

  test('oil and cartoon keep the colours of the photo', async () => {
    const before = await means(scene);
    for (const style of ['oil', 'cartoon'] as const) {
      const after = await means((await stylise(scene, { style })).data);
      for (const [part, mean] of before.entries()) {
        expect(Math.abs(after[part]! - mean)).toBeLessThan(20);
      }
    }
  });

  test('a pencil drawing is grey on light paper, and darker where the photo is', async () => {
    const halves = await sharp({
      create: { width: 128, height: 96, channels: 3, background: '#e8c020' },
    })
      .composite([
        {
          input: await sharp({
            create: { width: 64, height: 96, channels: 3, background: '#102050' },
          })
            .png()
            .toBuffer(),
          left: 0,
          top: 0,
        },
      ])
      .png()
      .toBuffer();
    const { data } = await stylise(await saved('halves.png', halves), { style: 'pencil' });
    const side = async (left: number): Promise<number[]> =>
      means(await sharp(data).extract({ left, top: 8, width: 48, height: 80 }).png().toBuffer());
    const dark = await side(8);
    const light = await side(72);
    expect(dark[1]!).toBeLessThan(light[1]! - 80);
    for (const [r, g, b] of [dark, light]) {
      expect(Math.max(r!, g!, b!) - Math.min(r!, g!, b!)).toBeLessThan(12);
    }
  });

  test('higher detail stays closer to the photo', async () => {
    const photo = await sharp(scene).removeAlpha().raw().toBuffer();
    const distance = async (detail: number): Promise<number> => {
      const { data } = await stylise(scene, { style: 'oil', detail });
      const painted = await sharp(data).removeAlpha().raw().toBuffer();
      return photo.reduce((sum, level, index) => sum + Math.abs(level - painted[index]!), 0);
    };
    expect(await distance(1)).toBeLessThan(await distance(0));
  });

  test('a picture beyond 2048 px is made smaller and says so', async () => {
    const wide = await sharp({
      create: { width: 3000, height: 90, channels: 3, background: '#579' },
    })
      .png()
      .toBuffer();
    const output = await stylise(await saved('wide.png', wide), { style: 'pencil' });
    expect([output.width, output.height]).toEqual([2048, 61]);
    expect(output.warnings).toEqual(['source-made-smaller']);
  });

  test('transparent parts become paper', async () => {
    const clear = await sharp({
      create: { width: 64, height: 64, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { data } = await stylise(await saved('clear.png', clear), { style: 'ink' });
    for (const mean of await means(data)) expect(mean).toBeGreaterThan(200);
  });

  test('every style manages a single pixel and a line', async () => {
    for (const [width, height] of [
      [1, 1],
      [300, 1],
      [1, 300],
    ] as const) {
      const tiny = await sharp({ create: { width, height, channels: 3, background: '#a53' } })
        .png()
        .toBuffer();
      const file = await saved('tiny.png', tiny);
      for (const style of styles) {
        const output = await stylise(file, { style });
        expect([style, output.width, output.height]).toEqual([style, width, height]);
      }
    }
  });
});
