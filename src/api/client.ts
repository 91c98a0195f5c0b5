import type * as z from 'zod/mini';

import { classifyStatus, KilnError, modelErrorMessage } from '../domain/errors.ts';
import type { FieldReason } from '../domain/field-reasons.ts';
import { userCallTimeoutMs } from '../domain/limits.ts';
import { readRetryAfterMs } from '../domain/backoff.ts';
import { contractVersion, errorBody, headerNames, platformName } from './contract/endpoint.ts';
import type { Endpoint, ErrorBody, OkOf, RequestPart, SentOf } from './contract/endpoint.ts';
import { localPlatform } from './local.ts';
import { assertOwnAnswer, foreignAnswer, isOwnAnswer } from './own-answer.ts';
import type { CallManner, CallRequest, Credentials } from './request.ts';
import { withTimeout } from './timeout.ts';

/**
 * The type of one part of a request: required if its schema has required fields, else optional; forbidden if the
 * endpoint has no such part.
 */
type PartOption<Definition extends Endpoint, Part extends RequestPart> = [
  SentOf<Definition, Part>,
] extends [undefined]
  ? { [Name in Part]?: never }
  : {} extends SentOf<Definition, Part>
    ? { [Name in Part]?: SentOf<Definition, Part> | undefined }
    : { [Name in Part]: SentOf<Definition, Part> };

/** What a call takes, by its schemas: a misspelt field or a missing parameter does not compile. */
export type CallOptions<Definition extends Endpoint> = CallManner &
  PartOption<Definition, 'params'> &
  PartOption<Definition, 'query'> &
  PartOption<Definition, 'body'> &
  (Definition extends { multipart: true } ? { form: FormData } : { form?: never }) &
  (Definition extends { idempotent: true }
    ? { idempotencyKey: string }
    : { idempotencyKey?: never }) &
  (Definition extends { auth: 'none' }
    ? { session?: Credentials | null | undefined }
    : { session: Credentials });

/** The options argument itself may be left out when nothing in it is required. */
type CallArguments<Definition extends Endpoint> =
  {} extends CallOptions<Definition>
    ? [options?: CallOptions<Definition>]
    : [options: CallOptions<Definition>];

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
export function endpointUrl(endpoint: Endpoint, options: CallRequest): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = options.params?.[name];
    if (value === undefined) throw new TypeError(`${endpoint.id} needs the parameter ${name}`);
    return encodeURIComponent(String(value));
  });
  const url = new URL(path, globalThis.location.origin);
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
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
  ...options: CallArguments<Definition>
): Promise<OkOf<Definition>> {
  return (await send(endpoint, options[0] as CallRequest | undefined)).data;
}

/** `call` that also tells how old the answer is, for lists that the service worker keeps. */
export async function callAged<Definition extends Endpoint>(
  endpoint: Definition,
  ...options: CallArguments<Definition>
): Promise<Aged<OkOf<Definition>>> {
  return send(endpoint, options[0] as CallRequest | undefined);
}

async function send<Definition extends Endpoint>(
  endpoint: Definition,
  options: CallRequest = {},
): Promise<Aged<OkOf<Definition>>> {
  const local = await localPlatform(options.place ?? 'platform');
  if (local) {
    const answer = await local.answer(endpoint.id, options);
    const data = endpoint.ok.schema.parse(answer) as OkOf<Definition>;
    return { data, fetchedAtMs: Date.now(), stale: false };
  }
  const headers: Record<string, string> = identityHeaders(options.session);
  if (options.idempotencyKey) headers[headerNames.idempotencyKey] = options.idempotencyKey;
  if (endpoint.userCall) headers[headerNames.userCall] = '1';
  if (options.body !== undefined) headers['Content-Type'] = 'application/json';
  const url = endpointUrl(endpoint, options);
  const timeoutMs = endpoint.userCall ? userCallTimeoutMs : defaultTimeoutMs;
  return withTimeout(options.timeoutMs ?? timeoutMs, options.signal, async (signal) => {
    const response = await request(url, {
      method: endpoint.method.toUpperCase(),
      headers,
      body: options.form ?? (options.body === undefined ? null : JSON.stringify(options.body)),
      credentials: 'omit',
      cache: 'no-store',
      // The platform never redirects. A redirect comes from a captive portal or a gateway and counts as a failure.
      redirect: 'error',
      signal,
    });
    assertOwnAnswer(response);
    const answer = await readJson(response, signal);
    if (response.status !== endpoint.ok.status) throw errorOf(response, answer);
    const parsed = endpoint.ok.schema.safeParse(answer);
    if (!parsed.success) {
      // A hotel's log-in page answers 200 too, so asking again later can help.
      throw new KilnError('bad-answer', {
        retryable: true,
        httpStatus: response.status,
        detail: describeIssue(parsed.error.issues[0]),
      });
    }
    return {
      data: parsed.data as OkOf<Definition>,
      fetchedAtMs: Number(response.headers.get(headerNames.fetchedAt)) || Date.now(),
      stale: response.headers.has(headerNames.stale),
    };
  });
}

/** The field in which an answer breaks the contract, and how, for logs. Zod's sentences are not on the device. */
function describeIssue(issue: z.core.$ZodIssue | undefined): string | null {
  return issue ? `${issue.path.map(String).join('.') || 'answer'} - ${issue.code}` : null;
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

/** A platform of an earlier version names the fields without a reason that has words. */
function reasonsOf({ reasons, errors }: ErrorBody): readonly FieldReason[] {
  return reasons ?? Object.keys(errors ?? {}).map((field) => ({ field, reason: 'not-accepted' }));
}

/**
 * The typed error for an answer that is not the expected one. Only an error body of the platform itself is definite.
 * Any other answer says nothing about what the platform did, so it is a retryable `bad-answer`.
 */
export function errorOf(response: Response, answer: unknown): KilnError {
  const { status } = response;
  const parsed = errorBody.safeParse(answer);
  if (!isOwnAnswer(response) || !parsed.success) return foreignAnswer(response);
  const byStatus = classifyStatus(status);
  const retryAfterMs = readRetryAfterMs(response.headers, Date.now());
  const { message } = parsed.data;
  // A platform that knows the specification alone says this in its text.
  const byText = status === 503 && message.includes(modelErrorMessage) ? 'model-error' : null;
  const code = parsed.data.code ?? byText ?? byStatus.code;
  const fields = Object.entries(parsed.data.errors ?? {})
    .map(([field, problem]) => `${field} - ${problem}`)
    .filter((line) => !message.includes(line));
  return new KilnError(code, {
    // The person decides whether a model that broke is asked again.
    retryable: byStatus.retryable && code !== 'model-error',
    httpStatus: status,
    retryAfterMs,
    detail: [message, ...fields].filter(Boolean).join(' | ') || null,
    reasons: reasonsOf(parsed.data),
  });
}
