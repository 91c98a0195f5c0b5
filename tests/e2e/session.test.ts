import { getCreditBalance } from '../../src/api/contract/account.ts';
import { openAccount } from './fixtures/api.ts';
import { readSession } from './fixtures/device.ts';
import { createStudio, makingMs } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

test(
  'a request whose session ended waits for the sign-in and then goes on by itself',
  { tag: '@phone' },
  async ({ page, network, platform, watch, words }) => {
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    const credentials = await studio.register();
    const account = await openAccount(platform.url, credentials);
    // Else a poll of the balance may hear of it first, and the person is asked to sign in before they press.
    const polls = network.on({ path: getCreditBalance.path, fault: { kind: 'hold' } });
    await studio.describe('a bridge in the rain');
    await account.logOut(await readSession(page));
    await studio.generate();
    await expect(studio.result.getByText(words('Please sign in')).last()).toBeVisible();
    polls.remove();
    await studio.openQueue();
    await expect(studio.requests(words('Needs you'))).toContainText(words('Please sign in'));

    // Not by the request's own button: signing in anywhere is enough.
    await page.goto('/me');
    await page
      .getByRole('main')
      .getByRole('button', { name: words('Sign in again') })
      .click();
    await studio.signInInDialog(credentials);
    await studio.openQueue();
    await expect(studio.requests(words('Done'))).toHaveCount(1, { timeout: makingMs });
    expect(await account.charges()).toHaveLength(1);
  },
);

test(
  'a restarted server still knows who is signed in',
  { tag: '@desktop' },
  async ({ page, platform, watch, words }) => {
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    await studio.register();
    await platform.restart();
    await studio.ask('a pine on a rock');
    await studio.openQueue();
    await expect(studio.requests(words('Done'))).toHaveCount(1, { timeout: makingMs });
  },
);
