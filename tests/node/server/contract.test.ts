import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';

import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { addMiddleware } from '../../../server/http/middleware.ts';
import type { HttpEnvironment } from '../../../server/http/mount.ts';
import { Problem } from '../../../server/http/problem.ts';
import { readJson } from '../../../server/http/read-body.ts';
import { createLog } from '../../../server/log.ts';
import { contractVersion } from '../../../src/api/contract/endpoint.ts';
import type { Endpoint } from '../../../src/api/contract/endpoint.ts';
import { deviceLogsPerMinute } from '../../../src/domain/limits.ts';
import { plainDoor, startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;
let person: Person;

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine());
  person = await platform.register(1_000);
});
afterAll(() => platform?.stop());

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'ok' in value;
const areas = import.meta.glob<object>('../../../src/api/contract/*.ts', { eager: true });
const endpoints = Object.values(areas).flatMap((area) => Object.values(area).filter(isEndpoint));
const pathOf = (endpoint: Endpoint) =>
  endpoint.path.replace('{id}', randomUUID()).replace('{sha256}', 'a'.repeat(64));

describe('every call of the contract', () => {
  test('stands in the document, with its answers', async () => {
    const document = (await platform.call('GET', '/openapi.json')).body;
    expect(document.openapi).toBe('3.1.0');
    // Every file but what an endpoint is, what files are called, what a host publishes and what becomes of words has
    // calls, and no two calls are one.
    const empty = Object.entries(areas).filter(([, area]) => !Object.values(area).some(isEndpoint));
    expect(empty.map(([file]) => file.split('/').at(-1))).toEqual([
      'endpoint.ts',
      'files.ts',
      'host-configuration.ts',
      'inputs.ts',
      'stored-upload.ts',
      'text-generation.ts',
    ]);
    expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length);
    for (const endpoint of endpoints) {
      const described = document.paths[endpoint.path]?.[endpoint.method];
      expect(described?.operationId).toBe(endpoint.id);
      const statuses = [endpoint.ok.status, 400, ...(endpoint.errors ?? []), 429, 500].map(String);
      expect(Object.keys(described.responses as object)).toEqual(expect.arrayContaining(statuses));
      if (endpoint.idempotent)
        expect(JSON.stringify(described.parameters)).toContain('Idempotency-Key');
    }
  });

  test.each(
    endpoints.filter((one) => one.auth === 'required').map((one) => [one.id, one] as const),
  )('%s asks those to log in who are not', async (_, endpoint) => {
    const wrong = [
      {},
      { userKey: person.headers.userKey ?? '' },
      { ...person.headers, userToken: 'x' },
      { ...person.headers, userKey: '1@kiln' },
    ];
    for (const headers of wrong) {
      const answer = await platform.call(endpoint.method.toUpperCase(), pathOf(endpoint), {
        headers: headers as Record<string, string>,
      });
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual({ message: 'Please Login', code: 'login-required' });
    }
  });

  test.each(endpoints.map((one) => [one.id, one] as const))(
    '%s survives hostile input',
    async (_, endpoint) => {
      const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
      const bodies = [
        '{',
        'null',
        '[]',
        '"x"',
        '1e999',
        '{"__proto__":{"a":1}}',
        deep,
        '\u0000',
        '{"account":"a\\u0000bc","password":"12345678"}',
        '{"model":"\\ud800","job_type":"Text2Img","input":{"prompt":"\\u0000"}}',
        '{"model":"test-painter","job_type":"Text2Img","input":{"prompt":1,"width":-1,"n":99,"seed":"x","other":[]}}',
        '{"model":"test-painter","job_type":"Text2Img","input":{"prompt":"a","toString":"x","__proto__":"y"}}',
        '{"image_ids":["x"]}',
        '{"page":-1}',
        '{"page_number":99999999999}',
        `{"log":${JSON.stringify('x'.repeat(20_000))}}`,
        `{"a":${JSON.stringify('x'.repeat(2_000_000))}}`,
      ];
      // Somebody of one's own, because one of the calls logs out.
      const victim = await platform.register();
      const headers = { 'Idempotency-Key': randomUUID() };
      const ask = async (target: string, body?: string) => {
        const method = endpoint.method.toUpperCase();
        const answer = await platform.call(method, target, { person: victim, headers, body });
        expect(answer.status, `${target} ${body?.slice(0, 60)}`).toBeLessThan(500);
        if (answer.status >= 400) expect(typeof answer.body.message).toBe('string');
      };
      await ask(endpoint.path.replace('{id}', "1'%00"));
      await ask(`${pathOf(endpoint)}?lang=%00&check_recharge=${'x'.repeat(300)}`);
      if (endpoint.method === 'post') for (const body of bodies) await ask(pathOf(endpoint), body);
    },
  );
});

test('what is wrong with a request is said by field', async () => {
  const submit = (body: object) =>
    platform.call('POST', '/api/v2/playground_generate', {
      person,
      headers: { 'Idempotency-Key': randomUUID() },
      body,
    });
  const fine = { model: 'test-painter', job_type: 'Text2Img', input: { prompt: 'a' } };
  const wrong = await submit({ ...fine, input: { width: 65, n: 9, seed: '-1', other: 'x' } });
  expect(wrong.status).toBe(400);
  expect(wrong.body.code).toBe('invalid-input');
  expect(wrong.body.errors).toEqual({
    prompt: 'required',
    width: 'must be a multiple of 64',
    n: 'must be at most 4',
    other: 'is not a field of this model',
  });
  expect((await submit({ ...fine, model: 'nobody' })).status).toBe(404);
  expect(
    Object.keys((await submit({ ...fine, job_type: 'Upscaling' })).body.errors as object),
  ).toEqual(['job_type']);
  expect((await submit({ ...fine, input: { prompt: 'a', seed: '4294967296' } })).status).toBe(400);
  expect((await submit({ ...fine, input: { prompt: 'x'.repeat(201) } })).body.errors).toEqual({
    prompt: 'must have at most 200 characters',
  });
});

test('bodies must be JSON and of a reasonable size', async () => {
  const path = '/api/v2/get_generate_works';
  const headers = { 'Content-Type': 'text/plain' };
  expect((await platform.call('POST', path, { person, body: '{}', headers })).status).toBe(415);
  const big = JSON.stringify({ x: 'x'.repeat(1_100_000) });
  expect((await platform.call('POST', path, { person, body: big })).status).toBe(413);
  expect((await platform.call('POST', '/api/v2/get_generate_works_count', { person })).status).toBe(
    200,
  );
});

test('a body that is nested without end is refused in words before anything walks over it', async () => {
  const deep = (levels: number, open = '[', close = ']') =>
    open.repeat(levels) + close.repeat(levels);
  const input = (value: string) =>
    `{"model":"test-painter","job_type":"Text2Img","input":${value}}`;
  const bodies = [
    ['/api/v2/log', `{"log":{"a":${deep(5_000)}}}`],
    ['/api/v2/log', `{"log":${deep(9, '{"a":', '1}').replace('1}', '{}}')}}`],
    ['/api/v2/get_generate_works', deep(200_000)],
    ['/api/v2/playground_generate', input(`{"prompt":"a","extra":${deep(5_000, '{"a":', '}')}}`)],
  ] as const;
  for (const [path, body] of bodies) {
    const answer = await platform.call('POST', path, { person, body });
    expect([path, answer.status, answer.body.code]).toEqual([path, 400, 'invalid-input']);
  }
  // Brackets in a text are text, and so is a quote behind a backslash.
  const log = `${'['.repeat(100)}"\\"${'{'.repeat(100)}\\`;
  const told = await platform.call('POST', '/api/v2/log', { body: { log } });
  expect(told.status).toBe(200);
});

test('a device may report a little and now and then, and is told when that was too much', async () => {
  const report = (log: unknown) => platform.call('POST', '/api/v2/log', { body: { log } });
  expect((await report('界'.repeat(9_000))).status).toBe(413);
  const statuses = new Set<number>();
  for (let sent = 0; sent < deviceLogsPerMinute + 1; sent += 1) {
    statuses.add((await report({ what: 'a fault' })).status);
  }
  expect([...statuses]).toEqual([200, 429]);
});

test('a caller who hangs up in the middle of a body is no fault of the platform', async () => {
  const lines: { level: number; msg: string }[] = [];
  const log = pino(
    { level: 'debug' },
    { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[number]) },
  );
  const app = new Hono<HttpEnvironment>();
  addMiddleware(app, plainDoor, log);
  app.post('/api/told', async (context) =>
    context.json({ told: await readJson(context.env.incoming, 1_000) }),
  );
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  try {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(
      'POST /api/told HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"half":',
    );
    await once(server, 'request');
    socket.destroy();
    await vi.waitFor(() => expect(lines.map(({ msg }) => msg)).toContain('a request failed'));
    expect(Math.max(...lines.map(({ level }) => level))).toBe(pino.levels.values['debug']);
  } finally {
    server.close();
  }
});

test('an address that is not there answers JSON, and so does a wrong method', async () => {
  for (const [method, path] of [
    ['GET', '/api/v2/nothing'],
    ['GET', '/api'],
    ['PUT', '/api/v2/upload'],
    ['GET', '/nothing'],
  ]) {
    const answer = await platform.call(method ?? '', path ?? '');
    expect(answer.status).toBe(404);
    expect(answer.body.code).toBe('not-found');
  }
});

test('a page elsewhere that points its own name at the platform is told that this is not it', async () => {
  // fetch says itself which host it asks.
  const ask = async (target: string, host: string) => {
    const asking = get(new URL(target, platform.url), { headers: { Host: host } });
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    const body = Buffer.concat((await answer.toArray()) as Buffer[]).toString();
    return { status: answer.statusCode, own: answer.headers['kiln-answer'], body };
  };
  for (const target of ['/', '/healthz', '/pgmodels.json', '/files/x', '/api/v2/templates']) {
    const refused = await ask(target, 'rebound.example:8787');
    expect([target, refused.status, refused.own]).toEqual([target, 421, '1']);
    expect(JSON.parse(refused.body)).toMatchObject({
      code: 'unknown-host',
      message: expect.stringContaining('KILN_PUBLIC_URL'),
    });
  }
  for (const host of ['192.168.1.20:8787', '[fd00::20]', 'localhost'])
    expect((await ask('/api/v2/templates', host)).status).toBe(200);
});

test('a device that speaks another version of the contract is told so', async () => {
  const ask = (version: string) =>
    platform.call('GET', '/api/v2/templates', { headers: { 'Kiln-Contract': version } });
  expect((await ask(String(contractVersion))).status).toBe(200);
  const refused = await ask(String(contractVersion + 1));
  expect(refused.status).toBe(409);
  expect(refused.body.code).toBe('incompatible-version');
});

test('browsers that came by https, as a known proxy says, are told to come by nothing else', async () => {
  const app = new Hono<HttpEnvironment>();
  addMiddleware(app, { ...plainDoor, trustedProxies: 1, hstsSeconds: 600 }, createLog('silent'));
  app.get('/', (context) => context.text('here'));
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  try {
    const told = async (proto: string) => {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const answer = await fetch(url, { headers: { 'X-Forwarded-Proto': proto } });
      return answer.headers.get('Strict-Transport-Security');
    };
    expect([await told('https'), await told('http')]).toEqual(['max-age=600', null]);
  } finally {
    server.close();
  }
});

test('statuses of the specification above 511 pass the wire', async () => {
  const app = new Hono<HttpEnvironment>();
  addMiddleware(app, plainDoor, createLog('silent'));
  app.get('/:status', (context) => {
    throw new Problem(Number(context.req.param('status')), 'nsfw-content', 'words');
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const status of [560, 561, 562]) {
    const response = await fetch(`http://127.0.0.1:${port}/${status}`);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ message: 'words', code: 'nsfw-content' });
  }
  await new Promise((resolve) => server.close(resolve));
});

test('health tells versions, and every answer has its security headers', async () => {
  const health = await platform.call('GET', '/healthz');
  expect(health.body).toMatchObject({ status: 'ok', contract: contractVersion });
  for (const name of [
    'Content-Security-Policy',
    'X-Content-Type-Options',
    'Referrer-Policy',
    'Permissions-Policy',
    'X-Request-Id',
  ]) {
    expect(health.headers.get(name)).toBeTruthy();
  }
});
