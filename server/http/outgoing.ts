import { Agent } from 'undici';

import { inSpan } from './spans.ts';
import { mayBePublic, NotPublic, publicLookup } from './public-addresses.ts';

/**
 * The one door to everything outside. Hosts of the configuration are reached wherever they are; any other
 * (a push service, the address of a picture in an answer) on the public internet at most, which is held
 * against the address that is really connected to, at every redirect anew.
 */
export interface OutgoingPolicy {
  /** Addresses of the configuration; of each counts the host with its port. */
  hosts: readonly string[];
  /** What becomes of other hosts; `anywhere` is for an operator who said so. */
  others: 'refused' | 'public' | 'anywhere';
}

export interface OutgoingRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: NonNullable<RequestInit['body']>;
  signal?: AbortSignal;
  /** For the whole exchange, the last byte of the answer included. Default 30 s. */
  timeoutMs?: number;
  /** Of the answer's body, as it is read. Default 64 MiB. */
  maxBytes?: number;
}

export type Outgoing = (address: string | URL, request?: OutgoingRequest) => Promise<Response>;

export type OutgoingFailure =
  | 'refused-address'
  | 'refused-redirect'
  | 'unreachable'
  | 'timed-out'
  | 'too-large';

/** Names the host only: paths and queries carry request ids and signatures. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly failure: OutgoingFailure;
  /** False when surely not a byte of the request arrived: sending it again is harmless. */
  readonly wasSent: boolean;

  constructor(failure: OutgoingFailure, message: string, wasSent: boolean, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
    this.wasSent = wasSent;
  }
}

const connectMs = 10_000;
const defaultTimeoutMs = 30_000;
const defaultMaxBytes = 64 * 1024 * 1024;
const redirectsMax = 5;

// Times are bounded below, for the whole.
const limits = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 64 * 1024 };
const anywhere = new Agent({ ...limits, connect: { timeout: connectMs } });
const guarded = new Agent({ ...limits, connect: { timeout: connectMs, lookup: publicLookup } });

/** Connection errors that come before a single byte of the request was sent. */
const unsentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function failureOf(error: unknown, host: string): OutgoingError {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const inner = (cause as { errors?: unknown[] } | null)?.errors ?? [];
  const all = [cause, ...inner] as { code?: string }[];
  if (all.some((one) => one instanceof NotPublic)) {
    return new OutgoingError('refused-address', `${host} is not on the public internet`, false);
  }
  const codes = all.flatMap((one) => one?.code ?? []);
  const wasSent = !codes.some((code) => unsentCodes.has(code));
  const what = codes[0] ?? (cause instanceof Error ? cause.message : 'no connection');
  return new OutgoingError('unreachable', `${host} cannot be reached: ${what}`, wasSent, cause);
}

/** The body as it comes, ended with an error where it grows too large or the time is over. */
function bounded(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  tooLarge: () => OutgoingError,
  explain: (error: unknown) => unknown,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          controller.close();
          return;
        }
        bytes += value.length;
        if (bytes > maxBytes) throw tooLarge();
        controller.enqueue(value);
      } catch (error) {
        void reader.cancel(error).catch(() => undefined);
        controller.error(explain(error));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);
const withoutBody = new Set([204, 205, 304]);

/** What may go along to another place than the one it was meant for: no key of any name. */
const harmless = new Set(['accept', 'accept-language', 'range', 'user-agent']);

function headersFor(from: URL, to: URL, headers: Record<string, string>): Record<string, string> {
  const isUpgrade = from.host === to.host && to.protocol === 'https:';
  if (from.origin === to.origin || isUpgrade) return headers;
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => harmless.has(name.toLowerCase())),
  );
}

/**
 * Makes a door for one purpose. It answers like `fetch`, any status included, and throws `OutgoingError`;
 * with the caller's reason when the caller aborted. Reading the body throws the same. Redirects of GET and
 * HEAD are followed; those of other methods are an error, since nobody knows what was done already.
 */
export function createOutgoing(policy: OutgoingPolicy): Outgoing {
  const configured = new Set(policy.hosts.map((address) => new URL(address).host));

  function agentFor(url: URL): Agent {
    const refuse = (why: string) => {
      throw new OutgoingError('refused-address', `${url.host} ${why}`, false);
    };
    if (url.protocol !== 'https:' && url.protocol !== 'http:') refuse('is not asked over http');
    if (configured.has(url.host) || policy.others === 'anywhere') return anywhere;
    if (policy.others === 'refused') refuse('is not a host of the configuration');
    if (!mayBePublic(url)) refuse('is not on the public internet');
    return guarded;
  }

  return (address, request = {}) => {
    const { method = 'GET' } = request;
    const { host } = new URL(address);
    // Paths and queries carry request ids and signatures.
    const attributes = { 'http.request.method': method, 'server.address': host };
    return inSpan(`${method} ${host}`, { kind: 'client', attributes }, async (span) => {
      const response = await send(address, request);
      span.set({ 'http.response.status_code': response.status });
      return response;
    });
  };

  async function send(address: string | URL, request: OutgoingRequest): Promise<Response> {
    const { method = 'GET', body, signal } = request;
    const { timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes } = request;
    const timeout = AbortSignal.timeout(timeoutMs);
    const over = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const mayFollow = method === 'GET' || method === 'HEAD';
    let headers = request.headers ?? {};
    let url = new URL(address);
    for (let redirects = 0; ; redirects += 1) {
      const { host } = url;
      const explain = (error: unknown): unknown => {
        if (error instanceof OutgoingError) return error;
        if (signal?.aborted) return signal.reason;
        if (timeout.aborted) {
          return new OutgoingError('timed-out', `${host} took more than ${timeoutMs} ms`, true);
        }
        return failureOf(error, host);
      };
      const tooLarge = () =>
        new OutgoingError('too-large', `${host} answered more than ${maxBytes} bytes`, true);
      const dispatcher = agentFor(url);
      signal?.throwIfAborted();
      let response: Response;
      try {
        const init: RequestInit & { dispatcher: Agent } = {
          method,
          headers,
          redirect: 'manual',
          signal: over,
          dispatcher,
          ...(body !== undefined && { body, duplex: 'half' as const }),
        };
        response = await fetch(url, init);
      } catch (error) {
        throw explain(error);
      }
      const location = isRedirect(response.status) ? response.headers.get('Location') : null;
      if (location !== null) {
        await response.body?.cancel().catch(() => undefined);
        if (!mayFollow || redirects >= redirectsMax || !URL.canParse(location, url.href)) {
          throw new OutgoingError('refused-redirect', `${host} leads elsewhere`, true);
        }
        const next = new URL(location, url);
        headers = headersFor(url, next, headers);
        url = next;
        continue;
      }
      const { status, statusText } = response;
      if (response.body === null || withoutBody.has(status)) return response;
      if (Number(response.headers.get('Content-Length') ?? 0) > maxBytes && method !== 'HEAD') {
        await response.body.cancel().catch(() => undefined);
        throw tooLarge();
      }
      return new Response(bounded(response.body, maxBytes, tooLarge, explain), {
        status,
        statusText,
        headers: response.headers,
      });
    }
  }
}
