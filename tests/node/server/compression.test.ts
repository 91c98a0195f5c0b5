import { request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { compressAnswers } from '../../../server/http/compress.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

/** As it stands on the wire: `fetch` would unpack it. */
async function raw(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<RawAnswer> {
  const asked = request(url, { method, headers }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    bytes: Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>)),
  };
}

describe('the platform’s answers', () => {
  let platform: TestPlatform;
  let person: Person;
  beforeAll(async () => {
    platform = await startTestPlatform(createTestEngine());
    person = await platform.register(1_000);
  });
  afterAll(() => platform?.stop());

  test('travel compressed to those who take it, and say what they vary by', async () => {
    const url = `${platform.url}/openapi.json`;
    const plain = await raw(url);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toMatch(/accept-encoding/i);
    for (const [accepts, coding, unpack] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip, zstd', 'gzip', gunzipSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
    ] as const) {
      const packed = await raw(url, { 'accept-encoding': accepts });
      expect(packed.headers['content-encoding']).toBe(coding);
      expect(packed.headers.vary).toMatch(/accept-encoding/i);
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4);
      expect(unpack(packed.bytes)).toEqual(plain.bytes);
    }
    const unknown = await raw(url, { 'accept-encoding': 'zstd' });
    expect(unknown.headers['content-encoding']).toBeUndefined();
    expect(unknown.bytes).toEqual(plain.bytes);
  });

  test('that a device has already are not sent again, in whichever coding it got them', async () => {
    const url = `${platform.url}/api/v2/model_schemas?lang=en`;
    const packed = await raw(url, { 'accept-encoding': 'br' });
    const plain = await raw(url);
    expect(packed.headers.etag).toBe(`W/${plain.headers.etag}`);
    for (const tag of [packed.headers.etag, plain.headers.etag]) {
      const again = await raw(url, { 'accept-encoding': 'br', 'if-none-match': tag ?? '' });
      expect(again.status).toBe(304);
      expect(again.headers.vary).toMatch(/accept-encoding/i);
      expect(again.bytes.length).toBe(0);
    }
  });

  test('of an error can be read, compressed or not', async () => {
    const answer = await raw(`${platform.url}/api/v2/get_train_nothing`, {
      'accept-encoding': 'br',
    });
    expect(answer.status).toBe(404);
    const body = answer.headers['content-encoding']
      ? brotliDecompressSync(answer.bytes)
      : answer.bytes;
    expect(JSON.parse(body.toString())).toHaveProperty('message');
  });

  test('that are pictures and films keep their lengths, parts and strong tags', async () => {
    const made = await platform.generate(person, 'a kiln');
    const { body } = await platform.ended(person, made.body.id as string);
    const url = platform.url + (body.generations[0].img as string);
    const headers = { ...person.headers, 'accept-encoding': 'gzip, br' };
    const whole = await raw(url, headers);
    expect(whole.headers['content-encoding']).toBeUndefined();
    expect(whole.headers['content-length']).toBe(String(whole.bytes.length));
    expect(whole.headers.etag).toMatch(/^"/);
    const part = await raw(url, {
      ...headers,
      range: 'bytes=10-19',
      'if-range': whole.headers.etag ?? '',
    });
    expect(part.status).toBe(206);
    expect(part.bytes).toEqual(whole.bytes.subarray(10, 20));
  });
});

describe('compression', () => {
  let server: Server;
  let url = '';
  let release: () => void = () => undefined;
  const words = 'fire and clay '.repeat(200);

  beforeAll(async () => {
    const app = new Hono();
    app.use(compressAnswers);
    app.get('/packed', (context) =>
      context.body(words, 200, { 'Content-Type': 'text/plain', 'Content-Encoding': 'x-own' }),
    );
    app.get('/small', (context) => context.json({ ok: true }));
    app.get('/events', () => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(`data: ${words}\n\n`));
          release = () => controller.close();
        },
      });
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    });
    server = createAdaptorServer({ fetch: app.fetch }) as Server;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  test('happens once', async () => {
    const answer = await raw(`${url}/packed`, { 'accept-encoding': 'br' });
    expect(answer.headers['content-encoding']).toBe('x-own');
    expect(answer.bytes.toString()).toBe(words);
  });

  test('is left out where it would make the answer no shorter', async () => {
    const answer = await raw(`${url}/small`, { 'accept-encoding': 'br' });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(answer.bytes.toString())).toEqual({ ok: true });
  });

  test('holds no event back until the stream ends', async () => {
    const asked = request(`${url}/events`, { headers: { 'accept-encoding': 'br' } }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const [first] = (await once(answer, 'data')) as [Buffer];
    expect(first.toString()).toContain('fire and clay');
    release();
    answer.resume();
    await once(answer, 'end');
  });
});
