import { expectAccessible, expectNoSidewaysScroll, expectTouchable } from './fixtures/inspect.ts';
import { newCredentials } from './fixtures/api.ts';
import { createStudio } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

test(
  'a password is changed without losing this device, and every other one is out',
  { tag: '@phone' },
  async ({ page, platform, watch, words }) => {
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    const credentials = await studio.register(newCredentials());
    const elsewhere = await fetch(`${platform.url}/api/account/login`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0',
      },
      body: JSON.stringify(credentials),
    });
    expect(elsewhere.status).toBe(200);
    await page.goto('/me');
    await page.getByRole('button', { name: words('Password and devices') }).click();
    const dialog = page.getByRole('dialog', { name: words('Password and devices') });
    await expect(dialog.getByRole('listitem')).toHaveCount(2);
    await expect(dialog.getByText('Firefox · Linux')).toBeVisible();
    await expectAccessible(page, 'password and devices');
    await expectTouchable(page, 'password and devices');
    await expectNoSidewaysScroll(page, 'password and devices');

    const old = dialog.getByLabel(words('Current password'), { exact: true });
    const chosen = dialog.getByLabel(words('New password'), { exact: true });
    const change = dialog.getByRole('button', { name: words('Change and sign out other devices') });
    await old.fill('surely not this');
    await chosen.fill('seven grey herons');
    await change.click();
    await expect(dialog).toContainText(words('That is not your password. Check it and try again.'));
    await old.fill(credentials.password);
    await change.click();
    await expect(
      page.getByText(words('Your password is changed, and other devices are signed out.')),
    ).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
    await page.reload();
    await page.getByRole('button', { name: words('Password and devices') }).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(1);
  },
);
