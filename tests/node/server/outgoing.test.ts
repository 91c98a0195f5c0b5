import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createOutgoing, OutgoingError } from '../../../server/http/outgoing.ts';
import { isPublicAddress } from '../../../server/http/public-addresses.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const servers: Server[] = [];

async function serve(handler: Handler): Promise<{ url: string; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    handler(request, response);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const hello: Handler = (_request, response) => void response.end('hello');
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'answered',
    (error: unknown) => (error instanceof OutgoingError ? error.failure : error),
  );

let engine: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  engine = await serve(hello);
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await Promise.all(servers.map((server) => once(server, 'close')));
});

describe('where one may go', () => {
  test('a host of the configuration is reached wherever it is, with its port only', async () => {
    const door = createOutgoing({ hosts: [engine.url], others: 'public' });
    expect(await (await door(`${engine.url}/models`)).text()).toBe('hello');
    const other = await serve(hello);
    expect(await failure(door(other.url))).toBe('refused-address');
    expect(other.requests).toHaveLength(0);
  });

  test.each([
    'http://127.0.0.1/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://localhost/',
    'http://printer/',
    'http://router.lan/',
    'http://10.1.2.3/',
    'http://172.20.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://224.0.0.251/',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[ff02::1]/',
    'ftp://example.com/',
    'file:///etc/passwd',
  ])('%s is not the public internet', async (address) => {
    const door = createOutgoing({ hosts: [], others: 'public' });
    expect(await failure(door(address))).toBe('refused-address');
  });

  test('where only the configuration counts, a public host is refused, too', async () => {
    const door = createOutgoing({ hosts: [engine.url], others: 'refused' });
    expect(await failure(door('https://93.184.215.14/'))).toBe('refused-address');
  });

  test('a name that leads inside is refused at the connection itself', async () => {
    const { lookup } = dns;
    const asked: string[] = [];
    // The answer of a server that somebody hostile runs: public when looked at, private when used.
    const hostile = ((name: string, _options: unknown, callback: (...found: unknown[]) => void) => {
      asked.push(name);
      callback(null, [{ address: '127.0.0.1', family: 4 }]);
    }) as unknown as typeof lookup;
    const { port } = new URL(engine.url);
    const before = engine.requests.length;
    dns.lookup = hostile;
    const { syncBuiltinESMExports } = await import('node:module');
    syncBuiltinESMExports();
    try {
      const door = createOutgoing({ hosts: [], others: 'public' });
      expect(await failure(door(`http://rebind.example.com:${port}/`))).toBe('refused-address');
      expect(asked).toEqual(['rebind.example.com']);
      expect(engine.requests).toHaveLength(before);
    } finally {
      dns.lookup = lookup;
      syncBuiltinESMExports();
    }
  });

  test('addresses that were mapped are judged by what they are', () => {
    expect(isPublicAddress('::ffff:8.8.8.8')).toBe(false);
    expect(isPublicAddress('8.8.8.8')).toBe(true);
    expect(isPublicAddress('2606:4700::1111')).toBe(true);
  });
});

describe('redirects', () => {
  const leadTo = (location: string, status = 302): Handler => {
    return (_request, response) => void response.writeHead(status, { Location: location }).end();
  };

  test('one that leads inside is refused', async () => {
    const inside = await serve(hello);
    const outside = await serve(leadTo(`${inside.url}/secret`));
    const door = createOutgoing({ hosts: [outside.url], others: 'public' });
    expect(await failure(door(outside.url))).toBe('refused-address');
    expect(inside.requests).toHaveLength(0);
  });

  test('one to another host takes no key along', async () => {
    const target = await serve(hello);
    const source = await serve(leadTo(`${target.url}/picture`));
    const door = createOutgoing({ hosts: [source.url, target.url], others: 'refused' });
    const headers = { Authorization: 'Bearer secret', apikey: 'secret', Accept: 'image/webp' };
    expect(await (await door(source.url, { headers })).text()).toBe('hello');
    expect(source.requests[0]?.headers).toMatchObject({ apikey: 'secret' });
    expect(target.requests[0]?.headers).toMatchObject({ accept: 'image/webp' });
    expect(JSON.stringify(target.requests[0]?.headers)).not.toContain('secret');
  });

  test('a paid request is never carried on, and a circle ends', async () => {
    const target = await serve(hello);
    const source = await serve(leadTo(target.url, 307));
    const door = createOutgoing({ hosts: [source.url, target.url], others: 'refused' });
    expect(await failure(door(source.url, { method: 'POST', body: 'x' }))).toBe('refused-redirect');
    expect(target.requests).toHaveLength(0);
    const circle = await serve(leadTo('/again'));
    const round = createOutgoing({ hosts: [circle.url], others: 'refused' });
    expect(await failure(round(circle.url))).toBe('refused-redirect');
    expect(circle.requests.length).toBeLessThan(10);
  });
});

describe('bounds', () => {
  const doorTo = (url: string) => createOutgoing({ hosts: [url], others: 'refused' });

  test('an answer that says to be too large is not read', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Length': '1000000' }).write('x');
    });
    expect(await failure(doorTo(url)(url, { maxBytes: 1_000 }))).toBe('too-large');
  });

  test('one that does not say so is cut off', async () => {
    const { url } = await serve((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    });
    const answer = await doorTo(url)(url, { maxBytes: 100_000 });
    expect(answer.status).toBe(200);
    expect(await failure(answer.arrayBuffer())).toBe('too-large');
  });

  test.each(['headers', 'body'])('an answer whose %s never come ends in time', async (missing) => {
    const { url } = await serve((_request, response) => {
      if (missing === 'body') response.write('half');
    });
    const answered = doorTo(url)(url, { timeoutMs: 100 }).then((answer) => answer.text());
    expect(await failure(answered)).toBe('timed-out');
  });

  test('a caller who gave up gets the own reason', async () => {
    const { url } = await serve((_request, response) => void response.write('half'));
    const controller = new AbortController();
    const answer = await doorTo(url)(url, { signal: controller.signal });
    const read = failure(answer.text());
    controller.abort('cancelled');
    expect(await read).toBe('cancelled');
    expect(await failure(doorTo(url)(url, { signal: controller.signal }))).toBe('cancelled');
  });
});

test('an error tells whether the request may have arrived, and names nothing secret', async () => {
  const { url } = await serve((request) => void request.socket.destroy());
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const nobody = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
  closed.close();
  await once(closed, 'close');
  const broken = createOutgoing({ hosts: [url, nobody], others: 'refused' });
  const told = async (address: string): Promise<OutgoingError> => {
    const error = await broken(address, { method: 'POST', body: 'paid' }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(OutgoingError);
    return error as OutgoingError;
  };
  const lost = await told(`${url}/jobs?signature=secret`);
  expect(lost).toMatchObject({ failure: 'unreachable', wasSent: true });
  expect(String(lost)).not.toContain('secret');
  expect(await told(nobody)).toMatchObject({ failure: 'unreachable', wasSent: false });
});

test('forms, bytes and streams go out whole', async () => {
  const { url } = await serve((request, response) => {
    response.writeHead(201, { 'X-Type': request.headers['content-type'] ?? '' });
    request.pipe(response);
  });
  const door = createOutgoing({ hosts: [url], others: 'refused' });
  const form = new FormData();
  form.set('picture', new Blob(['bytes'], { type: 'image/png' }), 'one.png');
  const answer = await door(url, { method: 'POST', body: form });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('X-Type')).toMatch(/^multipart\/form-data; boundary=/);
  expect(await answer.text()).toContain('filename="one.png"');
  const bytes = await door(url, { method: 'PUT', body: new Uint8Array([1, 2, 3]) });
  expect(new Uint8Array(await bytes.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
});
