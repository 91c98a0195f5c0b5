import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, RequestOptions, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';

import { ActiveRule, seededRandom } from './rules.ts';
import type { Rule, RuleOptions } from './rules.ts';

/** One request as the proxy saw it. */
export interface RequestRecord {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly idempotencyKey: string | null;
  /** The part that was asked for, as the header says it. */
  readonly range: string | null;
  readonly body: Buffer;
  readonly atMs: number;
  /** The platform's answers, one per time it was forwarded; null while or when there was none. */
  readonly statuses: (number | null)[];
  /** The fault it met. */
  readonly fault: string | null;
  /** True once the caller has the whole answer. */
  delivered: boolean;
  /** When the caller had its answer, or lost it; null while it waits. */
  endedAtMs: number | null;
}

export interface RecordFilter {
  method?: string;
  path?: string | RegExp;
}

export interface FaultProxy {
  /** Origin for the browser, without a trailing slash. */
  readonly url: string;
  readonly records: readonly RequestRecord[];
  /** Adds a rule; the oldest rule that takes a request wins, unless a later one is to be the first. */
  on(options: RuleOptions): Rule;
  /** Records that match, oldest first. */
  find(filter: RecordFilter): RequestRecord[];
  /** Settles as soon as `condition` holds; it is asked after every change of the records. */
  until(condition: (proxy: FaultProxy) => boolean): Promise<void>;
  /**
   * As behind a proxy that packs and unpacks answers on the way: none tells its length or version, and no part of a
   * file can be asked for.
   */
  losesHeaders: boolean;
  /** A network that is there and carries nothing: open and new connections die. */
  cut(): void;
  restore(): void;
  stop(): Promise<void>;
}

/** What a network that loses headers loses, of requests and of answers. */
const lostOnTheWay = new Set(['range', 'if-range', 'content-length', 'etag']);

/** Belong to one connection and are made anew for the next (RFC 9110, 7.6.1). */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te']);

function matches(record: RequestRecord, { method, path }: RecordFilter): boolean {
  if (method !== undefined && record.method !== method) return false;
  if (path === undefined) return true;
  return typeof path === 'string' ? record.path.split('?')[0] === path : path.test(record.path);
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Starts a proxy in front of the platform; the browser opens the proxy's origin.
 * @param targetUrl origin of the platform, which may go and come back
 * @param seed of the rules that have a probability
 * @param port a free one unless given
 */
export async function startFaultProxy(targetUrl: string, seed = 1, port = 0): Promise<FaultProxy> {
  const target = new URL(targetUrl);
  const random = seededRandom(seed);
  const rules: ActiveRule[] = [];
  const records: RequestRecord[] = [];
  const waiting = new Set<() => void>();
  let isCut = false;
  let losesHeaders = false;

  function forwardedHeaders(message: IncomingMessage): Record<string, string | string[]> {
    const headers: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(message.headers)) {
      const isLost = losesHeaders && lostOnTheWay.has(name);
      if (value !== undefined && !hopByHop.has(name) && !isLost) headers[name] = value;
    }
    return headers;
  }

  /** Of an answer whose body is another one now. */
  function headersFor(answer: IncomingMessage, bytes: number): Record<string, string | string[]> {
    const headers = forwardedHeaders(answer);
    return losesHeaders ? headers : { ...headers, 'content-length': String(bytes) };
  }

  const changed = (): void => waiting.forEach((check) => check());

  /** Sends it to the platform; resolves with the head of the answer. */
  async function forward(incoming: IncomingMessage, record: RequestRecord) {
    const options: RequestOptions = {
      host: target.hostname,
      port: target.port,
      method: record.method,
      path: record.path,
      headers: { ...forwardedHeaders(incoming), 'content-length': record.body.length },
      // A kept connection would fail once after the platform was restarted.
      agent: false,
    };
    if (record.body.length === 0)
      delete (options.headers as Record<string, unknown>)['content-length'];
    const outgoing = httpRequest(options);
    outgoing.end(record.body);
    // Errors after the head of the answer show in its body, which has its own reader.
    outgoing.on('error', () => {});
    const turn = record.statuses.push(null) - 1;
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    record.statuses[turn] = answer.statusCode ?? 0;
    return answer;
  }

  /** Sends half of it and goes; whoever waits for an answer waits for nothing. */
  async function forwardHalf(incoming: IncomingMessage, record: RequestRecord): Promise<void> {
    const outgoing = httpRequest({
      host: target.hostname,
      port: target.port,
      method: record.method,
      path: record.path,
      headers: { ...forwardedHeaders(incoming), 'content-length': record.body.length },
      agent: false,
    });
    outgoing.on('error', () => {});
    const half = record.body.subarray(0, Math.floor(record.body.length / 2));
    await new Promise((resolve) => outgoing.write(half, resolve));
    outgoing.destroy();
  }

  async function corrupt(answer: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readAll(answer);
    const last = body.length - 1;
    if (last >= 0) body[last] = (body[last] ?? 0) ^ 1;
    response.writeHead(answer.statusCode ?? 502, headersFor(answer, body.length));
    response.end(body);
  }

  async function prepend(
    answer: IncomingMessage,
    response: ServerResponse,
    text: string,
  ): Promise<void> {
    const body = Buffer.concat([Buffer.from(text), await readAll(answer)]);
    const { etag: _etag, ...headers } = headersFor(answer, body.length);
    response.writeHead(answer.statusCode ?? 502, headers);
    response.end(body);
  }

  async function passOn(answer: IncomingMessage, response: ServerResponse): Promise<void> {
    response.writeHead(answer.statusCode ?? 502, forwardedHeaders(answer));
    await pipeline(answer, response);
  }

  async function truncate(
    answer: IncomingMessage,
    response: ServerResponse,
    {
      keep,
      quietly = false,
      lingerMs = 0,
    }: { keep?: number; quietly?: boolean; lingerMs?: number },
  ): Promise<void> {
    const body = await readAll(answer);
    const kept = body.subarray(0, keep ?? Math.floor(body.length / 2));
    const length = quietly ? kept.length : body.length;
    response.writeHead(answer.statusCode ?? 502, headersFor(answer, length));
    if (quietly) {
      response.end(kept);
      return;
    }
    response.write(kept, () => void delay(lingerMs).then(() => response.destroy()));
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = incoming.method ?? 'GET';
    const path = incoming.url ?? '/';
    const wasCut = isCut;
    const rule = wasCut ? undefined : rules.find((each) => each.takes(method, path));
    const fault = rule?.fault;
    const record: RequestRecord = {
      method,
      path,
      idempotencyKey: String(incoming.headers['idempotency-key'] ?? '') || null,
      range: incoming.headers.range ?? null,
      // Nothing gets through a network that is cut, not even to here.
      body: wasCut ? Buffer.alloc(0) : await readAll(incoming),
      atMs: Date.now(),
      statuses: [],
      fault: wasCut ? 'cut' : (fault?.kind ?? null),
      delivered: false,
      endedAtMs: null,
    };
    records.push(record);
    changed();
    response.once('finish', () => {
      record.delivered = fault?.kind !== 'truncate';
      changed();
    });
    response.once('close', () => {
      record.endedAtMs = Date.now();
      changed();
    });
    if (wasCut || fault?.kind === 'drop-request') {
      response.destroy();
      return;
    }
    if (fault?.kind === 'answer') {
      response.writeHead(fault.status, fault.headers).end(fault.body);
      return;
    }
    if (fault?.kind === 'delay') await delay(fault.milliseconds);
    if (fault?.kind === 'hold') await rule?.released;
    // The caller may have gone while it was held.
    if (response.destroyed) return;
    if (fault?.kind === 'cut-request') {
      await forwardHalf(incoming, record);
      response.destroy();
      return;
    }
    // Compressed, nothing can be put in front of it.
    if (fault?.kind === 'prepend') delete incoming.headers['accept-encoding'];
    const second = fault?.kind === 'duplicate' ? forward(incoming, record).then(readAll) : null;
    // Heard below, unless the first one breaks before.
    second?.catch(() => {});
    const answer = await forward(incoming, record);
    changed();
    if (fault?.kind === 'drop-answer') {
      await readAll(answer);
      response.destroy();
    } else if (fault?.kind === 'truncate') {
      await truncate(answer, response, fault);
    } else if (fault?.kind === 'corrupt') {
      await corrupt(answer, response);
    } else if (fault?.kind === 'replace') {
      await readAll(answer);
      response.writeHead(fault.status, fault.headers).end(fault.body);
    } else if (fault?.kind === 'prepend') {
      await prepend(answer, response, fault.text);
    } else {
      await Promise.all([passOn(answer, response), second]);
    }
    changed();
  }

  const server = createServer((incoming, response) => {
    // Whatever breaks on the way looks to the caller like a broken network, which it is.
    handle(incoming, response).catch(() => {
      response.destroy();
      changed();
    });
  });
  server.keepAliveTimeout = 30_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no TCP port was given');

  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${address.port}`,
    records,
    get losesHeaders() {
      return losesHeaders;
    },
    set losesHeaders(value) {
      losesHeaders = value;
    },
    on(options) {
      const rule = new ActiveRule(options, random);
      if (options.first) rules.unshift(rule);
      else rules.push(rule);
      return rule;
    },
    find: (filter) => records.filter((record) => matches(record, filter)),
    until: (condition) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (!condition(proxy)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    cut() {
      isCut = true;
      server.closeAllConnections();
    },
    restore() {
      isCut = false;
    },
    async stop() {
      for (const rule of rules) rule.remove();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return proxy;
}
