import { randomUUID } from 'node:crypto';

import { OpenAPIHono } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { contractVersion, headerNames } from '../src/api/contract/endpoint.ts';
import { mountAccounts } from './accounts/routes.ts';
import type { Config } from './config.ts';
import { mountCredits } from './credits/routes.ts';
import type { Database } from './database/connect.ts';
import { mountFiles } from './files/routes.ts';
import type { FileStore } from './files/store.ts';
import { mountGenerate } from './generate/routes.ts';
import { createMount, problemOf } from './http/mount.ts';
import type { App, HttpEnvironment } from './http/mount.ts';
import { securitySchemes } from './http/openapi.ts';
import { notFound, Problem } from './http/problem.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { applySecurityHeaders } from './http/security-headers.ts';
import type { StaticApp } from './http/static-app.ts';
import type { Log } from './log.ts';
import type { Catalogue } from './models/catalogue.ts';
import { mountModels } from './models/routes.ts';
import { version } from './version.ts';
import { mountWorks } from './works/routes.ts';

export interface AppDependencies {
  config: Pick<
    Config,
    'registrationCredits' | 'registrationsPerHour' | 'superUsers' | 'trustedProxies'
  >;
  database: Database;
  store: FileStore;
  catalogue: Catalogue;
  staticApp: StaticApp;
  log: Log;
}

/** A file's name is what lets one see the file, so logs don't have it. */
const loggedPath = (path: string): string => (path.startsWith('/files/') ? '/files/*' : path);

const isPlatformPath = (path: string): boolean => /^\/(api|files)(\/|$)/.test(path);

/** Ids, logs and headers of every request, and what becomes of errors. */
function addFrame(app: App, log: Log): void {
  app.use(async (context, next) => {
    const requestId = randomUUID();
    const child = log.child({ request: requestId });
    const startedAt = performance.now();
    context.set('log', child);
    await next();
    const { headers, status } = context.res;
    headers.set('X-Request-Id', requestId);
    const isPage = headers.get('Content-Type')?.startsWith('text/html') ?? false;
    applySecurityHeaders(headers, isPage ? 'app' : 'data');
    const milliseconds = Math.round(performance.now() - startedAt);
    const { method, path } = context.req;
    child.debug({ method, path: loggedPath(path), status, milliseconds }, 'request');
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
    const problem = problemOf(error);
    if (problem !== error) {
      const { method, path } = context.req;
      context.get('log').error({ err: error, method, path: loggedPath(path) }, 'a request failed');
    }
    return context.json(problem.body(), problem.status as ContentfulStatusCode, {
      ...problem.headers,
      'Cache-Control': 'no-store',
    });
  });
}

/** The platform over HTTP: the contract's calls, files, the document, and the built app. */
export function createApp(dependencies: AppDependencies): App {
  const { config, database, store, catalogue, staticApp, log } = dependencies;
  const app: App = new OpenAPIHono<HttpEnvironment>();
  addFrame(app, log);

  const limits = createRateLimits(config);
  const mount = createMount(app, { database, limits, trustedProxies: config.trustedProxies });
  mountAccounts(mount, { database, limits, ...config });
  mountCredits(mount, database);
  mountModels(app, mount, catalogue);
  mountGenerate(mount, { database, store, catalogue });
  mountFiles(app, mount, database, store);
  mountWorks(mount, database, store);

  for (const [name, scheme] of Object.entries(securitySchemes)) {
    app.openAPIRegistry.registerComponent('securitySchemes', name, scheme);
  }
  app.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: { title: 'Kiln platform', version, description: `Contract version ${contractVersion}` },
    servers: [{ url: '/' }],
  });

  app.get('/healthz', async (context) => {
    const isUp = await database.execute(sql`select 1`).then(
      () => true,
      () => false,
    );
    const body = {
      status: isUp ? 'ok' : 'database-unreachable',
      version,
      contract: contractVersion,
    };
    return context.json(body, isUp ? 200 : 503, { 'Cache-Control': 'no-store' });
  });

  app.notFound(async (context) => {
    const { path } = context.req;
    const answer = isPlatformPath(path) ? null : await staticApp(context.req.raw);
    if (answer) return answer;
    return context.json(notFound('Address').body(), 404, { 'Cache-Control': 'no-store' });
  });
  return app;
}
