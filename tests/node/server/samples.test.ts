import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { register } from '../../../src/api/contract/account.ts';
import { galleryDetail, listGallery } from '../../../src/api/contract/gallery.ts';
import { isGalleryCategory } from '../../../src/domain/gallery.ts';
import { validateInput } from '../../../src/domain/validate-input.ts';
import { openFileStore } from '../../../server/files/file-store.ts';
import { sampleId, samples, seedSamples } from '../../../server/gallery/samples.ts';
import type { Sample } from '../../../server/gallery/samples.ts';
import { createLog } from '../../../server/log.ts';
import { createSampleMaker } from '../../../server/sample-maker.ts';
import { createBuiltinEngine } from '../../../server/workshop/engine.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;
const log = createLog('silent');
const here = new AbortController().signal;

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine());
});
afterAll(() => platform?.stop());

const list = async () =>
  (await platform.call('POST', listGallery.path, { body: { limit: 100 } })).body.list as {
    image_id: string;
    title: string;
    sample: boolean;
    author: string;
    image: string;
  }[];

let asked: string[] = [];
/** Pictures of one colour, as fast as they are asked for. */
async function make({ title, prompt, width, height, seed }: Sample) {
  asked.push(title);
  const data = await sharp({ create: { width, height, channels: 3, background: '#964' } })
    .webp()
    .toBuffer();
  return {
    data,
    mediaType: 'image/webp',
    width,
    height,
    jobType: 'Text2Img' as const,
    model: 'kiln-painter',
    modelName: 'kiln-painter',
    parameters: { prompt, width, height },
    seed,
  };
}

test('a fresh gallery begins with samples, made once however often it starts, and broken off it goes on', async () => {
  const { database } = platform;
  const store = await openFileStore(platform.dataFolder, log);
  const prepared: string[] = [];
  const prepare = async (id: string) => {
    // Only what everybody sees can be made ready for them.
    expect((await list()).map(({ image_id }) => image_id)).toContain(id);
    prepared.push(id);
  };
  const seeding = { database, store, make, prepare, log };
  const ending = new AbortController();
  const brokenOff = {
    ...seeding,
    make: async (sample: Sample) => {
      if (asked.length === 3) ending.abort();
      return make(sample);
    },
  };
  await expect(seedSamples(brokenOff, ending.signal)).rejects.toThrow('aborted');
  const before = asked.length;
  expect(before).toBeLessThan(samples.length);
  expect(await list()).toHaveLength(before);

  await seedSamples(seeding, here);
  expect(asked).toEqual(samples.map(({ title }) => title));
  await seedSamples(seeding, here);
  expect(asked).toHaveLength(samples.length);
  expect(prepared).toEqual(samples.map(sampleId));

  const shown = await list();
  expect(shown.map(({ title }) => title)).toEqual(samples.map(({ title }) => title).toReversed());
  expect(new Set(shown.map(({ author }) => author))).toEqual(new Set(['Kiln']));
  expect(shown.every(({ sample }) => sample)).toBe(true);
  const picture = await platform.call('GET', `${shown[0]?.image}?width=512`);
  expect((await sharp(picture.body as Buffer).metadata()).width).toBe(512);
  const id = sampleId(samples[0]!);
  expect(
    (await platform.call('POST', galleryDetail.path, { body: { id } })).body.data,
  ).toMatchObject([{ prompt: samples[0]!.prompt, seed: samples[0]!.seed }]);
});

test('nobody can take the name that the samples are published by', async () => {
  for (const account of ['kiln', 'KILN', 'Kiln']) {
    const answer = await platform.call('POST', register.path, {
      body: { account, password: 'a quite long sentence 77' },
    });
    expect(answer.status, account).toBe(409);
  }
});

test('what people made before there were samples stays alone', async () => {
  const other = await startTestPlatform(createTestEngine());
  try {
    await other.register();
    asked = [];
    const store = await openFileStore(other.dataFolder, log);
    const prepare = async () => {};
    await seedSamples({ database: other.database, store, make, prepare, log }, here);
    expect(asked).toEqual([]);
  } finally {
    await other.stop();
  }
});

test('each sample is something that the painter takes, and has a category', () => {
  const engine = createBuiltinEngine();
  expect(createSampleMaker([engine])).not.toBeNull();
  const schema = engine.schema('kiln-painter', 'en');
  for (const { title, prompt, width, height, categoryId } of samples) {
    expect(validateInput(schema, { prompt, width, height }), title).toEqual([]);
    expect(isGalleryCategory(categoryId)).toBe(true);
  }
  expect(new Set(samples.map(sampleId)).size).toBe(samples.length);
});
