import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestPlatform } from './fixtures/platform.ts';
import type { Answer, Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;
let person: Person;

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine());
  person = await platform.register(1_000);
});
afterAll(() => platform?.stop());

async function makeWorks(count: number): Promise<string[]> {
  const { body } = await platform.generate(person, 'marked', { n: count });
  const { generations } = (await platform.ended(person, body.id)).body;
  return (generations as { id: string }[]).map((work) => work.id);
}

const favourite = (ids: string[], starred: 0 | 1, ageMs = 0, who = person): Promise<Answer> =>
  platform.call('POST', '/api/v2/works_favourite', {
    person: who,
    body: { image_ids: ids, starred, age_ms: ageMs },
  });
const rate = (ids: string[], rating: number, ageMs = 0): Promise<Answer> =>
  platform.call('POST', '/api/v2/works_rate', {
    person,
    body: { image_ids: ids, rating, age_ms: ageMs },
  });

async function listed(id: string) {
  const { body } = await platform.call('POST', '/api/v2/get_generate_works', { person, body: {} });
  return (body.data as { image_id: string }[]).find((work) => work.image_id === id);
}

test('a favourite and a rating are kept, listed with the work, and can be taken back', async () => {
  const [first = '', second = ''] = await makeWorks(2);
  expect(await listed(first)).toMatchObject({ starred: 0, rated: 0, rating: 0 });
  expect((await favourite([first, second], 1)).body.data.works).toHaveLength(2);
  await rate([first], 4);
  expect(await listed(first)).toMatchObject({ starred: 1, rated: 1, rating: 4 });
  expect(await listed(second)).toMatchObject({ starred: 1, rated: 0, rating: 0 });
  await favourite([first], 0);
  await rate([first], 0);
  expect(await listed(first)).toMatchObject({ starred: 0, rated: 0, rating: 0 });
});

test('of two taps the later one wins, also when it arrives first', async () => {
  const [id = ''] = await makeWorks(1);
  await favourite([id], 0, 1_000);
  const late = await favourite([id], 1, 3_600_000);
  expect(late.body.data.works).toEqual([{ image_id: id, starred: 0, rated: 0, rating: 0 }]);
  await rate([id], 5, 1_000);
  expect((await rate([id], 1, 60_000)).body.data.works[0].rating).toBe(5);
  // A favourite says nothing about the rating: each has its own time.
  expect((await favourite([id], 1)).body.data.works[0]).toMatchObject({ starred: 1, rating: 5 });
});

test("works that are gone or somebody else's are named and left alone", async () => {
  const [id = ''] = await makeWorks(1);
  const missing = randomUUID();
  const stranger = await platform.register();
  expect((await favourite([id, missing], 1, 0, stranger)).body.data).toEqual({
    works: [],
    gone: [id, missing],
  });
  expect(await listed(id)).toMatchObject({ starred: 0 });
  expect((await favourite([id, missing], 1)).body.data.gone).toEqual([missing]);
});

test.each([6, -1, 1.5])('a rating of %s is refused', async (rating) => {
  expect((await rate([randomUUID()], rating)).status).toBe(400);
});
