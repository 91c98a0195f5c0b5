import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Authenticator } from '../../fixtures/authenticator.ts';
import type { Page } from '../../fixtures/authenticator.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Answer, Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;
let page: Page;
beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine());
  page = { origin: platform.url, rpId: new URL(platform.url).hostname };
});
afterAll(() => platform?.stop());

const ask = (path: string, body: unknown, person?: Person, origin = page.origin) =>
  platform.call('POST', path, {
    ...(person && { person }),
    ...(body !== undefined && { body }),
    headers: { Origin: origin },
  });
const begin = (person: Person, body = {}) => ask('/api/account/passkeys/begin', body, person);
const keep = (person: Person, body: unknown) => ask('/api/account/passkeys', body, person);
const beginLogin = async (): Promise<string> =>
  (await ask('/api/account/passkey_login/begin', undefined)).body.data.challenge;
const login = (body: unknown, origin?: string) =>
  ask('/api/account/passkey_login', body, undefined, origin);
const list = async (person: Person) =>
  (await platform.call('GET', '/api/account/passkeys', { person })).body.data;

async function withPasskey(): Promise<{ person: Person; device: Authenticator; kept: Answer }> {
  const person = await platform.register();
  const device = new Authenticator();
  const { body } = await begin(person);
  const kept = await keep(person, device.make(body.data.challenge, page));
  expect(kept.status, JSON.stringify(kept.body)).toBe(200);
  return { person, device, kept };
}

/** A sign-in of a while ago shows nothing by itself. */
const letTimePass = (person: Person) =>
  platform.database.execute(sql`
    update sessions set created_at = now() - interval '1 hour' where user_id = ${person.uid}`);

test('a passkey that was made signs in whoever made it, again and again', async () => {
  const { person, device } = await withPasskey();
  for (let times = 0; times < 2; times += 1) {
    const entered = await login(device.use(await beginLogin(), page));
    expect(entered.status).toBe(200);
    expect(entered.body.user.uid).toBe(String(person.uid));
    const { user, userToken } = entered.body;
    const info = await platform.call('GET', '/api/account/user_info', {
      headers: { userKey: user.userKey, userToken },
    });
    expect(info.body.data.uid).toBe(String(person.uid));
  }
  const [passkey] = await list(person);
  expect(passkey).toMatchObject({ id: device.id, is_synced: false });
  expect(passkey.used_at).not.toBeNull();
});

test('an answer opens nothing twice, for another page, unsigned, or without a check of who holds the device', async () => {
  const { device } = await withPasskey();
  const answer = device.use(await beginLogin(), page);
  expect((await login(answer)).status).toBe(200);
  const replayed = await login(answer);
  expect(replayed).toMatchObject({ status: 403, body: { code: 'wrong-credentials' } });
  // Whoever has only looked on knows a challenge, and has no key.
  const stranger = new Authenticator();
  const foreign = stranger.use(await beginLogin(), page);
  expect((await login(foreign)).status).toBe(403);
  const pretended = { ...foreign, id: device.id, rawId: device.id };
  expect((await login(pretended)).status).toBe(403);
  // A page elsewhere that looks like ours.
  const elsewhere = { origin: 'https://k1ln.example', rpId: 'k1ln.example' };
  expect((await login(device.use(await beginLogin(), elsewhere))).status).toBe(403);
  expect((await login(device.use(await beginLogin(), elsewhere), elsewhere.origin)).body.code).toBe(
    'forbidden',
  );
  device.isCareful = false;
  expect((await login(device.use(await beginLogin(), page))).status).toBe(403);
  device.isCareful = true;
  expect((await login(device.use(await beginLogin(), page))).status).toBe(200);
  // A copy of it lags behind.
  device.counter -= 2;
  expect((await login(device.use(await beginLogin(), page))).status).toBe(403);
});

test('a question is for one person, for one purpose, and for a few minutes', async () => {
  const one = await platform.register();
  const other = await platform.register();
  const device = new Authenticator();
  const { body } = await begin(one);
  expect((await keep(other, device.make(body.data.challenge, page))).status).toBe(403);
  const asked = await begin(one);
  await platform.database.execute(sql`
    update passkey_challenges set expires_at = now() - interval '1 second'`);
  expect((await keep(one, device.make(asked.body.data.challenge, page))).status).toBe(403);
  expect((await keep(one, device.make(await beginLogin(), page))).status).toBe(403);
  const { body: third } = await begin(one);
  expect((await keep(one, device.make(third.data.challenge, page))).status).toBe(200);
  const { body: fourth } = await begin(one);
  expect((await login(device.use(fourth.data.challenge, page))).status).toBe(403);
  // It is somebody's now, and nobody else's.
  const { body: fifth } = await begin(other);
  expect((await keep(other, device.make(fifth.data.challenge, page))).status).toBe(409);
  expect(await list(other)).toEqual([]);
});

test('whoever finds a device that is signed in makes no passkey with it', async () => {
  const account = `found-${Date.now()}`;
  const password = 'correct horse';
  const made = await ask('/api/account/register', { account, password });
  const { user, userToken } = made.body;
  const person = { uid: Number(user.uid), headers: { userKey: user.userKey, userToken } };
  expect((await begin(person)).status).toBe(200);
  await letTimePass(person);
  expect((await begin(person)).body.code).toBe('wrong-credentials');
  expect((await begin(person, { password: 'battery staple' })).status).toBe(403);
  expect((await begin(person, { password })).status).toBe(200);
});

test('a passkey that is taken away opens nothing, and the only way in stays', async () => {
  const { person, device } = await withPasskey();
  const remove = () => ask('/api/account/passkeys/remove', { id: device.id }, person);
  const before = device.use(await beginLogin(), page);
  await platform.database.execute(sql`
    delete from identities where user_id = ${person.uid} and kind = 'local'`);
  expect((await remove()).status).toBe(409);
  expect((await login(before)).status).toBe(200);
  await platform.database.execute(sql`
    insert into identities (user_id, kind, subject) values (${person.uid}, 'local', ${`p${person.uid}`})`);
  const stranger = await platform.register();
  expect((await ask('/api/account/passkeys/remove', { id: device.id }, stranger)).status).toBe(200);
  expect(await list(person)).toHaveLength(1);
  expect((await remove()).status).toBe(200);
  expect((await remove()).status).toBe(200);
  expect((await login(device.use(await beginLogin(), page))).status).toBe(403);
  expect(await list(person)).toEqual([]);
});
