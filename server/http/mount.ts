import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as z from 'zod/mini';
import { en } from 'zod/locales';

import { headerNames } from '../../src/api/contract/endpoint.ts';
import type { AnswerOf, Endpoint, ReadOf } from '../../src/api/contract/endpoint.ts';
import { fieldReasonsMax } from '../../src/domain/field-reasons.ts';
import type { FieldReason } from '../../src/domain/field-reasons.ts';
import { idempotencyKeyMaxCharacters } from '../../src/domain/limits.ts';
import type { Log } from '../log.ts';
import type { Caller, FindCaller, Roles } from './caller.ts';
import { callerNetwork, clientAddress } from './client-address.ts';
import { isKnownVersion } from './etag.ts';
import type { ApiDocument } from './openapi.ts';
import { forbidden, invalidInput, loginRequired, Problem } from './problem.ts';
import type { RateLimits } from './rate-limits.ts';
import { readJson } from './read-body.ts';

export interface HttpEnvironment {
  Bindings: HttpBindings;
  /** `call`: which one of the contract it is. */
  Variables: { log: Log; call?: string };
}
export type App = Hono<HttpEnvironment>;

// What is wrong with a request is said in words; devices don't carry them.
z.config(en());

/** What a handler gets: everything that was sent, checked. */
export interface Call<Definition extends Endpoint> {
  user: Definition['auth'] extends 'none' ? null : Caller;
  params: ReadOf<Definition, 'params'>;
  query: ReadOf<Definition, 'query'>;
  body: ReadOf<Definition, 'body'>;
  idempotencyKey: Definition extends { idempotent: true } ? string : null;
  header: (name: string) => string | undefined;
  /** As whom limits count the caller (`callerNetwork`). */
  network: string;
  /** For forms, which the handler reads itself. */
  incoming: IncomingMessage;
  log: Log;
}

export type Handler<Definition extends Endpoint> = (
  call: Call<Definition>,
) => Promise<AnswerOf<Definition>> | AnswerOf<Definition>;

export interface MountOptions {
  /** Largest body that is read; 1 MiB unless told. */
  bodyLimitBytes?: number;
  /** Levels of arrays and objects in it; `bodyMaxDepth` unless told. */
  bodyMaxDepth?: number;
  /** Answers that seldom change carry an ETag, and 304 when the caller has them already. */
  etag?: boolean;
}

export type Mount = <Definition extends Endpoint>(
  endpoint: Definition,
  handler: Handler<Definition>,
  options?: MountOptions,
) => void;

export interface MountDependencies {
  document: ApiDocument;
  findCaller: FindCaller;
  limits: RateLimits;
  roles: Roles;
  trustedProxies: number;
  /**
   * Writes down what a super user asks for, before it is done.
   * @returns what is called with the code of a refusal
   */
  noteAct?: (
    user: Caller,
    endpoint: Endpoint,
    asked: unknown,
  ) => Promise<(code: string) => Promise<void>>;
}

const idempotencyKeyPattern = new RegExp(`^[\\x21-\\x7e]{1,${idempotencyKeyMaxCharacters}}$`);

/** What a schema of the contract refuses, in the reasons that people have words for. */
function reasonOfIssue(issue: z.core.$ZodIssue): Omit<FieldReason, 'field'> {
  const isText = 'origin' in issue && issue.origin === 'string';
  switch (issue.code) {
    case 'too_small':
      return { reason: isText ? 'too-short' : 'too-small', values: [Number(issue.minimum)] };
    case 'too_big':
      return { reason: isText ? 'too-long' : 'too-large', values: [Number(issue.maximum)] };
    case 'invalid_type':
      return { reason: 'wrong-type' };
    case 'invalid_value':
      return { reason: 'not-allowed' };
    case 'unrecognized_keys':
      return { reason: 'unknown-field' };
    default:
      return { reason: 'not-accepted' };
  }
}

function check<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const reasons: FieldReason[] = [];
  const said: Record<string, string> = {};
  for (const issue of parsed.error.issues.slice(0, fieldReasonsMax)) {
    const field = issue.path.map(String).join('.').slice(0, 200) || 'body';
    if (said[field] !== undefined) continue;
    said[field] = issue.message;
    reasons.push({ field, ...reasonOfIssue(issue) });
  }
  throw invalidInput(reasons, said);
}

function etagOf(answer: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(answer)).digest('base64url');
  return `"${hash.slice(0, 22)}"`;
}

function readIdempotencyKey(value: string | undefined): string {
  // The specification's clients send none: theirs is a submission like any other, only nothing to repeat it by.
  if (value === undefined) return randomUUID();
  if (idempotencyKeyPattern.test(value)) return value;
  const field = headerNames.idempotencyKey;
  throw invalidInput(
    { field, reason: 'malformed' },
    { [field]: `must have 1 to ${idempotencyKeyMaxCharacters} visible ASCII characters` },
  );
}

function isAllowed(roles: Roles, { auth, privilege }: Endpoint, user: Caller): boolean {
  if (auth === 'super-user') return roles.isSuperUser(user);
  return privilege === undefined || roles.mayUse(user, privilege);
}

/**
 * Mounts calls of the contract: login, role, rate limit, idempotency key, parameters, query and body are
 * checked in that order, and the answer against its schema. All of it is in the document too.
 */
export function createMount(app: App, dependencies: MountDependencies): Mount {
  const { document, findCaller, limits, roles, trustedProxies, noteAct } = dependencies;
  return (endpoint, handler, options = {}) => {
    document.addCall(endpoint);
    app.on(endpoint.method, endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (context) => {
      context.set('call', endpoint.id);
      const { incoming } = context.env;
      const network = callerNetwork(clientAddress(incoming, trustedProxies));
      const header = (name: string) => context.req.header(name);
      let user: Caller | null = null;
      if (endpoint.auth === 'none') {
        await limits.visitor(network);
      } else {
        user = await findCaller(header(headerNames.userKey), header(headerNames.userToken));
        if (!user) throw loginRequired();
        await limits.user(user.id);
        if (!isAllowed(roles, endpoint, user)) {
          context.get('log').warn({ user: user.id, call: endpoint.id }, 'a call was not allowed');
          throw forbidden();
        }
      }
      const key = endpoint.idempotent
        ? readIdempotencyKey(header(headerNames.idempotencyKey))
        : null;
      const params = endpoint.params ? check(endpoint.params, context.req.param()) : undefined;
      const query = endpoint.query ? check(endpoint.query, context.req.query()) : undefined;
      const body = endpoint.body
        ? check(
            endpoint.body,
            await readJson(incoming, options.bodyLimitBytes ?? 1024 * 1024, options.bodyMaxDepth),
          )
        : undefined;
      const call = {
        user,
        params,
        query,
        body,
        idempotencyKey: key,
        header,
        network,
        incoming,
        log: context.get('log'),
      };
      const isAct = user !== null && endpoint.auth === 'super-user' && endpoint.method !== 'get';
      const noteRefusal =
        isAct && noteAct ? await noteAct(user as Caller, endpoint, { params, query, body }) : null;
      const answer = await (async () => handler(call as unknown as Call<typeof endpoint>))().catch(
        async (error: unknown) => {
          await noteRefusal?.(error instanceof Problem ? error.code : 'server-error');
          throw error;
        },
      );
      const checked = endpoint.ok.schema.safeParse(answer);
      if (!checked.success) {
        throw new Error(`${endpoint.id} broke its contract`, { cause: checked.error });
      }
      const status = endpoint.ok.status as ContentfulStatusCode;
      const headers = { 'Cache-Control': 'no-store' };
      if (!options.etag) return context.json(checked.data as object, status, headers);
      const etag = etagOf(checked.data);
      return isKnownVersion(header('If-None-Match'), etag)
        ? context.body(null, 304, { ...headers, ETag: etag })
        : context.json(checked.data as object, status, { ...headers, ETag: etag });
    });
  };
}
