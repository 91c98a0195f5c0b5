import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

import { chromium } from '@playwright/test';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

import { chromiumFlags, locateBrowser } from '../../../scripts/find-browser.mjs';

import type { Verbs } from './verbs.ts';

/** How long the browser may take over a command before it is given again. */
const commandMs = 2_000;
const commandTries = 10;

/**
 * Gives a command again as long as the browser does not answer. What reaches a tab in the moment in which it
 * swaps one document for another may be lost: Chromium says that it closes the tab, and it stays
 * (https://issues.chromium.org/issues/536385539).
 */
async function insist(command: () => Promise<unknown>): Promise<void> {
  for (let each = 1; each <= commandTries; each += 1) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), commandMs);
    });
    const isDone = command().then(() => true as const);
    // Heard where it is waited for; a command that was given up may still fail.
    isDone.catch(() => undefined);
    try {
      if (await Promise.race([isDone, silence])) return;
    } finally {
      clearTimeout(timer);
    }
  }
  throw new Error('the browser does not answer');
}

export interface DeviceOptions {
  /** The platform as the device sees it. */
  origin: string;
  /** Run in every page before its own scripts. */
  scripts: readonly string[];
  hasServiceWorker: boolean;
  hasSync: boolean;
}

const contextOf = ({ origin, hasServiceWorker }: DeviceOptions) =>
  ({
    baseURL: origin,
    // Painting is not what is looked at.
    viewport: { width: 320, height: 320 },
    reducedMotion: 'reduce',
    serviceWorkers: hasServiceWorker ? 'allow' : 'block',
  }) as const;

async function openOnDisk(folder: string, options: DeviceOptions): Promise<BrowserContext> {
  const executablePath = locateBrowser();
  return chromium.launchPersistentContext(folder, {
    ...contextOf(options),
    args: chromiumFlags,
    ...(executablePath && { executablePath }),
  });
}

/** A browser profile of its own with its tabs, and the ways to harm it. */
export class Device {
  #context: BrowserContext;
  readonly #options: DeviceOptions;
  /** Of a profile on disk, with a browser of its own. */
  readonly #folder: string | null;
  #pages: Page[] = [];
  readonly #networks = new WeakMap<Page, CDPSession>();
  readonly #targets = new WeakMap<Page, string>();
  #control: Page | null = null;
  #browserSession: CDPSession | null = null;
  #session: CDPSession | null = null;
  #registrationId: string | null = null;
  isOnline = true;

  private constructor(
    context: BrowserContext,
    options: DeviceOptions,
    folder: string | null = null,
  ) {
    this.#context = context;
    this.#options = options;
    this.#folder = folder;
  }

  static async start(browser: Browser, options: DeviceOptions): Promise<Device> {
    const device = new Device(await browser.newContext(contextOf(options)), options);
    await device.#prepare();
    return device;
  }

  /** A device whose browser can be killed: what it has written lies on disk. */
  static async startOnDisk(options: DeviceOptions): Promise<Device> {
    const folder = await mkdtemp(path.join(tmpdir(), 'kiln-device-'));
    const device = new Device(await openOnDisk(folder, options), options, folder);
    await device.#prepare();
    return device;
  }

  /** Ends the browser without a chance to tidy up, and starts it again on what it has left. No tab is open then. */
  async killBrowser(): Promise<void> {
    if (this.#folder === null) return;
    const session = await this.#context.browser()?.newBrowserCDPSession();
    const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? {};
    const browser = processInfo?.find(({ type }) => type === 'browser');
    if (!browser) throw new Error('the browser has no process');
    const closed = new Promise((resolve) => this.#context.once('close', resolve));
    process.kill(browser.id, 'SIGKILL');
    await closed;
    this.#pages = [];
    this.#browserSession = null;
    this.#registrationId = null;
    this.#context = await openOnDisk(this.#folder, this.#options);
    await this.#prepare();
  }

  async #prepare(): Promise<void> {
    for (const content of this.#options.scripts) await this.#context.addInitScript({ content });
    // Never part of a story: a page that is always there to command the browser from.
    this.#control = await this.#context.newPage();
    this.#session = await this.#context.newCDPSession(this.#control);
    this.#session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(this.#options.origin));
      this.#registrationId = own?.registrationId ?? this.#registrationId;
    });
    await this.#session.send('ServiceWorker.enable');
    if (!this.#options.hasSync) {
      await this.#session.send('Browser.setPermission', {
        permission: { name: 'background-sync' },
        setting: 'denied',
        origin: this.#options.origin,
      });
    }
  }

  get canBeKilled(): boolean {
    return this.#folder !== null;
  }

  get tabs(): number {
    return this.#pages.length;
  }

  async openTab(path = '/queue'): Promise<void> {
    const page = await this.#context.newPage();
    this.#pages.push(page);
    this.#targets.set(page, await this.#targetOf(page));
    page.on('close', () => {
      this.#pages = this.#pages.filter((each) => each !== page);
    });
    if (!this.isOnline) await insist(() => this.#tellNetwork(page));
    // Without a network it opens from the service worker, or not at all.
    await page.goto(path, { waitUntil: 'commit' }).catch(() => undefined);
  }

  async #targetOf(page: Page): Promise<string> {
    const session = await this.#context.newCDPSession(page);
    const { targetInfo } = await session.send('Target.getTargetInfo');
    await session.detach();
    return targetInfo.targetId;
  }

  async untilServiceWorker(): Promise<void> {
    const [page] = this.#pages;
    if (!this.#options.hasServiceWorker || !page) return;
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, {
      polling: 50,
      timeout: 30_000,
    });
  }

  async closeTab(): Promise<void> {
    if (this.#pages[0]) await this.#close(this.#pages[0]);
  }

  async #close(page: Page): Promise<void> {
    const closed = page.close();
    closed.catch(() => undefined);
    let isFirst = true;
    await insist(async () => {
      if (!isFirst) await this.#closeAgain(page);
      isFirst = false;
      await closed;
    });
  }

  /** `page.close` asks only once. */
  async #closeAgain(page: Page): Promise<void> {
    const target = this.#targets.get(page);
    if (!target) return;
    this.#browserSession ??= (await this.#context.browser()?.newBrowserCDPSession()) ?? null;
    await this.#browserSession
      ?.send('Target.closeTarget', { targetId: target })
      .catch(() => undefined);
  }

  async bringToFront(which: number): Promise<void> {
    await this.#pages[which]?.bringToFront();
  }

  async reloadTab(): Promise<void> {
    await this.#pages[0]?.reload({ waitUntil: 'commit' }).catch(() => undefined);
  }

  /** As a person does who is told that the app could not start. */
  async reloadIfBroken(): Promise<void> {
    const isBroken = await this.#pages[0]
      ?.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('#shell [data-note=broken]')].some(
          ({ hidden }) => !hidden,
        ),
      )
      .catch(() => false);
    if (isBroken) await this.reloadTab();
  }

  /** As the browser does under pressure, in the middle of whatever it is at. */
  async killServiceWorkers(): Promise<void> {
    await this.#session?.send('ServiceWorker.stopAllWorkers').catch(() => undefined);
  }

  /** The sync event that the browser owes the app, at a time of the story's choice. */
  async sync(): Promise<void> {
    if (this.#registrationId === null || !this.#options.hasSync) return;
    const event = { origin: this.#options.origin, tag: 'kiln-queue', lastChance: false };
    await this.#session
      ?.send('ServiceWorker.dispatchSyncEvent', { ...event, registrationId: this.#registrationId })
      .catch(() => undefined);
  }

  async setOnline(isOnline: boolean): Promise<void> {
    this.isOnline = isOnline;
    await Promise.all(this.#pages.map((page) => insist(() => this.#tellNetwork(page))));
  }

  /** No network for the service worker either; not for a story that kills one, see below. */
  async setOfflineThroughout(isOffline: boolean): Promise<void> {
    await this.#context.setOffline(isOffline);
  }

  /**
   * Page by page: what is emulated for a whole browser context stays with a service worker that is killed in
   * that moment, whose calls then fail for ever.
   */
  async #tellNetwork(page: Page): Promise<void> {
    const session = await this.#context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: !this.isOnline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    // What it emulates ends with it.
    const before = this.#networks.get(page);
    this.#networks.set(page, session);
    await before?.detach().catch(() => undefined);
  }

  /** Paths of all that is loaded from now on, workers included. */
  watchPaths(): Set<string> {
    const paths = new Set<string>();
    this.#context.on('request', (request) => paths.add(new URL(request.url()).pathname));
    return paths;
  }

  /** @param bytes null takes the limit away */
  async limitStorage(bytes: number | null): Promise<void> {
    await this.#session?.send('Storage.overrideQuotaForOrigin', {
      origin: this.#options.origin,
      ...(bytes !== null && { quotaSize: bytes }),
    });
  }

  async usedStorage(): Promise<number> {
    const { origin } = this.#options;
    return (await this.#session?.send('Storage.getUsageAndQuota', { origin }))?.usage ?? 0;
  }

  /** What a person does in the first tab; null when there is none, or it was closed over it. */
  async act<Name extends keyof Verbs>(
    name: Name,
    ...values: Parameters<Verbs[Name]>
  ): Promise<Awaited<ReturnType<Verbs[Name]>> | null> {
    const [page] = this.#pages;
    if (!page) return null;
    const done = await page.evaluate(
      ([verb, given]) => {
        const { kilnFaults } = globalThis as unknown as {
          kilnFaults: Record<string, (...all: unknown[]) => Promise<unknown>>;
        };
        return kilnFaults[verb]?.(...given);
      },
      [name as string, values as unknown[]] as const,
    );
    return done as Awaited<ReturnType<Verbs[Name]>>;
  }

  /** From now on the first tab keeps the lengths of its tasks over 50 ms. */
  async watchLongTasks(): Promise<void> {
    await this.#pages[0]?.evaluate(() => {
      const lengths: number[] = [];
      new PerformanceObserver((list) => {
        lengths.push(...list.getEntries().map(({ duration }) => duration));
      }).observe({ type: 'longtask' });
      Object.assign(globalThis, { kilnLongTasks: lengths });
    });
  }

  /** Milliseconds each, since `watchLongTasks`. */
  async longTasks(): Promise<number[]> {
    const [page] = this.#pages;
    if (!page) return [];
    return page.evaluate(
      () => (globalThis as typeof globalThis & { kilnLongTasks: number[] }).kilnLongTasks,
    );
  }

  /** Who works and who waits for it, for the record of what went wrong. */
  async locks(): Promise<LockManagerSnapshot | undefined> {
    return this.#pages[0]?.evaluate(() => navigator.locks.query());
  }

  /** All that the app keeps, but for its service worker and the app's own files; and what the browser keeps by itself. */
  async forget(): Promise<void> {
    await Promise.all(this.#pages.map((page) => this.#close(page)));
    this.isOnline = true;
    await this.limitStorage(null);
    await this.killServiceWorkers();
    await this.#session?.send('Storage.clearDataForOrigin', {
      origin: this.#options.origin,
      storageTypes: 'indexeddb,local_storage',
    });
    await this.#session?.send('Network.clearBrowserCache');
  }

  async stop(): Promise<void> {
    await this.#context.close();
    if (this.#folder !== null) await rm(this.#folder, { recursive: true, force: true });
  }
}
