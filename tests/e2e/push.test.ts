import type { BrowserContext, Page } from '@playwright/test';

import { playgroundGenerate } from '../../src/api/contract/generate.ts';
import { pushSubscribe, pushUnsubscribe } from '../../src/api/contract/push.ts';
import { startPushService } from '../fixtures/push-service.ts';
import type { Device } from '../fixtures/push-service.ts';
import { openAccount } from './fixtures/api.ts';
import { readIntents, readSession, untilDeviceIsReady } from './fixtures/device.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';
import { runningWorker, untilNobodyLooks, workerEvents } from './fixtures/worker-events.ts';

interface Shown {
  title: string;
  body: string;
}

/** The notifications that stand on the device now. */
async function shown(context: BrowserContext, origin: string): Promise<Shown[]> {
  const worker = await runningWorker(context, origin);
  return worker.evaluate(async () => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const list = await scope.registration.getNotifications();
    return list.map(({ title, body }) => ({ title, body }));
  });
}

/** Headless browsers have no push service: the device's side of a subscription is the test's. */
async function fakeSubscribing(
  context: BrowserContext,
  origin: string,
  device: Device,
): Promise<void> {
  const worker = await runningWorker(context, origin);
  await worker.evaluate((subscription) => {
    let current: object | null = null;
    const manager = (globalThis as unknown as { PushManager: { prototype: PushManager } })
      .PushManager.prototype;
    Object.assign(manager, {
      async subscribe(options: PushSubscriptionOptionsInit) {
        const text = (options.applicationServerKey as string)
          .replaceAll('-', '+')
          .replaceAll('_', '/');
        const key = Uint8Array.from(atob(text), (letter) => letter.codePointAt(0) ?? 0);
        current = {
          endpoint: subscription.endpoint,
          options: { applicationServerKey: key.buffer },
          toJSON: () => subscription,
          unsubscribe: async () => {
            current = null;
            return true;
          },
        };
        return current;
      },
      getSubscription: async () => current,
    });
  }, device.subscription);
}

/** What the launcher is asked to show, newest last; null is no badge. */
async function recordBadges(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const badges: (number | null)[] = [];
    Object.assign(globalThis, { badges });
    navigator.setAppBadge = async (count) => void badges.push(count ?? 0);
    navigator.clearAppBadge = async () => void badges.push(null);
  });
}

test(
  'a job that ends while Kiln is closed is told, counted, at home, and one click away',
  { tag: '@phone' },
  async ({ page: blank, context, network, platform, words, watch }) => {
    test.slow();
    watch.allow(failedRequest);
    const service = await startPushService();
    const device = service.device();
    await context.grantPermissions(['notifications'], { origin: network.url });
    const page = await context.newPage();
    const studio = createStudio(page, words);
    const credentials = await studio.register();
    await untilDeviceIsReady(page);
    await fakeSubscribing(context, network.url, device);
    await page.goto('/options');
    await page.getByRole('switch', { name: words("Tell me when it's done") }).click();
    await network.until((records) =>
      records.find({ path: pushSubscribe.path }).some(({ delivered }) => delivered),
    );
    await expect(page.getByText(words('Also while Kiln is closed.'))).toBeVisible();

    await studio.ask('a heron in the reeds');
    await network.until((records) =>
      records.find({ path: playgroundGenerate.path }).some(({ delivered }) => delivered),
    );
    // From here on nothing but the push can bring the news.
    network.cut();
    await page.close();
    await service.received(1);
    const message = device.open(service.messages[0]!.body) as { jobId: string };
    expect(message).toMatchObject({ type: 'job-ended', outcome: 'finished' });

    await untilNobodyLooks(context, network.url);
    network.restore();
    const events = await workerEvents(context, blank, network.url);
    await events.push(JSON.stringify(message));
    await expect
      .poll(() => shown(context, network.url))
      .toEqual([{ title: 'Fresh from the kiln', body: 'a heron in the reeds' }]);

    // At home before anybody opens it.
    await context.setOffline(true);
    const later = await context.newPage();
    await recordBadges(later);
    await later.goto('/about');
    const badges = () => later.evaluate(() => (globalThis as { badges?: unknown[] }).badges);
    await expect.poll(badges).toEqual([1]);
    const worker = await runningWorker(context, network.url);
    await worker.evaluate(async () => {
      const scope = globalThis as unknown as EventTarget & {
        registration: ServiceWorkerRegistration;
      };
      const [notification] = await scope.registration.getNotifications();
      const { NotificationEvent: Click } = globalThis as unknown as {
        NotificationEvent: new (type: string, init: object) => Event;
      };
      scope.dispatchEvent(new Click('notificationclick', { notification }));
    });
    await later.waitForURL(/\/work\/c_/);
    await expectPainted(later.getByRole('main').locator('img').first());
    await expect.poll(badges).toEqual([1, null]);
    expect(await shown(context, network.url)).toEqual([]);
    const account = await openAccount(platform.url, credentials);
    expect(await account.charges()).toHaveLength(1);
    await service.stop();
  },
);

test(
  'what belongs to somebody else is not named, and whoever looks at the page is not told a second time',
  { tag: '@desktop' },
  async ({ page: blank, context, network, words }) => {
    await context.grantPermissions(['notifications'], { origin: network.url });
    const first = await context.newPage();
    await createStudio(first, words).register();
    await untilDeviceIsReady(first);
    await first.close();
    await untilNobodyLooks(context, network.url);
    const toBlank = await workerEvents(context, blank, network.url);
    const payload = { type: 'job-ended', userKey: '1@kiln', jobId: 'x', outcome: 'finished' };
    await toBlank.push(JSON.stringify(payload));
    await expect
      .poll(() => shown(context, network.url))
      .toEqual([{ title: 'Fresh from the kiln', body: 'Open Kiln to see it.' }]);

    const page = await context.newPage();
    const studio = createStudio(page, words);
    await studio.ask('a lighthouse');
    await expectPainted(studio.picture);
    const [intent] = await readIntents(page);
    const jobId = intent?.kind === 'generate' ? intent.jobId : null;
    const { userKey } = await readSession(page);
    const worker = await runningWorker(context, network.url);
    const worked = await worker.evaluateHandle(() => {
      const record = { told: [] as (string | undefined)[], pushes: 0 };
      const { prototype } = ServiceWorkerRegistration;
      prototype.showNotification = async (_title, options) => void record.told.push(options?.body);
      const { ExtendableEvent: Extendable } = globalThis as unknown as {
        ExtendableEvent: { prototype: { type: string; waitUntil(work: Promise<unknown>): void } };
      };
      // oxlint-disable-next-line unbound-method -- called with its event below
      const { waitUntil } = Extendable.prototype;
      Extendable.prototype.waitUntil = function (work) {
        waitUntil.call(this, work);
        if (this.type === 'push') void work.finally(() => (record.pushes += 1));
      };
      return record;
    });
    const events = await workerEvents(context, page, network.url);
    await events.push(JSON.stringify({ type: 'job-ended', userKey, jobId, outcome: 'finished' }));
    await expect.poll(() => worked.evaluate(({ pushes }) => pushes)).toBe(1);
    // Another one has to be told, as nobody looks any more.
    const other = await context.newPage();
    await page.close();
    await untilNobodyLooks(context, network.url);
    await (await workerEvents(context, other, network.url)).push('not ours');
    await expect.poll(() => worked.evaluate(({ told }) => told)).toEqual(['Open Kiln to see it.']);
  },
);

test(
  'the platform forgets the device when it is switched off, and when its person signs out; a browser that forbids it is told about, and everything else works',
  { tag: '@desktop' },
  async ({ page, context, network, words }) => {
    const service = await startPushService();
    await context.grantPermissions(['notifications'], { origin: network.url });
    const studio = createStudio(page, words);
    await studio.register();
    await untilDeviceIsReady(page);
    // Where the browser forbids it.
    const forbidden = await context.newPage();
    await forbidden.addInitScript(() => {
      Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
    });
    await forbidden.goto('/options');
    await expect(
      forbidden.getByRole('switch', { name: words("Tell me when it's done") }),
    ).toBeDisabled();
    await expect(forbidden.getByText(words('This browser blocks notifications'))).toBeVisible();
    const alike = createStudio(forbidden, words);
    await alike.ask('a quiet harbour');
    await expectPainted(alike.picture);
    await forbidden.close();

    await fakeSubscribing(context, network.url, service.device());
    await page.goto('/options');
    const choice = page.getByRole('switch', { name: words("Tell me when it's done") });
    const calls = (path: string) =>
      network.find({ path }).filter(({ delivered }) => delivered).length;
    await choice.click();
    await expect.poll(() => calls(pushSubscribe.path)).toBe(1);
    await choice.click();
    await expect.poll(() => calls(pushUnsubscribe.path)).toBe(1);
    await choice.click();
    await expect.poll(() => calls(pushSubscribe.path)).toBe(2);

    await page.goto('/me');
    await page
      .getByRole('main')
      .getByRole('button', { name: words('Sign out') })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('Sign out') })
      .click();
    const worker = await runningWorker(context, network.url);
    await expect
      .poll(() =>
        worker.evaluate(async () => {
          const scope = globalThis as unknown as { registration: ServiceWorkerRegistration };
          return scope.registration.pushManager.getSubscription();
        }),
      )
      .toBeNull();
    await service.stop();
  },
);
