import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { contractVersion, headerNames } from '../../src/api/contract/endpoint.ts';
import type { Log } from '../log.ts';
import { callerHasGone, hasHungUp } from './client-disconnect.ts';
import { compressAnswers } from './compress.ts';
import { isSecure } from './client-address.ts';
import { isKnownHost } from './known-hosts.ts';
import type { App } from './mount.ts';
import { Problem, unknownHost } from './problem.ts';
import { applySecurityHeaders } from './security-headers.ts';
import { inSpan } from './spans.ts';

/** A file's or an archive's name lets one see it, a webhook's address lets one speak for an engine: logs have none. */
const loggedPath = (path: string): string =>
  path.replace(
    /^(\/files\/|\/api\/engines\/[^/]*\/|\/api\/account\/export\/|\/api\/network\/uploads\/).*/s,
    '$1*',
  );

/** What is no call of the contract, by its kind: figures by address would be as many as there are files. */
function kindOf(path: string): string {
  const [, first = ''] = /^\/(api|files|assets|a|g|s|healthz|metrics)(?:\/|$)/.exec(path) ?? [];
  return first === '' ? 'app' : first;
}

/** Whatever was thrown becomes an answer here; internals go to the log only. */
function problemOf(
  error: unknown,
  incoming: IncomingMessage,
  known: MiddlewareOptions['knownProblem'],
): Problem {
  if (error instanceof Problem) return error;
  const isKnown = known?.(error) ?? null;
  if (isKnown) return isKnown;
  if (hasHungUp(incoming)) return callerHasGone();
  return new Problem(500, 'server-error', 'Something went wrong on the platform');
}

export interface MiddlewareOptions {
  trustedProxies: number;
  /** Names, beside the machine's own and all addresses, by which the platform may be asked; null: by any. */
  publicHosts: ReadonlySet<string> | null;
  /** 0: browsers are not told to come by https only. */
  hstsSeconds: number;
  /** What a room knows a thrown error to mean; null for all others. */
  knownProblem?: (error: unknown) => Problem | null;
  /** Hears of every answer: which call it was, and after how many seconds it began. */
  observe?: (call: string, method: string, status: number, seconds: number) => void;
}

/** Ids, logs and headers of every request, who is let in at all, and what becomes of errors. */
export function addMiddleware(app: App, options: MiddlewareOptions, log: Log): void {
  const { trustedProxies, publicHosts, hstsSeconds, observe, knownProblem } = options;
  app.use(async (context, next) => {
    const requestId = randomUUID();
    const child = log.child({ request: requestId });
    const startedAt = performance.now();
    context.set('log', child);
    const { method, path } = context.req;
    await inSpan(
      method,
      {
        kind: 'server',
        from: context.env.incoming.headers,
        attributes: { 'http.request.method': method, 'kiln.request': requestId },
      },
      async (span) => {
        await next();
        const call = context.get('call') ?? kindOf(path);
        span.rename(`${method} ${call}`);
        span.set({ 'http.route': call, 'http.response.status_code': context.res.status });
        if (context.res.status >= 500) span.fail(String(context.res.status));
      },
    );
    const { headers, status } = context.res;
    headers.set('X-Request-Id', requestId);
    // A gateway's 404 or a portal's page has none: by it a device tells them from the platform's own word.
    headers.set(headerNames.answer, '1');
    // Workers and the service worker obey the policy their script came with, not the page's.
    const isApp = /^text\/(html|javascript)/.test(headers.get('Content-Type') ?? '');
    applySecurityHeaders(headers, isApp ? 'app' : 'data');
    // Over http it would be anybody's word, and browsers take no notice of it.
    if (hstsSeconds > 0 && isSecure(context.env.incoming, trustedProxies)) {
      headers.set('Strict-Transport-Security', `max-age=${hstsSeconds}`);
    }
    const milliseconds = Math.round(performance.now() - startedAt);
    child.debug({ method, path: loggedPath(path), status, milliseconds }, 'request');
    observe?.(context.get('call') ?? kindOf(path), method, status, milliseconds / 1_000);
  });

  app.use(compressAnswers);

  app.use(async (context, next) => {
    const { host } = context.env.incoming.headers;
    if (publicHosts !== null && !isKnownHost(host, publicHosts)) throw unknownHost(host);
    await next();
  });

  app.use('/api/*', async (context, next) => {
    const spoken = context.req.header(headerNames.contractVersion);
    if (spoken !== undefined && spoken !== String(contractVersion)) {
      throw new Problem(
        409,
        'incompatible-version',
        `This platform speaks version ${contractVersion} of the contract; update the app`,
      );
    }
    await next();
  });

  app.onError((error, context) => {
    const problem = problemOf(error, context.env.incoming, knownProblem);
    if (problem !== error && problem.code !== 'login-required') {
      const { method, path } = context.req;
      const level = problem.code === 'cancelled' ? 'debug' : 'error';
      context.get('log')[level]({ err: error, method, path: loggedPath(path) }, 'a request failed');
    }
    return context.json(problem.body(), problem.status as ContentfulStatusCode, {
      ...problem.headers,
      'Cache-Control': 'no-store',
    });
  });
}
