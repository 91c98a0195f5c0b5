import { newCredentials } from './fixtures/api.ts';
import { bareTest as test, expect } from './fixtures/both-languages.ts';
import { expectAccessible, expectNoSidewaysScroll, expectTouchable } from './fixtures/inspect.ts';
import { startPlatform } from './fixtures/platform.ts';
import type { Platform } from './fixtures/platform.ts';
import { createStudio } from './fixtures/studio.ts';
import { createWatch, failedRequest } from './fixtures/watch.ts';

let platform: Platform;
let url = '';
test.beforeAll(async () => {
  platform = await startPlatform({});
  // Browsers bind passkeys to names, never to addresses.
  url = platform.url.replace('127.0.0.1', 'localhost');
});
test.afterAll(() => platform?.stop());

test('a passkey that was made here signs in without a password, until it is taken away', async ({
  page,
  context,
  words,
}, { project }) => {
  const watch = createWatch(() => [url]);
  await watch.attach(context);
  watch.allow(failedRequest);
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto(`${url}/me`);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const signIn = main.getByRole('button', { name: words('Sign in or create an account') });
  await signIn.click();
  const studio = createStudio(page, words);
  const credentials = newCredentials();
  await studio.registerInDialog(credentials);
  const heading = main.getByRole('heading', { level: 1, name: credentials.account });
  await expect(heading).toBeVisible();

  const security = main.getByRole('button', { name: words('Password and devices') });
  await security.click();
  const add = dialog.getByRole('button', { name: words('Add a passkey') });
  const remove = dialog.getByRole('button', { name: words.pattern('Remove passkey {name}') });
  // They think better of it.
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await add.click();
  await expect(dialog).toContainText(words('No passkey was made'));
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await add.click();
  await expect(remove).toHaveCount(1);
  await expect(dialog).not.toContainText(words('No passkey was made'));
  await expectAccessible(page, 'passkeys');
  if (project.name === 'phone') await expectTouchable(page, 'passkeys');
  await expectNoSidewaysScroll(page, 'passkeys');
  await context.setOffline(true);
  await expect(add).toBeDisabled();
  await context.setOffline(false);
  await page.keyboard.press('Escape');

  async function signOut() {
    await main.getByRole('button', { name: words('Sign out'), exact: true }).click();
    await dialog.getByRole('button', { name: words('Sign out'), exact: true }).click();
    await expect(signIn).toBeVisible();
    await signIn.click();
  }
  await signOut();
  const use = dialog.getByRole('button', { name: words('Use a passkey') });
  await use.click();
  await expect(heading).toBeVisible();
  await expect(dialog).toBeHidden();

  await security.click();
  await remove.click();
  await expect(remove).toHaveCount(0);
  await page.keyboard.press('Escape');
  await signOut();
  await use.click();
  await expect(dialog).toContainText(words('No passkey opened Kiln'));
  await studio.signInInDialog(credentials);
  await expect(heading).toBeVisible();
  expect(watch.violations).toEqual([]);
  expect(watch.externalRequests).toEqual([]);
  expect(watch.complaints).toEqual([]);
});
