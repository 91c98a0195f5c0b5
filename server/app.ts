import { OpenAPIHono } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';

import { contractVersion } from '../src/api/contract/endpoint.ts';
import { mountAccounts } from './accounts/routes.ts';
import { createFindSession } from './accounts/sessions.ts';
import type { Config } from './config.ts';
import { mountCredits } from './credits/routes.ts';
import type { Database } from './database/connect.ts';
import { mountEngineWebhooks } from './engines/webhooks.ts';
import type { EngineKeys } from './engine-keys/keys.ts';
import { mountEngineKeys } from './engine-keys/routes.ts';
import type { PartialUploads } from './files/partial-uploads.ts';
import { mountResumable } from './files/resumable.ts';
import { mountFiles } from './files/routes.ts';
import type { FileStore } from './files/store.ts';
import { mountGenerate } from './generate/routes.ts';
import { addFrame } from './http/frame.ts';
import { createMount } from './http/mount.ts';
import type { App, HttpEnvironment } from './http/mount.ts';
import { securitySchemes } from './http/openapi.ts';
import { notFound } from './http/problem.ts';
import { createRateLimits } from './http/rate-limits.ts';
import type { StaticApp } from './http/static-app.ts';
import { mountLanguage } from './language/routes.ts';
import type { LanguageService } from './language/service.ts';
import type { Log } from './log.ts';
import type { Catalogue } from './models/catalogue.ts';
import { mountModels } from './models/routes.ts';
import { mountPush } from './push/routes.ts';
import type { Safety } from './safety/filter.ts';
import { version } from './version.ts';
import { mountWorks } from './works/routes.ts';

export interface AppDependencies {
  config: Pick<
    Config,
    | 'push'
    | 'registrationCredits'
    | 'registrationsPerHour'
    | 'retention'
    | 'superUsers'
    | 'trustedProxies'
  >;
  database: Database;
  store: FileStore;
  partials: PartialUploads;
  catalogue: Catalogue;
  safety: Safety;
  language: LanguageService;
  staticApp: StaticApp;
  keys: EngineKeys;
  /** By which push services know this platform. */
  pushKey: string;
  log: Log;
}

const isPlatformPath = (path: string): boolean => /^\/(api|files)(\/|$)/.test(path);

/** The platform over HTTP: the contract's calls, files, the document, and the built app. */
export function createApp(dependencies: AppDependencies): App {
  const { config, database, store, partials, catalogue, safety, staticApp, log } = dependencies;
  const app: App = new OpenAPIHono<HttpEnvironment>();
  addFrame(app, log);

  const limits = createRateLimits(config);
  const findSession = createFindSession(database);
  const mount = createMount(app, { findSession, limits, trustedProxies: config.trustedProxies });
  mountAccounts(mount, { database, limits, ...config });
  mountCredits(mount, database);
  mountModels(mount, catalogue, database);
  mountEngineWebhooks(app, catalogue.engines);
  mountGenerate(mount, { database, store, catalogue, safety, retention: config.retention, log });
  const { language } = dependencies;
  mountLanguage(mount, { database, store, catalogue, safety, limits, language });
  mountFiles(app, mount, database, store);
  mountResumable(app, mount, { database, findSession, store, partials, limits });
  mountWorks(mount, { database, store, retention: config.retention });
  mountEngineKeys(mount, catalogue, dependencies.keys);
  mountPush(mount, database, {
    publicKey: dependencies.pushKey,
    allowPrivate: config.push.allowPrivate,
  });

  for (const [name, scheme] of Object.entries(securitySchemes)) {
    app.openAPIRegistry.registerComponent('securitySchemes', name, scheme);
  }
  // Made once, so that a schema that can't be described stops the start and not a caller.
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Kiln platform', version, description: `Contract version ${contractVersion}` },
    servers: [{ url: '/' }],
  });
  app.get('/openapi.json', (context) => context.json(document));

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
