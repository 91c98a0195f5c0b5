import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import { readStyle } from '../../../server/workshop/same-style/card.ts';
import type {
  EngineJob,
  EngineOutput,
  EngineSource,
} from '../../../server/engines/contract/engine.ts';
import { engineErrorFrom, jobOf, recordingContext } from './conformance.ts';
import { zipOf, type Packed } from './lying-zip.ts';
import { drawScene, tinyPngClaiming } from './pictures.ts';

const engine = createBuiltinEngine({ processes: 1 });
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-train-'));
  await engine.start();
});

afterAll(async () => {
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

const tinted = async (colour: string): Promise<Buffer> =>
  sharp(await (await drawScene(128, 96)).png().toBuffer())
    .tint(colour)
    .png()
    .toBuffer();

async function warmSet(): Promise<Packed[]> {
  const colours = ['#e06010', '#d84818', '#f08020', '#c85010'];
  return Promise.all(
    colours.map(async (colour, index) => ({ name: `p${index}.png`, data: await tinted(colour) })),
  );
}

async function train(zip: Buffer, input: EngineJob['input'] = {}): Promise<EngineOutput> {
  const file = path.join(folder, 'set.zip');
  await writeFile(file, zip);
  const source = {
    field: 'training_zip',
    path: file,
    mediaType: 'application/zip',
    width: 0,
    height: 0,
  };
  const job = jobOf(engine, 'kiln-train', {
    input: { model_name: '暖色 Warm', ...input },
    sources: [source],
  });
  const [output] = await engine.run(job, recordingContext());
  return output!;
}

async function sourceOf(field: string, data: Uint8Array): Promise<EngineSource> {
  const file = path.join(folder, `${field}.png`);
  await writeFile(file, data);
  return { field, path: file, mediaType: 'image/png', width: 0, height: 0 };
}

async function warmth(output: EngineOutput): Promise<number> {
  const { channels } = await sharp(output.data).stats();
  return channels[0]!.mean - channels[2]!.mean;
}

describe('training a style', () => {
  test('what was learnt comes as a picture that carries it, the same bytes each time', async () => {
    const zip = zipOf(await warmSet());
    const card = await train(zip);
    expect(await sharp(card.data).metadata()).toMatchObject({
      format: 'png',
      width: 768,
      height: 768,
    });
    expect(card.parameters).toMatchObject({ model_name: '暖色 Warm', pictures: 4, skipped: 0 });
    const style = readStyle(Buffer.from(card.data));
    expect(style!.name).toBe('暖色 Warm');
    // More yellow than blue, more red than green.
    expect(style!.colours.mean[2]).toBeGreaterThan(0.04);
    expect(style!.colours.mean[1]).toBeGreaterThan(0.02);
    const again = await train(zip);
    expect(Buffer.from(again.data).equals(Buffer.from(card.data))).toBe(true);
  });

  test('painter, image to image and same style take it over, as far as its strength says', async () => {
    const card = await train(zipOf(await warmSet()));
    const style = await sourceOf('style_image', card.data);
    const image = await sourceOf('image', await tinted('#4080c0'));
    const size = { width: 128, height: 128 };
    const wishes: readonly [model: string, input: EngineJob['input'], sources: EngineSource[]][] = [
      ['kiln-painter', { prompt: 'sea, day, blue', ...size }, []],
      ['kiln-repaint', { prompt: 'blue', denoising_strength: 0.2 }, [image]],
    ];
    for (const [model, input, sources] of wishes) {
      const results = [];
      for (const style_strength of [0, 0.5, 1]) {
        const job = jobOf(engine, model, {
          input: { ...input, style_strength },
          sources: [...sources, style],
        });
        const [output] = await engine.run(job, recordingContext());
        expect(output!.parameters).toMatchObject({ style_strength, trained_style: '暖色 Warm' });
        results.push(await warmth(output!));
      }
      expect(results).toEqual(results.toSorted((one, other) => one - other));
      expect(results[2]! - results[0]!).toBeGreaterThan(30);
    }
    const job = jobOf(engine, 'kiln-same-style', {
      input: { denoising_strength: 1 },
      sources: [image, style],
    });
    expect(await warmth((await engine.run(job, recordingContext()))[0]!)).toBeGreaterThan(20);
  });

  test('files that are no pictures, damaged or lie about themselves are passed over', async () => {
    const set = await warmSet();
    const picture = set[0]!.data;
    const odd: Packed[] = [
      { name: 'readme.txt', data: Buffer.from('hello') },
      { name: '__MACOSX/p0.png', data: picture },
      { name: 'words.png', data: Buffer.from('not a picture') },
      { name: 'half.png', data: picture.subarray(0, 200) },
      { name: 'lies.png', data: picture, claims: { crc: 1 } },
      { name: 'longer.png', data: picture, claims: { bytes: picture.length - 10 } },
      { name: 'bomb.png', data: tinyPngClaiming(30_000, 30_000) },
      { name: 'strange.png', data: picture, claims: { method: 97 } },
      { name: '../../outside.png', data: picture, stored: true },
    ];
    const { parameters } = await train(zipOf([...set, ...odd]));
    expect(parameters).toMatchObject({ pictures: 4, skipped: 6 });
  });

  test('a zip that unpacks to far more than it says costs no more than it says', async () => {
    const zeros = Buffer.alloc(64 * 1024 * 1024);
    const bombs = Array.from({ length: 3 }, (_, index) => ({
      name: `b${index}.png`,
      data: zeros,
      claims: { bytes: 1000, crc: 0 },
    }));
    const error = await engineErrorFrom(train(zipOf(bombs)));
    expect(error).toMatchObject({ code: 'invalid-input', retryable: false });
    const honest = Array.from({ length: 40 }, (_, index) => ({
      name: `h${index}.png`,
      data: Buffer.from('x'),
      claims: { bytes: 39 * 1024 * 1024 },
    }));
    expect(await engineErrorFrom(train(zipOf(honest)))).toMatchObject({ code: 'too-large' });
  });

  test('what is no zip, cut off, locked, or of too few pictures is refused in words', async () => {
    const zip = zipOf(await warmSet());
    const locked = zipOf((await warmSet()).map((file) => ({ ...file, claims: { flags: 1 } })));
    for (const data of [Buffer.from('nothing'), zip.subarray(0, zip.length - 30), locked]) {
      const error = await engineErrorFrom(train(data));
      expect(error).toMatchObject({ code: 'unsupported-media', retryable: false });
    }
    const few = await engineErrorFrom(train(zipOf((await warmSet()).slice(0, 2))));
    expect(few).toMatchObject({ code: 'invalid-input', retryable: false });
    expect(few.message).toContain('2 could be read');
  });

  test('a forged or damaged card is a picture like any other', async () => {
    const card = await train(zipOf(await warmSet()));
    const text = Buffer.from(card.data).toString('latin1');
    const forged = Buffer.from(text.replace('"tones":[', '"tones":[9e9,'), 'latin1');
    expect(readStyle(forged)).toBeNull();
    expect(readStyle(Buffer.from('short'))).toBeNull();
    const endless = Buffer.from(card.data);
    endless.writeUInt32BE(0xffffffff, 33);
    expect(readStyle(endless)).toBeNull();
  });
});
