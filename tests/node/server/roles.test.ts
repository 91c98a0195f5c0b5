import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';

import {
  addIdentity,
  addLocalUser,
  findIdentity,
  localIdentity,
} from '../../../server/accounts/identities.ts';
import { createRoles } from '../../../server/accounts/roles.ts';
import { createFindCaller } from '../../../server/accounts/sessions.ts';
import { addMiddleware } from '../../../server/http/middleware.ts';
import { createMount } from '../../../server/http/mount.ts';
import { createApiDocument } from '../../../server/http/openapi.ts';
import type { HttpEnvironment } from '../../../server/http/mount.ts';
import { createRateLimits } from '../../../server/http/rate-limits.ts';
import { createLog } from '../../../server/log.ts';
import { defaultSettings } from '../../../server/settings/form.ts';
import { defineEndpoint } from '../../../src/api/contract/endpoint.ts';
import { plainDoor, startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;
let server: Server;
let url = '';
const people: Record<string, Person> = {};

const common = {
  method: 'get',
  summary: 'A door',
  ok: { status: 200, schema: z.object({}) },
} as const;
const doors = [
  defineEndpoint({ ...common, id: 'open', path: '/api/open', auth: 'none' }),
  defineEndpoint({ ...common, id: 'own', path: '/api/own', auth: 'required' }),
  defineEndpoint({
    ...common,
    id: 'few',
    path: '/api/few',
    auth: 'required',
    privilege: 'publish',
  }),
  defineEndpoint({ ...common, id: 'top', path: '/api/top', auth: 'super-user' }),
];

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine());
  for (const name of ['ordinary', 'privileged', 'super']) people[name] = await platform.register();
  const uid = (name: string) => String(people[name]?.uid);
  const app = new Hono<HttpEnvironment>();
  addMiddleware(app, plainDoor, createLog('silent'));
  const mount = createMount(app, {
    document: createApiDocument(),
    findCaller: createFindCaller(platform.database),
    limits: createRateLimits({ registrationsPerHour: 10 }),
    roles: createRoles(new Set([uid('super')]), () => ({
      ...defaultSettings.privileged,
      publish: [uid('privileged')],
    })),
    trustedProxies: 0,
  });
  for (const door of doors) mount(door, () => ({}));
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server?.close();
  await platform?.stop();
});

test.each([
  ['a guest', undefined, [200, 'login-required', 'login-required', 'login-required']],
  ['an ordinary person', 'ordinary', [200, 200, 'forbidden', 'forbidden']],
  ['somebody privileged', 'privileged', [200, 200, 200, 'forbidden']],
  ['a super user', 'super', [200, 200, 200, 200]],
])('%s comes through the doors that are theirs, and no others', async (_who, name, expected) => {
  const found = [];
  for (const { path } of doors) {
    const headers = name === undefined ? {} : (people[name]?.headers ?? {});
    const answer = await fetch(url + path, { headers });
    found.push(answer.status === 200 ? 200 : ((await answer.json()) as { code: string }).code);
  }
  expect(found).toEqual(expected);
});

test('a person has several identities, and none of them is anybody else’s', async () => {
  const { database } = platform;
  const make = (account: string) =>
    database.transaction((transaction) =>
      addLocalUser(transaction, { account, nick: account, passwordHash: `hash of ${account}` }),
    );
  const [mei, lin] = [await make('Mei'), await make('Lin')];
  const add = async (
    user: typeof mei,
    ...[identity, secret]: [Parameters<typeof addIdentity>[2], string?]
  ) =>
    (await database.transaction((transaction) =>
      addIdentity(transaction, user?.id ?? 0, identity, secret),
    )) !== null;
  const google = { kind: 'oidc', issuer: 'https://accounts.example.com', subject: '42' } as const;
  expect(await add(mei, google)).toBe(true);
  expect(await add(mei, { kind: 'provider', issuer: 'one', subject: '42' })).toBe(true);
  expect(await add(lin, { ...google, issuer: 'https://other.example.com' })).toBe(true);
  expect(await add(lin, google)).toBe(false);
  expect((await findIdentity(database, google))?.user.id).toBe(mei?.id);
  expect((await findIdentity(database, google))?.secret).toBe(null);
  expect(await findIdentity(database, localIdentity('ＭＥＩ'))).toMatchObject({
    user: { id: mei?.id },
    secret: 'hash of Mei',
  });
  expect(await findIdentity(database, { kind: 'passkey', subject: '42' })).toBe(null);
});
