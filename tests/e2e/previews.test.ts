import { startComfyDouble } from '../fixtures/engines/comfyui.ts';
import type { ComfyDouble } from '../fixtures/engines/comfyui.ts';
import { enter } from './fixtures/enter.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect, test as base } from './fixtures/test.ts';

const test = base.extend<object, { comfyui: ComfyDouble }>({
  comfyui: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the destructuring
    async ({}, use) => {
      const double = await startComfyDouble({ build: 'new' });
      await use(double);
      await double.stop();
    },
    { scope: 'worker' },
  ],
  serverEnvironment: [
    async ({ comfyui }, use) => {
      await use({ COMFYUI_URL: comfyui.url });
    },
    { scope: 'worker' },
  ],
});

test(
  'a picture is seen while it is made, in the result pane and in the queue, and then the whole of it',
  { tag: '@desktop' },
  async ({ page, platform, words, comfyui }) => {
    const studio = createStudio(page, words);
    await enter(page, platform, words);
    comfyui.holdAt = 5;
    await page.goto(`/generate/Text2Img/${encodeURIComponent('comfyui/text-to-image')}`);
    await studio.promptField.fill('a kiln at night');
    await studio.generate();
    const soFar = studio.result.getByRole('img', { name: words('How it looks so far') });
    await expectPainted(soFar);

    await studio.openQueue();
    await expectPainted(studio.requests().first().locator('img[src^="blob:"]'));

    await page.goBack({ waitUntil: 'commit' });
    await expectPainted(soFar);
    comfyui.release();
    await expectPainted(studio.picture);
    await expect(soFar).toHaveCount(0);
    expect(comfyui.accepted).toHaveLength(1);
  },
);
