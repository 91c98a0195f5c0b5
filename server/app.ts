import { sql } from 'drizzle-orm';
import { Hono } from 'hono';

import type { WorkId } from '../src/domain/ids.ts';
import type { Language } from '../src/domain/languages.ts';
import { contractVersion } from '../src/api/contract/endpoint.ts';
import { shareLanding, sharePath } from '../src/domain/shares.ts';
import { mountAdministration } from './administration/routes.ts';
import { noteAct } from './administration/service.ts';
import { mountAlbums } from './albums/routes.ts';
import { mountApps } from './apps/routes.ts';
import { peopleApps } from './apps/service.ts';
import { albumsCursor } from './albums/service.ts';
import { createRoles } from './accounts/roles.ts';
import { isAccountGone } from './accounts/gone.ts';
import type { AccountOptions } from './accounts/service.ts';
import { mountAccounts } from './accounts/routes.ts';
import { createFindCaller } from './accounts/sessions.ts';
import { mountBelongings } from './belongings/routes.ts';
import type { Config } from './config.ts';
import { openAccount } from './credits/ledger.ts';
import { mountCredits } from './credits/routes.ts';
import type { Database } from './database/connect.ts';
import { mountEngineWebhooks } from './engines/webhooks.ts';
import type { OidcClient } from './doors/oidc.ts';
import type { Provider } from './doors/provider.ts';
import { mountDoors } from './doors/routes.ts';
import type { EngineKeys } from './engine-keys/keys.ts';
import { mountEngineKeys } from './engine-keys/routes.ts';
import type { PartialUploads } from './files/partial-uploads.ts';
import { mountResumable } from './files/resumable.ts';
import type { FileAddresses } from './files/addresses.ts';
import type { FileAnswers } from './files/answer.ts';
import { mountFiles } from './files/routes.ts';
import type { FileStore } from './files/file-store.ts';
import type { FreeSpace } from './files/free-space.ts';
import type { Quota } from './files/quota.ts';
import { mountGenerate } from './generate/routes.ts';
import { createTranslatePrompt } from './generate/translate-prompt.ts';
import { addMiddleware } from './http/middleware.ts';
import { createMount } from './http/mount.ts';
import type { App, HttpEnvironment } from './http/mount.ts';
import { createApiDocument } from './http/openapi.ts';
import { loginRequired, notFound } from './http/problem.ts';
import type { RateLimits } from './http/rate-limits.ts';
import type { StaticApp } from './http/static-app.ts';
import { mountLanguage } from './language/routes.ts';
import type { LanguageService } from './language/service.ts';
import { createTextTasks } from './language/text-tasks.ts';
import { mountGallery } from './gallery/routes.ts';
import { introduce } from './gallery/page.ts';
import { detailOfGallery, noteBinned } from './gallery/service.ts';
import { mountLinks } from './links/routes.ts';
import type { Log } from './log.ts';
import type { Catalogue } from './models/catalogue.ts';
import { createMetrics } from './metrics/metrics.ts';
import { mountMetrics } from './metrics/routes.ts';
import { mountFeedback } from './feedback/routes.ts';
import { originOf } from './pages/visitor.ts';
import { mountPacks, type PacksRoutes } from './packs/routes.ts';
import { mountPayments } from './payments/routes.ts';
import type { Payments } from './payments/service.ts';
import { createModelNames } from './models/names.ts';
import { createOffer } from './models/offer.ts';
import { mountModels } from './models/routes.ts';
import { mountNetwork } from './network/routes.ts';
import type { NetworkLists } from './network/lists.ts';
import type { Network } from './network/service.ts';
import { mountPush } from './push/routes.ts';
import { cancelJob } from './queue/cancel.ts';
import { mountQueue } from './queue/routes.ts';
import type { Safety } from './safety/filter.ts';
import { mountSettings } from './settings/routes.ts';
import type { Settings } from './settings/service.ts';
import type { TagLists } from './tags/lists.ts';
import { mountTagLists } from './tags/routes.ts';
import { version } from './version.ts';
import { mountWorks } from './works/routes.ts';
import { modelsOfWorks } from './works/service.ts';

export interface AppDependencies {
  config: Pick<
    Config,
    | 'feedbackUrl'
    | 'hstsSeconds'
    | 'metricsToken'
    | 'publicHosts'
    | 'push'
    | 'registrationCredits'
    | 'retention'
    | 'superUsers'
    | 'trustedProxies'
  >;
  database: Database;
  store: FileStore;
  addresses: FileAddresses;
  answers: FileAnswers;
  partials: PartialUploads;
  quota: Quota;
  freeSpace: FreeSpace;
  catalogue: Catalogue;
  safety: Safety;
  language: LanguageService;
  staticApp: StaticApp;
  tagLists: TagLists;
  keys: EngineKeys;
  settings: Settings;
  limits: RateLimits;
  payments: Payments;
  network: Network;
  packs: PacksRoutes;
  hordeLists: NetworkLists | null;
  /** By whom people sign in beside their password; null: by nobody. */
  oidc: OidcClient | null;
  provider: Provider | null;
  /** By which push services know this platform. */
  pushKey: string;
  log: Log;
}

const isPlatformPath = (path: string): boolean => /^\/(a|api|files|g|s)(\/|$)/.test(path);

/** The platform over HTTP: the contract's calls, files, the document, and the built app. */
export function createApp(dependencies: AppDependencies): App {
  const { config, database, store, addresses, partials, catalogue, safety, settings } =
    dependencies;
  const { staticApp, limits, payments, answers, log } = dependencies;
  const { quota, freeSpace } = dependencies;
  const intake = { database, store, quota, freeSpace };
  const app: App = new Hono<HttpEnvironment>();
  const metrics = createMetrics(database);
  const knownProblem = (error: unknown) => (isAccountGone(error) ? loginRequired() : null);
  addMiddleware(app, { ...config, observe: metrics.observe, knownProblem }, log);
  mountMetrics(app, metrics, config.metricsToken);

  const findCaller = createFindCaller(database);
  const roles = createRoles(config.superUsers, () => settings.current().privileged);
  const document = createApiDocument();
  const { trustedProxies } = config;
  const mount = createMount(app, {
    document,
    findCaller,
    limits,
    roles,
    trustedProxies,
    noteAct: (user, endpoint, asked) => noteAct(database, user, endpoint, asked),
  });
  const accounts: AccountOptions = {
    database,
    limits,
    roles,
    welcome: (transaction, userId) => openAccount(transaction, userId, config.registrationCredits),
  };
  mountAccounts(mount, {
    ...accounts,
    brandName: () => settings.current().brand.name || 'Kiln',
    isOwnHost: (host) => config.publicHosts?.has(host.replace(/:\d+$/, '')) ?? false,
  });
  mountDoors(app, mount, {
    ...accounts,
    oidc: dependencies.oidc,
    provider: dependencies.provider,
    trustedProxies,
  });
  mountBelongings(app, mount, {
    database,
    store,
    limits,
    trustedProxies,
    findCaller,
    cancel: (userId, jobId) => cancelJob(database, userId, jobId),
  });
  mountAdministration(mount, { database, roles });
  mountSettings(mount, settings, limits);
  mountFeedback(mount, {
    database,
    findCaller,
    limits,
    isPassedOn: config.feedbackUrl !== null,
  });
  mountPayments(app, mount, { payments, findCaller, trustedProxies });
  mountCredits(mount, {
    database,
    dailyCredits: () => settings.current().daily_credits,
    timeZone: () => settings.current().time_zone,
    limitedClaims: () => settings.current().limited_claims,
  });
  const offer = createOffer(catalogue, () => settings.current().hidden_tools, roles);
  const modelNames = createModelNames(database, catalogue);
  const apps = peopleApps(database);
  mountNetwork(app, mount, {
    network: dependencies.network,
    database,
    roles,
    limits,
    trustedProxies,
    news: () => settings.current().network.news,
    hordeLists: dependencies.hordeLists,
  });
  mountPacks(app, mount, document, dependencies.packs);
  mountModels(mount, {
    catalogue,
    offer,
    apps,
    database,
    findCaller,
    names: modelNames,
    modelsUsedBy: (userId) => modelsOfWorks(database, userId),
  });
  mountEngineWebhooks(app, catalogue.engines);
  mountQueue(mount, {
    database,
    engines: catalogue.engines,
    isShortOfSpace: () => freeSpace.isShort(),
  });
  const { retention } = config;
  const { language } = dependencies;
  const translate = createTranslatePrompt({ chain: language.chain, catalogue, safety, log });
  const texts = createTextTasks({ language, safety, limits });
  mountGenerate(mount, {
    intake,
    catalogue,
    offer,
    apps,
    modelNames,
    safety,
    retention,
    addresses,
    translate,
    texts,
    log,
  });
  mountLanguage(mount, { database, store, catalogue, safety, limits, language, texts });
  mountFiles(app, mount, {
    document,
    findCaller,
    intake,
    addresses,
    answers,
  });
  mountResumable(app, mount, { document, findCaller, intake, addresses, partials, limits });
  mountWorks(mount, {
    database,
    store,
    retention,
    addresses,
    limits,
    albumsCursor: (userId) => albumsCursor(database, userId),
    noteBinned,
  });
  mountAlbums(mount, database);
  const isHeld = () => settings.current().blocks_right_click;
  mountLinks(app, mount, {
    document,
    database,
    answers,
    limits,
    trustedProxies,
    isHeld,
  });
  mountGallery(app, mount, {
    document,
    database,
    answers,
    addressOf: (file) => addresses.of(file),
    limits,
    trustedProxies,
    safety,
    isReviewed: () => settings.current().gallery_review,
    isHeld,
    modelLabel: async (model) => {
      const [called] = await modelNames.of([model]);
      return called ? { cn: called.label_cn, en: called.label_en } : null;
    },
    log,
  });
  mountApps(app, mount, {
    document,
    database,
    store,
    catalogue,
    offer,
    safety,
    roles,
    limits,
    trustedProxies,
    isHeld,
  });
  mountEngineKeys(mount, catalogue, dependencies.keys);
  mountPush(mount, database, {
    publicKey: dependencies.pushKey,
    allowPrivate: config.push.allowPrivate,
  });

  mountTagLists(app, dependencies.tagLists);

  const described = document.json();
  app.get('/openapi.json', (context) => context.json(described));

  app.get('/healthz', async (context) => {
    const isUp = await database.execute(sql`select 1`).then(
      () => true,
      () => false,
    );
    const body = {
      status: isUp ? 'ok' : 'database-unreachable',
      // Still 200: what is here can be read, and a balancer that turned people away would help nobody.
      disk: (await freeSpace.isShort()) ? 'short' : 'ok',
      doors: [
        'password',
        'passkey',
        ...(dependencies.oidc ? ['oidc'] : []),
        ...(dependencies.provider ? ['provider'] : []),
      ],
      tills: payments.ways,
      version,
      contract: contractVersion,
    };
    return context.json(body, isUp ? 200 : 503, { 'Cache-Control': 'no-store' });
  });

  // The service worker answers it; without one the picture is lost, and the app says so.
  app.post(sharePath, (context) => context.redirect(shareLanding('failed'), 303));

  app.notFound(async (context) => {
    const { path } = context.req;
    const origin = originOf(context, trustedProxies);
    const visit = {
      origin,
      models: (language: Language) => offer.list(null, language),
      work: async (id: WorkId, language: Language) => {
        const [work] = await detailOfGallery(database, id);
        return work ? introduce(work, { language, origin }) : null;
      },
    };
    const answer = isPlatformPath(path) ? null : await staticApp(context.req.raw, visit);
    if (answer) return answer;
    return context.json(notFound('Address').body(), 404, { 'Cache-Control': 'no-store' });
  });
  return app;
}
