import { devices } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';

import { lastingAddress } from '../../src/api/contract/files.ts';
import { binWorks } from '../../src/api/contract/works.ts';
import { workRouteId } from '../../src/domain/ids.ts';
import type { UserKey, WorkId } from '../../src/domain/ids.ts';
import { openAccount } from './fixtures/api.ts';
import type { Credentials } from './fixtures/api.ts';
import {
  hashOfMedia,
  readIntents,
  readOriginals,
  untilDeviceIsReady,
  writeSession,
} from './fixtures/device.ts';
import { enter } from './fixtures/enter.ts';
import { createStudio, expectPainted, makingMs } from './fixtures/studio.ts';
import type { Studio } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';
import type { Watch } from './fixtures/watch.ts';
import type { Words } from './fixtures/words.ts';

/** The person's other device: a browser of its own, signed in to the same account. */
async function openDesktop(
  browser: Browser,
  on: {
    baseURL: string;
    platformUrl: string;
    credentials: Credentials;
    watch: Watch;
    words: Words;
  },
): Promise<Studio> {
  const context = await browser.newContext({
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    baseURL: on.baseURL,
    locale: 'en-US',
  });
  await on.watch.attach(context);
  const page = await context.newPage();
  await page.goto('/history');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const {
    user,
    userToken,
    expires_at: expiresAt,
  } = (await openAccount(on.platformUrl, on.credentials)).session;
  await writeSession(page, {
    userKey: user.userKey as UserKey,
    userToken,
    account: user.account,
    nickname: user.nick,
    isVip: user.is_vip,
    isSuperUser: user.is_super_user,
    expiresAtMs: Date.parse(expiresAt),
  });
  await page.reload();
  await untilDeviceIsReady(page);
  return createStudio(page, on.words);
}

/** Somebody comes back to a window: the app looks at what happened meanwhile. */
const focus = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

test(
  'what is made on the phone is on the desktop, in small until it is opened, and gone when the phone deletes it',
  { tag: '@phone' },
  async ({ page, browser, network, platform, watch, words }) => {
    test.slow();
    watch.allow(failedRequest);
    const phone = createStudio(page, words);
    const credentials = await phone.register();
    await phone.ask('a lighthouse');
    await expectPainted(phone.picture);

    const baseURL = network.url;
    const desktop = await openDesktop(browser, {
      baseURL,
      platformUrl: platform.url,
      credentials,
      watch,
      words,
    });
    await expectPainted(desktop.works('a lighthouse').locator('img'));
    expect(await readOriginals(desktop.page)).toEqual([]);

    // The desktop stays as it is; what the phone makes appears on it.
    await phone.ask('a harbour');
    await expectPainted(phone.picture);
    await expectPainted(desktop.works('a harbour').locator('img'));
    const account = await openAccount(platform.url, credentials);
    const [lighthouse, harbour] = await account.works();

    // Without a network the small version is all there is, and that is said.
    await desktop.page.context().setOffline(true);
    await desktop.works('a lighthouse').click();
    const small = words('This is the small version; the full one needs a network.');
    await expect(desktop.page.getByRole('status').filter({ hasText: small })).toBeVisible();
    await desktop.page.context().setOffline(false);
    await expect.poll(() => readOriginals(desktop.page)).toEqual([lighthouse?.image_id]);
    expect(await hashOfMedia(desktop.page, lighthouse?.image_id ?? '')).toBe(lighthouse?.sha256);
    await desktop.dialog.getByRole('button', { name: words('Close') }).click();
    const fetched = network.find({ path: lastingAddress(harbour?.image ?? '') });
    expect(fetched.filter((record) => !record.path.includes('width='))).toHaveLength(1);

    await page.goto('/history');
    await phone.works('a harbour').click();
    await phone.dialog.getByRole('button', { name: words('More actions') }).click();
    await page.getByRole('menuitem', { name: words('Delete'), exact: true }).click();
    await network.until(() =>
      network.find({ path: binWorks.path }).some(({ delivered }) => delivered),
    );
    await focus(desktop.page);
    await expect(desktop.works('a harbour')).toBeHidden();
    await expect(desktop.works('a lighthouse')).toBeVisible();
    await desktop.page.context().close();
  },
);

test(
  'a cut download goes on where it stopped; what was made elsewhere can be kept here and let go, and is asked for again with its files',
  { tag: '@desktop' },
  async ({ page, network, platform, watch, words }) => {
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    const account = await enter(page, platform, words);
    await test.step('a download that is cut goes on where it stopped, and only the rest is sent', async () => {
      const path = /^\/files\/[^?]+$/;
      const keep = 10_000;
      const cut = network.on({ path, fault: { kind: 'truncate', keep, lingerMs: 300 }, times: 1 });
      await studio.ask('a river delta');
      await expectPainted(studio.picture);
      expect(cut.hits).toBe(1);
      const [work] = await account.works();
      expect(work?.bytes).toBeGreaterThan(keep);
      const parts = network.find({ path });
      expect(parts.map(({ statuses }) => statuses)).toEqual([[200], [206]]);
      expect(parts.map(({ range }) => range)).toEqual([null, `bytes=${keep}-`]);
      expect(await hashOfMedia(page, work?.image_id ?? '')).toBe(work?.sha256);
      expect(await account.charges()).toHaveLength(1);
    });
    await test.step('an image that was made elsewhere can be kept here and let go again', async () => {
      await account.submit({
        model: 'kiln-painter',
        job_type: 'Text2Img',
        input: { prompt: 'a mill' },
      });
      await expect.poll(async () => (await account.works()).length, { timeout: makingMs }).toBe(2);
      const [delta, mill] = (await account.works()).map(({ image_id: id }) => id);
      const originals = async () => new Set<string | undefined>(await readOriginals(page));
      await page.goto('/history');
      await expectPainted(studio.works('a mill').locator('img'));

      const choose = async (entry: string) => {
        await studio.works('a mill').hover();
        await page
          .getByRole('button', { name: words('Actions: {name}', { name: 'a mill' }) })
          .click();
        await page.getByRole('menuitem', { name: words(entry), exact: true }).click();
      };
      await choose('Keep on this device');
      await expect.poll(originals).toEqual(new Set([delta, mill]));
      await choose('Need not stay here');
      await choose('Free its space here');
      await expect.poll(originals).toEqual(new Set([delta]));
      await expectPainted(studio.works('a mill').locator('img'));
    });
    await test.step('a work that was made elsewhere from a picture and a mask is asked for again with both of them', async () => {
      const size = { width: 96, height: 64 };
      const send = async (name: string, drawn: Sharp) => {
        const form = new FormData();
        const png = new Uint8Array(await drawn.png().toBuffer());
        form.set('file', new File([png], `${name}.png`, { type: 'image/png' }));
        return account.upload(form);
      };
      const plain = (background: string) => sharp({ create: { ...size, channels: 3, background } });
      const spot = await sharp({
        create: { width: 20, height: 20, channels: 3, background: 'white' },
      })
        .png()
        .toBuffer();
      const image = await send('picture', plain('seagreen'));
      const mask = await send(
        'mask',
        plain('black').composite([{ input: spot, left: 40, top: 20 }]),
      );
      await account.submit({
        model: 'kiln-erase',
        job_type: 'EraseImg',
        input: { image, mask },
      });
      await expect.poll(async () => (await account.works()).length, { timeout: makingMs }).toBe(3);
      const erased = (await account.works()).at(-1)?.image_id as WorkId;

      await page.goto(`/work/${workRouteId(erased)}`);
      await page
        .getByRole('main')
        .getByRole('button', { name: words('Same input') })
        .click();
      await page.waitForURL(/\/generate\/EraseImg/);
      await expect(studio.generateButton).toBeEnabled();
      await studio.generate();
      await expect.poll(async () => (await account.works()).length, { timeout: makingMs }).toBe(4);
      // The same bytes are known by their hash: the repeat names the very files that the first was made from.
      const kept = await readIntents(page);
      const sent = kept.find((each) => each.kind === 'generate' && each.payload.sources.length > 0);
      if (sent?.kind !== 'generate') throw new Error('no request was kept');
      const sources = sent.payload.sources.map(({ field, uploadedUrl }) => [field, uploadedUrl]);
      const names = { image: lastingAddress(image), mask: lastingAddress(mask) };
      expect(Object.fromEntries(sources)).toEqual(names);
    });
  },
);
