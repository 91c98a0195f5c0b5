import { newCredentials, openAccount } from './fixtures/api.ts';
import { expectAccessible, expectNoSidewaysScroll, expectTouchable } from './fixtures/inspect.ts';
import { createStudio } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

test(
  'a link gives its credits through a sign-in, once, and tells without a network that it needs one',
  { tag: '@phone' },
  async ({ page, context, platform, watch, words }) => {
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    await page.goto('/?pointId=5');
    const gift = page.getByRole('dialog', { name: words('Credits for you') });
    await expect(gift).toContainText(words('Credits are waiting for you'));
    await expect(page).not.toHaveURL(/pointId/);
    await gift.getByRole('button', { name: words('Sign in'), exact: true }).click();
    const credentials = newCredentials();
    await studio.registerInDialog(credentials);

    const take = gift.getByRole('button', { name: /300/ });
    await expect(take).toBeVisible();
    await expectAccessible(page, 'credits of a link');
    await expectTouchable(page, 'credits of a link');
    await context.setOffline(true);
    await take.click();
    await expect(gift).toContainText(words('This needs a network'));
    await context.setOffline(false);
    await take.click();
    await expect(gift).toContainText(/300 credits are yours/);
    const account = await openAccount(platform.url, credentials);
    expect((await account.balance()).balance).toBe(1300);
    await gift.getByRole('link', { name: words('Make something') }).click();
    await expect(gift).toBeHidden();
    await expect(page).toHaveURL(/\/generate/);

    await page.goto('/getpoint/5');
    await expect(page.getByRole('main')).toContainText(
      words('You have had these credits. A link gives once.'),
    );
    await expectNoSidewaysScroll(page, 'credits of a link');
    await page.goto('/getpoint/gone');
    await expect(page.getByRole('main')).toContainText(words('This link gives nothing any more'));
    await page.goto('/getpoint?pointId=1');
    await expect(page).toHaveURL(/\/getpoint\/1$/);
    await page.getByRole('button', { name: /70/ }).click();
    await expect(page.getByRole('main')).toContainText(/70 credits are yours/);
    expect((await account.balance()).balance).toBe(1370);
  },
);
