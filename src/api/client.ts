import { classifyStatus, isErrorCode, KilnError } from '../domain/errors.ts';
import { parseRetryAfterMs } from '../domain/backoff.ts';
import { contractVersion, errorBody, headerNames, platformName } from './contract/endpoint.ts';
import type { Endpoint, OkOf } from './contract/endpoint.ts';
import { upload } from './contract/uploads.ts';
import { localPlatform } from './local.ts';
import { withTimeout } from './timeout.ts';

/** Who is calling; a `Session` of src/db is one. */
export interface Credentials {
  userKey: string;
  userToken: string;
}

export interface CallOptions {
  /** Values for `{name}` in the path. */
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  form?: FormData;
  idempotencyKey?: string;
  session?: Credentials | null;
  signal?: AbortSignal;
  timeoutMs?: number;
}

export const defaultTimeoutMs = 15_000;

/** Headers that say who asks; the platform's files are asked for with them too. */
export function identityHeaders(session: Credentials | null | undefined): Record<string, string> {
  return {
    [headerNames.platform]: platformName,
    [headerNames.contractVersion]: String(contractVersion),
    ...(session && {
      [headerNames.userKey]: session.userKey,
      [headerNames.userToken]: session.userToken,
    }),
  };
}

/** The absolute address of a call on the origin this code was loaded from. */
export function endpointUrl(endpoint: Endpoint, options: CallOptions): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = options.params?.[name];
    if (value === undefined) throw new TypeError(`${endpoint.id} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const url = new URL(path, globalThis.location.origin);
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

/** An answer that may come from the device's own cache. */
export interface Aged<Data> {
  data: Data;
  /** When the platform gave it. */
  fetchedAtMs: number;
  /** Older than it should be, because the platform could not be asked. */
  stale: boolean;
}

/**
 * Calls the platform and checks its answer against the contract.
 * @throws KilnError with code, `retryable`, status and `Retry-After`; the signal's reason when aborted
 */
export async function call<Definition extends Endpoint>(
  endpoint: Definition,
  options: CallOptions = {},
): Promise<OkOf<Definition>> {
  return (await callAged(endpoint, options)).data;
}

/** `call` that also tells how old the answer is, for lists that the service worker keeps. */
export async function callAged<Definition extends Endpoint>(
  endpoint: Definition,
  options: CallOptions = {},
): Promise<Aged<OkOf<Definition>>> {
  const local = await localPlatform();
  if (local) {
    const answer = await local.answer(endpoint.id, options);
    const data = endpoint.ok.schema.parse(answer) as OkOf<Definition>;
    return { data, fetchedAtMs: Date.now(), stale: false };
  }
  const headers: Record<string, string> = identityHeaders(options.session);
  if (options.idempotencyKey) headers[headerNames.idempotencyKey] = options.idempotencyKey;
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  const url = endpointUrl(endpoint, options);
  return withTimeout(options.timeoutMs ?? defaultTimeoutMs, options.signal, async (signal) => {
    const response = await request(url, {
      method: endpoint.method.toUpperCase(),
      headers,
      body: options.form ?? (options.body === undefined ? null : JSON.stringify(options.body)),
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
    const answer = await readJson(response, signal);
    if (response.status !== endpoint.ok.status) throw errorOf(response, answer);
    const parsed = endpoint.ok.schema.safeParse(answer);
    if (!parsed.success) {
      // A hotel's log-in page answers 200 too, so asking again later can help.
      throw new KilnError('bad-answer', {
        retryable: true,
        httpStatus: response.status,
        detail: parsed.error.issues[0]?.message ?? null,
      });
    }
    return {
      data: parsed.data as OkOf<Definition>,
      fetchedAtMs: Number(response.headers.get(headerNames.fetchedAt)) || Date.now(),
      stale: response.headers.has(headerNames.stale),
    };
  });
}

/**
 * Sends a source file.
 * @param file carries its own media type
 */
export async function uploadFile(
  file: Blob,
  name: string,
  options: { session: Credentials; signal?: AbortSignal },
): Promise<OkOf<typeof upload>> {
  const form = new FormData();
  form.append('file', file, name);
  // Fetch tells no progress of an upload: bound it by a very slow line instead.
  const timeoutMs = 60_000 + file.size / 8;
  return call(upload, { ...options, form, timeoutMs });
}

/** `fetch` whose failures are typed; an abort keeps its reason. */
export async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted) throw init.signal.reason;
    throw new KilnError('network', { retryable: true, cause: error });
  }
}

async function readJson(response: Response, signal: AbortSignal): Promise<unknown> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new KilnError('network', { retryable: true, httpStatus: response.status, cause: error });
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The typed error for an answer that is not the wanted one. */
export function errorOf(response: Response, answer: unknown): KilnError {
  const { status } = response;
  const parsed = errorBody.safeParse(answer);
  const isOwnAnswer = parsed.success;
  const byStatus = classifyStatus(status);
  const retryAfterMs = parseRetryAfterMs(response.headers.get('Retry-After'), Date.now());
  const isPage = response.headers.get('Content-Type')?.includes('text/html') ?? false;
  if (!isOwnAnswer && isPage && status < 560) {
    // Proxies and captive portals answer pages with any status; none of them speaks for the platform.
    return new KilnError('bad-answer', { retryable: true, httpStatus: status, retryAfterMs });
  }
  const code = isOwnAnswer && isErrorCode(parsed.data.code) ? parsed.data.code : byStatus.code;
  const message = isOwnAnswer ? parsed.data.message : '';
  const fields = Object.entries((isOwnAnswer && parsed.data.errors) || {})
    .map(([field, problem]) => `${field} - ${problem}`)
    .filter((line) => !message.includes(line));
  return new KilnError(code, {
    retryable: byStatus.retryable,
    httpStatus: status,
    retryAfterMs,
    detail: [message, ...fields].filter(Boolean).join(' | ') || null,
  });
}
