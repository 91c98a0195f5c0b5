import type { Locator, Page } from '@playwright/test';

import { newCredentials } from './fixtures/api.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';

/** Presses Tab until the control has the focus, as a person without a mouse does. */
async function tabTo(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(control, 'reached by Tab').toBeFocused();
}

/** A focus that nobody sees is none. */
async function expectVisibleFocus(control: Locator): Promise<void> {
  const style = await control.evaluate((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return { outlined: outlineStyle !== 'none' && outlineWidth !== '0px', boxShadow };
  });
  expect(style.outlined || style.boxShadow !== 'none', 'a visible focus').toBe(true);
}

test(
  'from the first page to a downloadable picture without a mouse',
  { tag: '@desktop' },
  async ({ page, words }) => {
    const studio = createStudio(page, words);
    const { account, password } = newCredentials();
    await page.goto('/');
    const start = page.getByRole('textbox', { name: words('Describe the picture') });
    await expect(start).toBeVisible();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: words('Skip to the page') });
    await expect(skip).toBeFocused();
    await expectVisibleFocus(skip);
    await page.keyboard.press('Enter');
    await tabTo(page, start);
    await page.keyboard.type('a paper lantern');
    await page.keyboard.press('Enter');

    await expect(studio.promptField).toHaveValue('a paper lantern');
    await tabTo(page, studio.generateButton);
    await expectVisibleFocus(studio.generateButton);
    await page.keyboard.press('Enter');
    await expect(studio.dialog).toBeVisible();
    const name = studio.dialog.getByRole('textbox', { name: words('Name'), exact: true });
    await expect(name).toBeFocused();
    // Nobody has been here before: an account is what is needed, and sign-in is one key away.
    const isNew = studio.dialog.getByRole('radio', { name: words('New here') });
    await expect(isNew).toBeChecked();
    await tabTo(page, isNew, 'Shift+Tab');
    await page.keyboard.press('ArrowLeft');
    await expect(studio.dialog.getByRole('radio', { name: words('Sign in') })).toBeChecked();
    await page.keyboard.press('ArrowRight');
    await expect(isNew).toBeChecked();
    await tabTo(page, name);
    await page.keyboard.type(account);
    await tabTo(page, studio.dialog.getByLabel(words('Password'), { exact: true }));
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(studio.dialog).toBeHidden();
    // The place one came from has the focus again.
    await expect(studio.generateButton).toBeFocused();

    await expectPainted(studio.picture);
    const download = studio.result.getByRole('button', { name: words('Download') });
    await tabTo(page, download);
    const file = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await file).suggestedFilename()).toContain('a paper lantern');
  },
);

test(
  'the queue opens over any page, Escape closes it, and a sign-in asked for in it takes its place and gives it back',
  { tag: '@desktop' },
  async ({ page, words }) => {
    await test.step('the queue opens over any page, and Escape closes it', async () => {
      const studio = createStudio(page, words);
      await page.goto('/about');
      const button = page.getByRole('banner').getByRole('button', { name: words('Queue') });
      await tabTo(page, button);
      await page.keyboard.press('Enter');
      await expect(
        studio.dialog.getByRole('heading', { name: words('Queue'), exact: true }),
      ).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(studio.dialog).toBeHidden();
      await expect(button).toBeFocused();
    });
    await test.step('a sign-in asked for in the queue takes its place and gives it back', async () => {
      const { account, password } = newCredentials();
      await page.goto('/about');
      await page.getByRole('link', { name: words('Works'), exact: true }).click();
      await expect(page).toHaveURL((url) => url.pathname === '/history');
      await page
        .getByRole('banner')
        .getByRole('button', { name: words('Queue') })
        .click();
      const queue = page.getByRole('dialog', { name: words('Queue'), exact: true });
      await queue.getByRole('button', { name: words('Sign in'), exact: true }).click();
      const signIn = page.getByRole('dialog', { name: words('Welcome to Kiln') });
      await expect(signIn).toBeVisible();
      await expect(queue).toBeHidden();
      await signIn.getByRole('textbox', { name: words('Name'), exact: true }).fill(account);
      await signIn.getByLabel(words('Password'), { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      await expect(signIn).toBeHidden();
      await expect(queue.getByText(words('Nothing in the kiln'))).toBeVisible();
      // The page behind is not where one goes on from a panel that lies over it.
      await page.goBack({ waitUntil: 'commit' });
      await expect(queue).toBeHidden();
    });
  },
);
