import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import path from 'node:path';

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { openFileStore } from '../../../server/files/file-store.ts';
import { files, uploads } from '../../../server/files/tables.ts';
import { createLog } from '../../../server/log.ts';
import { expireOriginals } from '../../../server/works/retention.ts';
import { works } from '../../../server/works/tables.ts';
import { getStoredBytes } from '../../../src/api/contract/account.ts';
import { playgroundGenerate } from '../../../src/api/contract/generate.ts';
import { tusPath, upload } from '../../../src/api/contract/uploads.ts';
import { deleteWorks } from '../../../src/api/contract/works.ts';
import { partialUploadIdleMs, unneededUploadGraceMs } from '../../../src/domain/uploads.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Answer, Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const limit = 350_000;
const log = createLog('silent');
const engine = createTestEngine();
let platform: TestPlatform;
let person: Person;

beforeAll(async () => {
  platform = await startTestPlatform(engine, { storedBytesPerPerson: limit });
});
beforeEach(async () => {
  engine.hold = false;
  person = await platform.register();
});
afterAll(() => platform?.stop());

const full = { status: 413, body: { code: 'quota-exceeded' } };

/** Bytes that nobody else has. */
const zip = (bytes: number) =>
  Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), randomBytes(bytes - 4)]);

function post(data: Buffer): Promise<Answer> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(data)]), 'pictures.zip');
  return platform.call('POST', upload.path, { person, body });
}

async function tus(method: string, target: string, headers: object, body?: Buffer) {
  const response = await fetch(platform.url + target, {
    method,
    headers: { ...person.headers, 'Tus-Resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    place: response.headers.get('Location') ?? '',
    body: (text === '' ? {} : JSON.parse(text)) as { code?: string },
  };
}

function begin(data: Buffer) {
  const sha256 = createHash('sha256').update(data).digest('hex');
  const metadata = Object.entries({ sha256, purpose: 'training' })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
  return tus('POST', tusPath, {
    'Upload-Length': String(data.length),
    'Upload-Metadata': metadata,
  });
}

const go = (place: string, data: Buffer, from = 0, to = data.length) =>
  tus(
    'PATCH',
    place,
    { 'Upload-Offset': String(from), 'Content-Type': 'application/offset+octet-stream' },
    data.subarray(from, to),
  );

async function stored(): Promise<{ works: number; uploads: number; limit: number | null }> {
  const { status, body } = await platform.call('GET', getStoredBytes.path, { person });
  expect(status).toBe(200);
  return body.data;
}

async function make(prompt = 'a vase'): Promise<{ id: string; bytes: number }> {
  const { body } = await platform.generate(person, prompt);
  return (await platform.ended(person, body.id as string)).body.generations[0];
}

const remove = (id: string) =>
  platform.call('POST', deleteWorks.path, { person, body: { image_ids: [id] } });

/** As if it was last of use so long ago. */
async function lastUsed(url: string, msAgo: number): Promise<void> {
  const id = url.slice('/files/'.length).split('.')[0] ?? '';
  await platform.database
    .update(uploads)
    .set({ usedAt: sql`now() - ${msAgo} * interval '1 millisecond'` })
    .where(eq(uploads.fileId, id));
}

const rowsOf = (who: Person) =>
  platform.database.select().from(files).where(eq(files.userId, who.uid));

test('what is kept of a person is told to the byte: works and uploads, the same bytes once', async () => {
  expect(await stored()).toEqual({ works: 0, uploads: 0, limit });
  const data = zip(100_000);
  await post(data);
  await post(data);
  const again = await begin(data);
  expect((await go(again.place, data)).status).toBe(204);
  expect(await stored()).toEqual({ works: 0, uploads: 100_000, limit });
  const work = await make();
  expect(await stored()).toEqual({ works: work.bytes, uploads: 100_000, limit });
  const stranger = await platform.register();
  const theirs = await platform.call('GET', getStoredBytes.path, { person: stranger });
  expect(theirs.body.data).toEqual({ works: 0, uploads: 0, limit });
});

test('a deleted work and an original whose time is over take no room', async () => {
  const [gone, expired] = [await make(), await make()];
  await remove(gone.id);
  expect(await stored()).toMatchObject({ works: expired.bytes });
  await platform.database
    .update(works)
    .set({ keptFrom: sql`now() - interval '31 days'` })
    .where(eq(works.id, expired.id));
  const store = await openFileStore(platform.dataFolder, log);
  const retention = { resultDays: 30, acknowledgedDays: 30 };
  expect(await expireOriginals(platform.database, store, retention, log)).toBe(1);
  expect(await stored()).toMatchObject({ works: 0, uploads: 0 });
});

test('an upload that would go over is refused before its first byte, in one piece too, and leaves nothing', async () => {
  await post(zip(300_000));
  expect(await begin(zip(50_001))).toMatchObject(full);
  expect(await post(zip(50_001))).toMatchObject(full);
  const rows = await rowsOf(person);
  expect(rows).toHaveLength(1);
  const names = await readdir(path.join(platform.dataFolder, 'files'), { recursive: true });
  const kept = new Set((await platform.database.select().from(files)).map(({ id }) => id));
  expect(names.filter((name) => name.endsWith('.zip') && !kept.has(path.parse(name).name))).toEqual(
    [],
  );
  const last = zip(50_000);
  const begun = await begin(last);
  expect(begun.status).toBe(201);
  expect((await go(begun.place, last)).status).toBe(204);
  expect(await stored()).toMatchObject({ uploads: limit });
});

test('who has used up everything can still send again what is here', async () => {
  const data = zip(limit);
  const first = await post(data);
  expect((await post(data)).body.url).toBe(first.body.url);
  const again = await begin(data);
  expect(again.status).toBe(201);
  expect((await go(again.place, data)).status).toBe(204);
  expect(await stored()).toMatchObject({ uploads: limit });
});

test('uploads that begin at the same time do not slip past together', async () => {
  const all = Array.from({ length: 10 }, () => zip(100_000));
  const begun = await Promise.all(all.map((data) => begin(data)));
  expect(begun.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(begun.filter(({ body }) => body.code === 'quota-exceeded')).toHaveLength(7);
  // What is promised to them is nobody else's.
  expect(await post(zip(100_000))).toMatchObject(full);
  const ends = await Promise.all(
    begun.flatMap(({ status, place }, index) =>
      status === 201 ? [go(place, all[index] as Buffer)] : [],
    ),
  );
  expect(ends.map((end) => end.status)).toEqual([204, 204, 204]);
  expect(await stored()).toMatchObject({ uploads: 300_000 });
});

test('uploads that arrive in one piece at the same time do not slip past together', async () => {
  const all = Array.from({ length: 10 }, () => zip(100_000));
  const answers = await Promise.all(all.map((data) => post(data)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(await stored()).toMatchObject({ uploads: 300_000 });
});

test('of pieces that arrive at the same time only those are on the disk that would fit together, and one more', async () => {
  expect((await post(zip(200_000))).status).toBe(200);
  const incoming = path.join(platform.dataFolder, 'incoming');
  const gate = Promise.withResolvers<void>();
  const slowly = (data: Buffer) => {
    async function* form() {
      yield Buffer.from(
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n',
      );
      yield new Uint8Array(data.subarray(0, 1_000));
      await gate.promise;
      yield new Uint8Array(data.subarray(1_000));
      yield Buffer.from('\r\n--x--\r\n');
    }
    return fetch(platform.url + upload.path, {
      method: 'POST',
      headers: { ...person.headers, 'Content-Type': 'multipart/form-data; boundary=x' },
      body: form(),
      duplex: 'half',
    } as unknown as RequestInit);
  };
  const answers = Array.from({ length: 5 }, () => slowly(zip(100_000)));
  await expect.poll(() => readdir(incoming)).toHaveLength(1);
  // Others who send are not in this line.
  const other = await platform.register();
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(zip(100_000))]), 'pictures.zip');
  expect((await platform.call('POST', upload.path, { person: other, body })).status).toBe(200);
  expect(await readdir(incoming)).toHaveLength(1);
  gate.resolve();
  const ended = (await Promise.all(answers)).map(({ status }) => status);
  expect(ended.toSorted((one, two) => one - two)).toEqual([200, 413, 413, 413, 413]);
  expect(await readdir(incoming)).toEqual([]);
});

test('the same bytes, sent many times at once into the last room, are one file and no refusal', async () => {
  const data = zip(limit);
  const answers = await Promise.all(Array.from({ length: 6 }, () => post(data)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
  expect(new Set(answers.map(({ body }) => body.url as string)).size).toBe(1);
  expect(await rowsOf(person)).toHaveLength(1);
});

test('an upload that was given up keeps no room from others, and cannot go over when it comes back', async () => {
  const left = zip(300_000);
  const { place } = await begin(left);
  await go(place, left, 0, 1_000);
  expect(await begin(zip(200_000))).toMatchObject(full);
  const longAgo = new Date(Date.now() - partialUploadIdleMs - 1_000);
  const file = path.join(platform.dataFolder, 'partial-uploads', path.basename(place));
  await utimes(file, longAgo, longAgo);
  expect((await post(zip(200_000))).status).toBe(200);
  expect(await go(place, left, 1_000)).toMatchObject(full);
  expect(await stored()).toMatchObject({ uploads: 200_000 });
});

test('uploads that nobody needs any more make way; those in use and those just sent do not', async () => {
  const first = await post(zip(150_000));
  const second = await post(zip(150_000));
  const train = await platform.call('POST', playgroundGenerate.path, {
    person,
    headers: { 'Idempotency-Key': randomUUID() },
    body: { model: 'test-trainer', job_type: 'Train', input: { archive: second.body.url } },
  });
  await platform.ended(person, train.body.id as string);
  await lastUsed(first.body.url as string, unneededUploadGraceMs - 60_000);
  await lastUsed(second.body.url as string, unneededUploadGraceMs + 60_000);
  expect(await begin(zip(150_000))).toMatchObject(full);
  expect(await post(zip(150_000))).toMatchObject(full);
  await lastUsed(first.body.url as string, unneededUploadGraceMs + 60_000);
  expect((await begin(zip(150_000))).status).toBe(201);
  expect((await platform.call('GET', first.body.url as string)).status).toBe(404);
  expect((await platform.call('GET', second.body.url as string)).status).toBe(200);
});

test('a job is refused before anything is held while everything is used up, and goes through when a work is deleted', async () => {
  const work = await make();
  await post(zip(limit - work.bytes));
  const before = await platform.credits(person);
  const key = randomUUID();
  expect(await platform.generate(person, 'a bowl', { key })).toMatchObject(full);
  expect(await platform.credits(person)).toEqual(before);
  await remove(work.id);
  const { status, body } = await platform.generate(person, 'a bowl', { key });
  expect(status).toBe(200);
  expect(await platform.ended(person, body.id as string)).toMatchObject({
    body: { state: 'Finished' },
  });
});

test('a job that was accepted ends with its result though it goes over, and its repeat is answered as before', async () => {
  engine.hold = true;
  const key = randomUUID();
  const accepted = await platform.generate(person, 'a jug', { key });
  const run = await engine.nextRun();
  await post(zip(limit));
  run.finish();
  expect(await platform.ended(person, accepted.body.id as string)).toMatchObject({
    body: { state: 'Finished' },
  });
  const { works: made, uploads: sent } = await stored();
  expect(made + sent).toBeGreaterThan(limit);
  expect(await platform.generate(person, 'a jug', { key })).toMatchObject({
    status: 200,
    body: { id: accepted.body.id },
  });
  expect(await platform.generate(person, 'another jug')).toMatchObject(full);
});
