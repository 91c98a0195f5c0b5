import { startOpenId } from '../fixtures/openid-provider.ts';
import type { OpenIdProvider } from '../fixtures/openid-provider.ts';
import { bareTest as test, expect } from './fixtures/both-languages.ts';
import { expectAccessible, expectTouchable } from './fixtures/inspect.ts';
import { startPlatform } from './fixtures/platform.ts';
import type { Platform } from './fixtures/platform.ts';
import { createWatch, failedRequest } from './fixtures/watch.ts';

let provider: OpenIdProvider;
let platform: Platform;

test.beforeAll(async () => {
  // The provider leads back to the platform's own address, so no proxy stands between.
  platform = await startPlatform({
    env: async (url) => {
      provider = await startOpenId(`${url}/api/account/oidc/callback`);
      return {
        KILN_PUBLIC_URL: url,
        KILN_OIDC_ISSUER: provider.issuer,
        KILN_OIDC_CLIENT_ID: provider.clientId,
        KILN_OIDC_CLIENT_SECRET: provider.clientSecret,
        KILN_OIDC_NAME: 'Guild',
      };
    },
  });
});
test.afterAll(async () => {
  await platform?.stop();
  await provider?.stop();
});

test('somebody signs in by an account elsewhere and goes on where they were; what was brought back is used once', async ({
  page,
  context,
  words,
}, { project }) => {
  const watch = createWatch(() => [platform.url, provider.issuer]);
  await watch.attach(context);
  watch.allow(failedRequest);
  // The provider's own page wants a font from elsewhere.
  await context.route('https://fonts.googleapis.com/**', (route) => route.abort());
  const referrers: (string | undefined)[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/api/account/oidc/finish'))
      referrers.push(request.headers()['referer']);
  });
  await page.goto(`${platform.url}/me?tab=1`);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: words('Sign in or create an account') }).click();
  const dialog = page.getByRole('dialog');
  const elsewhere = dialog.getByRole('button', {
    name: words('Continue with {name}', { name: 'Guild' }),
  });
  await expect(elsewhere).toBeVisible();
  await expectAccessible(page, 'sign-in with a door elsewhere');
  if (project.name === 'phone') await expectTouchable(page, 'sign-in with a door elsewhere');
  await context.setOffline(true);
  await expect(elsewhere).toBeDisabled();
  await context.setOffline(false);
  await elsewhere.click();

  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}`));
  await page.getByPlaceholder(/login/i).fill('mei');
  await page.getByPlaceholder(/password/i).fill('any');
  await page.getByRole('button', { name: /sign-in/i }).click();
  await page.getByRole('button', { name: /continue/i }).click();
  await expect(page).toHaveURL(`${platform.url}/me?tab=1`);
  await expect(main.getByRole('heading', { level: 1, name: 'mei 李' })).toBeVisible();
  await expect(page.getByText('1,000').first()).toBeVisible();
  expect(referrers.every((referrer) => !referrer?.includes('ticket'))).toBe(true);

  // There is no password to change.
  await main.getByRole('button', { name: words('Password and devices') }).click();
  await expect(dialog.getByText(words('This device'))).toBeVisible();
  await expect(dialog.locator('input[type=password]')).toHaveCount(0);
  await page.keyboard.press('Escape');

  // Somebody else's ticket, or one that was used, opens nothing, and leaves the address, too.
  await page.goto(`${platform.url}/entered#ticket=${'x'.repeat(43)}`);
  await expect(main).toContainText(words("This sign-in didn't work"));
  await expect(page).toHaveURL(`${platform.url}/entered`);
  await page.goto(`${platform.url}/entered#failure=refused`);
  await page.reload();
  await expect(main).toContainText(words("You didn't sign in"));
  expect(watch.violations).toEqual([]);
  const strangers = watch.externalRequests.filter((one) => !one.includes('fonts.googleapis.com'));
  expect(strangers).toEqual([]);
  expect(watch.complaints).toEqual([]);
});
