import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { serve } from '@hono/node-server';

import { contractVersion } from '../src/api/contract/endpoint.ts';
import { lockAccount, offerAdminLink, prepareAccounts } from './accounts/service.ts';
import { removeExpiredSessions } from './accounts/sessions.ts';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { openStorage } from './database/connect.ts';
import type { Storage } from './database/connect.ts';
import { createEngineKeys } from './engine-keys/keys.ts';
import { loadSecret } from './engine-keys/secret.ts';
import type { Engine } from './engines/contract/engine.ts';
import { loadFileAddresses } from './files/addresses.ts';
import { createFileAnswers } from './files/answer.ts';
import { openPartialUploads } from './files/partial-uploads.ts';
import type { PartialUploads } from './files/partial-uploads.ts';
import { openS3Store } from './files/s3-store.ts';
import { createS3 } from './files/s3.ts';
import { openFileStore } from './files/file-store.ts';
import type { FileStore } from './files/file-store.ts';
import { freeBytesFor, watchFreeSpace } from './files/free-space.ts';
import { createQuota } from './files/quota.ts';
import { clearUnusedUploads } from './files/unused-uploads.ts';
import { createPrepare } from './gallery/prepare.ts';
import { seedSamples } from './gallery/samples.ts';
import { createSampleMaker } from './sample-maker.ts';
import { toldToApps } from './settings/form.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { createStaticApp } from './http/static-app.ts';
import { createWrittenPages } from './pages/written-pages.ts';
import { createLanguageService } from './language/service.ts';
import { expireCredits } from './credits/accounts.ts';
import type { Log } from './log.ts';
import { createLocalEngine } from './local/engine.ts';
import { createPictureJudge } from './local/judge.ts';
import { knownPacks } from './packs/manifest.ts';
import { createDeviceOffers } from './packs/for-devices.ts';
import { createPacks } from './packs/service.ts';
import { createCatalogue } from './models/catalogue.ts';
import { removeOldChallenges } from './accounts/passkeys.ts';
import { createProvider } from './doors/provider.ts';
import { createOidcClient } from './doors/oidc.ts';
import { removeOldAttempts } from './doors/service.ts';
import { startFeedbackSender } from './feedback/service.ts';
import { createPayments } from './payments/service.ts';
import { openTills, startSweep } from './payments/tills.ts';
import { createNetworkEngine } from './engines/horde/network.ts';
import { hordeLists } from './network/lists.ts';
import { jobsAtOnce, openNetwork } from './network/service.ts';
import { startPushSender } from './push/outbox.ts';
import { loadVapidKeys } from './push/vapid.ts';
import { startQueue } from './queue/queue.ts';
import { forgetToldWaits } from './queue/wait-estimate.ts';
import { createSafety } from './safety/filter.ts';
import { openSettings } from './settings/service.ts';
import { version } from './version.ts';
import { openTagLists } from './tags/lists.ts';
import { emptyDueBins } from './works/bin.ts';
import { expireOriginals } from './works/retention.ts';
import type { Retention } from './works/retention-rule.ts';
import { expiredFiles, storedBytes, wantedFiles } from './works/service.ts';

export interface Platform {
  /** Where it can be reached from; the first is the one to open here. */
  addresses: string[];
  storage: Storage;
  /** What makes somebody who runs this; null where somebody does. */
  adminToken: string | null;
  /** In order: no new requests, no new jobs, running jobs back into the queue, the database last. */
  stop(): Promise<void>;
}

const requestGraceMs = 5_000;
const jobGraceMs = 2_000;
const housekeepingMs = 3_600_000;
/** With a database of one's own other processes may just be writing files that have no row yet. */
const sharedFileAgeMs = 3_600_000;

function listen(fetch: Parameters<typeof serve>[0]['fetch'], config: Config): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port: config.port, hostname: config.host }, () =>
      resolve(server),
    ) as Server;
    server.once('error', reject);
  });
}

function addressesOf(host: string, port: number): string[] {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  if (!isEverywhere) return [`http://${host.includes(':') ? `[${host}]` : host}:${port}`];
  const others = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter((one) => one.family === 'IPv4' && !one.internal)
    .map((one) => `http://${one.address}:${port}`);
  return [`http://localhost:${port}`, ...others];
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that has answered its last request is kept for a next one, which nobody takes any more.
  const closing = setInterval(() => server.closeIdleConnections(), 50);
  const isClosed = await Promise.race([closed.then(() => true), sleep(requestGraceMs, false)]);
  clearInterval(closing);
  if (!isClosed) server.closeAllConnections();
  await closed;
}

interface Kept {
  storage: Storage;
  store: FileStore;
  partials: PartialUploads;
  retention: Retention;
  uploadDays: number;
}

async function tidyUp(
  { storage, store, partials, retention, uploadDays }: Kept,
  before: Date,
  log: Log,
): Promise<void> {
  try {
    const removed =
      (await store.sweep(wantedFiles(storage.database), before)) + (await partials.sweep(before));
    if (removed > 0) log.info({ removed }, 'files without an owner were removed');
    const binned = await emptyDueBins(storage.database, store);
    if (binned > 0) log.info({ binned }, 'works whose time in the bin was over were deleted');
    const expired = await expireOriginals(storage.database, store, retention, log);
    if (expired > 0) log.info({ expired }, 'originals whose time was over were removed');
    const unused = await clearUnusedUploads(storage.database, store, uploadDays);
    if (unused > 0) log.info({ unused }, 'uploads that nobody needs any more were removed');
    await expireCredits(storage.database);
    await removeExpiredSessions(storage.database);
    await removeOldAttempts(storage.database);
    await removeOldChallenges(storage.database);
    await forgetToldWaits(storage.database);
  } catch (error) {
    log.warn({ err: error }, 'tidying up failed');
  }
}

/** Starts everything; what was started is stopped again when a later part fails. */
export async function startPlatform(
  config: Config,
  configured: readonly Engine[],
  log: Log,
): Promise<Platform> {
  const startedAt = Date.now();
  const undo: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (let step = undo.pop(); step; step = undo.pop()) {
      await step().catch((error: unknown) =>
        log.error({ err: error }, 'a part did not stop in order'),
      );
    }
  };
  try {
    // The database's user has to walk through it; what is private inside is closed itself.
    await mkdir(config.dataFolder, { recursive: true, mode: 0o755 });
    const tagLists = await openTagLists(config.tagLists);
    const storage = await openStorage(config, log);
    undo.push(() => storage.stop());
    await prepareAccounts(storage.database);
    const settings = await openSettings(storage, log);
    undo.push(() => settings.stop());
    const safety = createSafety(config.safety, log);
    const disk = await openFileStore(config.dataFolder, log);
    const store = config.s3 ? openS3Store(disk, createS3(config.s3), log) : disk;
    const freeSpace = watchFreeSpace(config.dataFolder, config.freeBytesFloor, log);
    const partials = await openPartialUploads(
      config.dataFolder,
      storage.database,
      lockAccount,
      freeSpace,
    );
    const quota = createQuota({
      database: storage.database,
      store,
      partials,
      limitBytes: config.storedBytesPerPerson,
      lockOwner: lockAccount,
      storedBytes,
    });
    const network = await openNetwork({
      storage,
      log,
      leaseSeconds: () => settings.current().network.lease_seconds,
      allowedModels: () => settings.current().network.models,
    });
    undo.push(() => network.stop());
    const packs = createPacks({
      folder: path.join(config.dataFolder, 'packs'),
      manifests: await knownPacks(config.packs.manifests),
      models: config.packs.models,
      hub: config.packs.hub,
      registry: config.packs.registry,
      freeBytes: () => freeBytesFor(config.dataFolder, config.freeBytesFloor),
      onInstalled: (id) => void local.tryOut(id),
      log,
    });
    const local = createLocalEngine({
      usable: () => packs.usable(),
      ...(config.packs.threads !== null && { threads: config.packs.threads }),
      gpu: config.packs.gpu,
      log,
    });
    const judge = createPictureJudge({
      usable: () => packs.usable(),
      isWanted: () => settings.current().judges_pictures,
      log,
    });
    undo.push(() => judge.stop());
    const engines = [
      ...configured,
      local,
      createNetworkEngine({ door: network.door, concurrency: jobsAtOnce }),
    ];
    for (const engine of engines) {
      await engine.start();
      undo.push(() => engine.stop());
    }
    await packs.start();
    undo.push(() => packs.stop());
    const vapid = await loadVapidKeys(storage.database);
    const pushes = startPushSender(storage.database, { vapid, ...config.push }, log);
    undo.push(() => pushes.stop());
    const secret = await loadSecret(config.dataFolder, config.secretKey);
    const keys = createEngineKeys(storage.database, secret);
    const queue = await startQueue({ storage, store, engines, keys, judge, freeSpace, log });
    undo.push(() => queue.stop(jobGraceMs));

    const isAlone = config.databaseUrl === null && config.s3 === null;
    const age = isAlone ? 0 : sharedFileAgeMs;
    const { retention, uploadDays } = config;
    const kept: Kept = { storage, store, partials, retention, uploadDays };
    const tidying = tidyUp(kept, new Date(startedAt - age), log);
    const timer = setInterval(
      () => void tidyUp(kept, new Date(Date.now() - sharedFileAgeMs), log),
      housekeepingMs,
    );
    undo.push(() => {
      clearInterval(timer);
      return tidying;
    });

    const { database } = storage;
    const language = createLanguageService({ chat: config.chat, engines, database, log });
    undo.push(() => language.stop());

    const limits = createRateLimits(config);
    const tills = await openTills(config.payments, () => settings.current().brand_code, log);
    const payments = createPayments({
      database,
      tills,
      sales: () => settings.current(),
      limits,
      log,
    });
    if (tills.length > 0) {
      const sweep = startSweep(payments, log);
      undo.push(() => sweep.stop());
    }

    const oidc = config.oidc ? createOidcClient(config.oidc) : null;
    if (config.feedbackUrl !== null) {
      const sender = startFeedbackSender(database, config.feedbackUrl, log);
      undo.push(() => sender.stop());
    }

    const answers = createFileAnswers({
      store,
      isExpired: async (fileId) => (await expiredFiles(database, [fileId])).size > 0,
      watermark: () => {
        const { text, logo } = settings.current().watermark;
        return text || logo ? { text, logo } : null;
      },
    });
    const app = createApp({
      config,
      database: storage.database,
      store,
      answers,
      addresses: await loadFileAddresses(storage.database),
      partials,
      quota,
      freeSpace,
      safety,
      language,
      catalogue: createCatalogue(engines, () => settings.current().allow_dimensions),
      keys,
      settings,
      limits,
      payments,
      network,
      packs: {
        packs,
        offers: createDeviceOffers({ packs, folder: path.join(config.dataFolder, 'packs') }),
        freeBytes: () => freeBytesFor(config.dataFolder, config.freeBytesFloor),
        triedOut: (id) => local.triedOut(id),
        modelsFolder: config.packs.models,
      },
      hordeLists: config.horde
        ? hordeLists({
            baseUrl: config.horde.baseUrl,
            clientAgent: `Kiln:${version}+${contractVersion}:self-hosted`,
            keyOf: (userId) => keys.read(userId, 'horde'),
          })
        : null,
      oidc,
      provider: config.provider ? createProvider(config.provider) : null,
      pushKey: vapid.publicKey,
      staticApp: await createStaticApp(
        config.staticFolder,
        tagLists.addresses,
        () =>
          toldToApps(settings.current(), payments.ways, {
            oidc: oidc?.name ?? null,
            provider: config.provider,
          }),
        await createWrittenPages(config.staticFolder, () => settings.current().brand.name),
      ),
      tagLists,
      log,
    });
    const server = await listen(app.fetch, config);
    undo.push(() => closeServer(server));
    const make = config.gallerySamples ? createSampleMaker(engines) : null;
    if (make) {
      const ending = new AbortController();
      const prepare = createPrepare(database, answers, log);
      const seeding = seedSamples({ database, store, make, prepare, log }, ending.signal).catch(
        (error: unknown) => {
          if (!ending.signal.aborted) log.warn({ err: error }, 'the gallery got no samples');
        },
      );
      undo.push(() => {
        ending.abort();
        return seeding;
      });
    }
    const { port } = server.address() as AddressInfo;
    const adminToken = await offerAdminLink(database, config.superUsers.size > 0);
    return { addresses: addressesOf(config.host, port), storage, adminToken, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
