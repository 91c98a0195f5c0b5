import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import type { HttpBindings } from '@hono/node-server';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { z } from 'zod';

import { headerNames } from '../../src/api/contract/endpoint.ts';
import type { BodyOf, Endpoint, OkOf } from '../../src/api/contract/endpoint.ts';
import { idempotencyKeyMaxCharacters } from '../../src/domain/limits.ts';
import type { FindSession, UserRow } from '../accounts/sessions.ts';
import type { Log } from '../log.ts';
import { clientAddress } from './client-address.ts';
import { describeRoute } from './openapi.ts';
import { invalidInput, loginRequired } from './problem.ts';
import type { RateLimits } from './rate-limits.ts';
import { readJson } from './read-body.ts';

export interface HttpEnvironment {
  Bindings: HttpBindings;
  Variables: { log: Log };
}
export type App = OpenAPIHono<HttpEnvironment>;

type ObjectOf<Schema> = Schema extends z.ZodType<infer Output> ? Output : undefined;

/** What a handler gets: everything that was sent, checked. */
export interface Call<Definition extends Endpoint> {
  user: Definition['auth'] extends 'required' ? UserRow : null;
  params: ObjectOf<Definition['params']>;
  query: ObjectOf<Definition['query']>;
  body: BodyOf<Definition>;
  idempotencyKey: Definition extends { idempotent: true } ? string : null;
  header: (name: string) => string | undefined;
  address: string;
  /** For forms, which the handler reads itself. */
  incoming: IncomingMessage;
  log: Log;
}

export type Handler<Definition extends Endpoint> = (
  call: Call<Definition>,
) => Promise<OkOf<Definition>> | OkOf<Definition>;

export interface MountOptions {
  /** Largest body that is read; 1 MiB unless told. */
  bodyLimitBytes?: number;
  /** Answers that seldom change carry an ETag, and 304 when the caller has them already. */
  etag?: boolean;
}

export type Mount = <Definition extends Endpoint>(
  endpoint: Definition,
  handler: Handler<Definition>,
  options?: MountOptions,
) => void;

export interface MountDependencies {
  findSession: FindSession;
  limits: RateLimits;
  trustedProxies: number;
}

const idempotencyKeyPattern = new RegExp(`^[\\x21-\\x7e]{1,${idempotencyKeyMaxCharacters}}$`);

function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string> = {};
  for (const issue of parsed.error.issues.slice(0, 50)) {
    errors[issue.path.map(String).join('.').slice(0, 200) || 'body'] ??= issue.message;
  }
  throw invalidInput(errors);
}

function etagOf(answer: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(answer)).digest('base64url');
  return `"${hash.slice(0, 22)}"`;
}

function readIdempotencyKey(value: string | undefined): string {
  if (value !== undefined && idempotencyKeyPattern.test(value)) return value;
  throw invalidInput({
    [headerNames.idempotencyKey]: `required header of 1 to ${idempotencyKeyMaxCharacters} visible ASCII characters`,
  });
}

/**
 * Mounts calls of the contract: login, rate limit, idempotency key, parameters, query and body are
 * checked in that order, and the answer against its schema. All of it is in the document too.
 */
export function createMount(app: App, dependencies: MountDependencies): Mount {
  const { findSession, limits, trustedProxies } = dependencies;
  return (endpoint, handler, options = {}) => {
    app.openAPIRegistry.registerPath(describeRoute(endpoint));
    app.on(endpoint.method, endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (context) => {
      const { incoming } = context.env;
      const address = clientAddress(incoming, trustedProxies);
      const header = (name: string) => context.req.header(name);
      let user: UserRow | null = null;
      if (endpoint.auth === 'required') {
        user = await findSession(header(headerNames.userKey), header(headerNames.userToken));
        if (!user) throw loginRequired();
        await limits.user(user.id);
      } else {
        await limits.visitor(address);
      }
      const key = endpoint.idempotent
        ? readIdempotencyKey(header(headerNames.idempotencyKey))
        : null;
      const params = endpoint.params ? check(endpoint.params, context.req.param()) : undefined;
      const query = endpoint.query ? check(endpoint.query, context.req.query()) : undefined;
      const body = endpoint.body
        ? check(endpoint.body, await readJson(incoming, options.bodyLimitBytes ?? 1024 * 1024))
        : undefined;
      const call = {
        user,
        params,
        query,
        body,
        idempotencyKey: key,
        header,
        address,
        incoming,
        log: context.get('log'),
      };
      const answer = await handler(call as unknown as Call<typeof endpoint>);
      const checked = endpoint.ok.schema.safeParse(answer);
      if (!checked.success) {
        throw new Error(`${endpoint.id} broke its contract`, { cause: checked.error });
      }
      const status = endpoint.ok.status as ContentfulStatusCode;
      const headers = { 'Cache-Control': 'no-store' };
      if (!options.etag) return context.json(checked.data as object, status, headers);
      const etag = etagOf(checked.data);
      return header('If-None-Match') === etag
        ? context.body(null, 304, { ...headers, ETag: etag })
        : context.json(checked.data as object, status, { ...headers, ETag: etag });
    });
  };
}
