import path from 'node:path';

import { devices } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

import { findNetwork, loseNetwork } from './fixtures/browser.ts';
import { hashOfMedia, readIntents, readWorks, untilDeviceIsReady } from './fixtures/device.ts';
import { enter } from './fixtures/enter.ts';
import { chooseEntry, tabTo } from './fixtures/keys.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';
import type { Words } from './fixtures/words.ts';

/** Presses as a finger does, or finds its way there by keys. */
function createPress(page: Page, hasTouch: boolean) {
  return async (control: Locator) => {
    if (hasTouch) await control.tap();
    else {
      await tabTo(page, control);
      await page.keyboard.press('Enter');
    }
  };
}

/** The hashes of all originals that a device keeps. */
async function hashesOf(page: Page): Promise<string[]> {
  const works = await readWorks(page);
  const hashes = await Promise.all(works.map(({ id }) => hashOfMedia(page, id)));
  return hashes.toSorted();
}

/** Writes all works into an archive, and keeps it in a folder. */
async function exportAll(
  page: Page,
  words: Words,
  press: (control: Locator) => Promise<void>,
  folder: string,
): Promise<string> {
  const file = page.waitForEvent('download');
  await press(page.getByRole('button', { name: words('Export as ZIP'), exact: true }));
  // Its own file goes with the browser's context.
  const kept = path.join(folder, `${Date.now()}.zip`);
  await (await file).saveAs(kept);
  await expect(page.getByText(words.pattern('went to your downloads.'))).toBeVisible();
  return kept;
}

/** Takes an archive in, on a device that is ready for it. */
async function importAll(page: Page, words: Words, archive: string, works: number) {
  await page.goto('/archive');
  await page.getByTestId('pick-import').setInputFiles(archive);
  await page
    .getByRole('button', {
      name: words('Bring # works in', { works }),
      exact: true,
    })
    .click();
}

test(
  'pictures are made, compared, become a video and leave in an archive, by keys or by touch alone; what it brings elsewhere is the same to the byte, twice',
  { tag: '@phone' },
  async ({ page, context, browser, network, platform, words, watch, hasTouch }, testInfo) => {
    test.slow();
    watch.allow(failedRequest);
    const press = createPress(page, hasTouch);
    const studio = createStudio(page, words);
    await enter(page, platform, words);

    await test.step('two pictures are made', async () => {
      await page.goto('/generate/Text2Img');
      if (hasTouch) await studio.promptField.tap();
      else await tabTo(page, studio.promptField);
      await page.keyboard.type('a paper lantern');
      await press(studio.generateButton);
      await expectPainted(studio.picture);
      await press(studio.generateButton);
      // Written down, the page may go.
      const asked = async () =>
        (await readIntents(page)).filter(({ kind }) => kind === 'generate').length;
      await expect.poll(asked).toBe(2);
      await page.goto('/history');
      await expect(studio.works('a paper lantern')).toHaveCount(2, {
        timeout: 60_000,
      });
      await untilDeviceIsReady(page);
    });

    await test.step('what few people open has come by itself', async () => {
      const lateFiles = () =>
        page.evaluate(async () =>
          (await (await caches.open('kiln-late-v1')).keys()).map(({ url }) => url).join(),
        );
      // The last of them.
      await expect
        .poll(lateFiles, { timeout: 90_000 })
        .toMatch(/archive-import.*video\.worker|video\.worker.*archive-import/);
    });

    /** What can be done with what is selected. */
    const openActions = () =>
      press(
        page.getByRole('button', {
          name: words('More actions for what is selected'),
          exact: true,
        }),
      );

    /** Opens what can be done with all works. */
    async function selectAll() {
      await press(page.getByRole('button', { name: words('Select'), exact: true }));
      const all = page
        .getByRole('toolbar')
        .getByRole('button', { name: words('All'), exact: true });
      if (hasTouch) await all.tap();
      else await page.keyboard.press('Control+a');
      await openActions();
    }

    async function choose(name: string) {
      const entry = page.getByRole('menuitem', { name, exact: true });
      if (hasTouch) await entry.tap();
      else await chooseEntry(page, entry);
    }

    await test.step('they are compared without a network', async () => {
      await loseNetwork(context, network);
      await selectAll();
      await choose(words('Compare pictures'));
      await expect(page).toHaveURL((url) => url.pathname === '/compare');
      const difference = page.getByRole('radio', {
        name: words('Difference'),
        exact: true,
      });
      if (hasTouch) await difference.tap();
      else {
        await tabTo(page, page.getByRole('radio', { name: words('Divider'), exact: true }));
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowRight');
      }
      await expect(difference).toBeChecked();
      await expect(
        page.getByRole('img', { name: words('What differs'), exact: true }),
      ).toBeVisible();
    });

    await test.step('they become a video', async () => {
      // They are still selected.
      await page.goBack({ waitUntil: 'commit' });
      await openActions();
      await choose(words('Make a video…'));
      await expect(page).toHaveURL((url) => url.pathname === '/video');
      await press(page.getByRole('button', { name: words('Make the video'), exact: true }));
      await expect(page.getByText(words('It is among your works.'))).toBeVisible({
        timeout: 120_000,
      });
    });

    const archive = await test.step('all three leave in an archive', async () => {
      await page.goto('/history');
      await expect(studio.works()).toHaveCount(3);
      await selectAll();
      await choose(words('Export as ZIP'));
      await expect(page).toHaveURL((url) => url.pathname === '/archive');
      return exportAll(page, words, press, testInfo.outputDir);
    });
    const hashes = await hashesOf(page);
    expect(hashes).toHaveLength(3);
    await findNetwork(context, network);

    /** A device that knows nothing, of a person who has nothing. */
    async function openElsewhere(): Promise<Page> {
      const elsewhere = await browser.newContext({
        ...devices[hasTouch ? 'Pixel 7' : 'Desktop Chrome'],
        baseURL: network.url,
        locale: words.language === 'cn' ? 'zh-CN' : 'en-US',
      });
      await watch.attach(elsewhere);
      const other = await elsewhere.newPage();
      await enter(other, platform, words);
      return other;
    }

    let brought = archive;
    for (const round of [1, 2]) {
      await test.step(`round ${round}: brought in elsewhere, once, and exported again`, async () => {
        const other = await openElsewhere();
        await importAll(other, words, brought, 3);
        await expect(other.getByText(words('# works came in', { added: 3 }))).toBeVisible();
        expect(await hashesOf(other)).toEqual(hashes);
        await importAll(other, words, brought, 3);
        await expect(other.getByText(words('Nothing new came in'))).toBeVisible();
        expect(await hashesOf(other)).toEqual(hashes);
        await other.goto('/archive');
        brought = await exportAll(other, words, createPress(other, hasTouch), testInfo.outputDir);
        await other.context().close();
      });
    }
  },
);
