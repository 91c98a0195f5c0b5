import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestPlatform } from './fixtures/platform.ts';
import type { TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine());
});
afterAll(() => platform?.stop());

const password = 'a bowl of blue clay';

async function enter(
  path: 'register' | 'login',
  account: string,
  { secret = password, agent = 'test' } = {},
) {
  const answer = await platform.call('POST', `/api/account/${path}`, {
    body: { account, password: secret },
    headers: { 'User-Agent': agent },
  });
  const { user, userToken } = answer.body;
  return {
    status: answer.status,
    headers: { userKey: user?.userKey as string, userToken: userToken as string },
  };
}
type Headers = Record<string, string>;
const list = (headers: Headers) => platform.call('GET', '/api/account/sessions', { headers });
const end = (headers: Headers, body: object) =>
  platform.call('POST', '/api/account/sessions/end', { headers, body });
const change = (headers: Headers, old: string, chosen: string) =>
  platform.call('POST', '/api/account/password', {
    headers,
    body: { password: old, new_password: chosen },
  });
const isIn = async (headers: Headers) =>
  (await platform.call('GET', '/api/account/user_info', { headers })).status === 200;

test('a person sees where they are signed in, ends one, then all others, and nobody else’s', async () => {
  const phone = await enter('register', 'lin.a', { agent: 'Phone' });
  const desktop = await enter('login', 'lin.a', { agent: `Desktop${'x'.repeat(400)}` });
  const library = await enter('login', 'lin.a', { agent: 'Library' });
  const stranger = await enter('register', 'stranger.a');

  const { body } = await list(phone.headers);
  const seen = body.data as { id: string; user_agent: string; is_this: boolean }[];
  expect(seen.map((one) => one.user_agent.slice(0, 7)).toSorted()).toEqual([
    'Desktop',
    'Library',
    'Phone',
  ]);
  expect(seen.every((one) => one.user_agent.length <= 300)).toBe(true);
  expect(seen.filter((one) => one.is_this).map((one) => one.user_agent)).toEqual(['Phone']);
  expect(JSON.stringify(body)).not.toContain(phone.headers.userToken);

  const left = seen.find((one) => one.user_agent === 'Library');
  expect((await end(stranger.headers, { id: left?.id })).body.data).toEqual({ ended: 0 });
  expect(await isIn(library.headers)).toBe(true);
  expect((await end(phone.headers, { id: left?.id })).body.data).toEqual({ ended: 1 });
  expect((await end(phone.headers, { id: left?.id })).body.data).toEqual({ ended: 0 });
  expect(await isIn(library.headers)).toBe(false);

  expect((await end(phone.headers, {})).body.data).toEqual({ ended: 1 });
  expect(await isIn(desktop.headers)).toBe(false);
  expect(await isIn(phone.headers)).toBe(true);
  expect(await isIn(stranger.headers)).toBe(true);
  expect((await list(desktop.headers)).body.code).toBe('login-required');
  expect((await end(phone.headers, { id: 'all' })).status).toBe(400);
});

test('another password needs the old one, obeys the rules, and signs all other devices out', async () => {
  const here = await enter('register', 'lin.b');
  const there = await enter('login', 'lin.b');
  const chosen = 'seven grey herons';
  const wrong = await change(here.headers, 'not the old one', chosen);
  expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong-credentials']);
  const weak = await change(here.headers, password, 'lin.b-lin.b-lin');
  expect(weak.status).toBe(400);
  expect(weak.body.reasons).toMatchObject([{ field: 'new_password', reason: 'name-in-password' }]);
  expect((await change(here.headers, password, 'short')).status).toBe(400);
  expect(await isIn(there.headers)).toBe(true);

  expect((await change(here.headers, password, chosen)).body.data).toEqual({ ended: 1 });
  expect(await isIn(here.headers)).toBe(true);
  expect(await isIn(there.headers)).toBe(false);
  expect((await enter('login', 'lin.b')).status).toBe(403);
  expect((await enter('login', 'lin.b', { secret: chosen })).status).toBe(200);
});

test('a sign-in with the old password that is under way when it is changed leaves nobody signed in', async () => {
  const here = await enter('register', 'lin.c');
  const chosen = 'seven grey herons';
  const changed = change(here.headers, password, chosen);
  // Each finds the old password; those that come while the new one is hashed wait behind that for their own hash.
  const late: ReturnType<typeof enter>[] = [];
  for (let count = 0; count < 16; count += 1) {
    late.push(enter('login', 'lin.c'));
    await sleep(40);
  }
  const entered = await Promise.all(late);
  expect((await changed).status).toBe(200);
  for (const { headers } of entered) expect(await isIn(headers)).toBe(false);
  expect((await list(here.headers)).body.data).toHaveLength(1);
});

test('no answer sets a cookie: a session is nothing that a browser sends by itself', async () => {
  const answers = [
    await platform.call('POST', '/api/account/register', { body: { account: 'lin.c', password } }),
    await platform.call('POST', '/api/account/login', { body: { account: 'lin.c', password } }),
    await platform.call('POST', '/api/account/logout', {}),
    await platform.call('GET', '/healthz'),
    await platform.call('GET', '/'),
  ];
  expect(answers.flatMap(({ headers }) => headers.getSetCookie())).toEqual([]);
});

test('an account is entered by a password, a passkey or who vouches for it, and by nothing else', async () => {
  const { body } = await platform.call('GET', '/openapi.json');
  const { paths } = body as { paths: Record<string, Record<string, { responses: object }>> };
  const entering = Object.entries(paths).filter(([, calls]) =>
    Object.values(calls).some((call) => JSON.stringify(call.responses ?? {}).includes('userToken')),
  );
  expect(entering.map(([path]) => path).toSorted()).toEqual([
    '/api/account/enter',
    '/api/account/login',
    '/api/account/oidc/finish',
    '/api/account/passkey_login',
    '/api/account/register',
  ]);
});
