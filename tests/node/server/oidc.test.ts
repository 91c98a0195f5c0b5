import { createHash, randomBytes } from 'node:crypto';

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { signInAt, startOpenId } from '../../fixtures/openid-provider.ts';
import type { OpenIdProvider } from '../../fixtures/openid-provider.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Answer, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const redirectUrl = 'https://kiln.example.com/api/account/oidc/callback';
let provider: OpenIdProvider;
let platform: TestPlatform;
beforeAll(async () => {
  provider = await startOpenId(redirectUrl);
  const { issuer, clientId, clientSecret } = provider;
  platform = await startTestPlatform(createTestEngine(), {
    oidc: { issuer, clientId, clientSecret, scope: 'openid profile', name: 'Guild', redirectUrl },
  });
});
afterAll(async () => {
  await platform?.stop();
  await provider?.stop();
});

/** What a device keeps while somebody is elsewhere. */
function newDevice() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
const start = (challenge: string) =>
  platform.call('POST', '/api/account/oidc/start', { body: { challenge } });
const finish = (ticket: string, verifier: string) =>
  platform.call('POST', '/api/account/oidc/finish', { body: { ticket, verifier } });

/** The page that the provider leads back to, behind its hash. */
async function back(search: string): Promise<string> {
  const response = await fetch(`${platform.url}/api/account/oidc/callback${search}`, {
    redirect: 'manual',
  });
  expect(response.status).toBe(303);
  expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
  const location = response.headers.get('Location') ?? '';
  expect(location).toMatch(/^\/entered#/);
  return location.split('#')[1] ?? '';
}
const ticketIn = (hash: string): string => /^ticket=(.+)$/.exec(hash)?.[1] ?? hash;

async function enter(login: string): Promise<{ answer: Answer; came: URL; ticket: string }> {
  const { verifier, challenge } = newDevice();
  const { body } = await start(challenge);
  const came = await signInAt(body.data.address, login);
  const ticket = ticketIn(await back(came.search));
  return { answer: await finish(ticket, verifier), came, ticket };
}

test('somebody signs in elsewhere and is the same person each time', async () => {
  const { answer } = await enter('mei');
  expect(answer.status).toBe(200);
  const { user, userToken } = answer.body;
  expect(user).toMatchObject({ nick: 'mei 李', is_super_user: false });
  expect(user.account).toMatch(/^mei/);
  const person = { uid: Number(user.uid), headers: { userKey: user.userKey, userToken } };
  expect((await platform.credits(person)).balance).toBe(50);
  const again = await enter('mei');
  expect(again.answer.body.user.uid).toBe(user.uid);
  expect((await platform.credits(person)).balance).toBe(50);
  expect((await enter('wei')).answer.body.user.uid).not.toBe(user.uid);
  const { body } = await platform.call('GET', '/healthz');
  expect(body.doors).toEqual(['password', 'passkey', 'oidc']);
});

test('two who have one name elsewhere, or a name that is taken here, are told apart here', async () => {
  const local = { account: 'ming', password: 'correct horse' };
  expect((await platform.call('POST', '/api/account/register', { body: local })).status).toBe(200);
  const { answer } = await enter('ming');
  expect(answer.body.user.account).toMatch(/^ming-[0-9a-f]{6}$/);
});

test('a new person who comes twice at once is one person', async () => {
  const devices = [newDevice(), newDevice(), newDevice()];
  const came = await Promise.all(
    devices.map(async ({ challenge }) =>
      signInAt((await start(challenge)).body.data.address as string, 'twin'),
    ),
  );
  const tickets = await Promise.all(came.map(async ({ search }) => ticketIn(await back(search))));
  const answers = await Promise.all(
    tickets.map((ticket, at) => finish(ticket, devices[at]?.verifier ?? '')),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.user.uid)).size).toBe(1);
});

test('what was used, stolen, forged or is too old opens nothing', async () => {
  const used = await enter('thief');
  // The address that led back, once more; the ticket, once more.
  expect(await back(used.came.search)).toBe('failure=failed');
  const verifier = randomBytes(32).toString('base64url');
  expect((await finish(used.ticket, verifier)).status).toBe(403);

  // Somebody else's device has the ticket, but not what its own device kept: and then nobody has it.
  const mine = newDevice();
  const came = await signInAt((await start(mine.challenge)).body.data.address, 'owner');
  const ticket = ticketIn(await back(came.search));
  expect((await finish(ticket, newDevice().verifier)).status).toBe(403);
  expect((await finish(ticket, mine.verifier)).status).toBe(403);

  // A state that nobody began with, another's code under one's own state, and a provider that says no.
  expect(await back('?code=abc&state=unknown')).toBe('failure=failed');
  expect(await back('')).toBe('failure=failed');
  const [one, other] = [newDevice(), newDevice()];
  const first = await signInAt((await start(one.challenge)).body.data.address, 'one');
  const second = new URL((await start(other.challenge)).body.data.address);
  const swapped = new URLSearchParams(first.search);
  swapped.set('state', second.searchParams.get('state') ?? '');
  expect(await back(`?${swapped.toString()}`)).toBe('failure=failed');
  const state = second.searchParams.get('state');
  expect(await back(`?error=access_denied&state=${state}`)).toBe('failure=refused');

  const late = newDevice();
  const slow = await signInAt((await start(late.challenge)).body.data.address, 'late');
  await platform.database.execute(
    sql`update door_attempts set expires_at = now() - interval '1 second'`,
  );
  expect(await back(slow.search)).toBe('failure=failed');
});
