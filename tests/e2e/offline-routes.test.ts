import { workRouteId } from '../../src/domain/ids.ts';
import type { WorkId } from '../../src/domain/ids.ts';
import { findNetwork, loseNetwork } from './fixtures/browser.ts';
import { untilDeviceIsReady } from './fixtures/device.ts';
import { enter } from './fixtures/enter.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

test(
  'after one visit every route opens without a network',
  { tag: '@phone' },
  async ({ page, context, network, watch, words }) => {
    await page.goto('/');
    await untilDeviceIsReady(page);
    watch.allow(failedRequest);
    await loseNetwork(context, network);
    const routes = {
      '/': words('What shall we fire today?'),
      '/generate': words('Text to image'),
      '/generate/Text2Img': words('Text to image'),
      '/generate/Upscaling': words('Upscale'),
      '/generate/Restore': words('Restore'),
      '/smart-apps': null,
      '/template/new': words('Sign in to make an app'),
      '/queue': words('Queue'),
      '/history': null,
      '/compare': words('There are no two pictures to compare'),
      '/me': null,
      '/options': words('Options'),
      '/about': null,
    };
    for (const [route, heading] of Object.entries(routes)) {
      await test.step(route, async () => {
        const answer = await page.goto(route);
        expect(answer?.fromServiceWorker(), `${route} comes from the service worker`).toBe(true);
        const title = page.getByRole('heading', { level: 1 });
        await expect(title).toBeVisible();
        if (heading !== null) await expect(title).toHaveText(heading);
        await expect(page.getByText(words('This page broke'))).toBeHidden();
        await expect(page.getByText(words('There is nothing here'))).toBeHidden();
      });
    }
    await page.goto('/generate/Text2Img');
    await expect(page.getByRole('textbox', { name: words('Prompt'), exact: true })).toBeEditable();
    await page.goto('/generate/Upscaling');
    await expect(page.getByRole('button', { name: words('Choose a picture') })).toBeEnabled();
  },
);

test(
  'a link to a work opens without a network, in full size',
  { tag: '@desktop' },
  async ({ page, context, network, platform, watch, words }) => {
    const studio = createStudio(page, words);
    const account = await enter(page, platform, words);
    await studio.ask('a harbour at night');
    await expectPainted(studio.picture);
    const [work] = await account.works();
    await untilDeviceIsReady(page);

    watch.allow(failedRequest);
    await loseNetwork(context, network);
    await page.goto(`/work/${workRouteId(work?.image_id as WorkId)}`);
    const picture = page.getByRole('main').getByRole('img').first();
    await expectPainted(picture);
    await expect
      .poll(() => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth))
      .toBe(work?.width);
  },
);

test(
  'where the network goes before the part for archives has come, the page says so, and begins when it is back',
  { tag: '@desktop' },
  async ({ page, context, network, platform, watch, words }) => {
    await enter(page, platform, words);
    await untilDeviceIsReady(page);
    watch.allow(failedRequest);
    await loseNetwork(context, network);
    await page.goto('/archive');
    const missing = page.getByText(words('This part of the app is not here yet'), { exact: true });
    await expect(missing).toHaveCount(1);
    await page
      .getByTestId('pick-import')
      .setInputFiles({ name: 'works.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') });
    await expect(missing).toHaveCount(2);

    await findNetwork(context, network);
    await expect(missing).toHaveCount(1);
    await page.getByRole('button', { name: words('Go on'), exact: true }).click();
    await expect(missing).toHaveCount(0);
    await expect(page.getByText('works.zip')).toBeAttached();
  },
);
