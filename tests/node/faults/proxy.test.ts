import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { startFaultProxy } from '../../faults/proxy.ts';
import type { FaultProxy } from '../../faults/proxy.ts';
import { seededRandom } from '../../faults/rules.ts';

const picture = Buffer.alloc(100_000, 7);
let seen: { method: string; path: string; body: string; host: string }[] = [];
let stopServer: () => Promise<void>;
let serverUrl: string;
let proxy: FaultProxy;

beforeEach(async () => {
  seen = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '' } = request;
      seen.push({
        method,
        path: url,
        body: Buffer.concat(chunks).toString(),
        host: request.headers.host ?? '',
      });
      if (url.startsWith('/picture')) {
        response.writeHead(200, { 'content-type': 'image/png' }).end(picture);
      } else {
        response.writeHead(202, { 'x-count': String(seen.length) }).end(`answer ${seen.length}`);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP port was given');
  serverUrl = `http://127.0.0.1:${address.port}`;
  stopServer = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  proxy = await startFaultProxy(serverUrl);
});

afterEach(async () => {
  await proxy.stop();
  await stopServer();
});

const submit = (init: RequestInit = {}) =>
  fetch(`${proxy.url}/submit?lang=en`, {
    method: 'POST',
    body: 'hello',
    headers: { 'Idempotency-Key': 'key-1' },
    ...init,
  });

test('without a rule it passes requests and answers through and records them', async () => {
  const answer = await submit();
  expect(answer.status).toBe(202);
  expect(answer.headers.get('x-count')).toBe('1');
  expect(await answer.text()).toBe('answer 1');
  expect(seen).toEqual([
    { method: 'POST', path: '/submit?lang=en', body: 'hello', host: new URL(proxy.url).host },
  ]);
  await proxy.until(() => proxy.records.every((record) => record.delivered));
  expect(proxy.find({ method: 'POST', path: '/submit' })).toMatchObject([
    { idempotencyKey: 'key-1', statuses: [202], fault: null, delivered: true },
  ]);
  expect(proxy.find({ method: 'GET' })).toEqual([]);
  expect(proxy.find({ path: /lang=en$/ })).toHaveLength(1);
});

test('a dropped request never reaches the platform', async () => {
  const rule = proxy.on({
    method: 'POST',
    path: '/submit',
    fault: { kind: 'drop-request' },
    times: 1,
  });
  await expect(submit()).rejects.toThrow('fetch failed');
  expect(seen).toHaveLength(0);
  expect(rule.hits).toBe(1);
  expect((await submit()).status).toBe(202);
  expect(proxy.records.map(({ fault, statuses }) => [fault, statuses])).toEqual([
    ['drop-request', []],
    [null, [202]],
  ]);
});

test('a dropped answer is one that the platform gave and nobody heard', async () => {
  proxy.on({ path: '/submit', fault: { kind: 'drop-answer' }, times: 1 });
  await expect(submit()).rejects.toThrow('fetch failed');
  expect(seen).toHaveLength(1);
  expect(proxy.records[0]).toMatchObject({ statuses: [202], delivered: false });
});

test('a truncated body breaks the connection in its middle', async () => {
  proxy.on({ path: /^\/picture/, fault: { kind: 'truncate', keep: 1000 }, times: 1 });
  const answer = await fetch(`${proxy.url}/picture`);
  expect(answer.status).toBe(200);
  await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
  expect((await (await fetch(`${proxy.url}/picture`)).arrayBuffer()).byteLength).toBe(
    picture.length,
  );
});

test('a quietly truncated body looks whole', async () => {
  proxy.on({ path: '/picture', fault: { kind: 'truncate', quietly: true } });
  const answer = await fetch(`${proxy.url}/picture`);
  expect((await answer.arrayBuffer()).byteLength).toBe(picture.length / 2);
});

test('a duplicated request reaches the platform twice and is answered once', async () => {
  proxy.on({ path: '/submit', fault: { kind: 'duplicate' }, times: 1 });
  const answer = await submit();
  expect(await answer.text()).toMatch(/^answer [12]$/);
  await proxy.until(() => proxy.records[0]?.statuses.every((status) => status === 202) ?? false);
  expect(seen.map(({ body }) => body)).toEqual(['hello', 'hello']);
  expect(proxy.records[0]?.statuses).toEqual([202, 202]);
});

test('it answers in the place of the platform, with Retry-After where asked', async () => {
  proxy.on({
    path: '/submit',
    fault: { kind: 'answer', status: 429, headers: { 'Retry-After': '2' }, body: 'slowly' },
    times: 1,
  });
  const answer = await submit();
  expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
    429,
    '2',
    'slowly',
  ]);
  expect(seen).toHaveLength(0);
});

test('a held request is forwarded when it is released', async () => {
  const rule = proxy.on({ path: '/submit', fault: { kind: 'hold' } });
  const answer = submit();
  await proxy.until(() => rule.hits === 1 && proxy.records.length === 1);
  expect(seen).toHaveLength(0);
  rule.release();
  expect((await answer).status).toBe(202);
});

test('a delayed request arrives all the same', async () => {
  proxy.on({ path: '/submit', fault: { kind: 'delay', milliseconds: 20 } });
  expect((await submit()).status).toBe(202);
});

test('a cut network carries nothing until it is restored', async () => {
  proxy.cut();
  await expect(submit()).rejects.toThrow('fetch failed');
  expect(seen).toHaveLength(0);
  proxy.restore();
  expect((await submit()).status).toBe(202);
});

test('a platform that is gone looks like a broken network, and works again once it is back', async () => {
  await stopServer();
  await expect(submit()).rejects.toThrow('fetch failed');
  expect(proxy.records[0]).toMatchObject({ statuses: [null], delivered: false });
  stopServer = () => Promise.resolve();
});

test('rules wait for their turn, are spent and can be removed', async () => {
  const fault = { kind: 'answer', status: 502 } as const;
  proxy.on({ path: '/submit', fault, after: 1, times: 1 });
  const statuses = [];
  for (let turn = 0; turn < 3; turn += 1) statuses.push((await submit()).status);
  expect(statuses).toEqual([202, 502, 202]);
  const rule = proxy.on({ path: '/submit', fault });
  expect((await submit()).status).toBe(502);
  rule.remove();
  expect((await submit()).status).toBe(202);
});

test('the same seed disturbs the same requests', async () => {
  const outcome = async (): Promise<number[]> => {
    const seeded = await startFaultProxy(serverUrl, 42);
    seeded.on({ path: '/submit', fault: { kind: 'answer', status: 502 }, probability: 0.5 });
    const statuses = [];
    for (let turn = 0; turn < 12; turn += 1) {
      statuses.push((await fetch(`${seeded.url}/submit`, { method: 'POST' })).status);
    }
    await seeded.stop();
    return statuses;
  };
  const first = await outcome();
  expect(await outcome()).toEqual(first);
  expect(new Set(first)).toEqual(new Set([202, 502]));
  expect(seededRandom(1)()).not.toBe(seededRandom(2)());
});
