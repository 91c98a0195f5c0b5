import { randomUUID } from 'node:crypto';
import { access, writeFile } from 'node:fs/promises';

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { files } from '../../../server/files/tables.ts';
import { works } from '../../../server/works/tables.ts';
import { openFileStore } from '../../../server/files/file-store.ts';
import type { FileStore } from '../../../server/files/file-store.ts';
import { createLog } from '../../../server/log.ts';
import { expireOriginals } from '../../../server/works/retention.ts';
import { wantedFiles } from '../../../server/works/service.ts';
import { acknowledgeWorks, releaseWorks, worksChanges } from '../../../src/api/contract/sync.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const retention = { resultDays: 30, acknowledgedDays: 10 };
const log = createLog('silent');
const dayMs = 86_400_000;

let platform: TestPlatform;
let store: FileStore;
let person: Person;

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine(), { retention });
  store = await openFileStore(platform.dataFolder, log);
});
beforeEach(async () => {
  person = await platform.register();
});
afterAll(() => platform?.stop());

interface Made {
  id: string;
  img: string;
  create_time: string;
  expires_at: string | null;
}

async function make(): Promise<Made> {
  const { body } = await platform.generate(person, 'a vase');
  return (await platform.ended(person, body.id as string)).body.generations[0] as Made;
}

async function ago(id: string, days: number): Promise<void> {
  await platform.database
    .update(works)
    .set({ keptFrom: sql`now() - ${days} * interval '1 day'` })
    .where(eq(works.id, id));
}

const phone = randomUUID();
const desktop = randomUUID();
const say = (endpoint: { path: string }, device: string, ids: string[], who = person) =>
  platform.call('POST', endpoint.path, {
    person: who,
    body: { device_id: device, image_ids: ids },
  });
const expire = (rule = retention) => expireOriginals(platform.database, store, rule, log);
const status = async (path: string) => (await platform.call('GET', path)).status;

async function keeping(id: string) {
  const { body } = await platform.call('POST', worksChanges.path, { person, body: {} });
  const found = (body.data.works as { image_id: string }[]).find((work) => work.image_id === id);
  return found as unknown as { original: string; expires_at: string | null };
}
const daysLeft = (expiresAt: string | null) =>
  Math.round((Date.parse(expiresAt ?? '') - Date.now()) / dayMs);

test('an original that nobody has fetched is kept to the end of its time, and then only its small picture', async () => {
  const work = await make();
  expect(daysLeft(work.expires_at)).toBe(30);
  await ago(work.id, 29);
  expect(await expire()).toBe(0);
  expect(await status(work.img)).toBe(200);
  await ago(work.id, 31);
  expect(await expire()).toBe(1);
  expect(await expire()).toBe(0);
  expect(await status(work.img)).toBe(410);
  expect(await status(`${work.img}&width=512`)).toBe(200);
  expect(await status(`${work.img}&width=200`)).toBe(200);
  expect(await keeping(work.id)).toMatchObject({ original: 'expired', expires_at: null });
});

test('a device that has it lets it go earlier, and other devices are told', async () => {
  const work = await make();
  const { body } = await platform.call('POST', worksChanges.path, { person, body: {} });
  expect((await say(acknowledgeWorks, phone, [work.id])).body.data).toEqual({ acknowledged: 1 });
  // A repeat, also from a second device, changes nothing.
  await say(acknowledgeWorks, phone, [work.id]);
  await say(acknowledgeWorks, desktop, [work.id]);
  const later = await platform.call('POST', worksChanges.path, {
    person,
    body: { cursor: body.data.cursor },
  });
  expect(later.body.data.works).toHaveLength(1);
  expect(daysLeft(later.body.data.works[0].expires_at as string)).toBe(10);
  await ago(work.id, 9);
  expect(await expire()).toBe(0);
  await ago(work.id, 11);
  expect(await expire()).toBe(1);
});

test('a copy given back makes the time begin anew; the last one makes it the whole time', async () => {
  const work = await make();
  await say(acknowledgeWorks, phone, [work.id]);
  await say(acknowledgeWorks, desktop, [work.id]);
  await ago(work.id, 8);
  const first = await say(releaseWorks, phone, [work.id]);
  expect(first.body.data.works[0]).toMatchObject({ image_id: work.id, kept: true });
  expect(daysLeft(first.body.data.works[0].expires_at as string)).toBe(10);
  const second = await say(releaseWorks, desktop, [work.id]);
  expect(daysLeft(second.body.data.works[0].expires_at as string)).toBe(30);
});

test('what the platform no longer has cannot be given back', async () => {
  const work = await make();
  await say(acknowledgeWorks, phone, [work.id]);
  await ago(work.id, 40);
  await expire();
  const strange = randomUUID();
  const answer = await say(releaseWorks, phone, [work.id, strange]);
  expect(answer.body.data.works).toEqual([
    { image_id: work.id, kept: false, expires_at: null },
    { image_id: strange, kept: false, expires_at: null },
  ]);
});

test('nobody speaks for somebody else’s works', async () => {
  const work = await make();
  const stranger = await platform.register();
  expect((await say(acknowledgeWorks, phone, [work.id], stranger)).body.data.acknowledged).toBe(0);
  const answer = await say(releaseWorks, phone, [work.id], stranger);
  expect(answer.body.data.works[0].kept).toBe(false);
  expect(daysLeft((await keeping(work.id)).expires_at)).toBe(30);
});

test('a platform may keep longer what a device has', async () => {
  const work = await make();
  await say(acknowledgeWorks, phone, [work.id]);
  await ago(work.id, 50);
  expect(await expire({ resultDays: 30, acknowledgedDays: 60 })).toBe(0);
  await ago(work.id, 61);
  expect(await expire({ resultDays: 30, acknowledgedDays: 60 })).toBe(1);
});

test('a platform that keeps for ever says so and removes nothing', async () => {
  const work = await make();
  await ago(work.id, 5_000);
  expect(await expire({ resultDays: 0, acknowledgedDays: 0 })).toBe(0);
  expect(await status(work.img)).toBe(200);
});

test('an expired original is no source for a new picture', async () => {
  const work = await make();
  await ago(work.id, 31);
  await expire();
  const answer = await platform.call('POST', '/api/v2/playground_generate', {
    person,
    headers: { 'Idempotency-Key': randomUUID() },
    body: { model: 'test-upscaler', job_type: 'Upscaling', input: { image: work.img } },
  });
  expect(answer.status).toBe(400);
});

test('bytes that a crash left behind an expired work are swept', async () => {
  const work = await make();
  await ago(work.id, 31);
  await expire();
  const [row] = await platform.database
    .select({ file: files })
    .from(works)
    .innerJoin(files, eq(files.id, works.fileId))
    .where(eq(works.id, work.id));
  const path = store.pathOf(row!.file);
  await writeFile(path, 'left behind');
  await store.sweep(wantedFiles(platform.database), new Date(Date.now() + dayMs));
  await expect(access(path)).rejects.toThrow('ENOENT');
  expect(await status(`${work.img}&width=512`)).toBe(200);
});
