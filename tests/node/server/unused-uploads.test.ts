import { randomBytes, randomUUID } from 'node:crypto';

import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { files, uploads } from '../../../server/files/tables.ts';
import { EngineError } from '../../../server/engines/contract/engine.ts';
import { openFileStore } from '../../../server/files/file-store.ts';
import type { FileStore } from '../../../server/files/file-store.ts';
import { clearUnusedUploads } from '../../../server/files/unused-uploads.ts';
import { createLog } from '../../../server/log.ts';
import { playgroundGenerate } from '../../../src/api/contract/generate.ts';
import { deleteWorks } from '../../../src/api/contract/works.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const days = 7;
const engine = createTestEngine();
let platform: TestPlatform;
let store: FileStore;
let person: Person;

beforeAll(async () => {
  platform = await startTestPlatform(engine);
  store = await openFileStore(platform.dataFolder, createLog('silent'));
});
beforeEach(async () => {
  engine.hold = false;
  person = await platform.register();
});
afterAll(() => platform?.stop());

const clear = () => clearUnusedUploads(platform.database, store, days);
const status = async (url: string) => (await platform.call('GET', url)).status;

/** @returns the URL of a picture that nobody else has */
async function upload(): Promise<string> {
  const pixels = sharp(randomBytes(16 * 16 * 3), { raw: { width: 16, height: 16, channels: 3 } });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await pixels.png().toBuffer())]), 'photo.png');
  return (await platform.call('POST', '/api/v2/upload', { person, body: form })).body.url as string;
}

async function lastUsed(url: string, daysAgo: number): Promise<void> {
  const id = url.slice('/files/'.length).split('.')[0] ?? '';
  await platform.database
    .update(uploads)
    .set({ usedAt: sql`now() - ${daysAgo} * interval '1 day'` })
    .where(eq(uploads.fileId, id));
}

const upscale = (image: string) =>
  platform.call('POST', playgroundGenerate.path, {
    person,
    headers: { 'Idempotency-Key': randomUUID() },
    body: { model: 'test-upscaler', job_type: 'Upscaling', input: { image } },
  });

test('an upload that nobody used goes when its days are over, with its bytes, and can be sent again', async () => {
  const url = await upload();
  await lastUsed(url, days - 1);
  expect(await clear()).toBe(0);
  expect(await status(url)).toBe(200);
  await lastUsed(url, days + 1);
  expect(await clearUnusedUploads(platform.database, store, 0)).toBe(0);
  expect(await clear()).toBe(1);
  expect(await clear()).toBe(0);
  expect(await status(url)).toBe(404);
  expect(await platform.database.select().from(files).where(eq(files.userId, person.uid))).toEqual(
    [],
  );
  // What a device is told that still counts on it: its reason to send it again.
  const refusal = await upscale(url);
  expect(refusal).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
  expect(JSON.stringify(refusal.body)).toContain('image - ');
});

test('what a job is to take stays, however long it waits', async () => {
  engine.hold = true;
  const url = await upload();
  const { body } = await upscale(url);
  await lastUsed(url, 400);
  expect(await clear()).toBe(0);
  (await engine.nextRun()).finish();
  expect(await platform.ended(person, body.id as string)).toMatchObject({
    body: { state: 'Finished' },
  });
});

test('what a work was made from stays as long as the work', async () => {
  const url = await upload();
  const { body } = await upscale(url);
  const [work] = (await platform.ended(person, body.id as string)).body.generations as {
    id: string;
  }[];
  await lastUsed(url, 400);
  expect(await clear()).toBe(0);
  await platform.call('POST', deleteWorks.path, { person, body: { image_ids: [work?.id] } });
  // It was of use until a moment ago.
  expect(await clear()).toBe(0);
  await lastUsed(url, days + 1);
  expect(await clear()).toBe(1);
});

test('a request that failed keeps its picture for the days in which it may be tried again', async () => {
  engine.hold = true;
  const url = await upload();
  await lastUsed(url, days + 1);
  const { body } = await upscale(url);
  (await engine.nextRun()).fail(
    new EngineError('engine-failed', 'out of memory', { retryable: false }),
  );
  await platform.ended(person, body.id as string);
  expect(await clear()).toBe(0);
  await lastUsed(url, days + 1);
  expect(await clear()).toBe(1);
});

test('a picture that is asked for while it would be cleared away is there, or is refused before anything is paid', async () => {
  const balance = await platform.credits(person);
  for (let round = 0; round < 10; round += 1) {
    const url = await upload();
    await lastUsed(url, days + 1);
    const [answer] = await Promise.all([upscale(url), clear()]);
    if (answer.status === 400) continue;
    const ended = await platform.ended(person, answer.body.id as string);
    expect(ended.body.state).toBe('Finished');
  }
  const { rows } = await platform.database.execute<{ n: number }>(
    sql`select count(*)::int as n from works where user_id = ${person.uid}`,
  );
  const made = rows[0]?.n ?? 0;
  expect((await platform.credits(person)).balance).toBe(balance.balance - made);
});
