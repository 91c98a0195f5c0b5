import { beforeEach, describe, expect, test } from 'vitest';
import { getOriginal } from '../../../src/db/media/media.ts';
import { getThumbnail } from '../../../src/db/media/thumbnails.ts';
import { listWithoutSmallPicture } from '../../../src/db/works/known-works.ts';
import { listWorks } from '../../../src/db/works/works.ts';
import type { UserKey } from '../../../src/domain/ids.ts';
import { sha256Hex } from '../../../src/media/hash.ts';
import { startImport } from '../../../workers/archive-import/client.ts';
import { drawSolid } from '../../../src/features/archive/draw-solid.ts';
import type { ImportProgress } from '../../../workers/archive-import/contract.ts';
import { freshDevice, owner } from '../../fixtures/device.ts';
import { solidPng } from '../../fixtures/png.ts';
import { cubeGlb, cubeObj, cubePly } from '../../fixtures/solids.ts';
import { jsonBytes, zipFile, type ZipFile } from '../../fixtures/zip.ts';

beforeEach(freshDevice);

const works = (person: UserKey = owner) =>
  listWorks({ owner: person, order: 'oldest', limit: 500 });

const picture = (number: number) => solidPng(24, 16, [number % 256, number >> 8, 90]);

function archive(count: number): ZipFile[] {
  return Array.from({ length: count }, (_unused, number): ZipFile[] => [
    { name: `${number}-${number}-a lantern.png`, data: picture(number) },
    {
      name: `${number}-${number}-a lantern.json`,
      data: jsonBytes({ prompt: `a lantern ${number}`, seed: String(number), steps: 20 }),
      deflate: true,
    },
  ]).flat();
}

async function painted(type: string): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(700, 350);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#a33';
  context.fillRect(0, 0, 350, 350);
  return (await canvas.convertToBlob({ type })).bytes();
}

async function bring(files: File[], onProgress: (at: ImportProgress) => void = () => undefined) {
  const session = startImport(drawSolid);
  try {
    const found = await session.inspect(files);
    return { found, end: await session.run({ owner, tell: false }, onProgress) };
  } finally {
    session.stop();
  }
}

describe('an archive', () => {
  test('is told of before it begins, and comes in with originals, blurs and small pictures', async () => {
    const { found, end } = await bring([await zipFile('stable_horde.zip', archive(40))]);
    expect(found).toMatchObject({
      sources: [{ file: 'stable_horde.zip', format: 'stable-ui', works: 40 }],
      works: 40,
      refused: { count: 0 },
    });
    expect(found.bytes).toBe(
      Array.from({ length: 40 }, (_unused, number) => picture(number).length).reduce(
        (sum, bytes) => sum + bytes,
      ),
    );
    expect(end).toMatchObject({ added: 40, known: 0, isFull: false, bytes: found.bytes });
    const [first] = await works();
    expect(first?.thumbhash).not.toBe('');
    expect(await getThumbnail(first!.id)).toMatchObject({ width: 24, height: 16 });
    const original = await getOriginal(first!.id);
    expect(await sha256Hex(original!.blob)).toBe(first!.sha256);
    expect(await listWithoutSmallPicture(owner)).toEqual([]);
  });

  test('adds nothing the second time', async () => {
    const file = await zipFile('stable_horde.zip', archive(30));
    await bring([file]);
    const before = (await works()).map(({ id }) => id);
    const { end } = await bring([file]);
    expect(end).toMatchObject({ added: 0, known: 30 });
    expect((await works()).map(({ id }) => id)).toEqual(before);
  });

  test('of which the import is stopped in the middle goes on when it is given again', async () => {
    const file = await zipFile('stable_horde.zip', archive(200));
    const session = startImport(drawSolid);
    await session.inspect([file]);
    const running = session.run({ owner, tell: false }, ({ added }) => {
      if (added >= 24) session.stop(new Error('enough'));
    });
    await expect(running).rejects.toThrow('enough');
    const cut = await works();
    expect(cut.length).toBeGreaterThan(0);
    expect(cut.length).toBeLessThan(200);
    // All of a change or none of it: no work is here without its file.
    for (const { id } of cut) expect(await getOriginal(id)).toBeDefined();
    const { end } = await bring([file]);
    expect(end.added + end.known).toBe(200);
    expect(end.added).toBe(200 - cut.length);
    expect(await works()).toHaveLength(200);
    // What the first one owed is made up for, too.
    expect(await listWithoutSmallPicture(owner)).toEqual([]);
  });

  test('with a picture that does not decode names it, and brings the others', async () => {
    const files = archive(3);
    files[2] = { ...files[2]!, data: picture(1).slice(0, 70) };
    const { end } = await bring([await zipFile('stable_horde.zip', files)]);
    expect(end.added).toBe(2);
    expect(end.refused.told).toEqual([
      { file: 'stable_horde.zip', entry: '1-1-a lantern.png', reason: 'does-not-decode' },
    ]);
  });
});

test('loose pictures of every type a browser writes come in, small pictures smaller than they are', async () => {
  const files = await Promise.all(
    ['image/png', 'image/jpeg', 'image/webp'].map(
      async (type) => new File([await painted(type)], `one.${type.slice(6)}`),
    ),
  );
  const { end } = await bring(files);
  expect(end).toMatchObject({ added: 3, refused: { count: 0 } });
  for (const work of await works()) {
    expect(work).toMatchObject({ width: 700, height: 350 });
    expect(await getThumbnail(work.id)).toMatchObject({ width: 512, height: 256 });
  }
});

test('3D objects of every kind come in, each with a small picture of its own', async () => {
  const files = [
    new File([cubeGlb()], 'cube.glb'),
    new File([cubePly()], 'cube.ply'),
    new File([cubeObj()], 'cube.obj'),
    new File(['Dear all,\nv 1 2 3 is no corner.'], 'letter.obj'),
  ];
  const { end } = await bring(files);
  expect(end).toMatchObject({ added: 3, refused: { count: 1 } });
  expect(end.refused.told).toEqual([{ file: 'letter.obj', entry: null, reason: 'unknown-type' }]);
  const brought = await works();
  expect(brought.map(({ mediaType }) => mediaType).toSorted()).toEqual([
    'model/gltf-binary',
    'model/obj',
    'model/ply',
  ]);
  for (const { id } of brought) expect(await getThumbnail(id)).toMatchObject({ width: 512 });
});
