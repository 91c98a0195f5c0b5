import { playgroundGenerate } from '../../src/api/contract/generate.ts';
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
    // The session ends under the submission: any call that hears of it earlier asks for the sign-in before the press.
    const { path } = playgroundGenerate;
    const submission = network.on({ path, fault: { kind: 'hold' } });
    await studio.describe('a bridge in the rain');
    await studio.generate();
    await network.until(() => network.find({ path }).length > 0);
    await account.logOut(await readSession(page));
    submission.release();
    await expect(studio.result.getByText(words('Please sign in')).last()).toBeVisible();
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
