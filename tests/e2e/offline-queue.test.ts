import type { BrowserContext, Page } from '@playwright/test';

import { playgroundGenerate } from '../../src/api/contract/generate.ts';
import { openAccount } from './fixtures/api.ts';
import type { Credentials } from './fixtures/api.ts';
import { readIntents, untilDeviceIsReady } from './fixtures/device.ts';
import { noisyPhoto } from './fixtures/photo.ts';
import { createStudio } from './fixtures/studio.ts';
import type { Studio } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

const generatePath = playgroundGenerate.path;

async function firstPage(context: BrowserContext): Promise<Page> {
  return context.pages()[0] ?? context.newPage();
}

/** A photo of 5 MB: more than fits a careless queue, and the platform shrinks nothing of it. */
async function bigPhoto() {
  const buffer = await noisyPhoto(1600, 1200);
  expect(buffer.length).toBeGreaterThan(4.5 * 1024 * 1024);
  return { name: 'holiday.jpg', mimeType: 'image/jpeg', buffer };
}

async function askForThree(studio: Studio): Promise<void> {
  await studio.ask('first: a mountain lake');
  await studio.askForUpscaling(await bigPhoto());
  await studio.ask('third: a desert at noon');
}

test('three requests made offline outlive the browser, leave in order and come home once', async ({
  profile,
  network,
  platform,
  words,
  watch,
}) => {
  test.slow();
  watch.allow(failedRequest);
  let context = await profile.open();
  let studio = createStudio(await firstPage(context), words);
  const credentials = await studio.register();
  await untilDeviceIsReady(studio.page);
  await context.setOffline(true);
  await askForThree(studio);
  await context.close();

  context = await profile.open({ offline: true });
  studio = createStudio(await firstPage(context), words);
  await studio.openQueue();
  await expect(studio.requests(words('Waiting for a network'))).toHaveCount(3);
  expect(network.find({ path: generatePath })).toHaveLength(0);

  await context.setOffline(false);
  await expect(studio.requests(words('Done'))).toHaveCount(3, { timeout: 60_000 });
  const keys = (await readIntents(studio.page)).map(({ id }) => id);
  const sent = network.find({ path: generatePath });
  expect(sent.map(({ idempotencyKey }) => idempotencyKey)).toEqual(keys);
  await expectThreeInOrder(platform.url, credentials);
});

async function expectThreeInOrder(url: string, credentials: Credentials): Promise<void> {
  const account = await openAccount(url, credentials);
  const works = await account.works();
  expect(works.map(({ jobtype }) => jobtype)).toEqual(['Text2Img', 'Upscaling', 'Text2Img']);
  expect(works.map(({ prompt }) => prompt.slice(0, 5))).toEqual(['first', '', 'third']);
  expect(works[1]).toMatchObject({ width: 3200, height: 2400 });
  const charges = await account.charges();
  expect(charges.map(({ job_id }) => job_id)).toEqual(works.map(({ job_id }) => job_id));
  const cost = charges.reduce((sum, { balance }) => sum + Math.abs(balance), 0);
  expect(await account.balance()).toEqual({ balance: 1000 - cost, reserved: 0 });
}

test('without Background Sync the same requests leave when the network is back', async ({
  profile,
  network,
  platform,
  words,
  watch,
}) => {
  test.slow();
  watch.allow(failedRequest);
  const context = await profile.open();
  await context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'SyncManager');
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync');
  });
  const studio = createStudio(await firstPage(context), words);
  // The service worker can't ask for it either.
  const browser = await context.newCDPSession(studio.page);
  await browser.send('Browser.setPermission', {
    permission: { name: 'background-sync' },
    setting: 'denied',
    origin: network.url,
  });
  const credentials = await studio.register();
  await untilDeviceIsReady(studio.page);
  await context.setOffline(true);
  await askForThree(studio);
  await studio.openQueue();
  await expect(studio.requests(words('Waiting for a network'))).toHaveCount(3);

  await context.setOffline(false);
  await expect(studio.requests(words('Done'))).toHaveCount(3, { timeout: 60_000 });
  expect(network.find({ path: generatePath })).toHaveLength(3);
  await expectThreeInOrder(platform.url, credentials);
});

test('with every page closed a request leaves by the service worker alone', async ({
  profile,
  network,
  platform,
  words,
  watch,
}) => {
  watch.allow(failedRequest);
  const context = await profile.open();
  const blank = await firstPage(context);
  const studio = createStudio(await context.newPage(), words);
  const credentials = await studio.register();
  await untilDeviceIsReady(studio.page);
  // The browser believes in its network all the time, so nothing but the sync event can tell it to try.
  network.cut();
  await studio.ask('a quiet harbour');
  await network.until(() => network.find({ path: generatePath }).length > 0);
  await studio.page.close();

  network.restore();
  const session = await context.newCDPSession(blank);
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(network.url));
      if (own) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin: network.url,
    registrationId: await registrationId,
    tag: 'kiln-queue',
    lastChance: false,
  });
  await network.until(() =>
    network.find({ path: generatePath }).some(({ delivered }) => delivered),
  );

  const later = createStudio(await context.newPage(), words);
  await later.openQueue();
  await expect(later.requests(words('Done'))).toHaveCount(1);
  const account = await openAccount(platform.url, credentials);
  expect(await account.charges()).toHaveLength(1);
});
