import { devices } from '@playwright/test';

import { untilDeviceIsReady } from './fixtures/device.ts';
import { enter } from './fixtures/enter.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

test(
  'a work becomes an app, which keeps what was left unsaved; a stranger uses it by its link, and what is decided stays',
  { tag: '@desktop' },
  async ({ page, context, browser, network, platform, words, watch, hasTouch }) => {
    test.slow();
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    await enter(page, platform, words);
    const prompt = `a paper lantern ${Date.now()}`;
    await studio.ask(prompt);
    await expectPainted(studio.picture);
    await untilDeviceIsReady(page);

    const name = `纸灯笼 ${Date.now()}`;
    const nameField = page.getByRole('textbox', { name: words('Name of the app') });
    const row = (field: string) => page.locator(`#app-field-${field}`);
    await test.step('its words are asked, what else it was made with is decided', async () => {
      await page.goto('/history');
      await studio.works(prompt).click();
      await page.getByRole('button', { name: words('More actions'), exact: true }).click();
      await page.getByRole('menuitem', { name: words('Make an app of it…') }).click();
      await expect(page).toHaveURL('/template/new');
      const asked = words('Asked');
      await expect(row('prompt').getByRole('radio', { name: asked })).toBeChecked();
      await expect(row('width').getByRole('radio', { name: words('Decided') })).toBeChecked();
      await expect(page.getByRole('complementary').locator('img')).toBeVisible();
    });

    await test.step('without a name it is refused, and the field has the focus', async () => {
      await page.getByRole('button', { name: words('Save the app') }).click();
      await expect(page.getByText(words('An app needs a name'))).toBeVisible();
      await expect(nameField).toBeFocused();
    });

    await test.step('what was left unsaved is there again', async () => {
      await nameField.fill(name);
      await page.reload();
      await expect(page.getByText(words('Here is what you left unsaved'))).toBeVisible();
      await expect(nameField).toHaveValue(name);
    });

    await test.step('it is saved once a network is there, and opens', async () => {
      await page.getByRole('switch', { name: words('Everybody finds it') }).click();
      await context.setOffline(true);
      await page.getByRole('button', { name: words('Save the app') }).click();
      await expect(page.getByText(words('Nothing is lost: the app is kept'))).toBeVisible();
      await context.setOffline(false);
      await page.getByRole('button', { name: words('Save the app') }).click();
      await expect(page).toHaveURL(/\/generate\/Apps\/[0-9a-f-]{36}$/);
      await expect(page.getByRole('textbox', { name: words('Prompt'), exact: true })).toHaveValue(
        prompt,
      );
    });
    const id = page.url().split('/').at(-1) ?? '';

    const stranger = await browser.newContext({
      ...devices[hasTouch ? 'Pixel 7' : 'Desktop Chrome'],
      baseURL: network.url,
      locale: words.language === 'cn' ? 'zh-CN' : 'en-US',
    });
    await watch.attach(stranger);
    const other = await stranger.newPage();
    await test.step('a stranger finds it, and comes into it by its link', async () => {
      await other.goto('/smart-apps');
      await untilDeviceIsReady(other);
      await other.getByRole('searchbox', { name: words('Search apps') }).fill('灯笼');
      const found = other.getByRole('list', { name: words('From others') }).getByRole('link');
      await expect(found.filter({ hasText: name })).toHaveCount(1);
      await other.goto(`/a/${id}`);
      await expect(other.getByRole('heading', { level: 1, name })).toBeVisible();
      await other.locator(`a[href="/app/${id}"]`).click();
      await expect(other).toHaveURL(`/generate/Apps/${id}`);
    });

    await test.step('it asks for its words alone, and makes what was decided', async () => {
      const field = other.getByRole('textbox', { name: words('Prompt'), exact: true });
      await expect(field).toHaveValue(prompt);
      await expect(other.locator('#playground-width')).toHaveCount(0);
      await other.close();
      const second = await stranger.newPage();
      await enter(second, platform, words);
      await second.goto(`/app/${id}`);
      const theirs = createStudio(second, words);
      await second
        .getByRole('textbox', { name: words('Prompt'), exact: true })
        .fill('a red lantern');
      await theirs.generate();
      await expectPainted(theirs.picture);
      await second.goto('/smart-apps');
      await stranger.setOffline(true);
      await second.reload();
      await expect(
        second.getByRole('list', { name: words('Ready-made') }).getByRole('link', { name }),
      ).toBeVisible();
      await stranger.setOffline(false);
    });

    await test.step('deleted, it is gone for everybody', async () => {
      await page.goto('/smart-apps');
      await page.getByRole('button', { name: words('Actions: {name}', { name }) }).click();
      await page.getByRole('menuitem', { name: words('Delete'), exact: true }).click();
      await page.getByRole('button', { name: words('Delete the app') }).click();
      await expect(page.getByRole('list', { name: words('Your apps') })).toHaveCount(0);
      expect((await page.request.get(`/a/${id}`)).status()).toBe(404);
    });
    await stranger.close();
  },
);
