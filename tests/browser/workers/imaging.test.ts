import { describe, expect, test } from 'vitest';
import { convertPicture, preparePicture } from '../../../workers/imaging/client.ts';
import { solidPng } from '../../fixtures/png.ts';

const limits = {
  maxSidePixels: 4_096,
  maxPixels: 16_000_000,
  acceptTypes: ['image/png', 'image/jpeg', 'image/webp'],
};

async function painted(width: number, height: number, type: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, width / 2, height);
  context.fillStyle = '#0000ff';
  context.fillRect(width / 2, 0, width / 2, height);
  return canvas.convertToBlob({ type, quality: 0.95 });
}

/** The JPEG with an EXIF block that says "turn by 90° clockwise to show". */
async function turned(jpeg: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await jpeg.arrayBuffer());
  const tiff = [
    0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0,
  ];
  const body = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
  const marker = Uint8Array.of(0xff, 0xe1, 0, body.length + 2, ...body);
  return new Blob([bytes.subarray(0, 2), marker, bytes.subarray(2)], { type: 'image/jpeg' });
}

describe('a picked picture', () => {
  test('that fits stays byte for byte what it was, and travels itself', async () => {
    const png = new Blob([solidPng(40, 30, [1, 2, 3])], { type: '' });
    const { original, copy } = await preparePicture(png, limits);
    expect(copy).toBeNull();
    expect(original).toMatchObject({ width: 40, height: 30, mediaType: 'image/png' });
    expect(original.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await original.blob.bytes()).toEqual(solidPng(40, 30, [1, 2, 3]));
  });

  test('is known by its bytes, not by what it is called', async () => {
    const lying = new Blob([solidPng(8, 8, [1, 2, 3])], { type: 'image/jpeg' });
    const { original } = await preparePicture(lying, limits);
    expect([original.mediaType, original.blob.type]).toEqual(['image/png', 'image/png']);
  });

  test('from a turned camera travels turned, and stays as it was', async () => {
    const photo = await turned(await painted(200, 100, 'image/jpeg'));
    const { original, copy } = await preparePicture(photo, limits);
    expect(original).toMatchObject({ width: 100, height: 200, bytes: photo.size });
    expect(await original.blob.bytes()).toEqual(await photo.bytes());
    expect(copy).toMatchObject({ width: 100, height: 200, mediaType: 'image/jpeg' });
    const again = await preparePicture(copy!.blob, limits);
    expect(again).toMatchObject({ original: { width: 100, height: 200 }, copy: null });
  });

  test('larger than the model takes travels smaller, in its shape', async () => {
    const wide = await painted(1_200, 600, 'image/png');
    const { original, copy } = await preparePicture(wide, { ...limits, maxSidePixels: 512 });
    expect(original).toMatchObject({ width: 1_200, height: 600, bytes: wide.size });
    expect(copy).toMatchObject({ width: 512, height: 256 });
    expect(copy!.sha256).not.toBe(original.sha256);
    const square = await painted(1_000, 1_000, 'image/png');
    const byArea = await preparePicture(square, { ...limits, maxPixels: 250_000 });
    expect(byArea.copy).toMatchObject({ width: 500, height: 500 });
  });

  test('of a type the model does not take travels as one it takes', async () => {
    const webp = await painted(64, 64, 'image/webp');
    const { copy } = await preparePicture(webp, { ...limits, acceptTypes: ['image/jpeg'] });
    expect([copy?.mediaType, copy?.blob.type]).toEqual(['image/jpeg', 'image/jpeg']);
  });

  test('that is no picture is refused with a code', async () => {
    await expect(preparePicture(new Blob(['hello']), limits)).rejects.toMatchObject({
      code: 'unsupported-media',
    });
  });

  test('that the person no longer wants ends with their reason', async () => {
    const aborter = new AbortController();
    const wanted = preparePicture(await painted(900, 900, 'image/png'), limits, aborter.signal);
    aborter.abort(new Error('another one was picked'));
    await expect(wanted).rejects.toThrow('another one');
    const next = await preparePicture(await painted(9, 9, 'image/png'), limits);
    expect(next.original.width).toBe(9);
  });
});

test('a download is converted, and transparency becomes white in a JPEG', async () => {
  const canvas = new OffscreenCanvas(10, 10);
  canvas.getContext('2d');
  const clear = await canvas.convertToBlob({ type: 'image/png' });
  const jpeg = await convertPicture(clear, 'JPG');
  expect(jpeg.type).toBe('image/jpeg');
  const shown = new OffscreenCanvas(10, 10).getContext('2d')!;
  shown.drawImage(await createImageBitmap(jpeg), 0, 0);
  expect([...shown.getImageData(5, 5, 1, 1).data]).toEqual([255, 255, 255, 255]);
  expect((await convertPicture(jpeg, 'WEBP')).type).toBe('image/webp');
  expect(await convertPicture(jpeg, 'JPG')).toBe(jpeg);
});
