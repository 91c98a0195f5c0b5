import type { UserKey } from '../../src/domain/ids.ts';
import { workRow } from '../fixtures/works.ts';
import { loseNetwork } from './fixtures/browser.ts';
import { readIntents, untilDeviceIsReady, writeRows } from './fixtures/device.ts';
import { enter } from './fixtures/enter.ts';
import { createStudio } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

test(
  'what the screen shows as done is still so when the page is loaded anew at that moment',
  { tag: '@desktop' },
  async ({ page, context, network, platform, words, watch }) => {
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    const account = await enter(page, platform, words);
    const owner = account.session.user.userKey as UserKey;
    await untilDeviceIsReady(page);
    await loseNetwork(context, network);
    const works = [1, 2, 3].map((number) => workRow(number, { owner, onDevice: 0 }));
    await writeRows(page, 'works', works);

    await page.goto('/history');
    const heart = page.getByRole('button', {
      name: words('Favourite: {name}', { name: 'picture 1' }),
    });
    await studio.works('picture 1').hover();
    await heart.click();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await expect(heart).toHaveAttribute('aria-pressed', 'true');

    await studio.works('picture 2').hover();
    await page
      .getByRole('button', { name: words('Actions: {name}', { name: 'picture 2' }) })
      .click();
    await page.getByRole('menuitem', { name: words('Delete'), exact: true }).click();
    await expect(studio.works()).toHaveCount(2);
    await page.reload();
    await expect(studio.works()).toHaveCount(2);

    await page.getByRole('button', { name: words('Select'), exact: true }).click();
    await page
      .getByRole('checkbox', { name: words('Select: {name}', { name: 'picture 3' }) })
      .click();
    await page.getByRole('button', { name: words('Delete what is selected') }).click();
    // Gone as a picture, whether it is shown to be opened or to be selected.
    await expect(
      page.getByRole('checkbox', { name: /picture 3/ }).or(studio.works('picture 3')),
    ).toBeHidden();
    await page.reload();
    await expect(studio.works()).toHaveCount(1);

    await studio.ask('a narrow path');
    await studio.ask('a wide road');
    await studio.openQueue();
    const request = studio.requests().filter({ hasText: 'a narrow path' });
    await expect(request).toHaveCount(1);
    await request.getByRole('button', { name: words('Cancel this request') }).click();
    const cancelled = studio.requests(words('Cancelled')).filter({ hasText: 'a narrow path' });
    await expect(cancelled).toHaveCount(1);
    await page.reload();
    await expect(cancelled).toHaveCount(1);

    await cancelled.getByRole('button', { name: words('More actions') }).click();
    await page.getByRole('menuitem', { name: words('Remove from the queue') }).click();
    await expect(request).toHaveCount(0);
    await page.reload();
    await expect(studio.requests().filter({ hasText: 'a wide road' })).toHaveCount(1);
    await expect(request).toHaveCount(0);

    const main = page.getByRole('main');
    await main.getByRole('button', { name: words('Pause'), exact: true }).click();
    const resume = main.getByRole('button', { name: words('Resume'), exact: true });
    await expect(resume).toBeVisible();
    await page.reload();
    await expect(resume).toBeVisible();

    await page.goto('/options');
    const everything = page.getByRole('radio', { name: words('Everything') });
    await everything.click();
    await expect(everything).toBeChecked();
    await page.reload();
    await expect(everything).toBeChecked();
  },
);

test(
  'what is typed and chosen in a form is there after a reload, however soon it comes',
  { tag: '@desktop' },
  async ({ page, words }) => {
    const studio = createStudio(page, words);
    for (const [index, count] of [2, 3, 4, 1, 4].entries()) {
      await studio.describe(`a pier in the fog, ${index}`);
      await studio.choosePictures(count);
      await page.reload();
      await expect(studio.promptField).toHaveValue(`a pier in the fog, ${index}`);
      const group = page.getByRole('group', { name: 'Pictures' });
      await expect(group.getByRole('radio', { name: String(count), exact: true })).toBeChecked();
    }
  },
);

test(
  'a request that is shown as kept outlives a browser that dies at that moment',
  { tag: '@phone' },
  async ({ profile, network, words, watch }) => {
    watch.allow(failedRequest);
    let context = await profile.open();
    let studio = createStudio(context.pages()[0] ?? (await context.newPage()), words);
    await studio.register();
    await untilDeviceIsReady(studio.page);
    await loseNetwork(context, network);
    await studio.ask('before the lights went out');
    const [kept] = await readIntents(studio.page);
    const died = context.waitForEvent('close');
    const devtools = await context.browser()?.newBrowserCDPSession();
    await devtools?.send('Browser.crash').catch(() => undefined);
    await died;

    context = await profile.open({ offline: true });
    studio = createStudio(context.pages()[0] ?? (await context.newPage()), words);
    await studio.openQueue();
    await expect(studio.requests(words('Waiting for a network'))).toHaveCount(1);
    expect((await readIntents(studio.page)).map(({ id }) => id)).toEqual([kept?.id]);
  },
);
