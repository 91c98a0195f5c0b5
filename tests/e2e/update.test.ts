import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Page } from '@playwright/test';

import { openAccount } from './fixtures/api.ts';
import { buildVersion, createDeployment, currentBuild } from './fixtures/builds.ts';
import { readIntents, untilDeviceIsReady } from './fixtures/device.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

const deployment = createDeployment(path.join(tmpdir(), `kiln-deployed-${process.pid}`));
const nextVersion = '0.0.0+next';
let nextBuild = '';

test.use({ serverEnvironment: { KILN_STATIC: deployment.folder } });
test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  // The bundler takes its time, more so beside other work.
  test.setTimeout(240_000);
  await deployment.deploy(currentBuild());
  nextBuild = await buildVersion(nextVersion);
});
test.afterAll(async () => {
  await deployment.remove();
  await rm(nextBuild, { recursive: true, force: true });
});

const checkForUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
  });

/** When this document began; 0 while the next one is on its way. */
const startOf = (page: Page) => page.evaluate(() => performance.timeOrigin).catch(() => 0);

/** Locks by which the tabs of this browser keep a new version waiting. */
const heldLocks = (page: Page) =>
  page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name) ?? []);

test(
  'a page that speaks another protocol than the service worker is told so, and its work goes on',
  { tag: '@desktop' },
  async ({ page, platform, words }) => {
    await deployment.deploy(currentBuild());
    await platform.restart();
    const studio = createStudio(page, words);
    await studio.register();
    await untilDeviceIsReady(page);
    // As a page of another build would.
    await page.addInitScript(() => {
      const { prototype } = ServiceWorker;
      // oxlint-disable-next-line typescript/unbound-method -- called with the worker as `this` below
      const post = prototype.postMessage as (message: unknown, transfer?: unknown) => void;
      prototype.postMessage = function (this: ServiceWorker, message: unknown, transfer?: unknown) {
        post.call(this, { ...(message as object), protocol: 999 }, transfer);
      };
    });
    await page.reload();
    await studio.ask('a lighthouse');
    await expect(page.getByText(words('are of different versions'))).toBeVisible();
    await expect(page.getByRole('button', { name: words('Reload'), exact: true })).toBeVisible();
    await expectPainted(studio.picture);
  },
);

test(
  'a new version waits for what is unsaved, then takes over every tab at once; nothing asked for is lost',
  { tag: '@desktop' },
  async ({ page, context, platform, words, watch }) => {
    test.setTimeout(180_000);
    // The server is away for a moment.
    watch.allow(failedRequest);
    await deployment.deploy(currentBuild());
    await platform.restart();
    const studio = createStudio(page, words);
    const credentials = await studio.register();
    await untilDeviceIsReady(page);
    const other = await context.newPage();
    await other.goto('/about');
    await expect(other.getByText(nextVersion)).toHaveCount(0);
    await studio.ask('a long way down the river');

    await deployment.deploy(nextBuild);
    await platform.restart();
    await checkForUpdate(page);
    const offer = page.getByText(words('A new version is ready.'));
    await expect(offer).toBeVisible();
    await expect(other.getByText(words('A new version is ready.'))).toBeVisible();

    // Something half typed in another tab.
    const third = createStudio(await context.newPage(), words);
    await third.page.goto('/me');
    await third.page.evaluate(() => {
      void navigator.locks.request('kiln-unsaved', { mode: 'shared' }, () => {
        return new Promise<void>((resolve) => Object.assign(globalThis, { saved: resolve }));
      });
    });
    await expect.poll(() => heldLocks(page)).toContain('kiln-unsaved');
    await page.evaluate(() => Object.assign(globalThis, { isOfBefore: true }));
    await page.getByRole('button', { name: words('Update'), exact: true }).click();
    await expect(page.getByText(words('Kiln updates as soon as'))).toBeVisible();
    await expect(other.getByText(nextVersion)).toHaveCount(0);

    // Just then somebody has many a word for the version before, which can't rest.
    await other.evaluate(() => {
      const ask = () => void fetch(`/favicon.svg?${performance.now()}`).catch(() => {});
      const asking = setInterval(ask, 3);
      setTimeout(() => clearInterval(asking), 1_000);
    });
    await third.page.evaluate(() => (globalThis as unknown as { saved(): void }).saved());
    // Not asked for in this tab, and there all the same.
    await expect(other.getByText(nextVersion)).toBeVisible();
    await expect(offer).toBeHidden();
    // It reloads by itself; whoever goes on before that interrupts it.
    await page.waitForFunction(() => !('isOfBefore' in globalThis) && window.kilnStart === 'shown');
    await page.goto('/about');
    await expect(page.getByText(nextVersion)).toBeVisible();
    await third.page.goto('/about');
    await expect(third.page.getByText(nextVersion)).toBeVisible();

    await studio.openQueue();
    await expect(studio.requests(words('Done'))).toHaveCount(1, { timeout: 60_000 });
    expect(await readIntents(page)).toMatchObject([{ kind: 'generate', stage: 'done' }]);
    const account = await openAccount(platform.url, credentials);
    expect(await account.charges()).toHaveLength(1);
  },
);

test(
  'a page that the platform no longer understands looks for a newer version by itself and goes on with it',
  { tag: '@desktop' },
  async ({ page, platform, network, words, watch }) => {
    watch.allow(failedRequest);
    // What the page opens late is of the build that is gone: it heals itself, and says so.
    watch.allow(/A part did not come/);
    await deployment.deploy(currentBuild());
    await platform.restart();
    const studio = createStudio(page, words);
    await studio.register();
    await untilDeviceIsReady(page);
    await deployment.deploy(nextBuild);
    await platform.restart();
    // As a platform of a later contract answers.
    const outdated = network.on({
      path: /^\/api\//,
      fault: {
        kind: 'answer',
        status: 409,
        headers: { 'Content-Type': 'application/json', 'Kiln-Answer': '1' },
        body: JSON.stringify({ code: 'incompatible-version', message: 'update the app' }),
      },
    });
    await studio.ask('a pier in the fog');
    await expect(page.getByText(words('A new version is ready.'))).toBeVisible();
    outdated.remove();
    // The new version waits for the request if that is being made just now.
    const before = await startOf(page);
    await page.getByRole('button', { name: words('Update'), exact: true }).click();
    await expect.poll(() => startOf(page), { timeout: 60_000 }).toBeGreaterThan(before);
    await studio.openQueue();
    await expect(studio.requests(words('Done'))).toHaveCount(1, { timeout: 60_000 });
    expect(await readIntents(page)).toMatchObject([{ kind: 'generate', stage: 'done' }]);
  },
);

test(
  'a page older than the data on the device gets the new version by one press',
  { tag: '@desktop' },
  async ({ page, context, platform, words }) => {
    await deployment.deploy(currentBuild());
    await platform.restart();
    await page.goto('/about');
    await untilDeviceIsReady(page);
    await deployment.deploy(nextBuild);
    await platform.restart();
    // What a later build leaves behind: a database of a version this one does not know. The page lets go of
    // its own and loads anew, which would break off what it is asked for itself.
    const other = await context.newPage();
    await other.goto('/openapi.json');
    await other.evaluate(async () => {
      const opening = indexedDB.open('kiln', 990);
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')));
      });
      database.close();
    });
    await other.close();
    await expect(page.getByText(words('A newer Kiln wrote your data'))).toBeVisible();
    const loaded = context.waitForEvent(
      'response',
      (answer) => new URL(answer.url()).pathname.endsWith('/about') && !answer.fromServiceWorker(),
    );
    await page.getByRole('button', { name: words('Get the new version') }).click();
    // From the platform, not from what the old version kept.
    expect((await loaded).ok()).toBe(true);
  },
);
