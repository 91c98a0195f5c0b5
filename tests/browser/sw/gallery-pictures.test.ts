import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { galleryPicture } from '../../../sw/gallery-pictures.ts';

const cacheName = 'kiln-gallery-v1';
const address = (number: number) => `${location.origin}/g/work-${number}/picture?width=300`;
const behind: Promise<unknown>[] = [];
const ask = (number: number) =>
  galleryPicture(new Request(address(number)), (work) => behind.push(work));

let status = 200;

beforeEach(async () => {
  await caches.delete(cacheName);
  behind.length = 0;
  status = 200;
  vi.stubGlobal('fetch', async () =>
    Promise.resolve(
      new Response(new Uint8Array(20), { status, headers: { 'Content-Type': 'image/webp' } }),
    ),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const keptAddresses = async () =>
  (await (await caches.open(cacheName)).keys()).map(({ url }) => url);

test('a picture is shown before it is kept', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const cache = await caches.open(cacheName);
  const open = vi.spyOn(caches, 'open').mockImplementation(() => held.then(() => cache));
  const answers = await Promise.all([ask(1), ask(2), ask(3)]);
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
  expect(await cache.keys()).toEqual([]);
  release();
  await Promise.all(behind);
  open.mockRestore();
  expect(await keptAddresses()).toEqual([1, 2, 3].map(address));
  // Without a network it is shown from there.
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  expect((await ask(2)).status).toBe(200);
  await expect(ask(4)).rejects.toThrow('offline');
});

test('the newest are kept, however fast one scrolls', async () => {
  const numbers = Array.from({ length: 470 }, (_, number) => number);
  await Promise.all(numbers.map(ask));
  await Promise.all(behind);
  expect(await keptAddresses()).toEqual(numbers.slice(-400).map(address));
});

test('what was taken out of the gallery is kept no longer', async () => {
  await ask(1);
  await Promise.all(behind);
  status = 410;
  expect((await ask(1)).status).toBe(410);
  await Promise.all(behind);
  expect(await keptAddresses()).toEqual([]);
});
