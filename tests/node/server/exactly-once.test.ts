import { randomUUID } from 'node:crypto';

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestPlatform } from './fixtures/platform.ts';
import type { Answer, Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;
let engine = createTestEngine();

beforeAll(async () => {
  platform = await startTestPlatform(engine);
});
afterAll(() => platform?.stop());

async function jobsOf(person: Person): Promise<number> {
  const { rows } = await platform.database.execute(
    sql`select 1 from jobs where user_id = ${person.uid}`,
  );
  return rows.length;
}

function statuses(answers: Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('a repeat gets the first answer, byte for byte, and nothing runs or costs twice', async () => {
  const person = await platform.register();
  const key = randomUUID();
  const first = await platform.generate(person, 'once', { key });
  await platform.ended(person, first.body.id);
  const repeat = await platform.generate(person, 'once', { key });
  expect(repeat.status).toBe(first.status);
  expect(repeat.body).toEqual(first.body);
  expect(engine.runs.filter((job) => job.id === first.body.id)).toHaveLength(1);
  expect(await platform.credits(person)).toEqual({ balance: 49, reserved: 0 });
});

test('a repeat after a restart of platform and database gets the first answer', async () => {
  const person = await platform.register();
  const key = randomUUID();
  const first = await platform.generate(person, 'once and for all', { key });
  await platform.ended(person, first.body.id);
  engine = createTestEngine();
  await platform.restart(engine);
  const repeat = await platform.generate(person, 'once and for all', { key });
  expect(repeat.body).toEqual(first.body);
  expect(engine.runs).toEqual([]);
  expect(await platform.credits(person)).toEqual({ balance: 49, reserved: 0 });
});

test('the same key at the same moment is accepted once, even with credits for one', async () => {
  const person = await platform.register(1);
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => platform.generate(person, 'all at once', { key })),
  );
  expect(statuses(answers)).toEqual({ 200: 20 });
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  expect(await jobsOf(person)).toBe(1);
  await platform.ended(person, answers[0]?.body.id);
  expect(await platform.credits(person)).toEqual({ balance: 0, reserved: 0 });
});

test('a key that was used for something else is refused', async () => {
  const person = await platform.register();
  const key = randomUUID();
  await platform.generate(person, 'a', { key });
  const other = await platform.generate(person, 'b', { key });
  expect(other.status).toBe(422);
  expect(other.body.code).toBe('idempotency-mismatch');
  expect(await jobsOf(person)).toBe(1);
});

test('the order of fields makes no other request', async () => {
  const person = await platform.register();
  const headers = { 'Idempotency-Key': randomUUID() };
  const path = '/api/v2/playground_generate';
  const one = { model: 'test-painter', job_type: 'Text2Img', input: { prompt: 'a', width: 64 } };
  const two = { input: { width: 64, prompt: 'a' }, job_type: 'Text2Img', model: 'test-painter' };
  const first = await platform.call('POST', path, { person, headers, body: one });
  const second = await platform.call('POST', path, { person, headers, body: two });
  expect(second.body).toEqual(first.body);
});

test('two people may use the same key', async () => {
  const key = randomUUID();
  const [one, two] = [await platform.register(), await platform.register()];
  const first = await platform.generate(one, 'a', { key });
  const second = await platform.generate(two, 'b', { key });
  expect(second.status).toBe(200);
  expect(second.body.id).not.toBe(first.body.id);
});

test('a refusal leaves no trace: the same key is accepted once there are credits', async () => {
  const person = await platform.register(0);
  const key = randomUUID();
  const refused = await platform.generate(person, 'later', { key });
  expect(refused.status).toBe(562);
  expect(refused.body).toMatchObject({ code: 'not-enough-credits' });
  expect(await jobsOf(person)).toBe(0);
  await platform.call('GET', '/api/user/draw_credit_balance', { person });
  const accepted = await platform.generate(person, 'later', { key });
  expect(accepted.status).toBe(200);
  expect(accepted.body.balance).toBe(9);
});

test('a submission with an unusable key is refused before anything happens', async () => {
  const person = await platform.register();
  const body = { model: 'test-painter', job_type: 'Text2Img', input: { prompt: 'a' } };
  for (const path of ['/api/v2/playground_generate', '/api/v2/generate/async']) {
    for (const key of ['x'.repeat(65), 'with space']) {
      const headers = { 'Idempotency-Key': key };
      const answer = await platform.call('POST', path, { person, headers, body });
      expect(answer.status).toBe(400);
      expect(answer.body.code).toBe('invalid-input');
    }
  }
  expect(await jobsOf(person)).toBe(0);
});

test('of 200 submissions at the same time, credits for 50 admit exactly 50', async () => {
  const person = await platform.register(50);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => platform.generate(person, `race ${index}`)),
  );
  expect(statuses(answers)).toEqual({ 200: 50, 562: 150 });
  expect(await jobsOf(person)).toBe(50);
  const now = await platform.credits(person);
  expect(now.balance).toBe(0);
  // Whatever each was told was left differs: no two were given the same credit.
  const left = answers
    .filter(({ status }) => status === 200)
    .map(({ body }) => body.balance as number);
  expect(new Set(left).size).toBe(50);
});

test('the AI Horde form is accepted once too, with prompt and negative prompt apart', async () => {
  const person = await platform.register();
  const headers = { 'Idempotency-Key': randomUUID() };
  const body = {
    prompt: 'a cup ### chipped',
    models: ['test-painter'],
    params: { n: 2, seed: '7' },
  };
  const first = await platform.call('POST', '/api/v2/generate/async', { person, headers, body });
  expect(first.status).toBe(202);
  const repeat = await platform.call('POST', '/api/v2/generate/async', { person, headers, body });
  expect(repeat.body).toEqual(first.body);
  const ended = await platform.ended(person, first.body.id);
  expect(ended.body).toMatchObject({ done: true, total: 2 });
  expect(ended.body.generations[0]).toMatchObject({
    seed: '7',
    params: { prompt: 'a cup', negative_prompt: 'chipped', n: 2 },
  });
});
