import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import type {
  EngineJob,
  EngineOutput,
  EngineSource,
} from '../../../server/engines/contract/engine.ts';
import { engineErrorFrom, jobOf, recordingContext } from './conformance.ts';
import { drawScene, peakSignalToNoise } from './pictures.ts';

const engine = createBuiltinEngine({ processes: 1 });
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-erase-'));
  await engine.start();
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

const sourceOf = (field: string, file: string): EngineSource => ({
  field,
  path: file,
  mediaType: 'image/png',
  width: 0,
  height: 0,
});

const run = (job: EngineJob): Promise<EngineOutput[]> => engine.run(job, recordingContext());

const drawn = (width: number, height: number, shapes: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`,
    ),
  )
    .png()
    .toBuffer();

const onBlack = '<rect width="100%" height="100%" fill="#000"/>';
const scratches =
  '<path d="M0 20 L192 90 M10 128 L150 0" stroke="#fff" stroke-width="3" fill="none"/>';

async function erased(
  picture: Uint8Array,
  mask: Uint8Array,
  { model = 'kiln-erase', ...differs }: Partial<EngineJob> = {},
): Promise<EngineOutput[]> {
  const sources = [
    sourceOf('image', await saved('picture.png', picture)),
    sourceOf('mask', await saved('mask.png', mask)),
  ];
  return run(jobOf(engine, model, { ...differs, sources, input: { grow: 1, ...differs.input } }));
}

const rgb = (data: Uint8Array): Promise<Buffer> => sharp(data).removeAlpha().raw().toBuffer();
const digestable = (output: EngineOutput | undefined): string =>
  Buffer.from(output!.data).toString('base64');

/** A weave that repeats every 12 pixels. */
async function drawWeave(width: number, height: number): Promise<Buffer> {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const thread = (Math.floor(x / 6) + Math.floor(y / 6)) % 2 === 0;
      data.fill(thread ? 190 : 70, (y * width + x) * 3, (y * width + x) * 3 + 3);
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

describe('erasing', () => {
  test('scratches vanish without a trace, and what was not marked stays', async () => {
    const whole = await (await drawScene(192, 128)).png().toBuffer();
    const scratched = await sharp(whole)
      .composite([{ input: await drawn(192, 128, scratches) }])
      .png()
      .toBuffer();
    const [output] = await erased(scratched, await drawn(192, 128, onBlack + scratches));
    expect([output!.width, output!.height]).toEqual([192, 128]);
    const before = peakSignalToNoise(await rgb(scratched), await rgb(whole));
    const after = peakSignalToNoise(await rgb(output!.data), await rgb(whole));
    expect({ before: before < 20, after: after > 32 }).toEqual({ before: true, after: true });
  });

  test('a large thing on a pattern is replaced by the pattern', async () => {
    const weave = await drawWeave(180, 150);
    const thing = '<circle cx="90" cy="75" r="26" fill="#fff"/>';
    const hidden = await sharp(weave)
      .composite([{ input: await drawn(180, 150, thing.replace('#fff', '#c22')) }])
      .png()
      .toBuffer();
    const [output] = await erased(hidden, await drawn(180, 150, onBlack + thing));
    const after = peakSignalToNoise(await rgb(output!.data), await rgb(weave));
    expect(after).toBeGreaterThan(24);
  });

  test('white on black and strokes on nothing mark the same', async () => {
    const picture = await (await drawScene(96, 64)).png().toBuffer();
    const spot = '<circle cx="40" cy="30" r="8" fill="#fff"/>';
    const [plain] = await erased(picture, await drawn(96, 64, onBlack + spot));
    const [stroked] = await erased(picture, await drawn(96, 64, spot));
    expect(digestable(stroked)).toBe(digestable(plain));
  });

  test('the same seed gives the same bytes; each picture of a job can be made again alone', async () => {
    const picture = await (await drawScene(128, 96)).png().toBuffer();
    const mask = await drawn(
      128,
      96,
      `${onBlack}<rect x="30" y="20" width="60" height="50" fill="#fff"/>`,
    );
    const both = await erased(picture, mask, { outputs: 2 });
    expect(both.map((output) => output.seed)).toEqual(['42', '43']);
    const [again] = await erased(picture, mask, { seed: '43' });
    expect(digestable(again)).toBe(digestable(both[1]));
    expect(digestable(both[0])).not.toBe(digestable(both[1]));
  });

  test('what is not marked, or all of it, is answered in words', async () => {
    const picture = await (await drawScene(64, 48)).png().toBuffer();
    const all = await drawn(64, 48, '<rect width="100%" height="100%" fill="#fff"/>');
    for (const mask of [await drawn(64, 48, onBlack), all]) {
      const error = await engineErrorFrom(erased(picture, mask));
      expect(error).toMatchObject({ code: 'invalid-input', retryable: false });
    }
    const damaged = await engineErrorFrom(erased(picture, Buffer.from('no picture')));
    expect(damaged.code).toBe('unsupported-media');
  });

  test('tiny, narrow, very wide and almost wholly marked pictures end well', async () => {
    const cases = [
      [2, 1],
      [5, 5],
      [3, 200],
      [30_000, 24],
      [64, 64],
    ] as const;
    for (const [width, height] of cases) {
      const picture = await sharp({ create: { width, height, channels: 3, background: '#864' } })
        .png()
        .toBuffer();
      // All but the first column.
      const mask = await sharp({ create: { width, height, channels: 3, background: '#fff' } })
        .composite([
          {
            input: {
              create: { width: Math.ceil(width / 40), height, channels: 3, background: '#000' },
            },
            left: 0,
            top: 0,
          },
        ])
        .png()
        .toBuffer();
      const [output] = await erased(picture, mask);
      const [red, green, blue] = (await sharp(output!.data).stats()).channels;
      const colour = [red!.mean, green!.mean, blue!.mean].map(Math.round);
      for (const [index, wanted] of [0x88, 0x66, 0x44].entries())
        expect(Math.abs(colour[index]! - wanted)).toBeLessThan(6);
      if (width > 2048) expect(output!.warnings).toContain('source-made-smaller');
      else expect([output!.width, output!.height]).toEqual([width, height]);
    }
  });
});

describe('inpainting', () => {
  const model = 'kiln-inpainting';
  const half = `${onBlack}<rect x="0" y="0" width="96" height="128" fill="#fff"/>`;

  test('without words the surroundings go on, as by erasing', async () => {
    const picture = await (await drawScene(96, 64)).png().toBuffer();
    const mask = await drawn(96, 64, `${onBlack}<circle cx="50" cy="30" r="9" fill="#fff"/>`);
    const [filled] = await erased(picture, mask);
    const [inpainted] = await erased(picture, mask, { model });
    expect(digestable(inpainted)).toBe(digestable(filled));
  });

  test('words are painted where it is marked, and nowhere else', async () => {
    const grey = await sharp({
      create: { width: 192, height: 128, channels: 3, background: '#808080' },
    })
      .png()
      .toBuffer();
    const spread = async (output: EngineOutput | undefined, left: number): Promise<number> => {
      const part = await sharp(output!.data)
        .extract({ left, top: 0, width: 90, height: 128 })
        .png()
        .toBuffer();
      return Math.max(...(await sharp(part).stats()).channels.map((channel) => channel.stdev));
    };
    for (const prompt of ['sunset over mountains', '日落 雪山']) {
      const [output] = await erased(grey, await drawn(192, 128, half), {
        model,
        input: { prompt },
      });
      const apart = [await spread(output, 0), await spread(output, 101)];
      expect({ prompt, painted: apart[0]! > 8, kept: apart[1]! < 1 }).toEqual({
        prompt,
        painted: true,
        kept: true,
      });
    }
  });

  test('painted pictures of one job have their own seeds, and each can be made again alone', async () => {
    const picture = await (await drawScene(128, 96)).png().toBuffer();
    const mask = await drawn(128, 96, half);
    const input = { prompt: 'sea' };
    const both = await erased(picture, mask, { model, input, outputs: 2 });
    const [again] = await erased(picture, mask, { model, input, seed: '43' });
    expect(digestable(again)).toBe(digestable(both[1]));
    expect(digestable(both[0])).not.toBe(digestable(both[1]));
  });

  test('a single pixel and a very wide stripe are painted too', async () => {
    for (const [width, height] of [
      [9, 9],
      [3_000, 20],
    ] as const) {
      const picture = await sharp({ create: { width, height, channels: 3, background: '#864' } })
        .png()
        .toBuffer();
      const spot = `<rect x="4" y="4" width="${width > 100 ? 2_900 : 1}" height="2" fill="#fff"/>`;
      const mask = await drawn(width, height, onBlack + spot);
      const [output] = await erased(picture, mask, { model, input: { prompt: 'sky', grow: 0 } });
      expect(output!.width).toBe(Math.min(2048, width));
    }
  });
});
