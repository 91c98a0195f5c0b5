import { createHash } from 'node:crypto';

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createRateLimits } from '../../../server/http/rate-limits.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Answer, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine(), {
    registrationsPerHour: 3,
    superUsers: new Set(['10001']),
  });
});
afterAll(() => platform?.stop());

const post = (path: string, body: object, headers = {}) =>
  platform.call('POST', path, { body, headers });
const password = '正确的 horse battery';
let token = '';
let userKey = '';

test('a person registers, logs out, and logs in again by another spelling of the name', async () => {
  const made = await post('/api/account/register', { account: 'Wáng.Li', password, nick: '小王' });
  expect(made.status).toBe(200);
  expect(made.body.user).toMatchObject({
    uid: '10001',
    userKey: '10001@kiln',
    account: 'Wáng.Li',
    nick: '小王',
    is_super_user: true,
    is_vip: false,
  });
  const first = { userKey: '10001@kiln', userToken: made.body.userToken as string };
  expect((await platform.call('GET', '/api/account/user_info', { headers: first })).status).toBe(
    200,
  );

  expect((await post('/api/account/logout', {}, first)).status).toBe(200);
  expect((await post('/api/account/logout', {}, first)).status).toBe(200);
  expect((await platform.call('GET', '/api/account/user_info', { headers: first })).status).toBe(
    403,
  );

  const again = await post('/api/account/login', { account: 'wa\u0301NG.li', password });
  expect(again.status).toBe(200);
  token = again.body.userToken;
  userKey = again.body.user.userKey;
  const hours = (Date.parse(again.body.expires_at as string) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(11.9);
  expect(hours).toBeLessThanOrEqual(12);
});

test('a name belongs to the first, in every spelling', async () => {
  const taken = await post('/api/account/register', { account: 'WÁNG.LI', password });
  expect([taken.status, taken.body.code]).toEqual([409, 'account-taken']);
});

test('a wrong password and an unknown account cannot be told apart', async () => {
  const wrong = await post('/api/account/login', { account: 'Wáng.Li', password: 'not it at all' });
  const unknown = await post('/api/account/login', {
    account: 'nobody',
    password: 'not it at all',
  });
  expect(wrong.status).toBe(403);
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
});

test('neither password nor token can be read from the database, and a session ends', async () => {
  const { rows } = await platform.database.execute<{ secret: string }>(
    sql`select secret from identity_secrets`,
  );
  expect(rows[0]?.secret).toMatch(/^scrypt\$131072\$8\$1\$/);
  const hash = createHash('sha256').update(token).digest('hex');
  const sessions = await platform.database.execute<{ hash: string }>(
    sql`select encode(token_hash, 'hex') as hash from sessions`,
  );
  expect(sessions.rows).toEqual([{ hash }]);
  await platform.database.execute(
    sql`update sessions set expires_at = now() - interval '1 second'`,
  );
  const answer = await platform.call('GET', '/api/account/user_info', {
    headers: { userKey, userToken: token },
  });
  expect(answer.body).toEqual({ message: 'Please Login', code: 'login-required' });
});

test('guessing is slowed down before a password is even looked at, and forgiven after a success', async () => {
  const limits = createRateLimits({ registrationsPerHour: 1 });
  const guess = (address = 'a') => limits.login(address, 'target');
  for (let tries = 0; tries < 10; tries += 1) await guess();
  await expect(guess()).rejects.toMatchObject({ status: 429, code: 'too-many-requests' });
  await expect(guess()).rejects.toHaveProperty(
    'headers.Retry-After',
    expect.stringMatching(/^\d+$/),
  );
  // Somebody elsewhere is not locked out by it.
  await guess('b');
  await limits.loginSucceeded('a', 'target');
  await guess();
});

test('registrations from one address are limited, and told how long to wait', async () => {
  const answers: Answer[] = [];
  for (let index = 0; index < 2; index += 1) {
    answers.push(await post('/api/account/register', { account: `crowd${index}`, password }));
  }
  expect(answers.map((answer) => answer.status)).toEqual([200, 429]);
  expect(answers[1]?.body.code).toBe('too-many-requests');
  expect(Number(answers[1]?.headers.get('Retry-After'))).toBeGreaterThan(0);
});

test('bad names and short passwords are refused by field', async () => {
  const answer = await post('/api/account/register', { account: 'a b', password: 'short' });
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.errors as object).toSorted()).toEqual(['account', 'password']);
});
