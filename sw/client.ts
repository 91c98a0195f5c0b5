import { backoffDelayMs, installBackoff } from '../src/domain/backoff.ts';
import { followUpdates, noteRefusal } from './client-updates.ts';
import {
  heartbeatMs,
  isWorkerAnswer,
  isWorkerMessage,
  privateCacheName,
  sharedCacheName,
  protocolVersion,
  queueSyncTag,
} from './contract.ts';
import type { PageMessage, QueueReport, WorkerAnswer } from './contract.ts';

/** A service worker that is asleep needs a moment to start; one that is broken must not hold up the queue. */
const acceptWithinMs = 2_000;
const silentForMs = 4 * heartbeatMs;

let registration: ServiceWorkerRegistration | null = null;

export function canUseServiceWorker(): boolean {
  return 'serviceWorker' in navigator;
}

/**
 * Registers the service worker; without one (private windows, plain http) the app works from this page alone.
 * Again with another answer, it puts the other kind in the first one's place.
 * @param asksHorde whether it has to know the AI Horde
 * @returns whether there is one
 */
export async function registerServiceWorker(asksHorde: boolean): Promise<boolean> {
  if (!canUseServiceWorker()) return false;
  wanted = asksHorde ? '/sw-community.js' : '/sw.js';
  return install(wanted);
}

/** The script that the latest answer asks for: a try for another one that is still to come is dropped. */
let wanted = '';

/**
 * Registers a script. A first visit whose network goes in the middle would have none until the next visit: the
 * browser forgets a registration whose first install failed.
 */
async function install(script: string, attempt = 1): Promise<boolean> {
  const again = () => {
    if (script !== wanted) return;
    const delayMs = backoffDelayMs(installBackoff, attempt, Math.random());
    setTimeout(() => script === wanted && void install(script, attempt + 1), delayMs);
  };
  try {
    // While developing, the plugin serves one that knows everything, unbundled, under this name.
    registration = await (import.meta.env.DEV
      ? navigator.serviceWorker.register('/dev-sw.js?dev-sw', { scope: '/', type: 'module' })
      : // What it imports would else come from the browser's own cache, where a portal's page may lie for hours.
        navigator.serviceWorker.register(script, { scope: '/', updateViaCache: 'none' }));
  } catch (error) {
    // A script that did not come is a TypeError; what the browser or its person forbids stays forbidden.
    if (error instanceof TypeError) again();
    return false;
  }
  const { active, waiting, installing } = registration;
  if (!active && !waiting) {
    let wasInstalled = false;
    installing?.addEventListener('statechange', () => {
      wasInstalled ||= installing.state === 'installed';
      if (installing.state === 'redundant' && !wasInstalled) again();
    });
  }
  followUpdates(registration);
  return true;
}

/**
 * Asks the service worker to run the queue and waits for what it found.
 * @returns null when there is none, it speaks another protocol, fails or falls silent: run it from the page
 */
export async function wakeQueue(ignoreNetworkWaits = false): Promise<QueueReport | null> {
  const worker = await activeWorker();
  if (!worker) return null;
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    let timer: ReturnType<typeof setTimeout>;
    const settle = (report: QueueReport | null) => {
      clearTimeout(timer);
      channel.port1.close();
      resolve(report);
    };
    const expect = (withinMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(settle, withinMs, null);
    };
    channel.port1.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (!isWorkerAnswer(event.data)) return;
      const answer: WorkerAnswer = event.data;
      if (answer.type === 'finished') settle(answer.report);
      else if (answer.type === 'accepted' || answer.type === 'working') expect(silentForMs);
      else {
        if (answer.type === 'refused') noteRefusal();
        settle(null);
      }
    });
    channel.port1.start();
    expect(acceptWithinMs);
    const message: PageMessage = {
      type: 'wake-queue',
      protocol: protocolVersion,
      version: __KILN_VERSION__,
      ignoreNetworkWaits,
    };
    worker.postMessage(message, [channel.port2]);
  });
}

async function activeWorker(): Promise<ServiceWorker | null> {
  if (!canUseServiceWorker()) return null;
  return navigator.serviceWorker.controller ?? registration?.active ?? null;
}

/** Has what few people open fetched, so that it opens without a network, too; see late-files.ts. */
export async function fetchLateFiles(): Promise<void> {
  const worker = await activeWorker();
  worker?.postMessage({
    type: 'fetch-late-files',
    protocol: protocolVersion,
  } satisfies PageMessage);
}

/** What the person wants to be told, or who is signed in, has changed: the push subscription follows. */
export async function syncPush(): Promise<void> {
  const worker = await activeWorker();
  worker?.postMessage({ type: 'sync-push', protocol: protocolVersion } satisfies PageMessage);
}

/** Forgets answers of the platform that were for the person who signs out. */
export async function forgetPrivateAnswers(): Promise<void> {
  // Absent on plain http.
  if ('caches' in globalThis) await caches.delete(privateCacheName).catch(() => false);
}

/** Calls back when a click on a notification asks for a path of this app. */
export function onOpenRequest(callback: (path: string) => void): void {
  if (!canUseServiceWorker()) return;
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (!isWorkerMessage(event.data)) return;
    event.ports[0]?.postMessage('shown');
    callback(event.data.path);
  });
}

/** Asks the browser to wake the service worker when there is a network; does nothing where it can't. */
export async function registerQueueSync(): Promise<void> {
  await registration?.sync?.register(queueSyncTag);
  await registration?.periodicSync
    ?.register(queueSyncTag, { minInterval: 12 * 3_600_000 })
    .catch(() => undefined);
}

/** Lists of models, and their forms. */
const modelLists = /^\/(pgmodels\.json|api\/v2\/model_schemas)$/;

/**
 * Forgets the models' lists that the service worker keeps, so that they are asked for anew however fresh they are.
 * What the device itself knows of models stays.
 */
export async function forgetModelLists(): Promise<void> {
  if (!('caches' in globalThis)) return;
  for (const name of [privateCacheName, sharedCacheName]) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      if (modelLists.test(new URL(url).pathname)) await cache.delete(url, { ignoreVary: true });
    }
  }
}
