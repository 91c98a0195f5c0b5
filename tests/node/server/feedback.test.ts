import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

/** The host that takes feedback, which is away at first. */
const heard: { key: string; body: unknown }[] = [];
let answers: 'gateway' | 'refused' | 'thanks' = 'gateway';
const host = createServer((request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (part: string) => (text += part));
  request.on('end', () => {
    if (answers === 'gateway') {
      response.writeHead(502).end('<h1>Bad Gateway</h1>');
      return;
    }
    if (answers === 'thanks') {
      heard.push({ key: String(request.headers['idempotency-key']), body: JSON.parse(text) });
    }
    response.end(JSON.stringify({ code: answers === 'thanks' ? 1 : 0 }));
  });
});

let platform: TestPlatform;
let operator: Person;
beforeAll(async () => {
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  const superUsers = new Set<string>();
  platform = await startTestPlatform(createTestEngine(), {
    feedbackUrl: `http://127.0.0.1:${(host.address() as AddressInfo).port}`,
    superUsers,
  });
  operator = await platform.register();
  superUsers.add(String(operator.uid));
});
afterAll(async () => {
  await platform?.stop();
  host.close();
});

const said = {
  type: 'fault',
  content: 'The glaze is too thick',
  mobile: 'potter@example.com',
  source: '/generate',
};
const say = (body: object, options: { person?: Person; key?: string } = {}) =>
  platform.call('POST', '/api/feedback/add', {
    ...(options.person && { person: options.person }),
    headers: { 'Idempotency-Key': options.key ?? randomUUID() },
    body,
  });
const list = async () =>
  (await platform.call('GET', '/api/manage/feedback', { person: operator })).body.data;

test('what people say is kept once, passed on once its host is there, and read by operators only', async () => {
  const person = await platform.register();
  const key = randomUUID();
  const first = await say({ ...said, content: `  ${said.content}\n` }, { person, key });
  expect(first.body).toEqual({ code: 1 });
  expect((await say(said, { person, key })).body).toEqual({ code: 1 });
  expect((await say({ ...said, content: 'Something else' }, { person, key })).status).toBe(422);
  expect((await say({ ...said, type: 'suggestion' })).status).toBe(200);
  expect(await list()).toMatchObject({
    total: 2,
    data: [
      { uid: null, type: 'suggestion', sent_at: null },
      { uid: String(person.uid), ...said, sent_at: null },
    ],
  });
  const read = await platform.call('GET', '/api/manage/feedback', { person });
  expect(read.status).toBe(403);

  const again = async () => {
    await platform.database.execute(
      sql`update feedback set send_at = now() where sent_at is null and send_at is not null`,
    );
  };
  answers = 'refused';
  await again();
  await vi.waitFor(
    async () => {
      const { rows } = await platform.database.execute<{ least: number }>(
        sql`select min(attempts)::int as least from feedback`,
      );
      expect(rows[0]?.least).toBeGreaterThan(0);
    },
    { timeout: 20_000, interval: 200 },
  );
  expect(heard).toEqual([]);
  answers = 'thanks';
  await again();
  await vi.waitFor(() => expect(heard).toHaveLength(2), { timeout: 20_000, interval: 200 });
  expect(heard).toContainEqual({ key, body: said });
  expect((await list()).data.every((one: { sent_at: unknown }) => one.sent_at !== null)).toBe(true);
});

test('without words, without a way to answer, or of another kind it is refused', async () => {
  for (const wrong of [
    { ...said, content: '   ' },
    { ...said, mobile: '' },
    { ...said, type: 'praise' },
    { ...said, content: 'x'.repeat(2_001) },
    {},
  ]) {
    expect((await say(wrong)).status).toBe(400);
  }
});

test('somebody says what they do, once or again, and it is theirs alone', async () => {
  const [person, other] = [await platform.register(), await platform.register()];
  const check = async (who: Person) =>
    (await platform.call('GET', '/api/user/check_userinfo', { person: who })).body.data;
  expect(await check(person)).toEqual({ user_career_id: '' });
  const update = (cid: unknown) =>
    platform.call('POST', '/api/user/update_career', { person, body: { cid } });
  expect((await update(3)).body).toEqual({ status: true, data: {} });
  // The specification's clients send numbers as text, too.
  expect((await update('7')).status).toBe(200);
  for (const wrong of [0, 8, 1.5, 'potter', null]) expect((await update(wrong)).status).toBe(400);
  expect(await check(person)).toEqual({ user_career_id: 7 });
  expect(await check(other)).toEqual({ user_career_id: '' });
});
