import { afterAll, beforeAll, expect, test } from 'vitest';

import { ledgerTypes } from '../../../src/domain/credits.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

/** Somebody who sends the specification's headers and bodies, and nothing that is ours. */
let platform: TestPlatform;
let person: Person;

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine());
  person = await platform.register(20);
});
afterAll(() => platform?.stop());

const submission = {
  model: 'test-painter',
  job_type: 'Text2Img',
  disabled_translate: false,
  input: { prompt: 'a kiln at night' },
};
const submit = () =>
  platform.call('POST', '/api/v2/playground_generate', { person, body: submission });

test('without a key of its own each submission is a new one', async () => {
  const [first, second] = [await submit(), await submit()];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.id).not.toBe(first.body.id);
  expect((await platform.ended(person, first.body.id as string)).body.state).toBe('Finished');
  expect((await platform.ended(person, second.body.id as string)).body.state).toBe('Finished');
});

test('the schema’s version may be text', async () => {
  const body = { model: 'test-painter', version: '2', lang: 'en' };
  const answer = await platform.call('POST', '/api/v2/playground_get_model_schema', { body });
  expect(answer.status).toBe(200);
  expect(answer.body.properties).toHaveProperty('prompt');
  const other = await platform.call('POST', '/api/v2/playground_get_model_schema', {
    body: { ...body, version: '3' },
  });
  expect(other.status).toBe(400);
});

test('pages may be asked for with numbers as text, within the same bounds', async () => {
  const works = (page_size: unknown, page_number: unknown) =>
    platform.call('POST', '/api/v2/get_generate_works', {
      person,
      body: { page_size, page_number, order: 'DESC' },
    });
  const answer = await works('1', '2');
  expect(answer.status).toBe(200);
  expect(answer.body.data).toHaveLength(1);
  for (const wrong of ['0', '101', '1e1', '-1', ' 1', '']) {
    expect((await works(wrong, 1)).status, `page_size ${wrong}`).toBe(400);
  }
});

test('the ledger has each charge once, and its rows add up to the balance', async () => {
  const answer = await platform.call('POST', '/api/user/get_balance_list', {
    person,
    body: { per_page: '100', page: '1' },
  });
  const rows = answer.body.data.data as { type: number; balance: number; job_id: string | null }[];
  const jobs = rows.flatMap(({ job_id: job }) => job ?? []);
  expect(jobs).toHaveLength(2);
  expect(new Set(jobs).size).toBe(2);
  const sum = rows.reduce(
    (total, { type, balance }) => total + (type === ledgerTypes.income ? balance : -balance),
    0,
  );
  expect(sum).toBe((await platform.credits(person)).balance);
});
