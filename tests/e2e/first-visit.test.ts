import { newCredentials, openAccount } from './fixtures/api.ts';
import { loseNetwork } from './fixtures/browser.ts';
import { untilDeviceIsReady } from './fixtures/device.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

const prompts = { cn: '雾中的灯塔，水墨', en: 'A lighthouse in the fog, ink on paper' };

for (const [language, locale, tag] of [
  ['cn', 'zh-CN', '@phone'],
  ['en', 'en-US', '@desktop'],
] as const) {
  test.describe(`in ${language}`, { tag }, () => {
    test.use({ locale });

    test('a first visit ends with a picture that is still there when the network is cut', async ({
      page,
      context,
      network,
      platform,
      words,
      watch,
    }) => {
      const studio = createStudio(page, words);
      const credentials = newCredentials();
      await page.goto('/');
      await expect(page.locator('html')).toHaveAttribute('lang', locale.split('-US')[0] ?? '');
      await page
        .getByRole('textbox', { name: words('Describe the picture') })
        .fill(prompts[language]);
      await page.getByRole('button', { name: words('Start'), exact: true }).click();
      await expect(studio.promptField).toHaveValue(prompts[language]);

      await studio.generate();
      await expect(studio.dialog).toBeVisible();
      const startMs = performance.now();
      await studio.registerInDialog(credentials);
      await expectPainted(studio.picture);
      const seconds = ((performance.now() - startMs) / 1_000).toFixed(1);
      test
        .info()
        .annotations.push({ type: 'from account to picture', description: `${seconds} s` });

      await page.goto('/history');
      const tile = studio.works(prompts[language]).locator('img');
      await expectPainted(tile);

      // On a slow machine the service worker may still be fetching the app.
      await untilDeviceIsReady(page);
      watch.allow(failedRequest);
      await loseNetwork(context, network);
      await page.reload();
      await expectPainted(tile);
      // Not the small one either: all of it is here.
      await studio.works(prompts[language]).click();
      const picture = studio.dialog.getByRole('img').first();
      await expectPainted(picture);
      expect(await picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(512);

      const account = await openAccount(platform.url, credentials);
      expect(await account.works()).toMatchObject([
        { prompt: expect.stringContaining(prompts[language]) },
      ]);
      expect(await account.charges()).toHaveLength(1);
    });
  });
}
