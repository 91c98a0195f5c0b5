import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { validateBytes } from 'gltf-validator';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import { latheMesh } from '../../../server/workshop/solid/lathe.ts';
import { signedVolume, type Mesh } from '../../../server/workshop/solid/mesh.ts';
import { reliefMeshes } from '../../../server/workshop/solid/relief.ts';
import type { EngineJob, EngineOutput } from '../../../server/engines/contract/engine.ts';
import { engineErrorFrom, jobOf, recordingContext } from './conformance.ts';
import { drawScene } from './pictures.ts';

const engine = createBuiltinEngine({ processes: 1 });
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kiln-solid-'));
  await engine.start();
});

afterAll(async () => {
  await engine.stop();
  await rm(folder, { recursive: true, force: true });
});

async function make(picture: Buffer, input: EngineJob['input']): Promise<EngineOutput> {
  const file = path.join(folder, 'picture.png');
  await writeFile(file, picture);
  const sources = [{ field: 'image', path: file, mediaType: 'image/png', width: 0, height: 0 }];
  const job = jobOf(engine, 'kiln-solid', { input: { detail: 0, ...input }, sources });
  const [output] = await engine.run(job, recordingContext());
  return output!;
}

const vase = (): Promise<Buffer> =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="240"><rect width="200" height="240" fill="#f4f1ea"/><path d="M80 30H120L118 80C160 120 150 190 120 210H80C50 190 40 120 82 80Z" fill="#1c3f7a"/></svg>',
    ),
  )
    .png()
    .toBuffer();

/** Edges that do not belong to exactly two triangles, places being one where they are the same to a micron. */
function openEdges(meshes: readonly Mesh[]): number {
  const places = new Map<string, number>();
  const edges = new Map<string, number>();
  for (const { positions, indices } of meshes) {
    const place = (vertex: number): number => {
      const key = [0, 1, 2].map((k) => Math.round(positions[vertex * 3 + k]! * 1e6)).join(' ');
      const known = places.get(key) ?? places.size;
      places.set(key, known);
      return known;
    };
    for (let at = 0; at < indices.length; at += 3) {
      const corners = [0, 1, 2].map((k) => place(indices[at + k]!));
      for (let k = 0; k < 3; k += 1) {
        const [from, to] = [corners[k]!, corners[(k + 1) % 3]!];
        if (from === to) continue;
        // Each edge is walked once in each direction by its two triangles.
        const [key, way] = from < to ? [`${from} ${to}`, 1] : [`${to} ${from}`, -1];
        edges.set(key, (edges.get(key) ?? 0) + way);
      }
    }
  }
  return [...edges.values()].filter((walked) => walked !== 0).length;
}

describe('solids from a picture', () => {
  test('each kind is a GLB without an error, with a poster, the same bytes each time', async () => {
    const scene = await (await drawScene(160, 120)).png().toBuffer();
    for (const [mode, picture] of [
      ['relief', scene],
      ['lithophane', scene],
      ['lathe', await vase()],
    ] as const) {
      const made = await make(picture, { mode });
      expect(made.mediaType).toBe('model/gltf-binary');
      const { issues, info } = await validateBytes(new Uint8Array(made.data));
      expect({
        mode,
        ...issues,
        messages: issues.messages.filter(({ severity }) => severity < 2),
      }).toMatchObject({
        mode,
        numErrors: 0,
        numWarnings: 0,
        messages: [],
      });
      expect(info.hasTextures).toBe(mode !== 'lithophane');
      expect(info.totalTriangleCount).toBeGreaterThan(5_000);
      expect((await sharp(made.poster).metadata()).format).toBe('webp');
      const again = await make(picture, { mode });
      expect(Buffer.from(again.data).equals(Buffer.from(made.data))).toBe(true);
      expect(Buffer.from(again.poster!).equals(Buffer.from(made.poster!))).toBe(true);
    }
  });

  test('a relief and a turned solid are closed all around and face outwards', () => {
    const data = Float32Array.from({ length: 12 * 9 }, (_, index) => ((index * 37) % 11) / 10);
    const { front, body } = reliefMeshes({ data, columns: 12, rows: 9 }, 4 / 3, 0.2, 0.05);
    expect(openEdges([front, body])).toBe(0);
    expect(signedVolume([front, body])).toBeGreaterThan(0);
    const radii = Float32Array.from({ length: 20 }, (_, ring) => 0.1 + 0.02 * (ring % 5));
    const turned = latheMesh({ radii, axis: 0.5, top: 0, height: 1, across: 1 });
    expect(openEdges([turned])).toBe(0);
    // Between a cylinder of the least and one of the greatest radius.
    const volume = signedVolume([turned]) / 6;
    expect(volume).toBeGreaterThan(Math.PI * 0.1 ** 2 * 0.9);
    expect(volume).toBeLessThan(Math.PI * 0.18 ** 2);
  });

  test('a lathe keeps the outline: narrow neck, wide belly', async () => {
    const made = await make(await vase(), { mode: 'lathe' });
    const poster = await sharp(made.poster).greyscale().raw().toBuffer({ resolveWithObject: true });
    const { width } = poster.info;
    const span = (row: number): number => {
      const line = poster.data.subarray(row * width, (row + 1) * width);
      return line.filter((level) => level < 150).length;
    };
    const rows = Array.from({ length: poster.info.height }, (_, row) => span(row));
    const filled = rows.filter((length) => length > 0);
    const neck = filled[Math.floor(filled.length * 0.15)]!;
    const belly = Math.max(...filled);
    expect(belly / neck).toBeGreaterThan(1.8);
  });

  test('a picture without one thing on a plain background can’t be turned, in words', async () => {
    const even = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#777' } })
      .png()
      .toBuffer();
    for (const picture of [even, await sharp(even).resize(1, 1).png().toBuffer()]) {
      const error = await engineErrorFrom(make(picture, { mode: 'lathe' }));
      expect(error).toMatchObject({ code: 'invalid-input', retryable: false });
    }
  });

  test('extreme shapes become reliefs all the same', async () => {
    for (const [width, height] of [
      [1, 1],
      [30_000, 4],
      [3, 9000],
    ] as const) {
      const picture = await sharp({ create: { width, height, channels: 3, background: '#864' } })
        .png()
        .toBuffer();
      const { issues } = await validateBytes(new Uint8Array((await make(picture, {})).data));
      expect(issues.numErrors).toBe(0);
    }
  });
});
