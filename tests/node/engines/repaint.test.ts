import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import type { EngineJob, EngineOutput } from '../../../server/engines/contract/engine.ts';
import { jobOf, recordingContext } from './conformance.ts';
import { drawScene } from './pictures.ts';

const engine = createBuiltinEngine({ processes: 1 });
let folder = '';
let scene = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-repaint-'));
  await engine.start();
  scene = path.join(folder, 'scene.png');
  await writeFile(scene, await (await drawScene(192, 128)).png().toBuffer());
});

afterAll(async () => {
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

async function repaint(
  prompt: string,
  input: EngineJob['input'] = {},
  differs: Partial<EngineJob> = {},
): Promise<EngineOutput[]> {
  const source = { field: 'image', path: scene, mediaType: 'image/png', width: 0, height: 0 };
  const job = jobOf(engine, 'kiln-repaint', {
    ...differs,
    input: { prompt, ...input },
    sources: [source],
  });
  return engine.run(job, recordingContext());
}

async function means(data: Uint8Array | string): Promise<[r: number, g: number, b: number]> {
  const { channels } = await sharp(data).stats();
  return [channels[0]!.mean, channels[1]!.mean, channels[2]!.mean];
}

describe('image to image', () => {
  test('denoising strength decides how far it goes from the picture', async () => {
    const photo = await sharp(scene).removeAlpha().raw().toBuffer();
    const distances = [];
    for (const strength of [0.1, 0.4, 1]) {
      const [output] = await repaint('red sunset', { denoising_strength: strength });
      const made = await sharp(output!.data).removeAlpha().raw().toBuffer();
      distances.push(photo.reduce((sum, level, at) => sum + Math.abs(level - made[at]!), 0));
    }
    expect(distances).toEqual(distances.toSorted((one, other) => one - other));
    expect(distances[0]! / photo.length).toBeLessThan(8);
  });

  test('named colours come through, in both languages', async () => {
    const balance = async (prompt: string): Promise<number> => {
      const [red, , blue] = await means((await repaint(prompt))[0]!.data);
      return red - blue;
    };
    expect(await balance('red')).toBeGreaterThan((await balance('blue')) + 20);
    expect(await balance('红色')).toBeGreaterThan((await balance('蓝色')) + 20);
  });

  test('night is darker than day', async () => {
    const light = async (prompt: string): Promise<number> => {
      const [red, green, blue] = await means((await repaint(prompt))[0]!.data);
      return red + green + blue;
    };
    expect(await light('夜晚')).toBeLessThan((await light('noon')) - 60);
  });

  test('a style that is named is the one it is drawn in', async () => {
    const [ink] = await repaint('水墨');
    const [red, green, blue] = await means(ink!.data);
    expect(Math.max(red, green, blue) - Math.min(red, green, blue)).toBeLessThan(25);
    const [pencil] = await repaint('铅笔');
    const spread = await means(pencil!.data);
    expect(Math.max(...spread) - Math.min(...spread)).toBeLessThan(10);
  });

  test('pictures of one job have their own seeds, and each can be made again alone', async () => {
    const both = await repaint('autumn', {}, { outputs: 2, seed: '4294967295' });
    expect(both.map((output) => output.seed)).toEqual(['4294967295', '0']);
    const [second] = await repaint('autumn', {}, { seed: '0' });
    expect(Buffer.from(second!.data).equals(Buffer.from(both[1]!.data))).toBe(true);
    expect(Buffer.from(both[0]!.data).equals(Buffer.from(both[1]!.data))).toBe(false);
  });

  test('an even picture survives the change of colours', async () => {
    const even = await sharp({
      create: { width: 64, height: 48, channels: 3, background: '#808080' },
    })
      .png()
      .toBuffer();
    const before = scene;
    scene = path.join(folder, 'even.png');
    try {
      await writeFile(scene, even);
      const [output] = await repaint('sunset', { denoising_strength: 0.4 });
      const { channels } = await sharp(output!.data).stats();
      for (const channel of channels) expect(channel.stdev).toBeLessThan(6);
    } finally {
      scene = before;
    }
  });
});
