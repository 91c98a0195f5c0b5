import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openFileStore } from '../../../server/files/file-store.ts';
import { createRenditions } from '../../../server/files/renditions.ts';
import { createLog } from '../../../server/log.ts';
import { putSettings } from '../../../src/api/contract/settings.ts';
import { upload } from '../../../src/api/contract/uploads.ts';
import { lastingAddress } from '../../../src/api/contract/files.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Answer, Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const superUsers = new Set<string>();
let platform: TestPlatform;
let person: Person;
let address: string;
let name: string;
let version = 0;

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine(), { superUsers });
  person = await platform.register();
  superUsers.add(String(person.uid));
  address = await send(await grey(1_600, 1_200));
  name = lastingAddress(address).slice('/files/'.length);
});
afterAll(() => platform?.stop());

const grey = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#456' } })
    .png()
    .toBuffer();

async function send(bytes: Buffer): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'picture');
  return (await platform.call('POST', upload.path, { person, body })).body.url as string;
}

const own = (query: string, headers = {}): Promise<Answer> =>
  platform.call('GET', `/files/${name}${query}`, { person, headers });

async function look(answer: Answer) {
  const { format, width, height } = await sharp(answer.body as Buffer).metadata();
  return { status: answer.status, type: answer.headers.get('Content-Type'), format, width, height };
}

async function setMark(watermark: { text?: string; logo?: string }): Promise<Answer> {
  const answer = await platform.call('PUT', putSettings.path, {
    person,
    body: { version, settings: { watermark } },
  });
  if (answer.status === 200) version += 1;
  return answer;
}

test('a picture comes as wide as it is asked for, as WebP, and never larger than it is', async () => {
  const webp = { status: 200, type: 'image/webp', format: 'webp' };
  expect(await look(await own('?width=1024'))).toEqual({ ...webp, width: 1024, height: 768 });
  expect(await look(await own('?width=2048'))).toEqual({ ...webp, width: 1600, height: 1200 });
  expect(await look(await own('?format=webp'))).toEqual({ ...webp, width: 1600, height: 1200 });
  expect(await look(await own('?width=300&format=webp'))).toMatchObject({ width: 300 });
  const png = { status: 200, type: 'image/png', format: 'png', width: 1600, height: 1200 };
  expect(await look(await own(''))).toEqual(png);
});

test('the path of small pictures gives one without a query', async () => {
  const small = await platform.call('GET', `/files/thumbnails/${name}`, { person });
  expect(await look(small)).toMatchObject({ format: 'webp', width: 512 });
  const smaller = await platform.call('GET', `/files/thumbnails/${name}?width=200`, { person });
  expect(await look(smaller)).toMatchObject({ width: 200 });
});

test('another width or form is refused, and nobody gets one without a session or an address', async () => {
  for (const query of ['?width=513', '?format=avif', '?watermark=yes', '?width=1e3']) {
    expect(await own(query)).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
  }
  for (const query of ['?width=1024', '?watermark=1', '?format=webp']) {
    expect((await platform.call('GET', `/files/${name}${query}`)).status).toBe(403);
  }
  expect((await platform.call('GET', `/files/thumbnails/${name}`)).status).toBe(403);
  expect((await platform.call('GET', `${address}&width=1024`)).status).toBe(200);
});

test('a form is known again by its tag, and an address of it may be kept', async () => {
  const first = await platform.call('GET', `${address}&width=1024`);
  expect(first.headers.get('Cache-Control')).toContain('immutable');
  const tag = first.headers.get('ETag') ?? '';
  expect((await own('?width=1024', { 'If-None-Match': tag })).status).toBe(304);
  expect((await own('?width=2048', { 'If-None-Match': tag })).status).toBe(200);
});

test('the mark is the deployment’s, in the lower right corner, and another one is another picture', async () => {
  const corner = async (query: string) => {
    const { body } = await own(query);
    const area = { left: 1_000, top: 1_000, width: 600, height: 200 };
    const { data } = await sharp(body as Buffer)
      .extract(area)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return Math.max(...data) - Math.min(...data);
  };
  expect(await corner('?watermark=1')).toBe(0);
  expect((await setMark({ logo: '<svg onload="alert(1)"></svg>' })).status).toBe(400);
  await setMark({ text: 'Kiln <窑> & more' });
  const marked = await own('?watermark=1');
  expect(marked.headers.get('Cache-Control')).toBe('private, no-cache');
  expect(await corner('?watermark=1')).toBeGreaterThan(100);
  expect(await corner('')).toBe(0);
  const logo =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#fff"/></svg>';
  await setMark({ logo });
  expect(await corner('?watermark=1')).toBeGreaterThan(100);
  expect((await own('?watermark=1')).headers.get('ETag')).not.toBe(marked.headers.get('ETag'));
  const small = await sharp((await own('?width=512&watermark=1')).body as Buffer).metadata();
  expect(small).toMatchObject({ width: 512, format: 'webp' });
});

test('what is no picture comes as it is, and what no decoder reads says so', async () => {
  const film = await send(
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), randomBytes(64)]),
  );
  const whole = await platform.call('GET', `${film}&format=webp&watermark=1`);
  expect([whole.status, whole.headers.get('Content-Type')]).toEqual([200, 'video/mp4']);
  expect((await platform.call('GET', `${film}&width=512`)).status).toBe(404);
  const bmp = Buffer.alloc(54 + 12);
  bmp.write('BM');
  bmp.writeUInt32LE(66, 2);
  bmp.writeUInt32LE(54, 10);
  bmp.writeUInt32LE(40, 14);
  bmp.writeInt32LE(1, 18);
  bmp.writeInt32LE(3, 22);
  bmp.writeUInt16LE(1, 26);
  bmp.writeUInt16LE(24, 28);
  const drawn = await send(bmp);
  expect((await platform.call('GET', drawn)).status).toBe(200);
  expect(await platform.call('GET', `${drawn}&format=webp`)).toMatchObject({
    status: 415,
    body: { code: 'unsupported-media' },
  });
});

test('of forms that are kept, those that were asked for least lately make room', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'kiln-renditions-'));
  const store = await openFileStore(folder, createLog('silent'));
  const file = { id: '0a000000-0000-4000-8000-000000000000', extension: 'png', userId: 1 };
  const noise = sharp(randomBytes(600 * 400 * 3), {
    raw: { width: 600, height: 400, channels: 3 },
  });
  await store.write(file, await noise.png().toBuffer());
  const form = (width: number) => ({ width, isWebp: true, watermark: null });
  const renditions = createRenditions(store, 150_000);
  await renditions(file, form(1024));
  await renditions(file, form(2048));
  await renditions(file, form(512));
  const kept = await readdir(path.join(store.renditions, file.id));
  expect(kept).toContain('512-webp-0');
  expect(kept).not.toContain('1024-webp-0');
  await store.remove([file]);
  expect(await readdir(store.renditions)).toEqual([]);
});
