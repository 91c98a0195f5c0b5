import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { partialUploads } from '../../../server/files/tables.ts';
import {
  partialUploadLifetimeMs,
  partialUploadsMax,
  uploadLimits,
} from '../../../src/domain/uploads.ts';
import { cubeGlb, cubeObj, cubePly } from '../../fixtures/solids.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;
let person: Person;

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine());
  person = await platform.register(1_000);
});
afterAll(() => platform?.stop());

const tus = '/api/v2/uploads';
const sha256Of = (data: Buffer) => createHash('sha256').update(data).digest('hex');
const metadataOf = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** Noise that no two tests share, as a picture of a few hundred kilobytes. */
const photo = () =>
  sharp(randomBytes(400 * 300 * 3), { raw: { width: 400, height: 300, channels: 3 } })
    .png()
    .toBuffer();
const zip = (bytes: number) =>
  Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), randomBytes(bytes - 4)]);

interface Sent {
  status: number;
  headers: Headers;
  text: string;
}

async function send(
  method: string,
  target: string,
  options: { who?: Person; headers?: Record<string, string>; body?: Buffer } = {},
): Promise<Sent> {
  const { who = person, headers = {}, body } = options;
  const response = await fetch(platform.url + target, {
    method,
    headers: { ...who.headers, 'Tus-Resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function begin(data: Buffer, more: Record<string, string> = {}, who = person): Promise<Sent> {
  return send('POST', tus, {
    who,
    headers: {
      'Upload-Length': String(data.length),
      'Upload-Metadata': metadataOf({ sha256: sha256Of(data), ...more }),
    },
  });
}

const placeOf = (sent: Sent) => sent.headers.get('Location') ?? '';

function go(place: string, data: Buffer, from: number, to = data.length, who = person) {
  return send('PATCH', place, {
    who,
    headers: {
      'Upload-Offset': String(from),
      'Content-Type': 'application/offset+octet-stream',
    },
    body: data.subarray(from, to),
  });
}

const find = async (data: Buffer, who = person) =>
  (await platform.call('GET', `/api/v2/upload/${sha256Of(data)}`, { person: who })).body;
const folder = () => path.join(platform.dataFolder, 'partial-uploads');

test('a picture comes in parts, is found by its hash all the while, and becomes a file of its owner', async () => {
  const data = await photo();
  expect(await find(data)).toEqual({ state: 'unknown' });
  const begun = await begin(data, { filename: 'böse.png' });
  expect(begun.status).toBe(201);
  expect(begun.headers.get('Tus-Resumable')).toBe('1.0.0');
  expect(begun.headers.get('Access-Control-Expose-Headers')).toBeNull();
  const place = placeOf(begun);
  expect(place).toMatch(/^\/api\/v2\/uploads\/[0-9a-f-]{36}$/);

  const first = await go(place, data, 0, 100_000);
  expect([first.status, first.headers.get('Upload-Offset')]).toEqual([204, '100000']);
  expect(await find(data)).toEqual({
    state: 'partial',
    path: place,
    offset: 100_000,
    bytes: data.length,
  });
  const head = await send('HEAD', place);
  expect([
    head.status,
    head.headers.get('Upload-Offset'),
    head.headers.get('Upload-Length'),
  ]).toEqual([200, '100000', String(data.length)]);
  expect((await go(place, data, 50_000)).status).toBe(409);

  expect((await go(place, data, 100_000)).status).toBe(204);
  const stored = await find(data);
  expect(stored).toMatchObject({
    state: 'stored',
    file: { sha256: sha256Of(data), bytes: data.length, width: 400, height: 300 },
  });
  const fetched = await platform.call('GET', stored.file.url as string);
  expect(fetched.body.equals(data)).toBe(true);
  expect((await send('HEAD', place)).status).toBe(404);
  expect(await readdir(folder())).toEqual([]);
});

test('a server that is restarted goes on at the byte where it stopped', async () => {
  const data = await photo();
  const place = placeOf(await begin(data));
  await go(place, data, 0, 70_001);
  await platform.restart(createTestEngine());
  expect(await find(data)).toMatchObject({ state: 'partial', offset: 70_001 });
  expect((await go(place, data, 70_001)).status).toBe(204);
  expect(await find(data)).toMatchObject({ state: 'stored' });
});

test('a connection that dies in the middle leaves what had arrived', async () => {
  const data = zip(3_000_000);
  const place = placeOf(await begin(data, { purpose: 'training' }));
  const cut = new AbortController();
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new Uint8Array(data.subarray(0, 1_500_000)));
      // The platform has all of it; the rest never comes.
      for (;;) {
        const { offset } = await find(data);
        if (offset >= 1_400_000) break;
      }
      cut.abort();
    },
  });
  const sent = fetch(platform.url + place, {
    method: 'PATCH',
    headers: {
      ...person.headers,
      'Tus-Resumable': '1.0.0',
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    },
    body,
    signal: cut.signal,
    duplex: 'half',
  } as RequestInit);
  await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
  const { offset } = await find(data);
  expect(offset).toBeGreaterThanOrEqual(1_400_000);
  expect((await go(place, data, offset as number)).status).toBe(204);
  const { file } = await find(data);
  expect((await platform.call('GET', file.url as string)).body.equals(data)).toBe(true);
});

test('a platform that died after the last byte keeps the file when it is asked to go on', async () => {
  const data = await photo();
  const place = placeOf(await begin(data));
  await go(place, data, 0, 1_000);
  await writeFile(path.join(folder(), path.basename(place)), data);
  expect(await find(data)).toMatchObject({ state: 'partial', offset: data.length });
  const ends = await Promise.all(
    [1, 2, 3].map(() => go(place, data, data.length).then((sent) => sent.status)),
  );
  expect(ends).toContain(204);
  expect(await find(data)).toMatchObject({ state: 'stored' });
});

test('an upload belongs to the person who began it', async () => {
  const stranger = await platform.register();
  const data = await photo();
  const place = placeOf(await begin(data));
  await go(place, data, 0, 10);
  for (const method of ['HEAD', 'DELETE'])
    expect((await send(method, place, { who: stranger })).status).toBe(404);
  expect((await go(place, data, 10, data.length, stranger)).status).toBe(404);
  expect(await find(data, stranger)).toEqual({ state: 'unknown' });
  const nobody = { uid: 0, headers: {} };
  for (const [method, target] of [
    ['POST', tus],
    ['HEAD', place],
    ['PATCH', place],
    ['DELETE', place],
    ['OPTIONS', tus],
  ] as const)
    expect((await send(method, target, { who: nobody })).status).toBe(403);
  expect(await find(data)).toMatchObject({ state: 'partial', offset: 10 });
  expect((await send('DELETE', place)).status).toBe(204);
});

test('bytes that are not what was promised are thrown away, and may be sent anew', async () => {
  const data = await photo();
  const place = placeOf(await begin(data));
  const damaged = Buffer.from(data);
  damaged[5_000] = (damaged[5_000] ?? 0) ^ 1;
  const refused = await go(place, damaged, 0);
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([460, 'upload-damaged']);
  expect(await find(data)).toEqual({ state: 'unknown' });
  expect(await readdir(folder())).toEqual([]);
  await go(placeOf(await begin(data)), data, 0);
  expect(await find(data)).toMatchObject({ state: 'stored' });
});

test('what is not of its kind or too large is refused, at once where that can be told', async () => {
  const page = Buffer.from(`<html>${'x'.repeat(1_000)}</html>`);
  const refused = await go(placeOf(await begin(page)), page, 0);
  expect([refused.status, JSON.parse(refused.text).code]).toEqual([415, 'unsupported-media']);
  const picture = await photo();
  const asZip = await go(placeOf(await begin(picture, { purpose: 'training' })), picture, 0);
  expect(asZip.status).toBe(415);

  const promise = (length: number | string, metadata: Record<string, string>) =>
    send('POST', tus, {
      headers: { 'Upload-Length': String(length), 'Upload-Metadata': metadataOf(metadata) },
    });
  const sha256 = sha256Of(picture);
  const { source, training } = uploadLimits;
  expect((await promise(source.maxBytes + 1, { sha256 })).status).toBe(413);
  expect((await promise(training.maxBytes + 1, { sha256, purpose: 'training' })).status).toBe(413);
  expect((await promise(0, { sha256 })).status).toBe(400);
  expect((await promise('many', { sha256 })).status).toBe(400);
  expect((await promise(10, { sha256: 'abc' })).status).toBe(400);
  expect((await promise(10, { sha256, filename: 'a\u0000b' })).status).toBe(400);
  expect((await promise(10, { sha256, purpose: 'mischief' })).status).toBe(400);
  const plain = await send('POST', tus, { headers: { 'Upload-Length': '10' } });
  expect([plain.status, JSON.parse(plain.text).code]).toEqual([400, 'invalid-input']);
  const deferred = await send('POST', tus, {
    headers: { 'Upload-Defer-Length': '1', 'Upload-Metadata': metadataOf({ sha256 }) },
  });
  expect(deferred.status).toBe(400);
  expect((await send('HEAD', `${tus}/..%2f..%2fetc%2fpasswd`)).status).toBe(404);
  expect((await send('POST', tus, { headers: { 'Tus-Resumable': '0.2.2' } })).status).toBe(400);
  expect(await readdir(folder())).toEqual([]);
});

test('more bytes than were promised are not taken', async () => {
  const data = await photo();
  const place = placeOf(await begin(data.subarray(0, 1_000)));
  expect((await go(place, data, 0)).status).toBe(413);
  expect((await send('DELETE', place)).status).toBe(204);
  expect((await send('HEAD', place)).status).toBe(404);
});

test('the same content begun again goes on where it is', async () => {
  const data = await photo();
  const place = placeOf(await begin(data));
  await go(place, data, 0, 12_345);
  const again = await begin(data);
  expect([again.status, placeOf(again)]).toEqual([201, place]);
  expect(await find(data)).toMatchObject({ offset: 12_345 });
});

test('a file that came as a form is never sent again in parts', async () => {
  const data = await photo();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(data)]), 'photo.png');
  const { body } = await platform.call('POST', '/api/v2/upload', { person, body: form });
  expect(await find(data)).toEqual({ state: 'stored', file: body });
});

test('what one person has under way is bounded: the oldest give way', async () => {
  const hoarder = await platform.register();
  const files = Array.from({ length: partialUploadsMax + 2 }, (_, index) => zip(100 + index));
  for (const file of files) await begin(file, { purpose: 'training' }, hoarder);
  expect(await find(files[0]!, hoarder)).toEqual({ state: 'unknown' });
  expect(await find(files[1]!, hoarder)).toEqual({ state: 'unknown' });
  expect(await find(files[2]!, hoarder)).toMatchObject({ state: 'partial' });
  // One after the other: who is still being made when a later one takes the room hears 404 and begins anew.
  for (const name of ['a', 'b', 'c']) {
    const sent = await send('POST', tus, {
      who: hoarder,
      headers: {
        'Upload-Length': String(uploadLimits.training.maxBytes),
        'Upload-Metadata': metadataOf({ sha256: sha256Of(Buffer.from(name)), purpose: 'training' }),
      },
    });
    expect(sent.status).toBe(201);
  }
  const rows = await platform.database
    .select()
    .from(partialUploads)
    .where(eq(partialUploads.userId, hoarder.uid));
  // Three of 200 MB are more than 512 MB.
  expect(rows).toHaveLength(2);
  const kept = await readdir(folder());
  expect(rows.every((row) => kept.includes(row.id))).toBe(true);
});

test('uploads that nobody goes on with are forgotten after a day, with their bytes', async () => {
  const data = await photo();
  const place = placeOf(await begin(data));
  await go(place, data, 0, 5_000);
  const id = path.basename(place);
  const old = new Date(Date.now() - partialUploadLifetimeMs - 60_000);
  await platform.database
    .update(partialUploads)
    .set({ createdAt: old })
    .where(eq(partialUploads.id, id));
  expect(await find(data)).toEqual({ state: 'unknown' });
  expect((await go(place, data, 5_000)).status).toBe(410);
  const orphan = path.join(folder(), '0a000000-0000-4000-8000-000000000000');
  await writeFile(orphan, 'left by a crash');
  await utimes(orphan, old, old);
  await platform.restart(createTestEngine());
  // A stop waits for the sweep.
  await platform.restart(createTestEngine());
  const left = await readdir(folder());
  expect(left).not.toContain(id);
  expect(left).not.toContain(path.basename(orphan));
});

test('a training zip is kept as it is, and is no source for a model of pictures', async () => {
  const data = zip(2_000);
  await go(placeOf(await begin(data, { purpose: 'training' })), data, 0);
  const { file } = await find(data);
  expect(file).toMatchObject({ media_type: 'application/zip', width: 0, height: 0 });
  const submitted = await platform.call('POST', '/api/v2/playground_generate', {
    person,
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    body: { model: 'test-upscaler', job_type: 'Upscaling', input: { image: file.url } },
  });
  expect(submitted.status).toBe(400);
  const [name = ''] = file.url.slice('/files/'.length).split('?');
  const onDisk = path.join(platform.dataFolder, 'files', name.slice(0, 2), name);
  expect((await readFile(onDisk)).equals(data)).toBe(true);
});

test.each([
  ['model/gltf-binary', 'glb', cubeGlb],
  ['model/ply', 'ply', cubePly],
  ['model/obj', 'obj', cubeObj],
])('a work of the kind %s is kept as one, and is no source', async (mediaType, extension, make) => {
  const data = Buffer.from(make());
  expect((await go(placeOf(await begin(data, { purpose: 'work' })), data, 0)).status).toBe(204);
  const { file } = await find(data);
  expect(file).toMatchObject({ media_type: mediaType, bytes: data.length });
  expect(file.url).toContain(`.${extension}`);
  const other = await platform.register();
  const place = placeOf(await begin(data, {}, other));
  expect((await go(place, data, 0, data.length, other)).status).toBe(415);
});
