import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/engines/builtin/engine.ts';
import type { EngineJob, EngineOutput } from '../../../server/engines/engine.ts';
import { engineErrorFrom, jobOf, recordingContext } from './conformance.ts';
import { drawScene, tinyPngClaiming } from './pictures.ts';

const engine = createBuiltinEngine({ threads: 1 });
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-builtin-'));
  await engine.start();
  await writeFile(
    path.join(folder, 'scene.png'),
    await (await drawScene(192, 128)).png().toBuffer(),
  );
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

const run = (job: EngineJob): Promise<EngineOutput[]> => engine.run(job, recordingContext());

describe('hostile and odd pictures', () => {
  const tools = [
    'kiln-upscale',
    'kiln-restore',
    'kiln-stylise',
    'kiln-condition',
    'kiln-colourise',
    'kiln-repaint',
    'kiln-scribble',
    'kiln-motion',
    'kiln-cutout',
  ] as const;
  /** These make pictures of another size, or want a mask; they read as the others do. */
  const readers = [
    ...tools,
    'kiln-trace',
    'kiln-solid',
    'kiln-erase',
    'kiln-inpainting',
    'kiln-outpaint',
    'kiln-product',
    'kiln-replace',
  ] as const;
  const scene = () => readFile(path.join(folder, 'scene.png'));

  test('a decompression bomb is refused before it is unpacked', async () => {
    const file = await saved('bomb.png', tinyPngClaiming(30_000, 30_000));
    for (const tool of readers) {
      const error = await engineErrorFrom(run(withPicture(tool, file)));
      expect(error).toMatchObject({ code: 'too-large', retryable: false });
    }
  });

  test('truncated, foreign and missing files are named as such', async () => {
    const jpeg = await sharp(await scene())
      .jpeg()
      .toBuffer();
    const truncated = await saved('truncated.jpg', jpeg.subarray(0, jpeg.length / 2));
    const vector = await saved(
      'vector.png',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    );
    const bitmap = await saved('picture.bmp', Buffer.from('BM6\0\0\0\0\0\0\0'));
    const empty = await saved('empty.png', Buffer.alloc(0));
    for (const tool of readers) {
      for (const file of [truncated, vector, bitmap, empty]) {
        const error = await engineErrorFrom(run(withPicture(tool, file)));
        expect({ file, code: error.code }).toEqual({ file, code: 'unsupported-media' });
      }
      const missing = await engineErrorFrom(
        run(withPicture(tool, path.join(folder, 'nowhere.png'))),
      );
      expect(missing.code).toBe('source-missing');
    }
  });

  test('1×1, CMYK, 16 bit, grey, animated and wrongly named pictures are handled', async () => {
    const source = await scene();
    const frames = await Promise.all(
      ['#f00', '#0f0'].map((background) =>
        sharp({ create: { width: 40, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const odd: Record<string, Uint8Array> = {
      'one.png': await sharp({ create: { width: 1, height: 1, channels: 3, background: '#123' } })
        .png()
        .toBuffer(),
      'cmyk.jpg': await sharp(source).toColourspace('cmyk').jpeg().toBuffer(),
      'deep.png': await sharp(source).toColourspace('rgb16').png().toBuffer(),
      'grey.png': await sharp(source).greyscale().png().toBuffer(),
      'moving.gif': await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
      'really-webp.png': await sharp(source).webp().toBuffer(),
    };
    for (const [name, data] of Object.entries(odd)) {
      const file = await saved(name, data);
      const { width, height } =
        name === 'moving.gif' ? { width: 40, height: 30 } : await sharp(data).metadata();
      for (const tool of tools) {
        // A film has sizes of its own (film.test.ts).
        if (tool === 'kiln-motion') continue;
        const [output] = await run(withPicture(tool, file));
        const factor = tool === 'kiln-upscale' ? 2 : 1;
        expect([tool, name, output!.width, output!.height]).toEqual([
          tool,
          name,
          width * factor,
          height * factor,
        ]);
        if (name === 'moving.gif') expect(output!.warnings).toContain('first-frame-only');
      }
    }
  });

  test('a 30,000 px wide picture is restored, and too wide to enlarge', async () => {
    const wide = await sharp({
      create: { width: 30_000, height: 24, channels: 3, background: '#864' },
    })
      .png()
      .toBuffer();
    const file = await saved('panorama.png', wide);
    const [restored] = await run(withPicture('kiln-restore', file));
    expect([restored!.width, restored!.mediaType]).toEqual([30_000, 'image/png']);
    const error = await engineErrorFrom(run(withPicture('kiln-upscale', file)));
    expect(error.code).toBe('too-large');
  });

  test('an EXIF rotation is applied', async () => {
    const rotated = await sharp(await scene())
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const file = await saved('rotated.jpg', rotated);
    const [output] = await run(withPicture('kiln-upscale', file, { scale: 2 }));
    expect([output!.width, output!.height]).toEqual([256, 384]);
  });
});
