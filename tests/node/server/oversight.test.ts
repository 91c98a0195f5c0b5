import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { EngineError } from '../../../server/engines/contract/engine.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const engine = createTestEngine({ concurrency: 1 });
let platform: TestPlatform;
let operator: Person;
beforeAll(async () => {
  platform = await startTestPlatform(engine);
  operator = await platform.register();
  await platform.database.execute(
    sql`update users set is_super_user = true where id = ${operator.uid}`,
  );
});
afterAll(() => platform?.stop());
beforeEach(() => {
  engine.hold = true;
});

const jobs = async (query = '') =>
  (await platform.call('GET', `/api/manage/jobs${query}`, { person: operator })).body.data;
const act = (what: 'cancel' | 'retry', id: string, person = operator) =>
  platform.call('POST', `/api/manage/jobs/${what}`, { person, body: { id } });

test('an operator sees everybody’s jobs, and why each waits', async () => {
  const [one, other] = [await platform.register(), await platform.register()];
  const first = (await platform.generate(one, 'a red teapot')).body.id;
  const run = await engine.nextRun();
  const second = (await platform.generate(other, 'a blue teapot')).body.id;
  const third = (await platform.generate(other, 'a 100% green_teapot')).body.id;
  const listed = await jobs('?state=open');
  expect(listed.total).toBe(3);
  expect(listed.data.map(({ id }: { id: string }) => id)).toEqual([third, second, first]);
  expect(listed.data[2]).toMatchObject({ state: 'Processing', waits: null, uid: String(one.uid) });
  expect(listed.data[1].waits).toMatchObject({ reason: 'engine-full' });
  expect(listed.data[0].waits).toMatchObject({ reason: 'turn', ahead: 1 });

  expect((await jobs('?search=BLUE')).data.map(({ id }: { id: string }) => id)).toEqual([second]);
  // What a pattern would mean is meant as it is written.
  expect((await jobs(`?search=${encodeURIComponent('0% green_')}`)).total).toBe(1);
  expect((await jobs(`?search=${encodeURIComponent('a%teapot')}`)).total).toBe(0);
  expect((await jobs(`?search=${other.uid}`)).total).toBe(2);
  expect((await jobs(`?search=${first}`)).total).toBe(1);

  await platform.database.execute(
    sql`update jobs set run_after = now() + interval '1 hour', state = 'Restarted' where id = ${third}`,
  );
  const [later] = (await jobs(`?search=${third}`)).data;
  expect(later).toMatchObject({ waits: { reason: 'next-attempt' }, may_retry: true });
  expect((await act('retry', third)).body.data.waits.reason).not.toBe('next-attempt');
  // The place is freed last: what is still to be cancelled must not begin in it.
  for (const id of [second, third]) await act('cancel', id);
  run.finish();
  await platform.ended(one, first);
});

test('a job that an operator cancels costs nothing, and what has ended stays as it is', async () => {
  const person = await platform.register();
  const before = await platform.credits(person);
  const { id } = (await platform.generate(person, 'unwanted')).body;
  await engine.nextRun();
  const cancelled = await act('cancel', id);
  expect(cancelled.body.data).toMatchObject({ state: 'Cancelled', may_cancel: false });
  expect(await platform.credits(person)).toEqual(before);
  expect((await act('cancel', id)).body.data.state).toBe('Cancelled');
  expect((await act('retry', id)).status).toBe(409);
});

test('a failed job that an operator tries again runs for nothing, and its result is the person’s', async () => {
  const person = await platform.register();
  const before = await platform.credits(person);
  const { id } = (await platform.generate(person, 'a second chance')).body;
  (await engine.nextRun()).fail(new EngineError('engine-failed', 'it broke', { retryable: false }));
  expect((await platform.ended(person, id)).body.state).toBe('Failed');
  const again = await act('retry', id);
  expect(again.body.data).toMatchObject({ state: 'Restarted', error_code: null });
  (await engine.nextRun()).finish();
  expect((await platform.ended(person, id)).body.state).toBe('Finished');
  expect(await platform.credits(person)).toEqual(before);
  const { rows } = await platform.database.execute(
    sql`select count(*)::int as count from works where job_id = ${id}`,
  );
  expect(rows).toEqual([{ count: 1 }]);
  expect((await act('retry', id)).status).toBe(409);
});

test('engines are told with their bounds and how they did, and the last hours with what waited', async () => {
  const engines = (await platform.call('GET', '/api/manage/engines', { person: operator })).body
    .data;
  expect(engines.find(({ name }: { name: string }) => name === 'test')).toMatchObject({
    concurrency: 1,
    unavailable: null,
    failed: 0,
    running: 0,
  });
  const person = await platform.register();
  const { id } = (await platform.generate(person, 'counted')).body;
  const run = await engine.nextRun();
  const open = await platform.call('GET', '/api/network/queue_history?hours=2');
  expect(open.body.data).toHaveLength(96);
  expect(open.body.data.at(-1).open).toBe(1);
  const finished = (spans: { finished: number }[]) =>
    spans.reduce((sum, span) => sum + span.finished, 0);
  expect(finished(open.body.data)).toBeGreaterThanOrEqual(2);
  run.finish();
  await platform.ended(person, id);
  const after = await platform.call('GET', '/api/network/queue_history?hours=3');
  expect(after.body.data.at(-1)).toMatchObject({ open: 0 });
  expect(finished(after.body.data)).toBe(finished(open.body.data) + 1);
});

test('trainings of a person are told with how they stand, and nobody else’s', async () => {
  const person = await platform.register();
  const { id } = (await platform.generate(person, 'a style')).body;
  (await engine.nextRun()).finish();
  await platform.ended(person, id);
  await platform.database.execute(
    sql`update jobs set job_type = 'Train', input = '{"model_name":"Warm"}' where id = ${id}`,
  );
  const mine = await platform.call('POST', '/api/v2/get_train_models', { person });
  expect(mine.body.data).toEqual([
    expect.objectContaining({
      model_name: 'Warm',
      train_state: 'succeeded',
      params: { base: 'sdxl' },
      train_result: expect.any(String),
    }),
  ]);
  const other = await platform.register();
  expect(
    (await platform.call('POST', '/api/v2/get_train_models', { person: other })).body.data,
  ).toEqual([]);
  expect((await platform.call('POST', '/api/v2/get_train_models')).status).toBe(403);
});
