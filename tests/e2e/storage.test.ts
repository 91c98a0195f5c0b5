import type { BrowserContext, Page } from '@playwright/test';

import { listModels } from '../../src/api/contract/models.ts';
import { databaseName } from '../../src/db/schema.ts';
import { readIntents, untilDeviceIsReady } from './fixtures/device.ts';
import { expectAccessible, expectNoSidewaysScroll, expectTouchable } from './fixtures/inspect.ts';
import { createStudio, expectPainted, makingMs } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

/** @returns sets what the browser lets this origin have, until the page is closed; null is as much as it wants */
async function quotaOf(
  context: BrowserContext,
  page: Page,
  origin: string,
): Promise<(quotaSize: number | null) => Promise<void>> {
  // The browser forgets it with the session.
  const session = await context.newCDPSession(page);
  return async (quotaSize) => {
    const override = { origin, ...(quotaSize !== null && { quotaSize }) };
    await session.send('Storage.overrideQuotaForOrigin', override);
  };
}

/** What this origin takes, once that no longer changes by itself. */
async function usedBytes(page: Page): Promise<number> {
  let before = -1;
  let used = 0;
  await expect(async () => {
    before = used;
    used = await page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
    expect(used).toBe(before);
  }).toPass({ intervals: [1_000] });
  return used;
}

/** Takes all room that is left, as other things on a device would; `emptyFiller` gives it back. */
function fillUp(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('filler', 1);
        opening.addEventListener('upgradeneeded', () => {
          opening.result.createObjectStore('filler', { autoIncrement: true });
        });
        opening.addEventListener('error', () => reject(new Error('no filler')));
        opening.addEventListener('success', () => {
          const database = opening.result;
          const put = (bytes: number): void => {
            const writing = database.transaction('filler', 'readwrite');
            writing.objectStore('filler').add(new Blob([new Uint8Array(bytes)]));
            writing.addEventListener('complete', () => put(bytes));
            writing.addEventListener('abort', () => {
              if (bytes > 64) put(Math.floor(bytes / 4));
              else {
                database.close();
                resolve();
              }
            });
          };
          put(1024 * 1024);
        });
      }),
  );
}

function emptyFiller(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('filler');
        deleting.addEventListener('success', () => resolve());
        deleting.addEventListener('error', () => reject(new Error('not deleted')));
      }),
  );
}

test(
  'full-size images that the studio keeps make room, and come back when they are opened',
  { tag: '@phone' },
  async ({ page, words }) => {
    const studio = createStudio(page, words);
    await studio.register();
    await untilDeviceIsReady(page);
    await studio.ask('a lighthouse');
    await expectPainted(studio.picture);
    await page.goto('/storage');
    const main = page.getByRole('main');
    await expect(
      main.getByRole('listitem').filter({ hasText: words('Works in full size') }),
    ).toContainText('1');
    await expectAccessible(page, 'storage');
    await expectNoSidewaysScroll(page, 'storage');
    await expectTouchable(page, 'storage');
    await main.getByRole('button', { name: words.pattern('Free {size}') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('Free it') })
      .click();
    await expect(main.getByText(words('There is nothing here that the studio has'))).toBeVisible();
    await expect(
      main.getByRole('listitem').filter({ hasText: words('Works in full size') }),
    ).toContainText('0');

    await page.goto('/history');
    await expectPainted(studio.works('a lighthouse').locator('img'));
    await studio.works('a lighthouse').click();
    await expect
      .poll(() =>
        page.evaluate(
          (name) =>
            new Promise<number>((resolve, reject) => {
              const opening = indexedDB.open(name);
              opening.addEventListener('error', () => reject(new Error('no database')));
              opening.addEventListener('success', () => {
                const counting = opening.result.transaction('media').objectStore('media').count();
                counting.addEventListener('success', () => {
                  opening.result.close();
                  resolve(counting.result);
                });
              });
            }),
          databaseName,
        ),
      )
      .toBe(1);
  },
);

test(
  'at 70 and at 90 per cent the app says so once, and where to make room',
  { tag: '@desktop' },
  async ({ page, context, network, words }) => {
    await page.goto('/about');
    await untilDeviceIsReady(page);
    const setQuota = await quotaOf(context, page, network.url);
    // The first visit fetched the lists before there was a service worker to keep them.
    const kept = page.waitForResponse((answer) => answer.url().endsWith(listModels.path));
    await page.reload();
    await kept;
    const filling = page.getByText(words('The room for Kiln on this device is filling up.'));
    const nearlyFull = page.getByText(words('Kiln has hardly any room left on this device.'));
    await setQuota(Math.round((await usedBytes(page)) / 0.78));
    await page.reload();
    await expect(filling).toBeVisible();
    await page.getByRole('button', { name: words('Later') }).click();
    await expect(filling).toBeHidden();
    await page.reload();
    await setQuota(Math.round((await usedBytes(page)) / 0.96));
    await page.reload();
    await expect(nearlyFull).toBeVisible();
    await page.getByRole('link', { name: words('Make room') }).click();
    await expect(page.getByRole('heading', { name: words('Storage'), level: 1 })).toBeVisible();
    await expect(
      page.getByText(words('Kiln has hardly any room left'), { exact: true }),
    ).toBeVisible();
    await expect(nearlyFull).toBeHidden();
  },
);

test(
  'a full device keeps what it has, says so, and goes on when there is room again',
  { tag: '@phone' },
  async ({ page, context, network, words, watch }) => {
    test.slow();
    watch.allow(failedRequest);
    // Before the first byte: the browser asks itself only now and then how much is left.
    const setQuota = await quotaOf(context, page, network.url);
    await setQuota(40_000_000);
    const studio = createStudio(page, words);
    await studio.register();
    await untilDeviceIsReady(page);
    const held = network.on({ path: /^\/files\//, fault: { kind: 'hold' } });
    await studio.ask('a lighthouse');
    await network.until(() => held.hits > 0);
    await fillUp(page);
    held.release();
    const noRoom = page.getByText(words('This device has no room left. Finished'));
    await expect(noRoom).toBeVisible({ timeout: makingMs });
    // What is asked for now can't be kept, and is not pretended to be.
    await studio.promptField.fill('a second one');
    await studio.generate();
    await expect(
      page.getByRole('main').getByText(words('This device has no room left, so nothing was sent')),
    ).toBeVisible();
    expect(await readIntents(page)).toHaveLength(1);

    await emptyFiller(page);
    await page.reload();
    await expectPainted(studio.picture);
    const [intent] = await readIntents(page);
    expect(intent?.stage).toBe('done');
  },
);

test(
  'a damaged record is set aside where it can be saved or thrown away',
  { tag: '@desktop' },
  async ({ page, words }) => {
    const studio = createStudio(page, words);
    await studio.register();
    await studio.ask('a lighthouse');
    await expectPainted(studio.picture);
    await page.goto('/about');
    await page.evaluate(
      (name) =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open(name);
          opening.addEventListener('error', () => reject(new Error('no database')));
          opening.addEventListener('success', () => {
            const store = opening.result.transaction('works', 'readwrite').objectStore('works');
            const reading = store.openCursor();
            reading.addEventListener('success', () => {
              const row = { ...(reading.result?.value as object), id: 'damaged', parameters: null };
              store.put(row).addEventListener('success', () => {
                opening.result.close();
                resolve();
              });
            });
          });
        }),
      databaseName,
    );
    await page.goto('/history');
    await expect(studio.works()).toHaveCount(1);
    await page.goto('/storage');
    const section = page.getByRole('heading', { name: words('Set aside') });
    await expect(section).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: words('Save for a report') }).click();
    expect((await download).suggestedFilename()).toBe('kiln-set-aside.json');
    await page
      .getByRole('main')
      .getByRole('button', { name: words('Delete'), exact: true })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: words('Delete'), exact: true })
      .click();
    await expect(section).toBeHidden();
  },
);
