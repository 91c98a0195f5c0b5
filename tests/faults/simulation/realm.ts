import { vi } from 'vitest';

import type { PollParts } from '../../../src/jobs/poller/poll-parts.ts';
import { current } from './clock.ts';

/** What of sw/queue.ts runs here; its own types need the globals of a service worker. */
interface ServiceWorkerQueue {
  runFor(port: { postMessage(message: unknown): void }, ignoreNetworkWaits: boolean): Promise<void>;
  seeThrough(scope: { clients: { matchAll(): Promise<unknown[]> } }): Promise<void>;
}

/**
 * The headless rooms once more, as every tab and the service worker load them for themselves: each realm has
 * its own connection to the one database.
 */
export async function loadRealm() {
  vi.resetModules();
  vi.doMock('dexie', async () => {
    const real = await vi.importActual<typeof import('dexie')>('dexie');
    // All realms share one Dexie here, which would call an observer in the name of whoever wrote.
    const liveQuery: typeof real.liveQuery = (querier) => {
      const query = real.liveQuery(querier);
      const subscribe = (observer: unknown) => {
        const owner = current.getStore();
        const { next, error } = (
          typeof observer === 'function' ? { next: observer } : observer
        ) as { next?: (value: unknown) => void; error?: (error: unknown) => void };
        const later =
          (call: ((value: unknown) => void) | undefined) =>
          (value: unknown): void => {
            if (!call) return;
            if (owner) current.run(owner, () => setTimeout(call, 0, value));
            else call(value);
          };
        const subscription = query.subscribe({ next: later(next), error: later(error) });
        owner?.endings.add(() => subscription.unsubscribe());
        return subscription;
      };
      return Object.assign(Object.create(query) as typeof query, { subscribe });
    };
    return { ...real, liveQuery };
  });
  vi.doMock('../../../src/db/changes.ts', async () => {
    const real = await vi.importActual<typeof import('../../../src/db/changes.ts')>(
      '../../../src/db/changes.ts',
    );
    return {
      onChanges(callback: (touched: readonly string[]) => void) {
        const owner = current.getStore();
        const stop = real.onChanges((touched) => {
          if (owner) current.run(owner, () => setTimeout(callback, 0, touched));
          else callback(touched);
        });
        owner?.endings.add(stop);
        return stop;
      },
    };
  });
  const serviceWorkerPath = '../../../sw/queue.ts';
  const [jobs, balance, models, works, smallPictures, reports] = [
    await import('../../../src/jobs/poller/follow-jobs.ts'),
    await import('../../../src/jobs/poller/refresh-balance.ts'),
    await import('../../../src/jobs/poller/refresh-models.ts'),
    await import('../../../src/jobs/poller/poll-works.ts'),
    await import('../../../src/jobs/poller/fetch-thumbnails.ts'),
    await import('../../../src/jobs/poller/send-reports.ts'),
  ];
  // Loaded here: an import in the middle of a story would bring another realm's modules.
  const pollParts: PollParts = {
    jobs: () => Promise.resolve(jobs),
    balance: () => Promise.resolve(balance),
    models: () => Promise.resolve(models),
    works: () => Promise.resolve(works),
    smallPictures: () => Promise.resolve(smallPictures),
    reports: () => Promise.resolve(reports),
  };
  const realm = {
    pollParts,
    database: await import('../../../src/db/database.ts'),
    intents: await import('../../../src/db/intents/intents.ts'),
    lists: await import('../../../src/db/intents/lists.ts'),
    media: await import('../../../src/db/media/media.ts'),
    session: await import('../../../src/db/account/session.ts'),
    settings: await import('../../../src/db/settings.ts'),
    works: await import('../../../src/db/works/works.ts'),
    bin: await import('../../../src/db/works/bin.ts'),
    device: await import('../../fixtures/device.ts'),
    alarm: await import('../../../src/jobs/engine/alarm.ts'),
    poller: await import('../../../src/jobs/poller/poller.ts'),
    run: await import('../../../src/jobs/engine/run.ts'),
    serviceWorker: (await import(serviceWorkerPath)) as ServiceWorkerQueue,
  };
  vi.doUnmock('dexie');
  vi.doUnmock('../../../src/db/changes.ts');
  return realm;
}

export type Realm = Awaited<ReturnType<typeof loadRealm>>;
