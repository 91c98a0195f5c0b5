import { readFile } from 'node:fs/promises';

import type { BrowserContext, Page } from '@playwright/test';

import { playgroundGenerate } from '../../src/api/contract/generate.ts';
import type { FaultProxy } from '../faults/proxy.ts';
import { openAccount } from './fixtures/api.ts';
import type { Account } from './fixtures/api.ts';
import { findNetwork, loseNetwork } from './fixtures/browser.ts';
import { decode } from './fixtures/decode.ts';
import { readIntents, untilDeviceIsReady } from './fixtures/device.ts';
import { noisyPhoto } from './fixtures/photo.ts';
import { enter } from './fixtures/enter.ts';
import { createStudio, expectPainted, makingMs } from './fixtures/studio.ts';
import type { Studio } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';
import { runningWorker, workerEvents } from './fixtures/worker-events.ts';

const generatePath = playgroundGenerate.path;

/** As many requests made without a network as a person makes on a long train ride. */
const manyPrompts = Array.from({ length: 10 }, (_, index) => `view ${index + 1} from the train`);

async function firstPage(context: BrowserContext): Promise<Page> {
  return context.pages()[0] ?? context.newPage();
}

/** A photo of 5 MB: more than fits a careless queue, and the platform shrinks nothing of it. */
async function bigPhoto() {
  const buffer = await noisyPhoto(1600, 1200);
  expect(buffer.length).toBeGreaterThan(4.5 * 1024 * 1024);
  return { name: 'holiday.jpg', mimeType: 'image/jpeg', buffer };
}

/** Submissions that the platform has seen, by their keys, in the order in which they came. */
const submitted = (network: FaultProxy) =>
  network
    .find({ path: generatePath })
    .filter(({ statuses }) => statuses.length > 0)
    .map(({ idempotencyKey }) => idempotencyKey);

test(
  'three requests made offline outlive the browser, leave in order and come home once',
  { tag: '@phone' },
  async ({ profile, network, platform, words, watch }) => {
    test.slow();
    watch.allow(failedRequest);
    let context = await profile.open();
    let studio = createStudio(await firstPage(context), words);
    const credentials = await studio.register();
    await untilDeviceIsReady(studio.page);
    await loseNetwork(context, network);
    await studio.ask('first: a mountain lake');
    await studio.askForUpscaling(await bigPhoto());
    await studio.ask('third: a desert at noon');
    const keys = (await readIntents(studio.page)).map(({ id }) => id);
    await context.close();

    context = await profile.open({ offline: true });
    studio = createStudio(await firstPage(context), words);
    await studio.openQueue();
    await expect(studio.requests(words('Waiting for a network'))).toHaveCount(3);
    expect(submitted(network)).toEqual([]);

    await findNetwork(context, network);
    await expect(studio.requests(words('Done'))).toHaveCount(3, { timeout: 2 * makingMs });
    expect(submitted(network)).toEqual(keys);

    const account = await openAccount(platform.url, credentials);
    const works = await account.works();
    expect(works.map(({ jobtype }) => jobtype)).toEqual(['Text2Img', 'Upscaling', 'Text2Img']);
    expect(works.map(({ prompt }) => prompt.slice(0, 5))).toEqual(['first', '', 'third']);
    expect(works[1]).toMatchObject({ width: 3200, height: 2400 });
    const charges = await account.charges();
    expect(charges.map(({ job_id }) => job_id)).toEqual(works.map(({ job_id }) => job_id));
    const cost = charges.reduce((sum, { balance }) => sum + Math.abs(balance), 0);
    expect(await account.balance()).toEqual({ balance: 1000 - cost, reserved: 0 });
  },
);

/** One after the other from the same form; the page is not left. */
async function askForMany(studio: Studio): Promise<void> {
  await studio.page.goto('/generate/Text2Img');
  for (const [index, prompt] of manyPrompts.entries()) {
    await studio.promptField.fill(prompt);
    await studio.generate();
    await expect.poll(async () => (await readIntents(studio.page)).length).toBe(index + 1);
  }
}

async function expectManyOnce(account: Account, network: FaultProxy): Promise<void> {
  const works = await account.works();
  expect(works.map(({ prompt }) => prompt)).toEqual(manyPrompts);
  const charges = await account.charges();
  expect(charges.map(({ job_id }) => job_id)).toEqual(works.map(({ job_id }) => job_id));
  expect(await account.balance()).toEqual({ balance: 990, reserved: 0 });
  expect(submitted(network)).toHaveLength(manyPrompts.length);
}

test(
  'without Background Sync ten requests leave once and in order when the network is back',
  { tag: '@desktop' },
  async ({ page, context, network, platform, words, watch }) => {
    test.slow();
    watch.allow(failedRequest);
    await page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'SyncManager');
      Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync');
    });
    const studio = createStudio(page, words);
    const account = await enter(page, platform, words);
    await untilDeviceIsReady(page);
    await loseNetwork(context, network);
    await askForMany(studio);
    await studio.openQueue();
    await expect(studio.requests(words('Waiting for a network'))).toHaveCount(10);
    expect(submitted(network)).toEqual([]);

    await findNetwork(context, network);
    await expect(studio.requests(words('Done'))).toHaveCount(10, { timeout: 2 * makingMs });
    await expectManyOnce(account, network);
  },
);

test(
  'where the browser never says whether there is a service worker, the page sends by itself',
  { tag: '@desktop' },
  async ({ page, words }) => {
    test.slow();
    await page.addInitScript(() => {
      // As Chromium does now and then, after a full disk for one.
      ServiceWorkerContainer.prototype.register = () => new Promise(() => {});
    });
    const studio = createStudio(page, words);
    await studio.register();
    await studio.ask('a lighthouse');
    await expectPainted(studio.picture);
  },
);

test(
  'a comparison made offline is one entry, leaves when the network is back, fills its grid and becomes one picture',
  { tag: '@phone' },
  async ({ page, context, network, platform, words, watch }) => {
    test.slow();
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    const account = await enter(page, platform, words);
    await untilDeviceIsReady(page);
    await loseNetwork(context, network);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await studio.describe('a {lake|desert} at noon');
    await button(words('Compare them')).click();
    const steps = words('Steps');
    await studio.dialog.getByRole('switch', { name: steps, exact: true }).check({ force: true });
    await studio.dialog
      .getByRole('textbox', { name: words('More for {label}', { label: steps }) })
      .fill('5');
    await studio.dialog.getByRole('button', { name: words('Add'), exact: true }).click();
    await studio.dialog.getByRole('button', { name: words.pattern('Generate') }).click();
    const table = page.getByRole('table');
    await expect(table.getByRole('group')).toHaveCount(4);
    const keys = (await readIntents(page)).map(({ id }) => id);
    const address = page.url();
    await studio.openQueue();
    await expect(studio.requests()).toHaveCount(1);
    expect(submitted(network)).toEqual([]);

    await page.goto(address);
    await findNetwork(context, network);
    await expect(table.getByRole('link')).toHaveCount(4, { timeout: 2 * makingMs });
    expect(submitted(network)).toEqual(keys);
    const works = await account.works();
    expect(works.map(({ prompt }) => prompt).toSorted()).toEqual(
      ['a desert at noon', 'a lake at noon'].flatMap((prompt) => [prompt, prompt]),
    );
    expect(new Set(works.map(({ params }) => params.seed)).size).toBe(1);
    expect(await account.charges()).toHaveLength(4);
    const download = page.waitForEvent('download');
    await button(words('Download as one picture')).click();
    const file = await readFile(await (await download).path());
    const picture = await decode(await context.newPage(), file, 'image/png');
    expect(Math.min(picture.width, picture.height)).toBeGreaterThan(2 * 400);
  },
);

test(
  'with every page closed ten requests leave and come home by the service worker alone',
  { tag: '@desktop' },
  async ({ profile, network, platform, words, watch }) => {
    test.slow();
    watch.allow(failedRequest);
    const context = await profile.open();
    const blank = await firstPage(context);
    const studio = createStudio(await context.newPage(), words);
    const account = await enter(studio.page, platform, words);
    await untilDeviceIsReady(studio.page);
    await loseNetwork(context, network);
    await askForMany(studio);
    const keys = (await readIntents(studio.page)).map(({ id }) => id);
    await studio.page.close();
    expect(submitted(network)).toEqual([]);

    const events = await workerEvents(context, blank, network.url);
    await findNetwork(context, network);
    await events.sync('kiln-queue');
    const worker = await runningWorker(context, network.url);
    const stages = async () => (await readIntents(worker)).map(({ stage }) => stage);
    const allDone = manyPrompts.map(() => 'done');
    await expect.poll(stages, { timeout: 2 * makingMs }).toEqual(allDone);
    expect(submitted(network)).toEqual(keys);
    await expectManyOnce(account, network);

    // Nothing is left to do for the page: it opens without a network.
    await loseNetwork(context, network);
    const later = createStudio(await context.newPage(), words);
    await later.openQueue();
    await expect(later.requests(words('Done'))).toHaveCount(10);
  },
);
