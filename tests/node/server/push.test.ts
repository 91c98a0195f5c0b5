import { createECDH, createPublicKey, verify } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { openSession } from '../../../server/accounts/sessions.ts';
import { pushMessages, pushSubscriptions } from '../../../server/push/tables.ts';
import { EngineError } from '../../../server/engines/contract/engine.ts';
import { isPublicAddress } from '../../../server/http/public-addresses.ts';
import { refuseEndpoint } from '../../../server/push/addresses.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { decrypt, startPushService } from '../../fixtures/push-service.ts';
import type { Device, PushService } from '../../fixtures/push-service.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const engine = createTestEngine({ concurrency: 4 });
let platform: TestPlatform;
let service: PushService;

beforeAll(async () => {
  service = await startPushService();
  platform = await startTestPlatform(engine, {
    push: { contact: 'mailto:operator@example.com', allowPrivate: true },
  });
});
afterAll(async () => {
  await platform?.stop();
  await service?.stop();
});
beforeEach(async () => {
  await platform.database.delete(pushSubscriptions);
  (service.messages as unknown[]).length = 0;
  service.answers.length = 0;
  engine.hold = false;
});

const subscribe = (person: Person, device: Device) =>
  platform.call('POST', '/api/push/subscribe', { person, body: device.subscription });

async function makePicture(person: Person): Promise<string> {
  const { body } = await platform.generate(person, 'a vase');
  await platform.ended(person, body.id);
  return body.id as string;
}

/** Nothing is left to send, whatever became of it. */
const settled = () =>
  vi.waitFor(async () => expect(await platform.database.select().from(pushMessages)).toEqual([]));

test('a device is told when a job ends, in words that only it can read', async () => {
  const person = await platform.register();
  const device = service.device();
  expect((await subscribe(person, device)).status).toBe(200);
  const jobId = await makePicture(person);
  await service.received(1);
  const [message] = service.messages;
  expect(message?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    topic: 'job-ended',
  });
  expect(device.open(message!.body)).toEqual({
    type: 'job-ended',
    userKey: person.headers.userKey,
    jobId,
    outcome: 'finished',
  });
  expect(() => service.device().open(message!.body)).toThrow('authenticate');
  expect(message?.body.includes('job-ended')).toBe(false);
});

test('the test’s own way of reading is the standard’s: the example of RFC 8291 opens', () => {
  const key = createECDH('prime256v1');
  key.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url');
  const body = Buffer.from(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS' +
      '6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Q' +
      'ulcy4a-fN',
    'base64url',
  );
  expect(decrypt(body, key, 'BTBZMqHH6r4Tts7J_aSIgg')).toBe(
    'When I grow up, I want to be a watermelon',
  );
});

test('a push service can tell by the signature that the message is from this platform', async () => {
  const person = await platform.register();
  await subscribe(person, service.device());
  await makePicture(person);
  await service.received(1);
  const config = await platform.call('GET', '/api/push/config');
  const publicKey = config.body.data.public_key as string;
  const header = service.messages[0]?.headers.authorization ?? '';
  const [, token = '', key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(key).toBe(publicKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isGenuine).toBe(true);
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: service.url,
    sub: 'mailto:operator@example.com',
  });
});

test('a failed job is told, a cancelled one is not', async () => {
  const person = await platform.register();
  const device = service.device();
  await subscribe(person, device);
  engine.hold = true;
  const cancelled = (await platform.generate(person, 'one')).body.id as string;
  await engine.nextRun();
  await platform.call('DELETE', `/api/v2/generate/status/${cancelled}`, { person });
  const failed = (await platform.generate(person, 'two')).body.id as string;
  const run = await engine.nextRun();
  run.fail(new EngineError('nsfw-content', 'no', { retryable: false }));
  await service.received(1);
  await settled();
  expect(service.messages.map(({ body }) => device.open(body))).toMatchObject([
    { jobId: failed, outcome: 'failed' },
  ]);
});

test('signing out ends it on that device only', async () => {
  const person = await platform.register();
  const [here, there] = [service.device(), service.device()];
  await subscribe(person, here);
  const other = { ...person, headers: { ...person.headers } };
  // A second sign-in of the same person.
  other.headers.userToken = (await openSession(platform.database, person.uid)).token;
  await subscribe(other, there);
  await platform.call('POST', '/api/account/logout', { person });
  await makePicture(other);
  await service.received(1);
  await settled();
  expect(service.messages.map(({ path }) => path)).toEqual([
    new URL(there.subscription.endpoint).pathname,
  ]);
});

test('a device that somebody else signs in on no longer hears of the first person’s jobs', async () => {
  const [first, second] = [await platform.register(), await platform.register()];
  const device = service.device();
  await subscribe(first, device);
  await subscribe(second, device);
  await makePicture(first);
  const jobId = await makePicture(second);
  await service.received(1);
  await settled();
  expect(service.messages.map(({ body }) => device.open(body))).toMatchObject([{ jobId }]);
});

test('a device can be taken out, twice', async () => {
  const person = await platform.register();
  const device = service.device();
  await subscribe(person, device);
  const { endpoint } = device.subscription;
  const leave = () =>
    platform.call('POST', '/api/push/unsubscribe', { person, body: { endpoint } });
  expect([(await leave()).status, (await leave()).status]).toEqual([200, 200]);
  await makePicture(person);
  expect(await platform.database.select().from(pushMessages)).toEqual([]);
});

test.each([404, 410])('a device that is gone (%i) is forgotten', async (status) => {
  const person = await platform.register();
  await subscribe(person, service.device());
  service.answers.push(status);
  await makePicture(person);
  await service.received(1);
  await vi.waitFor(async () =>
    expect(await platform.database.select().from(pushSubscriptions)).toEqual([]),
  );
});

test('a push service in trouble is asked again, and the device stays', async () => {
  const person = await platform.register();
  await subscribe(person, service.device());
  service.answers.push(503);
  await makePicture(person);
  await service.received(1);
  await vi.waitFor(async () => {
    const [message] = await platform.database.select().from(pushMessages);
    // Back in line, not claimed for a minute any more.
    expect(message?.runAfter.getTime()).toBeLessThan(Date.now() + 30_000);
  });
  await platform.database.update(pushMessages).set({ runAfter: new Date() });
  await service.received(2);
  await settled();
  expect(await platform.database.select().from(pushSubscriptions)).toHaveLength(1);
});

test('the key pair outlives a restart: subscriptions are bound to it', async () => {
  const before = (await platform.call('GET', '/api/push/config')).body.data.public_key as string;
  expect(Buffer.from(before, 'base64url')).toHaveLength(65);
  await platform.restart(engine);
  expect((await platform.call('GET', '/api/push/config')).body.data.public_key).toBe(before);
});

describe('an endpoint comes from outside', () => {
  test.each([
    'http://push.example.com/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://[::1]/x',
    'https://[::ffff:10.0.0.1]/x',
    'https://10.1.2.3/x',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'https://LOCALHOST./x',
    'https://printer.local/x',
    'https://intranet/x',
    'https://user:secret@push.example.com/x',
    'ftp://push.example.com/x',
    'nonsense',
  ])('%s is refused', (endpoint) => {
    expect(refuseEndpoint(endpoint, false)).not.toBeNull();
  });

  test.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
  ])('%s is taken', (endpoint) => {
    expect(refuseEndpoint(endpoint, false)).toBeNull();
  });

  test('what a name resolves to is looked at, too', () => {
    const inner = ['10.0.0.1', '127.0.0.1', '::1', 'fe80::1', 'fd00::1', '64:ff9b::a00:1', 'x'];
    expect(inner.filter(isPublicAddress)).toEqual([]);
    expect(['1.1.1.1', '2606:4700::1111'].filter(isPublicAddress)).toHaveLength(2);
  });

  test('a platform without the exception refuses its own network by name and by number', async () => {
    const strict = await startTestPlatform(createTestEngine());
    try {
      const person = await strict.register();
      const device = service.device();
      const answer = await strict.call('POST', '/api/push/subscribe', {
        person,
        body: device.subscription,
      });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } });
      // As a name that turns out to lead inside only when it is called.
      await strict.database.insert(pushSubscriptions).values({
        userId: person.uid,
        sessionHash: Buffer.alloc(32),
        endpoint: service.url.replace('http://127.0.0.1', 'https://localtest.me'),
        ...device.subscription.keys,
      });
      const { body } = await strict.generate(person, 'a vase');
      await strict.ended(person, body.id);
      await vi.waitFor(async () => {
        const [message] = await strict.database.select().from(pushMessages);
        expect(message?.attempts).toBe(1);
      });
      expect(service.messages).toEqual([]);
    } finally {
      await strict.stop();
    }
  });

  test('a point that is none is refused', async () => {
    const person = await platform.register();
    const device = service.device();
    device.subscription.keys.p256dh = Buffer.alloc(65, 4).toString('base64url');
    expect(await subscribe(person, device)).toMatchObject({ status: 400 });
  });
});
