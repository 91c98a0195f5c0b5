import { loseNetwork } from './fixtures/browser.ts';
import { untilDeviceIsReady } from './fixtures/device.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

test(
  'pages of text are found from the foot of the about page, lead on within the app, and stay without a network',
  { tag: '@desktop' },
  async ({ page, context, network, watch, words }) => {
    await page.goto('/about');
    await untilDeviceIsReady(page);
    const main = page.getByRole('main');
    const foot = main.getByRole('navigation', { name: words('Terms, privacy and more') });
    const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

    await foot.getByRole('link', { name: words('Terms of use'), exact: true }).click();
    await expect(heading(words('Terms of use'))).toBeVisible();
    await expect(page).toHaveURL(/\/terms$/);
    await expect(page).toHaveTitle(new RegExp(words('Terms of use')));
    const parts = main.getByRole('heading', { level: 2 });
    await expect(parts).toHaveCount(8);

    await test.step('a link of the text leads on without loading the app anew', async () => {
      await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''));
      await main.locator('a[href="/PayProtection"]').first().click();
      await expect(heading(words('Credits and payments'))).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-same-page');
      await page.goBack({ waitUntil: 'commit' });
      await expect(heading(words('Terms of use'))).toBeVisible();
    });

    await test.step('other addresses of a page lead to it, and nothing else is one', async () => {
      await page.goto('/Agreement');
      await expect(page).toHaveURL(/\/terms$/);
      await expect(parts).toHaveCount(8);
      await page.goto('/nothing-of-this-name');
      await expect(heading(words('There is nothing here'))).toBeVisible();
    });

    await test.step('a link to a part shows that part', async () => {
      await page.goto('/terms#part-6');
      await expect(parts.nth(5)).toBeInViewport();
      await expect(parts.nth(5)).toBeFocused();
    });

    await test.step('an address that was cut short in the middle of a letter opens its page, or says that there is none', async () => {
      await page.goto('/terms#part-%E4%B8');
      await expect(parts).toHaveCount(8);
      await page.goto('/generate/Text2Img/kiln-%E4%B8');
      await expect(heading(words('There is nothing here'))).toBeVisible();
    });

    await test.step('what was read is there without a network; what was not says so', async () => {
      watch.allow(failedRequest);
      await loseNetwork(context, network);
      await page.goto('/terms');
      await expect(parts).toHaveCount(8);
      await foot.getByRole('link', { name: words('Disclaimer'), exact: true }).click();
      await expect(page.getByText(words("This page hasn't come yet"))).toBeVisible();
    });
  },
);
