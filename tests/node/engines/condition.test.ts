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
const maps = ['canny', 'scribble', 'hough'] as const;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-condition-'));
  await engine.start();
});

afterAll(async () => {
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

async function mapOf(picture: Uint8Array, input: EngineJob['input']): Promise<EngineOutput> {
  const file = path.join(folder, 'picture.png');
  await writeFile(file, picture);
  const source = { field: 'image', path: file, mediaType: 'image/png', width: 0, height: 0 };
  const job = jobOf(engine, 'kiln-condition', { input, sources: [source] });
  const [output] = await engine.run(job, recordingContext());
  return output!;
}

async function levels(output: EngineOutput): Promise<{ data: Buffer; width: number }> {
  const { data, info } = await sharp(output.data)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width };
}

const fromVector = (body: string): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="192"><rect width="256" height="192" fill="#234"/>${body}</svg>`,
    ),
  )
    .png()
    .toBuffer();

const box = '<rect x="60" y="40" width="130" height="100" fill="#fd8"/>';
const disc = '<circle cx="128" cy="96" r="40" fill="#fd8"/>';

/** Distance of a pixel from the outline of `box`. */
function fromOutline(x: number, y: number): number {
  const dx = Math.max(60 - x, x - 190);
  const dy = Math.max(40 - y, y - 140);
  return dx > 0 && dy > 0 ? Math.hypot(dx, dy) : Math.abs(Math.max(dx, dy));
}

describe('line maps', () => {
  test('each follows the outline of a box, white on black, and marks nothing else', async () => {
    const picture = await fromVector(box);
    for (const map of maps) {
      const { data, width } = await levels(await mapOf(picture, { control_type: map }));
      let white = 0;
      let astray = 0;
      // A scribble is broad.
      const near = map === 'scribble' ? 6 : 3;
      for (const [index, level] of data.entries()) {
        if (level < 128) continue;
        white += 1;
        if (fromOutline(index % width, Math.floor(index / width)) > near) astray += 1;
      }
      expect({ map, astray }).toEqual({ map, astray: 0 });
      // The outline is 460 px long.
      expect({ map, complete: white > 400 }).toEqual({ map, complete: true });
    }
  });

  test('Canny edges are one pixel thin, a scribble is broad', async () => {
    const picture = await fromVector(disc);
    const white = async (map: string): Promise<number> =>
      (await levels(await mapOf(picture, { control_type: map }))).data.filter(
        (level) => level > 128,
      ).length;
    const around = 2 * Math.PI * 40;
    const thin = await white('canny');
    expect(thin).toBeGreaterThan(0.85 * around);
    expect(thin).toBeLessThan(1.25 * around);
    expect(await white('scribble')).toBeGreaterThan(2 * thin);
  });

  test('straight lines are what Hough keeps: of a box all, of small rings nothing', async () => {
    const ring = (x: number, y: number): string =>
      `<circle cx="${x}" cy="${y}" r="9" fill="none" stroke="#fd8" stroke-width="3"/>`;
    const rings = await fromVector([60, 120, 180].map((x) => ring(x, 90)).join(''));
    const { data } = await levels(await mapOf(rings, { control_type: 'hough', detail: 0 }));
    expect(Math.max(...data)).toBe(0);
  });

  test('an even picture has no lines', async () => {
    const even = await fromVector('');
    for (const map of maps) {
      const { data } = await levels(await mapOf(even, { control_type: map, detail: 1 }));
      expect({ map, brightest: Math.max(...data) }).toEqual({ map, brightest: 0 });
    }
  });

  test('more detail draws more, the same task gives the same bytes, and it is a PNG', async () => {
    const picture = await (await drawScene(256, 192)).png().toBuffer();
    for (const map of maps) {
      const few = await mapOf(picture, { control_type: map, detail: 0 });
      const many = await mapOf(picture, { control_type: map, detail: 1 });
      const sum = async (output: EngineOutput): Promise<number> =>
        (await levels(output)).data.reduce((total, level) => total + level, 0);
      expect(await sum(many)).toBeGreaterThan(await sum(few));
      const again = await mapOf(picture, { control_type: map, detail: 1 });
      expect(Buffer.from(again.data).equals(Buffer.from(many.data))).toBe(true);
      expect((await sharp(many.data).metadata()).format).toBe('png');
      expect(many.mediaType).toBe('image/png');
    }
  });

  test('a picture beyond 2048 px is made smaller and says so', async () => {
    const wide = await sharp({
      create: { width: 4096, height: 64, channels: 3, background: '#579' },
    })
      .png()
      .toBuffer();
    const output = await mapOf(wide, {});
    expect([output.width, output.height]).toEqual([2048, 32]);
    expect(output.warnings).toEqual(['source-made-smaller']);
  });
});
