import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;
const engine = createTestEngine({ concurrency: 1 });
engine.hold = true;

beforeAll(async () => {
  platform = await startTestPlatform(engine);
});
afterAll(() => platform?.stop());

const reorder = (person: Person, ids: string[]) =>
  platform.call('POST', '/api/v2/generate/order', { person, body: { ids } });
const positionOf = async (person: Person, id: string) =>
  (await platform.call('GET', `/api/v2/generate/check/${id}`, { person })).body.queue_position;

test('waiting jobs are made in the order in which their owner put them', async () => {
  const person = await platform.register();
  const ids: string[] = [];
  for (const prompt of ['running', 'one', 'two', 'three', 'four']) {
    ids.push((await platform.generate(person, prompt)).body.id);
  }
  const [running = '', one = '', two = '', three = '', four = ''] = ids;
  const first = await engine.nextRun();
  expect(await positionOf(person, two)).toBe(1);

  // The running one and one that does not exist are passed over; `two` keeps its place.
  const answer = await reorder(person, [four, running, randomUUID(), three, one]);
  expect(answer.body.data.ids).toEqual([four, three, one]);
  expect((await reorder(person, [four, three, one])).body.data.ids).toEqual([four, three, one]);
  const wished = [four, two, three, one];
  const positions = await Promise.all(wished.map((id) => positionOf(person, id)));
  expect(positions).toEqual([0, 1, 2, 3]);

  first.finish();
  const made: string[] = [];
  for (const _ of wished) {
    const run = await engine.nextRun();
    made.push(run.job.id);
    run.finish();
  }
  expect(made).toEqual(wished);
});

test("somebody else's jobs keep their turn", async () => {
  const person = await platform.register();
  const other = await platform.register();
  const blocker = (await platform.generate(person, 'running')).body.id as string;
  const run = await engine.nextRun();
  const theirs = (await platform.generate(other, 'theirs')).body.id as string;
  const mine = (await platform.generate(person, 'mine')).body.id as string;
  expect((await reorder(person, [mine, theirs])).body.data.ids).toEqual([mine]);
  expect(await positionOf(other, theirs)).toBe(0);
  expect(run.job.id).toBe(blocker);
  run.finish();
  const next = await engine.nextRun();
  expect(next.job.id).toBe(theirs);
  next.finish();
  (await engine.nextRun()).finish();
});
