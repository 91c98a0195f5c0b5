import { randomUUID } from 'node:crypto';

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Endpoint } from '../../../src/api/contract/endpoint.ts';
import { privileges } from '../../../src/domain/privileges.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Answer, Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const superUsers = new Set<string>();
let platform: TestPlatform;
let operator: Person;
let ordinary: Person;
let privileged: Person;
beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine(), { superUsers });
  operator = await platform.register();
  ordinary = await platform.register();
  privileged = await platform.register();
  superUsers.add(String(operator.uid));
  const everything = Object.fromEntries(privileges.map((name) => [name, [String(privileged.uid)]]));
  // Whatever the deployment gives to some of its people, it is not this.
  await platform.call('PUT', '/api/manage/settings', {
    person: operator,
    body: { version: 0, settings: { privileged: everything } },
  });
});
afterAll(() => platform?.stop());

const ask = (target: string, body: object, person = operator, key: string = randomUUID()) =>
  platform.call('POST', target, { person, body, headers: { 'Idempotency-Key': key } });
const give = (body: object, key?: string) => ask('/api/manage/people/credits', body, operator, key);
const set = (person: Person, more: object) =>
  ask('/api/manage/people/set', { uid: String(person.uid), reason: 'a test', ...more });
const find = async (search: string): Promise<Answer> =>
  platform.call('GET', `/api/manage/people?search=${encodeURIComponent(search)}`, {
    person: operator,
  });
const acts = async () =>
  (await platform.call('GET', '/api/manage/acts?per_page=100', { person: operator })).body.data;

const modules = import.meta.glob<Record<string, unknown>>('../../../src/api/contract/*.ts', {
  eager: true,
});
const calls = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter(
    (value): value is Endpoint =>
      typeof value === 'object' && value !== null && 'auth' in value && value.auth === 'super-user',
  );

describe('every call for operators', () => {
  test('is known here', () => {
    expect(calls.length).toBeGreaterThan(9);
  });
  test.each(calls.map((call) => [call.id, call] as const))(
    '%s is refused to a guest, to somebody and to the privileged, and taken from a super user',
    async (_id, { method, path }) => {
      const target = path.replaceAll(/\{\w+\}/g, 'K20261126XXXXXXXXXXXXXXXX');
      const by = async (person?: Person) => {
        const hasBody = method !== 'get';
        const { status, body } = await platform.call(method.toUpperCase(), target, {
          ...(person && { person }),
          ...(hasBody && { body: {} }),
        });
        return status === 403 ? body.code : 'taken';
      };
      expect([await by(), await by(ordinary), await by(privileged), await by(operator)]).toEqual([
        'login-required',
        'forbidden',
        'forbidden',
        'taken',
      ]);
    },
  );
});

test('an operator finds people by number, name and part of it, and sees how they stand', async () => {
  const person = await platform.register(40);
  const { body } = await find(String(person.uid));
  expect(body.data).toMatchObject({
    total: 1,
    data: [{ uid: String(person.uid), balance: 40, locked_at: null, sessions: 1, works: 0 }],
  });
  const { account } = body.data.data[0];
  expect((await find(account.slice(2, 10))).body.data.data[0].uid).toBe(String(person.uid));
  expect((await find('%')).body.data.total).toBe(0);
  expect((await find('')).body.data.total).toBeGreaterThan(3);
});

test('credits are given with a reason, once for each key, and stand in the list of who gets them', async () => {
  const person = await platform.register(0);
  const key = randomUUID();
  const gift = { uid: String(person.uid), amount: 70, reason: 'A broken kiln' };
  const answers = await Promise.all(Array.from({ length: 100 }, () => give(gift, key)));
  expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
  expect((await platform.credits(person)).balance).toBe(70);
  const { rows } = await platform.database.execute(sql`
    select type_detail, change from ledger where user_id = ${person.uid}`);
  expect(rows).toEqual([{ type_detail: 6, change: 70 }]);
  expect((await give({ ...gift, amount: 71 }, key)).status).toBe(422);
  expect((await give({ ...gift, uid: '999999' })).status).toBe(404);
  expect((await give({ ...gift, reason: '  ' })).status).toBe(400);
  expect((await give({ ...gift, amount: 0 })).status).toBe(400);
});

test('somebody who is locked out is out at once, hears it only by their password, and comes in again', async () => {
  const account = `locked${Date.now()}`;
  const password = 'correct horse';
  const enter = (path: string, secret = password) =>
    platform.call('POST', `/api/account/${path}`, { body: { account, password: secret } });
  const { body } = await enter('register');
  const headers = { userKey: body.user.userKey, userToken: body.userToken };
  const person: Person = { uid: Number(body.user.uid), headers };
  const isIn = async () =>
    (await platform.call('GET', '/api/account/user_info', { person })).status === 200;
  expect(await isIn()).toBe(true);
  expect((await set(person, { locked: true })).body.data.locked_at).not.toBeNull();
  expect(await isIn()).toBe(false);
  expect((await enter('login')).body.code).toBe('account-locked');
  expect((await enter('login', 'battery staple')).body.code).toBe('wrong-credentials');
  expect((await set(person, { locked: false })).body.data.locked_at).toBeNull();
  const again = await enter('login');
  expect(again.status).toBe(200);
  expect((await set(person, { is_vip: true })).body.data.is_vip).toBe(true);
  expect((await set(person, { end_sessions: true })).body.data.sessions).toBe(0);
  expect((await set(operator, { locked: true })).status).toBe(409);
});

test('what operators do is written down with who it was, refusals too, without secrets, and stays', async () => {
  const person = await platform.register();
  await give({ uid: String(person.uid), amount: 5, reason: 'For the list' });
  await set(operator, { locked: true });
  const { data } = await acts();
  expect(data[0]).toMatchObject({
    uid: String(operator.uid),
    call: 'setPerson',
    refused: 'conflict',
  });
  expect(data[1]).toMatchObject({ call: 'giveCredits', refused: '' });
  expect(data[1].asked).toContain('For the list');
  // Reading is no act.
  const { total } = await acts();
  await find('x');
  expect((await acts()).total).toBe(total);
  for (const statement of [
    sql`update acts set asked = ''`,
    sql`delete from acts`,
    sql`truncate acts`,
  ]) {
    const refused = await platform.database.execute(statement).catch((error: unknown) => error);
    expect(String((refused as Error).cause)).toContain('neither changed nor deleted');
  }
});
