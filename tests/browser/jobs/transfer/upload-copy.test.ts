import { beforeEach, expect, test } from 'vitest';
import { getMedia, putSource } from '../../../../src/db/media/media.ts';
import type { MediaRow } from '../../../../src/db/schema.ts';
import { sourceLimits } from '../../../../src/domain/source-limits.ts';
import { storeSource } from '../../../../src/features/playground/store-source.ts';
import { sha256Hex } from '../../../../src/media/hash.ts';
import { uploadCopyOf } from '../../../../src/jobs/transfer/upload-copy.ts';
import { freshDevice, keepModels } from '../../../fixtures/device.ts';
import { upscaleItem } from '../../../fixtures/models.ts';

const small = upscaleItem({ model: 'small', upload_max_side: 320 });
const large = upscaleItem({ model: 'large', upload_max_side: null });

async function painted(width: number, height: number, type = 'image/jpeg'): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#c04010';
  context.fillRect(0, 0, width, height / 2);
  return canvas.convertToBlob({ type, quality: 0.95 });
}

async function kept(
  blob: Blob,
  width: number,
  height: number,
  looked: { isTurned?: boolean } = { isTurned: false },
): Promise<MediaRow> {
  const sha256 = (await sha256Hex(blob)) ?? '';
  const facts = { mediaType: blob.type, bytes: blob.size, sha256, width, height, ...looked };
  const media = await getMedia(await putSource({ ...facts, blob, name: 'photo.jpg' }));
  if (!media) throw new Error('nothing was kept');
  return media;
}

beforeEach(async () => {
  await freshDevice();
  await keepModels([small, large]);
});

test('what a model takes travels as it was picked', async () => {
  const photo = await kept(await painted(300, 200), 300, 200);
  expect(await uploadCopyOf(photo, 'small')).toEqual(photo);
  const wide = await kept(await painted(900, 600), 900, 600);
  expect(await uploadCopyOf(wide, 'large')).toEqual(wide);
});

test('a picked JPEG of which nobody knows how it is turned travels as a copy whose pixels are as they are shown', async () => {
  const photo = await kept(await painted(300, 200), 300, 200, {});
  expect(await uploadCopyOf(photo, 'small')).toMatchObject({ role: 'copy', width: 300 });
});

test('for a model that takes less the queue makes the copy, once, and the original stays', async () => {
  const photo = await kept(await painted(900, 600), 900, 600);
  const copy = await uploadCopyOf(photo, 'small');
  expect(copy).toMatchObject({ width: 320, height: 213, mediaType: 'image/jpeg', role: 'copy' });
  expect(copy.sha256).toBe(await sha256Hex(copy.blob));
  const bitmap = await createImageBitmap(copy.blob);
  expect([bitmap.width, bitmap.height]).toEqual([320, 213]);
  // A resumed upload needs the very same bytes, whatever an encoder would make of it another time.
  expect((await uploadCopyOf(photo, 'small')).id).toBe(copy.id);
  expect((await getMedia(photo.id))?.sha256).toBe(photo.sha256);
});

test('a type that a model does not take travels as one it takes', async () => {
  const webp = await kept(await painted(100, 80, 'image/webp'), 100, 80);
  expect(await uploadCopyOf(webp, 'small')).toMatchObject({ mediaType: 'image/png', width: 100 });
});

test('a picked picture is kept as it is, and its copy is ready before the request leaves', async () => {
  const file = new File([await painted(900, 600)], 'holiday.jpg', { type: 'image/jpeg' });
  const stored = await storeSource(file, sourceLimits(small));
  if (!stored.ok) throw new Error(stored.refusal);
  const media = await getMedia(stored.mediaId);
  expect(media).toMatchObject({ width: 900, height: 600, bytes: file.size, name: 'holiday.jpg' });
  const copy = await uploadCopyOf(media!, 'small');
  expect(copy).toMatchObject({ role: 'copy', width: 320, height: 213 });
  expect(copy.createdAtMs).toBe(media!.createdAtMs);
});
