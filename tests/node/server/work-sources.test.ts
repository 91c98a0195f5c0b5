import { randomUUID } from 'node:crypto';

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { openFileStore } from '../../../server/files/file-store.ts';
import { clearUnusedUploads } from '../../../server/files/unused-uploads.ts';
import { createLog } from '../../../server/log.ts';
import { jobs } from '../../../server/queue/tables.ts';
import { expireOriginals } from '../../../server/works/retention.ts';
import { works } from '../../../server/works/tables.ts';
import type { ServerWork } from '../../../src/api/contract/works.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const engine = createTestEngine();
const log = createLog('silent');
let platform: TestPlatform;
let person: Person;

beforeAll(async () => {
  platform = await startTestPlatform(engine);
});
beforeEach(async () => {
  engine.hold = false;
  person = await platform.register();
});
afterAll(() => platform?.stop());

const changes = async (): Promise<ServerWork[]> =>
  (await platform.call('POST', '/api/v2/works_changes', { person, body: {} })).body.data.works;
const status = async (url: string) => (await platform.call('GET', url)).status;
const remove = (...ids: string[]) =>
  platform.call('POST', '/api/v2/works_delete', { person, body: { image_ids: ids } });
const upscale = (image: string) =>
  platform.call('POST', '/api/v2/playground_generate', {
    person,
    headers: { 'Idempotency-Key': randomUUID() },
    body: { model: 'test-upscaler', job_type: 'Upscaling', input: { image } },
  });

async function workOf(submitted: Promise<{ body: { id: string } }>): Promise<ServerWork> {
  const { body } = await submitted;
  await platform.ended(person, body.id);
  const made = (await changes()).find((work) => work.job_id === body.id);
  if (!made) throw new Error('no work was made');
  return made;
}

test('a work is told with all that is known of it, whether its job is still there or never was', async () => {
  const made = await workOf(platform.generate(person, 'a bowl'));
  expect(made).toMatchObject({ origin: 'generated', prompt: 'a bowl', sources: [] });
  await platform.database.delete(jobs).where(eq(jobs.id, made.job_id ?? ''));
  expect(await changes()).toEqual([{ ...made, job_id: null }]);
  await platform.database
    .update(works)
    .set({ origin: 'imported' })
    .where(eq(works.id, made.image_id));
  expect((await changes())[0]?.origin).toBe('imported');
  expect(await status(made.image)).toBe(200);
});

test('a work that another one was made from may be deleted; its file stays for the other', async () => {
  const first = await workOf(platform.generate(person, 'a jar'));
  const second = await workOf(upscale(first.image));
  expect(second.sources).toEqual([
    {
      field: 'image',
      url: first.image,
      sha256: first.sha256,
      bytes: first.bytes,
      media_type: 'image/png',
      width: 64,
      height: 64,
    },
  ]);
  await remove(first.image_id);
  expect((await changes()).map((work) => work.image_id)).toEqual([second.image_id]);
  expect(await status(first.image)).toBe(200);
  const store = await openFileStore(platform.dataFolder, log);
  const clear = async () => {
    await platform.database.execute(sql`update uploads set used_at = now() - interval '8 days'`);
    return clearUnusedUploads(platform.database, store, 7);
  };
  expect(await clear()).toBe(0);
  await remove(second.image_id);
  expect(await clear()).toBe(1);
  expect(await status(first.image)).toBe(404);
});

test('a work that a waiting job is to take may be deleted; the job still has its file', async () => {
  const first = await workOf(platform.generate(person, 'a cup'));
  engine.hold = true;
  const { body } = await upscale(first.image);
  const run = await engine.nextRun();
  await remove(first.image_id);
  expect(await status(first.image)).toBe(200);
  run.finish();
  expect((await platform.ended(person, body.id)).body.state).toBe('Finished');
  expect((await changes())[0]?.sources.map(({ url }) => url)).toEqual([first.image]);
});

test('an original that another work was made from is kept beyond its days', async () => {
  const first = await workOf(platform.generate(person, 'a dish'));
  const second = await workOf(upscale(first.image));
  await platform.database.execute(sql`
    update works set kept_from = now() - interval '31 days' where user_id = ${person.uid}`);
  const store = await openFileStore(platform.dataFolder, log);
  const retention = { resultDays: 30, acknowledgedDays: 30 };
  await expireOriginals(platform.database, store, retention, log);
  expect(await status(first.image)).toBe(200);
  expect(await status(second.image)).toBe(410);
});

test('what made a person’s works keeps its name in both languages when no engine offers it any more', async () => {
  const names = async (who = person) =>
    (await platform.call('GET', '/api/v2/model_names', { person: who })).body;
  expect(await names()).toEqual([]);
  const job = await platform.generate(person, 'a kiln');
  await platform.ended(person, job.body.id);
  const offered = engine.models();
  engine.models = () => [];
  try {
    expect((await platform.call('GET', '/pgmodels.json')).body).toEqual([]);
    const name = { model: 'test-painter', label_cn: '测试', label_en: 'Test' };
    expect(await names()).toEqual([name]);
    // Nobody learns by it what others use.
    expect(await names(await platform.register())).toEqual([]);
    // As it was called last.
    engine.models = () => [{ ...offered[0]!, label_en: 'Test two' }];
    expect(await names()).toEqual([{ ...name, label_en: 'Test two' }]);
    engine.models = () => [];
    expect(await names()).toEqual([{ ...name, label_en: 'Test two' }]);
  } finally {
    engine.models = () => offered;
  }
});
