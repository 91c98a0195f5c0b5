import { untilDeviceIsReady } from './fixtures/device.ts';
import { expectAccessible, expectNoSidewaysScroll, expectTouchable } from './fixtures/inspect.ts';
import { expect, test } from './fixtures/test.ts';

test.use({ locale: 'zh-CN' });

test(
  'a reader of Chinese is shown around once, at their own pace, and again when they ask',
  { tag: '@phone' },
  async ({ browser, network, watch, viewport }) => {
    // A browser of its own: the others put the guide away.
    const context = await browser.newContext({
      baseURL: network.url,
      locale: 'zh-CN',
      viewport,
      hasTouch: true,
      reducedMotion: 'no-preference',
    });
    await watch.attach(context);
    const page = await context.newPage();
    await page.clock.install();
    await page.goto('/');
    const guide = page.getByRole('dialog', { name: '使用指引' });
    await expect(async () => {
      await page.clock.runFor(500);
      await expect(guide).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(guide.getByRole('heading', { name: '写一句话' })).toBeVisible();
    await page.clock.runFor(15_500);
    await expect(guide.getByRole('heading', { name: '或者换个工具' })).toBeVisible();
    await guide.getByRole('button', { name: '停在这一张' }).click();
    await page.clock.runFor(60_000);
    await expect(guide.getByRole('heading', { name: '或者换个工具' })).toBeVisible();
    await guide.getByRole('button', { name: '下一张' }).click();
    await expect(guide.getByText('3 / 9')).toBeVisible();
    // Of what moves by itself nothing is left to wait for.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expectAccessible(page, 'the guide');
    await expectNoSidewaysScroll(page, 'the guide');
    await expectTouchable(page, 'the guide');
    await guide.getByRole('button', { name: '开始使用' }).click();
    await expect(guide).toBeHidden();

    await page.reload();
    await page.clock.runFor(5_000);
    await untilDeviceIsReady(page);
    await expect(guide).toBeHidden();
    await page.getByRole('button', { name: '看看怎么用' }).click();
    await expect(guide).toBeVisible();
    await context.close();
  },
);

test(
  'who begins something while the guide is on its way is left alone',
  { tag: '@desktop' },
  async ({ browser, network, watch }) => {
    const context = await browser.newContext({ baseURL: network.url, locale: 'zh-CN' });
    await watch.attach(context);
    const page = await context.newPage();
    const asked = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    await page.route(/GuideDialog-.*\.js/, async (route) => {
      asked.resolve();
      await begun.promise;
      await route.continue();
    });
    await page.goto('/about');
    await asked.promise;
    await page.getByRole('heading', { level: 1 }).click();
    const came = page.waitForResponse(/GuideDialog-.*\.js/);
    begun.resolve();
    await (await came).finished();
    // Everything the app fetches by itself is here by then, long after the guide would have opened.
    await untilDeviceIsReady(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await context.close();
  },
);
