import { beforeEach, expect, test } from 'vitest';
import { prepareSources, sourceAddress } from '../../../src/community/sources.ts';
import { putSource } from '../../../src/db/media/media.ts';
import { sha256Hex } from '../../../src/media/hash.ts';
import { traitsOf } from '../../../src/horde/baselines.ts';
import { freshDevice } from '../../fixtures/device.ts';

const traits = traitsOf('Deliberate Inpainting');

beforeEach(freshDevice);

/** Keeps a picture as the form does. @returns how a request names it */
async function keep(draw: (context: OffscreenCanvasRenderingContext2D) => void): Promise<string> {
  const canvas = new OffscreenCanvas(512, 512);
  draw(canvas.getContext('2d')!);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  const sha256 = await sha256Hex(blob);
  const size = { width: 512, height: 512 };
  await putSource({
    blob,
    mediaType: 'image/png',
    bytes: blob.size,
    sha256,
    name: 'picture.png',
    ...size,
  });
  return sourceAddress(sha256);
}

async function decoded(base64: string) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  const at = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3);
  const isLight = (x: number, y: number) => (at(x, y)[1] ?? 0) > 127;
  return { width: bitmap.width, height: bitmap.height, at, isLight };
}

const twoHalves = () =>
  keep((context) => {
    context.fillStyle = '#c02020';
    context.fillRect(0, 0, 256, 512);
    context.fillStyle = '#2020c0';
    context.fillRect(256, 0, 256, 512);
  });

test('what is marked is painted anew: by a mask, or where the picture is see-through; nothing marked is refused', async () => {
  const image = await twoHalves();
  const mask = await keep((context) => {
    context.fillStyle = '#ffffff';
    context.fillRect(256, 0, 256, 512);
  });
  const byMask = await prepareSources('Inpainting', { image, mask }, traits);
  expect(byMask).toMatchObject({ width: 512, height: 512 });
  const marked = await decoded(byMask.source_mask ?? '');
  expect([marked.isLight(100, 100), marked.isLight(400, 100)]).toEqual([false, true]);

  const holed = await keep((context) => {
    context.fillStyle = '#c02020';
    context.fillRect(0, 0, 512, 256);
  });
  const byHole = await prepareSources('Inpainting', { image: holed }, traits);
  const hole = await decoded(byHole.source_mask ?? '');
  expect([hole.isLight(100, 100), hole.isLight(100, 400)]).toEqual([false, true]);

  await expect(prepareSources('Inpainting', { image }, traits)).rejects.toMatchObject({
    code: 'invalid-input',
    reasons: [{ field: 'mask', reason: 'nothing-marked' }],
  });
});

test('a picture is continued on larger ground that mirrors it, and only that is painted anew', async () => {
  const image = await twoHalves();
  const grown = { left: 0, right: 512, top: 0, bottom: 0 };
  const { width, height, ...prepared } = await prepareSources(
    'Outpainting',
    { image, ...grown },
    traits,
  );
  expect(width).toBeGreaterThan(height);
  const picture = await decoded(prepared.source_image);
  expect(picture).toMatchObject({ width, height });
  const middle = Math.round(height / 2);
  const redness = (share: number) => {
    const [red = 0, , blue = 0] = picture.at(Math.round(width * share), middle);
    return red > blue;
  };
  // Red, blue, and mirrored at the old edge: blue, red.
  expect([redness(0.1), redness(0.4), redness(0.6), redness(0.9)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  const mask = await decoded(prepared.source_mask ?? '');
  expect(
    [0.1, 0.4, 0.6, 0.9].map((share) => mask.isLight(Math.round(width * share), middle)),
  ).toEqual([false, false, true, true]);
  const nothing = { left: 0, right: 0, top: 0, bottom: 0 };
  await expect(prepareSources('Outpainting', { image, ...nothing }, traits)).rejects.toMatchObject({
    reasons: [{ reason: 'no-growth' }],
  });
});
