import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import type { Horde } from '../../../src/community/horde.ts';
import { estimateKudos } from '../../../src/community/kudos.ts';
import { pictureModelId, toolId } from '../../../src/horde/model-ids.ts';
import type { HordeRequest } from '../../../src/horde/request.ts';
import { freshDevice } from '../../fixtures/device.ts';

const asked: HordeRequest[] = [];
const horde = {
  cost: (request: HordeRequest) => {
    asked.push(request);
    return Promise.resolve(12.34);
  },
} as unknown as Horde;
const photo = { width: 1_200, height: 600 };

beforeEach(async () => {
  await freshDevice();
  asked.length = 0;
});

test('a picture that grows is priced at the size that it grows to, and nothing of it leaves', async () => {
  const model = pictureModelId('Outpainting', 'Deliberate');
  const borders = { left: 300, right: 300, top: 0, bottom: 0 };
  const price = await estimateKudos(horde, model, borders, photo);
  expect(price).toEqual({ kudos: 12.3, isShort: false, left: null });
  const [request] = asked;
  const { width, height } = request!.params;
  expect(width / height).toBeGreaterThan(2.5);
  expect(request).toMatchObject({
    source_processing: 'outpainting',
  });
  expect(request!.source_mask).toBe(request!.source_image);
  expect(request!.source_image!.length).toBeLessThan(200);

  // Without a picture nobody knows how large it becomes, and of nothing there is no price.
  await expect(estimateKudos(horde, model, borders, null)).rejects.toMatchObject({
    code: 'source-missing',
  });
  await expect(estimateKudos(horde, model, {}, photo)).rejects.toMatchObject({
    code: 'invalid-input',
  });
  expect(asked).toHaveLength(1);
});

test('a picture that is redrawn keeps its shape in the price; a tool has none beforehand', async () => {
  await estimateKudos(horde, pictureModelId('Img2Img', 'Deliberate'), {}, photo);
  const { width, height } = asked[0]!.params;
  expect(width).toBeGreaterThan(height);
  expect(await estimateKudos(horde, toolId('upscale'), {}, photo)).toBeNull();
  expect(asked).toHaveLength(1);
});
