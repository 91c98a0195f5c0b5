import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createProvider, ProviderUnavailable } from '../../../server/doors/provider.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

/** An account provider after the contract of docs/sign-in.md; `mood` is how it answers besides. */
let mood: 'well' | 'gateway' | 'silence' = 'well';
const users: Record<string, unknown> = {
  'key-mei': { status: 1, data: { uid: 4711, nick: '梅'.repeat(120), is_vip: '1' } },
  'key-wei': { status: true, data: { uid: 'w-1', nick: 'Wei', is_vip: false } },
  'key-nobody': { status: 1, data: [] },
  'key-empty': { status: 1, data: { uid: '', nick: '' } },
  'key-out': { status: 0, msg: 'not logged in' },
};
const heard: { method: string; body: string; query: string }[] = [];
const host = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (part: string) => (body += part));
  request.on('end', () => {
    const url = new URL(request.url ?? '/', 'http://here');
    heard.push({ method: request.method ?? '', body, query: url.search });
    if (mood === 'silence') return;
    if (mood === 'gateway') {
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad Gateway</h1>');
      return;
    }
    const sent = body ? (JSON.parse(body) as Record<string, string>) : {};
    const key = url.searchParams.get('ck') ?? sent['token'] ?? sent['access_token'] ?? '';
    response.end(JSON.stringify(users[key] ?? { status: 0 }));
  });
});
let url = '';
let platform: TestPlatform;
beforeAll(async () => {
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/user_info?app=kiln`;
  platform = await startTestPlatform(createTestEngine(), {
    provider: { kind: 'key', url, loginUrl: null, name: 'Guild' },
  });
});
afterAll(async () => {
  await platform?.stop();
  host.closeAllConnections();
  host.close();
});

const enter = (body: object) => platform.call('POST', '/api/account/enter', { body });

test('a key of the provider signs in, the same person each time, VIP by its word, with 100 characters of a nick', async () => {
  const first = await enter({ ck: 'key-mei' });
  expect(first.status).toBe(200);
  expect(first.body.user).toMatchObject({ nick: '梅'.repeat(100), is_vip: true });
  expect(first.body.user.userKey).toBe(`${first.body.user.uid}@kiln`);
  users['key-mei'] = { status: 1, data: { uid: '4711', nick: 'Mei', is_vip: 0 } };
  const again = await enter({ ck: 'key-mei' });
  expect(again.body.user).toMatchObject({ uid: first.body.user.uid, is_vip: false });
  expect((await enter({ ck: 'key-wei' })).body.user.uid).not.toBe(first.body.user.uid);
  // What its address has besides stays.
  expect(heard[0]?.query).toBe('?app=kiln&ck=key-mei');
});

test('an empty user, "not logged in" and keys of another kind are nobody', async () => {
  for (const ck of ['key-nobody', 'key-empty', 'key-out', 'unknown']) {
    const { status, body } = await enter({ ck });
    expect([status, body.code], ck).toEqual([403, 'wrong-credentials']);
  }
  expect((await enter({ token: 'key-wei' })).status).toBe(403);
  expect((await enter({ ck: '' })).status).toBe(400);
  expect((await enter({ ck: 'a', token: 'b' })).status).toBe(400);
});

test('while the provider is away nobody is sent away for good', async () => {
  mood = 'gateway';
  expect((await enter({ ck: 'key-wei' })).status).toBe(503);
  mood = 'well';
  expect((await enter({ ck: 'key-wei' })).status).toBe(200);
});

test('the other kind of provider is told by POST what the link carried', async () => {
  const provider = createProvider({ kind: 'token', url, loginUrl: null, name: 'Guild' });
  heard.length = 0;
  expect(await provider.userBehind({ token: 'key-wei' })).toMatchObject({ uid: 'w-1' });
  const keys = { member_id: '7', platform: 'web', access_token: 'key-wei' };
  expect(await provider.userBehind(keys)).toMatchObject({ uid: 'w-1' });
  expect(await provider.userBehind({ ck: 'key-wei' })).toBeNull();
  expect(heard.map(({ method, body }) => [method, JSON.parse(body)])).toEqual([
    ['POST', { token: 'key-wei' }],
    ['POST', keys],
  ]);
});

test('no key is told by what went wrong', async () => {
  const secret = 'a-very-secret-key';
  const dead = createProvider({
    kind: 'key',
    url: 'http://127.0.0.1:9/user_info',
    loginUrl: null,
    name: 'Guild',
  });
  const error = await dead.userBehind({ ck: secret }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ProviderUnavailable);
  const { stack = '', cause } = error as Error;
  expect(stack + String(cause)).not.toContain(secret);
});
