import type { Page } from '@playwright/test';

import { workRouteId } from '../../src/domain/ids.ts';
import type { WorkId } from '../../src/domain/ids.ts';
import { openAccount } from './fixtures/api.ts';
import { expectAccessible, expectNoSidewaysScroll, expectTouchable } from './fixtures/inspect.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import type { Studio } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import type { Words } from './fixtures/words.ts';

const routes = [
  '/',
  '/generate/Text2Img',
  '/generate/Upscaling',
  '/queue',
  '/history',
  '/smart-apps',
  '/template/new',
  '/options',
  '/me',
  '/about',
  '/terms',
  '/updates',
];

/** An account with a finished work. @returns the address of the work */
async function furnish(studio: Studio, platformUrl: string): Promise<string> {
  const credentials = await studio.register();
  await studio.ask('a garden wall');
  await expectPainted(studio.picture);
  const [work] = await (await openAccount(platformUrl, credentials)).works();
  return `/work/${workRouteId(work?.image_id as WorkId)}`;
}

/** Goes there inside the app where that shows another page; else the address is loaded. */
async function open(page: Page, route: string): Promise<void> {
  const isWithin = await page.evaluate((to) => {
    const { pathname } = location;
    const heading = document.querySelector('main h1');
    const isSamePage = pathname.split('/')[1] === to.split(/[/?]/)[1];
    if (!heading || isSamePage || to.includes('?')) return false;
    heading.setAttribute('data-left', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    return true;
  }, route);
  if (!isWithin) await page.goto(route);
  await expect(page.locator('main h1:not([data-left])')).toBeAttached();
  await expect(page.getByRole('main').getByRole('status', { name: /.+/ })).toHaveCount(0);
}

/** What a person meets before and while signing in, looked at by `look`; leaves the dialog open. */
async function openSignIn(
  page: Page,
  { studio, words, look }: { studio: Studio; words: Words; look: (where: string) => Promise<void> },
): Promise<void> {
  await look('the queue of somebody who is not signed in');
  await page
    .getByRole('main')
    .getByRole('button', { name: words('Sign in'), exact: true })
    .click();
  await expect(studio.dialog).toBeVisible();
  await look('the sign-in dialog');
}

// Colours are the same on every screen: each scheme is looked at on one.
test(
  'axe finds nothing on any route in dark',
  { tag: '@desktop' },
  async ({ page, platform, words }) => {
    test.slow();
    const studio = createStudio(page, words);
    const look = (where: string) => expectAccessible(page, where);
    await open(page, '/queue?mode=dark');
    await openSignIn(page, { studio, words, look });
    const work = await furnish(studio, platform.url);
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    for (const route of [...routes, work]) {
      await test.step(route, async () => {
        await open(page, route);
        await look(route);
      });
    }
  },
);

test(
  'on a phone axe finds nothing on any route in light, a finger hits everything it aims at, and at 320 px nothing scrolls sideways',
  { tag: '@phone' },
  async ({ page, platform, words }) => {
    test.slow();
    const studio = createStudio(page, words);
    const look = async (where: string) => {
      await expectAccessible(page, where);
      await expectTouchable(page, where);
    };
    await open(page, '/queue?mode=light');
    await openSignIn(page, { studio, words, look });
    const work = await furnish(studio, platform.url);
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    const phone = page.viewportSize() ?? { width: 390, height: 844 };
    for (const route of [...routes, work]) {
      await test.step(route, async () => {
        await open(page, route);
        await look(route);
        await page.setViewportSize({ width: 320, height: 640 });
        await expectNoSidewaysScroll(page, route);
        await page.setViewportSize(phone);
      });
    }
    await open(page, '/generate/Text2Img');
    await page
      .getByRole('main')
      .getByRole('button', { name: words('Settings'), exact: true })
      .click();
    await studio.dialog.getByRole('button', { name: words('More settings') }).click();
    await expect(studio.dialog.getByRole('slider').first()).toBeVisible();
    await expectTouchable(page, 'the settings');
  },
);
