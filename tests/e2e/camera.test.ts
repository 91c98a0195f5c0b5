import { chromiumFlags, locateBrowser } from '../../scripts/find-browser.mjs';
import { expectAccessible } from './fixtures/inspect.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';

const executablePath = locateBrowser();

test.use({
  // A camera that shows a moving dial, and a browser that says yes.
  launchOptions: {
    args: [
      ...chromiumFlags,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
    ...(executablePath && { executablePath }),
  },
});

test(
  'a photo is taken with the camera of a desktop, under the headers that the platform sends',
  { tag: '@desktop' },
  async ({ page, words }) => {
    const studio = createStudio(page, words);
    await page.goto('/generate/Upscaling');
    await page.getByRole('button', { name: words('Take a photo') }).click();
    const take = studio.dialog.getByRole('button', { name: words('Take it') });
    await expect(take).toBeEnabled();
    await expectAccessible(page, 'the camera');
    await take.click();
    await expectPainted(studio.dialog.getByRole('img', { name: words('The photo') }));
    await studio.dialog.getByRole('button', { name: words('Use the photo') }).click();
    await expect(studio.dialog).toBeHidden();
    await expect(page.getByText('photo.jpg')).toBeVisible();
  },
);
