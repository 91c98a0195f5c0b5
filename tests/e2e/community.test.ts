import { test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import sharp from 'sharp';

import { pictureModelId } from '../../src/horde/model-ids.ts';
import { findNetwork, loseNetwork } from './fixtures/browser.ts';
import { currentBuild } from './fixtures/builds.ts';
import { test } from './fixtures/community.ts';
import { communityOwner } from '../../src/domain/community.ts';
import { agreeToVolunteers, readWorks, untilDeviceIsReady } from './fixtures/device.ts';
import { noisyPhoto } from './fixtures/photo.ts';
import { startStaticHost } from './fixtures/static-host.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect } from './fixtures/test.ts';
import { loadWords } from './fixtures/words.ts';

test(
  'without a platform, a picture asked for offline is made by the AI Horde, once',
  { tag: '@phone' },
  async ({ page, context, horde, network, host }) => {
    horde.state.models.push({ name: 'AlbedoBase XL (SDXL)', count: 3 });
    horde.state.script.checksUntilDone = 4;
    const words = await loadWords('en');
    const studio = createStudio(page, words);
    await page.goto('/generate/Text2Img');
    await expect(studio.generateButton).toBeEnabled();
    // What needs an account is not there.
    await expect(page.getByRole('button', { name: words('Sign in'), exact: true })).toHaveCount(0);
    await studio.promptField.fill('a kiln at dusk');

    // The app is on the device as soon as its service worker is.
    await untilDeviceIsReady(page);
    await loseNetwork(context, network);
    // Nothing is written down before the answer to what every first request is asked.
    await studio.generate();
    await studio.agreeToVolunteers();
    await studio.openQueue();
    await expect(studio.requests()).toHaveCount(1);
    expect(horde.state.submits).toBe(0);

    await findNetwork(context, network);
    await expect.poll(() => horde.state.accepted.length).toBe(1);
    // In the middle of the work the network goes once more.
    await expect.poll(() => horde.state.accepted[0]?.checks ?? 0).toBeGreaterThan(1);
    await loseNetwork(context, network);
    await expect(page.getByRole('banner')).toBeVisible();
    await findNetwork(context, network);

    await expect(studio.requests(words.pattern('Done'))).toHaveCount(1, { timeout: 60_000 });
    await page.goto('/history');
    await expect(studio.works('a kiln at dusk')).toHaveCount(1);
    await expectPainted(studio.works('a kiln at dusk').locator('img').first());
    expect(horde.state.submits).toBe(1);
    expect(host.platformCalls).toEqual([]);
  },
);

test(
  'an answer that is lost is never made up for by sending again, and says so',
  { tag: '@phone' },
  async ({ page, horde }) => {
    horde.state.models.push({ name: 'AlbedoBase XL (SDXL)', count: 3 });
    horde.state.submitFaults.push({ kind: 'break-answer' });
    const words = await loadWords('en');
    const studio = createStudio(page, words);
    await page.goto('/generate/Text2Img');
    await untilDeviceIsReady(page);
    await agreeToVolunteers(page, communityOwner);
    await studio.ask('a kiln at dusk');
    await studio.openQueue();
    await expect(studio.requests(words.pattern('Failed'))).toHaveCount(1);
    await expect(studio.requests().getByText(/might make the picture twice/)).toBeVisible();
    expect(horde.state.accepted.length).toBe(1);
    expect(horde.state.submits).toBe(1);
  },
);

test(
  'with a key of one’s own, a request whose answer was lost is found again',
  { tag: '@phone' },
  async ({ page, horde }) => {
    horde.state.models.push({ name: 'AlbedoBase XL (SDXL)', count: 3 });
    horde.state.script.checksUntilDone = 4;
    horde.state.submitFaults.push({ kind: 'break-answer' });
    const words = await loadWords('en');
    const studio = createStudio(page, words);
    await page.goto('/me');
    const main = page.getByRole('main');
    await main
      .getByLabel(words('Key for {name}', { name: 'AI Horde' }), { exact: true })
      .fill(horde.key);
    await main.getByRole('button', { name: words('Save'), exact: true }).click();
    await expect(main.getByRole('button', { name: words('Remove the key') })).toBeVisible();
    await untilDeviceIsReady(page);
    await agreeToVolunteers(page, communityOwner);
    await studio.ask('a kiln at dusk');
    await studio.openQueue();
    await expect(studio.requests(words.pattern('Done'))).toHaveCount(1, { timeout: 60_000 });
    expect(horde.state.accepted.map(({ key }) => key)).toEqual([horde.key]);
    expect(horde.state.submits).toBe(1);
  },
);

test(
  'without a platform, a store that is emptied under the app is told with all that was only here',
  { tag: '@phone' },
  async ({ page, context, horde, network }) => {
    horde.state.models.push({ name: 'AlbedoBase XL (SDXL)', count: 3 });
    const words = await loadWords('en');
    const studio = createStudio(page, words);
    await page.goto('/generate/Text2Img');
    await untilDeviceIsReady(page);
    await agreeToVolunteers(page, communityOwner);
    await studio.ask('a kiln at dusk');
    await studio.openQueue();
    await expect(studio.requests(words.pattern('Done'))).toHaveCount(1, { timeout: 60_000 });
    await loseNetwork(context, network);
    await studio.ask('a kiln at dawn');
    await studio.openQueue();
    await expect(studio.requests(words('Waiting for a network'))).toHaveCount(1);
    // As a browser does that makes room.
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', {
      origin: new URL(page.url()).origin,
      storageTypes: 'indexeddb',
    });
    const told = page
      .getByRole('status')
      .filter({ hasText: words('# works that were only here', { works: 1 }) });
    await expect(told).toContainText(words('{requests, plural, one {# request', { requests: 1 }));
    await page.getByRole('button', { name: words('OK'), exact: true }).click();
    await expect(told).toBeHidden();
    await page.reload();
    await untilDeviceIsReady(page);
    await expect(told).toBeHidden();
  },
);

test(
  'a request is cancelled at the AI Horde too, and leaves no work',
  { tag: '@phone' },
  async ({ page, horde }) => {
    horde.state.models.push({ name: 'AlbedoBase XL (SDXL)', count: 3 });
    horde.state.script.checksUntilDone = -1;
    const words = await loadWords('en');
    const studio = createStudio(page, words);
    await page.goto('/generate/Text2Img');
    await untilDeviceIsReady(page);
    await agreeToVolunteers(page, communityOwner);
    await studio.ask('a kiln at dusk');
    await expect.poll(() => horde.state.accepted.length).toBe(1);
    await studio.openQueue();
    const card = studio.requests();
    await card.getByRole('button', { name: words('Cancel this request'), exact: true }).click();
    await expect(studio.requests(words.pattern('Cancelled'))).toHaveCount(1);
    expect(horde.state.cancels).toEqual([horde.state.accepted[0]?.id]);
    await page.goto('/history');
    await expect(page.getByText(words('No works yet'))).toBeVisible();
  },
);

test(
  'what the AI Horde withholds is never a work; the picture beside it is',
  { tag: '@phone' },
  async ({ page, horde }) => {
    horde.state.models.push({ name: 'AlbedoBase XL (SDXL)', count: 3 });
    horde.state.script.fates = ['good', 'censored'];
    const words = await loadWords('en');
    const studio = createStudio(page, words);
    await page.goto('/generate/Text2Img');
    await untilDeviceIsReady(page);
    await agreeToVolunteers(page, communityOwner);
    await studio.describe('a kiln at dusk');
    await page.getByRole('button', { name: words('Settings'), exact: true }).click();
    await page
      .getByRole('group', { name: 'Pictures' })
      .getByRole('radio', { name: '2', exact: true })
      .check();
    await page.keyboard.press('Escape');
    await studio.generate();
    await expect.poll(() => horde.state.accepted[0]?.request.params.n).toBe(2);
    await studio.openQueue();
    await expect(studio.requests(words.pattern('Done'))).toHaveCount(1, { timeout: 60_000 });
    expect(await readWorks(page)).toHaveLength(1);

    horde.state.script.fates = ['censored'];
    await studio.ask('another kiln');
    await studio.openQueue();
    await expect(studio.requests(words.pattern('Failed'))).toHaveCount(1, { timeout: 60_000 });
    await expect(studio.requests().getByText(/withheld the picture/)).toBeVisible();
    expect(await readWorks(page)).toHaveLength(1);
  },
);

test(
  'what would cost kudos in advance says so, and is made smaller where one allowed it',
  { tag: '@phone' },
  async ({ page, horde }) => {
    horde.state.freeSide = 256;
    const words = await loadWords('en');
    const studio = createStudio(page, words);
    await page.goto('/generate/Text2Img');
    await untilDeviceIsReady(page);
    await agreeToVolunteers(page, communityOwner);
    await studio.ask('a kiln at dusk');
    await studio.openQueue();
    const card = studio.requests(words.pattern('Failed'));
    await expect(card).toHaveCount(1);
    await expect(card.getByText(/wants \d+ kudos in advance/)).toBeVisible();
    await expect(card.getByText(/charged/)).toHaveCount(0);
    expect(horde.state.accepted).toEqual([]);

    await studio.describe('a kiln at dawn');
    await page.getByRole('button', { name: words('Settings'), exact: true }).click();
    await page.getByRole('button', { name: words('More settings') }).click();
    await page.getByRole('switch', { name: 'Make it smaller if kudos are short' }).check();
    await page.keyboard.press('Escape');
    await studio.generate();
    await studio.openQueue();
    await expect(studio.requests(words.pattern('Done'))).toHaveCount(1, { timeout: 60_000 });
    const [work] = await readWorks(page);
    expect(work?.width).toBe(256);
    expect(horde.state.accepted).toHaveLength(1);
  },
);

test(
  'where pages may not read the store, the next picture comes in the answer',
  { tag: '@phone' },
  async ({ page, horde }) => {
    horde.state.models.push({ name: 'AlbedoBase XL (SDXL)', count: 3 });
    horde.state.isStoreReadable = false;
    const words = await loadWords('en');
    const studio = createStudio(page, words);
    await page.goto('/generate/Text2Img');
    await untilDeviceIsReady(page);
    await agreeToVolunteers(page, communityOwner);
    await studio.ask('a kiln at dusk');
    await studio.openQueue();
    await expect(studio.requests(words.pattern('Failed'))).toHaveCount(1, { timeout: 90_000 });
    await expect(studio.requests().getByText(/does not let this page read/)).toBeVisible();
    await studio.ask('a kiln at dawn');
    await studio.openQueue();
    await expect(studio.requests(words.pattern('Done'))).toHaveCount(1, { timeout: 60_000 });
    expect(horde.state.bodies.map((body) => body['r2'])).toEqual([true, false]);
    await page.goto('/history');
    await expectPainted(studio.works('a kiln at dawn').locator('img').first());
  },
);

test(
  'a photo of this device is redrawn, and one with a hole is painted anew there',
  { tag: '@phone' },
  async ({ page, horde, host }) => {
    const words = await loadWords('en');
    const studio = createStudio(page, words);
    await page.goto(
      `/generate/Img2Img/${encodeURIComponent(pictureModelId('Img2Img', 'Deliberate'))}`,
    );
    await untilDeviceIsReady(page);
    await agreeToVolunteers(page, communityOwner);
    await page.getByTestId('pick-image').setInputFiles({
      name: 'photo.jpg',
      mimeType: 'image/jpeg',
      buffer: await noisyPhoto(600, 400),
    });
    await studio.promptField.fill('a kiln at dusk');
    await studio.generate();
    await expectPainted(studio.picture);
    const [asked] = horde.state.accepted;
    expect(asked?.source).toMatchObject({ format: 'webp' });
    expect(asked?.request.source_processing).toBe('img2img');
    expect(asked?.source?.width).toBe(asked?.request.params.width);

    const inpainting = pictureModelId('Inpainting', 'Deliberate Inpainting');
    await page.goto(`/generate/Inpainting/${encodeURIComponent(inpainting)}`);
    const opaque = { width: 600, height: 200, channels: 4, background: '#a04020' } as const;
    await page.getByTestId('pick-image').setInputFiles({
      name: 'holed.png',
      mimeType: 'image/png',
      buffer: await sharp({ create: opaque })
        .extend({ bottom: 200, background: { r: 0, g: 0, b: 0, alpha: 0 } })
        .png()
        .toBuffer(),
    });
    await studio.promptField.fill('a kiln at dawn');
    await studio.generate();
    await expect.poll(() => horde.state.accepted.length).toBe(2);
    expect(horde.state.accepted[1]?.request.source_processing).toBe('inpainting');
    expect(horde.state.accepted[1]?.mask?.light).toBeCloseTo(0.5, 1);
    expect(host.platformCalls).toEqual([]);
  },
);

test(
  'the pages speak of the AI Horde and this device, not of credits or accounts',
  { tag: '@desktop' },
  async ({ page }) => {
    await page.goto('/generate/Text2Img');
    await untilDeviceIsReady(page);
    for (const path of [
      '/',
      '/generate/Text2Img',
      '/me',
      '/about',
      '/options',
      '/storage',
      '/history',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('main')).not.toBeEmpty();
      await expect(page.getByRole('banner').getByText('This device')).toBeAttached();
      const text = await page.locator('body').innerText();
      expect(text, path).not.toMatch(/credit|account(?! there)|sign(ed)?[ -]in|studio (has|you)/i);
    }
  },
);

/** Paths of the files that are fetched ahead, and where the service worker that fetched them came from. */
const readAhead = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(
      names
        .filter((name) => name.includes('precache'))
        .map(async (name) => (await caches.open(name)).keys()),
    );
    const script = navigator.serviceWorker.controller?.scriptURL;
    return {
      script: script && new URL(script).pathname,
      files: requests.flat().map(({ url }) => new URL(url).pathname),
    };
  });

base(
  'a device with a platform fetches nothing of the community mode ahead; when its host has none any more, it does',
  { tag: '@desktop' },
  async ({ page }) => {
    const files = { '/kiln.json': JSON.stringify({ platform: true }) };
    const host = await startStaticHost(currentBuild(), files);
    try {
      await page.goto(`${host.url}/about`);
      await expect.poll(async () => (await readAhead(page)).script).toBe('/sw.js');
      const before = await readAhead(page);
      // All that a platform's pages are made of.
      expect(before.files.length).toBeGreaterThan(50);
      expect(before.files.filter((file) => file.startsWith('/assets/platform-'))).toEqual([]);

      files['/kiln.json'] = JSON.stringify({ platform: false });
      await page.reload();
      await page.evaluate(() => Object.assign(window, { isThisPage: true }));
      await expect.poll(async () => (await readAhead(page)).script).toBe('/sw-community.js');
      const more = (await readAhead(page)).files.filter((file) => !before.files.includes(file));
      expect(more.filter((file) => file.startsWith('/assets/platform-'))).toHaveLength(2);
      // The other service worker is of the same build: nobody is asked, and nothing is loaded anew.
      await expect(page.getByRole('main')).not.toBeEmpty();
      expect(await page.evaluate(() => 'isThisPage' in window)).toBe(true);
    } finally {
      await host.stop();
    }
  },
);

test(
  'without a platform, who works for the AI Horde is asked of it straight',
  { tag: '@phone' },
  async ({ page, context, horde, network, host }) => {
    horde.state.pictureWorkers.push({
      type: 'image',
      id: 'w-1',
      name: 'attic 4090',
      online: true,
      performance: '2.5 megapixelsteps per second',
      models: ['AlbedoBase XL (SDXL)'],
    });
    const words = await loadWords('en');
    const main = page.getByRole('main');
    const tab = (name: Parameters<typeof words>[0]) =>
      main.getByRole('radio', { name: words(name), exact: true });
    await page.goto('/workers');
    await untilDeviceIsReady(page);
    await page.reload();
    await expect(main.getByText('attic 4090')).toBeVisible();
    await expect(main).toContainText('840.2');
    // There is no key, so none of them is one's own; nor is there another network to choose.
    await expect(main.getByText('an alchemist')).toHaveCount(0);
    await expect(main.getByRole('radio', { name: 'AI Horde' })).toHaveCount(0);
    await tab('Teams').check();
    await expect(main.getByText('Night shift')).toBeVisible();
    await tab('Leaderboard').check();
    await expect(main.getByText('lender#10')).toBeVisible();
    await expect(
      main.getByRole('list', { name: words('Leaderboard') }).getByRole('listitem'),
    ).toHaveCount(10);
    await tab('News').check();
    await expect(main.getByText('faster')).toHaveRole('strong');
    await expect(main.locator('article img')).toHaveCount(0);

    // What comes straight from the Horde is not kept; the page says what it needs.
    await loseNetwork(context, network);
    await page.reload();
    await expect(main).toContainText(words('This needs a network'));
    expect(host.platformCalls).toEqual([]);
  },
);
