import { afterAll, beforeAll, expect, test } from 'vitest';

import { offerAdminLink } from '../../../server/accounts/service.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine());
});
afterAll(() => platform?.stop());

const become = (person: Person | undefined, token: string) =>
  platform.call('POST', '/api/account/admin', { ...(person && { person }), body: { token } });
const mayManage = async (person: Person) =>
  (await platform.call('GET', '/api/manage/settings', { person })).status === 200;

test('the newest link makes one account the one that runs this, once', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => platform.register()));
  const old = (await offerAdminLink(platform.database, false)) ?? '';
  const token = (await offerAdminLink(platform.database, false)) ?? '';
  const [first, second] = people as [Person, Person];
  expect((await become(first, old)).status).toBe(404);
  expect((await become(undefined, token)).body.code).toBe('login-required');
  expect((await become(first, 'x')).status).toBe(400);
  expect(await mayManage(first)).toBe(false);

  const answers = await Promise.all(people.map((person) => become(person, token)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 404, 404, 404, 404,
  ]);
  const may = await Promise.all(people.map(mayManage));
  expect(may).toEqual(answers.map(({ status }) => status === 200));
  expect(answers.find(({ status }) => status === 200)?.body.data.is_super_user).toBe(true);
  // Somebody runs it: no start makes another link.
  expect(await offerAdminLink(platform.database, false)).toBeNull();
  expect((await become(second, token)).status).toBe(404);
});

test('where the environment names somebody, no link is made, and an earlier one opens nothing', async () => {
  const other = await startTestPlatform(createTestEngine());
  try {
    const token = (await offerAdminLink(other.database, false)) ?? '';
    expect(await offerAdminLink(other.database, true)).toBeNull();
    const person = await other.register();
    const answer = await other.call('POST', '/api/account/admin', { person, body: { token } });
    expect(answer.status).toBe(404);
  } finally {
    await other.stop();
  }
});
