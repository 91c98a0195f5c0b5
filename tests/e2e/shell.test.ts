import type { UserKey } from '../../src/domain/ids.ts';
import { workRow } from '../fixtures/works.ts';
import { untilDeviceIsReady, writeRows } from './fixtures/device.ts';
import { enter } from './fixtures/enter.ts';
import { expectAccessible } from './fixtures/inspect.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

const brand = {
  name: '墨坊 Inkworks',
  logo: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="10" fill="#c33"/></svg>',
  terms: 'https://example.com/terms',
  filing: { text: '沪ICP备00000000号-1', url: 'https://beian.miit.gov.cn/' },
  social: [{ name: 'Mastodon', url: 'https://mastodon.example/@ink' }],
  business: { text: 'Write to us.', code: 'https://example.com/contact' },
};

test(
  'a deployment has a name, a mark, a footer and a contact of its own, and counts visits without words where it wants that',
  { tag: '@desktop' },
  async ({ page, context, words }) => {
    await context.route('**/kiln.json', (route) =>
      route.fulfill({ json: { platform: true, counts_visits: true, brand } }),
    );
    const visits: unknown[] = [];
    await context.route('**/api/v2/visit', async (route) => {
      visits.push(route.request().postDataJSON());
      await route.fulfill({ json: { data: { counted: true } } });
    });
    await page.goto('/?search=my%20words');
    await expect(page).toHaveTitle(brand.name);
    const logo = page.getByRole('banner').getByRole('link', { name: brand.name });
    await expect(logo.locator('img')).toBeVisible();
    const foot = page.getByRole('list', { name: words('About this site') });
    const own = foot.getByRole('link', { name: words('Terms'), exact: true });
    await expect(own).toHaveAttribute('href', brand.terms);
    await expect(foot.getByRole('link', { name: 'Mastodon' })).toHaveAttribute('rel', 'noreferrer');
    await expect(page.getByRole('link', { name: brand.filing.text })).toBeVisible();
    await foot.getByRole('button', { name: words('Work with us') }).click();
    const dialog = page.getByRole('dialog', { name: words('Work with us') });
    await expect(dialog.getByRole('img', { name: words('QR code') })).toBeVisible();
    await expectAccessible(page, 'the contact');
    await page.keyboard.press('Escape');
    await foot.getByRole('link', { name: words('Privacy'), exact: true }).click();
    await expect(page).toHaveURL('/privacy');
    await expect.poll(() => visits).toContainEqual({ path: '/privacy' });
    expect(JSON.stringify(visits)).not.toContain('my');
  },
);

test(
  'what one has made lies in a drawer at the side of any page, and what a link brought along leaves the address',
  { tag: '@desktop' },
  async ({ page, platform, words }) => {
    const studio = createStudio(page, words);
    await enter(page, platform, words);
    await studio.ask('a lake at dawn');
    await expectPainted(studio.picture);
    const asked = page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return (
        pathname === '/api/user/get_credit_balance' && searchParams.get('check_recharge') === '1'
      );
    });
    await page.goto('/about?TG=spring&pointId=7&check_recharge=1');
    await expect(page).toHaveURL('/about');
    // The link brought credits along, and they lie over the page.
    const gift = page.getByRole('dialog', { name: words('Credits for you'), exact: true });
    await expect(gift).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(gift).toBeHidden();
    await page.getByRole('button', { name: words('Show my works') }).click();
    const drawer = page.getByRole('dialog', { name: words('Works'), exact: true });
    const work = drawer.getByRole('link', {
      name: words('Open: {name}', { name: 'a lake at dawn' }),
    });
    await expectPainted(work.locator('img'));
    expect((await drawer.boundingBox())?.width).toBe(690);
    await expectAccessible(page, 'the drawer');
    await work.click();
    await expect(page).toHaveURL(/\/work\/c_/);
    await expect(drawer).toBeHidden();
    await asked;
  },
);

test(
  'Generate stays where it is when the network goes and that is said, and when it is back',
  { tag: '@desktop' },
  async ({ page, context, watch, words }) => {
    watch.allow(failedRequest);
    const { promptField, generateButton } = createStudio(page, words);
    await page.goto('/generate/Text2Img');
    await expect(generateButton).toBeEnabled();
    await untilDeviceIsReady(page);
    const note = page
      .getByRole('main')
      .getByText(words('Offline. What you make is kept and leaves later.'));
    const place = () => generateButton.boundingBox();
    const before = await place();
    await promptField.fill('a hill at dawn');
    expect(await place()).toEqual(before);
    await context.setOffline(true);
    await expect(note).toBeVisible();
    expect(await place()).toEqual(before);
    await context.setOffline(false);
    await expect(note).toBeHidden();
    expect(await place()).toEqual(before);
  },
);

test(
  'a page asks for its scripts before anything of the app runs, once it is known which those are',
  { tag: '@phone' },
  async ({ page }) => {
    const asked = () =>
      page
        .locator('link[rel="preload"][as="script"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    await page.goto('/about');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    expect(await asked()).toEqual([]);
    // The first start that the service worker serves tells which.
    await page.goto('/about');
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('kiln-scripts')))
      .not.toBeNull();
    expect(await asked()).toEqual([]);
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const scripts = await asked();
    expect(scripts.length).toBeGreaterThan(3);
    const used = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    );
    expect(scripts.filter((path) => !used.includes(path))).toEqual([]);
    // What others may have written there is not asked for; neither is what another version began with.
    const keep = async (kept: object) =>
      page.evaluate((value) => localStorage.setItem('kiln-scripts', value), JSON.stringify(kept));
    const kept = await page.evaluate(() => localStorage.getItem('kiln-scripts') ?? '');
    const { version } = JSON.parse(kept) as { version: string };
    const strange = ['https://example.org/assets/a.js', '/assets/../api/me', '/files/a.js', 7];
    await keep({ version, of: { about: strange } });
    await page.goto('/about');
    expect(await asked()).toEqual([]);
    // It notes its scripts in the moment in which it takes the shell's place.
    await expect(page.locator('#shell')).toHaveCount(0);
    await keep({ version, of: null });
    await page.goto('/about');
    const kinds = () =>
      page.evaluate(() => {
        const now = JSON.parse(localStorage.getItem('kiln-scripts') ?? '{}') as { of?: object };
        return Object.keys(now.of ?? {});
      });
    await expect.poll(kinds).toEqual(['about']);
    await keep({ version: 'another', of: { about: scripts } });
    await page.goto('/about');
    expect(await asked()).toEqual([]);
  },
);

test(
  'what pages begin with is kept as the network answered it, since of anything else Chromium keeps no compiled code',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/about');
    await untilDeviceIsReady(page);
    for (const path of ['/', '/generate', '/history', '/queue', '/me']) {
      await page.goto(path);
      await expect(page.locator('#shell')).toHaveCount(0);
      const madeHere = await page.evaluate(async () => {
        const large = performance
          .getEntriesByType('resource')
          .filter((entry) => entry instanceof PerformanceResourceTiming)
          .filter(
            ({ name, decodedBodySize }) =>
              /\/assets\/.*\.js$/.test(name) && decodedBodySize > 20_000,
          );
        const kept = await Promise.all(large.map(({ name }) => caches.match(name)));
        return large.flatMap(({ name }, at) => (kept[at]?.url === '' ? name : []));
      });
      expect(madeHere, path).toEqual([]);
    }
  },
);

test(
  'who goes elsewhere in the moment before the app is drawn gets there',
  { tag: '@desktop' },
  async ({ page, words }) => {
    await page.addInitScript(() => {
      let start: Window['kilnStart'];
      Object.defineProperty(window, 'kilnStart', {
        get: () => start,
        set: (next: Window['kilnStart']) => {
          start = next;
          if (next !== 'shown') return;
          history.pushState(null, '', '/queue');
          dispatchEvent(new PopStateEvent('popstate', { state: null }));
        },
      });
    });
    await page.goto('/generate/Text2Img');
    const heading = page.getByRole('main').getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(words('Queue'));
    await expect(page.locator('#shell')).toHaveCount(0);
  },
);

test(
  'what is to be asked anew while the app still begins is asked when it has',
  { tag: '@desktop' },
  async ({ page, context }) => {
    await page.goto('/generate/Text2Img');
    await untilDeviceIsReady(page);
    // It waits some seconds for a browser that does not say whether there is a service worker.
    await page.addInitScript(() => {
      ServiceWorkerContainer.prototype.register = () => new Promise(() => undefined);
    });
    let asked = 0;
    context.on('request', (request) => {
      if (new URL(request.url()).pathname === '/pgmodels.json') asked += 1;
    });
    await page.reload();
    await expect.poll(() => asked).toBeGreaterThan(0);
    const before = asked;
    // A model that this device does not know may be new.
    await page.evaluate(() => {
      history.pushState(null, '', '/generate/Text2Img/of-another-place');
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    });
    await expect.poll(() => asked).toBeGreaterThan(before);
  },
);

test(
  'a page that begins makes no format of Intl, the first of which takes twenty milliseconds of a fast computer',
  { tag: '@desktop' },
  async ({ page, platform, words }) => {
    const account = await enter(page, platform, words);
    await untilDeviceIsReady(page);
    const owner = account.session.user.userKey as UserKey;
    await writeRows(page, 'works', [
      workRow(1, { owner, onDevice: 0 }),
      workRow(2, { owner, onDevice: 0, jobType: 'Upscaling' }),
    ]);
    await page.addInitScript(() => {
      const made: string[] = [];
      Object.assign(window, { made });
      const noted = <Format extends object>(name: string, format: Format): Format =>
        new Proxy(format, {
          construct(target, given, newTarget) {
            made.push(`${name} ${new Error().stack}`);
            return Reflect.construct(target as never, given, newTarget) as object;
          },
        });
      Intl.NumberFormat = noted('NumberFormat', Intl.NumberFormat);
      Intl.DateTimeFormat = noted('DateTimeFormat', Intl.DateTimeFormat);
    });
    for (const path of ['/', '/generate', '/history', '/me', '/storage']) {
      await page.goto(path);
      await expect(page.getByRole('banner').getByRole('button', { name: '1,000' })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      const made = await page.evaluate(() => (window as unknown as { made: string[] }).made);
      expect(made, path).toEqual([]);
    }
  },
);

test(
  'who scrolls as soon as a page is there is not held up by what its frame says later',
  { tag: '@desktop' },
  async ({ page, context, watch, words }) => {
    watch.allow(failedRequest);
    await page.goto('/about');
    await untilDeviceIsReady(page);
    await context.setOffline(true);
    await page.addInitScript(() => {
      const scrolling = setInterval(() => dispatchEvent(new Event('scroll')), 50);
      Object.assign(window, { stopScrolling: () => clearInterval(scrolling) });
    });
    await page.goto('/about');
    const line = page.getByText(
      words('Offline. Your works are here, and what you start now leaves later.'),
    );
    await expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(3_000);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(line).toHaveCount(0);
    await page.evaluate(() => (window as unknown as { stopScrolling: () => void }).stopScrolling());
    await expect(line).toBeVisible();
  },
);
