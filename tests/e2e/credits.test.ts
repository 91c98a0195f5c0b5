import { openAccount } from './fixtures/api.ts';
import { createStudio, expectPainted, makingMs } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

test.use({ registrationCredits: 1 });

test(
  "too few credits lose nothing: today's free ones are claimed and the request succeeds",
  { tag: '@phone' },
  async ({ page, platform, watch, words }) => {
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    const credentials = await studio.register();
    await studio.ask('the last credit');
    await expectPainted(studio.picture);
    await studio.ask('one too many');
    await studio.openQueue();
    const refused = studio.requests(words('Needs you'));
    await expect(refused).toHaveCount(1);
    await expect(refused).toContainText(words('Not enough credits for today'));
    await expect(refused).toContainText('one too many');
    const account = await openAccount(platform.url, credentials);
    expect(await account.balance()).toEqual({ balance: 0, reserved: 0 });

    await refused.getByRole('button', { name: words('Claim credits and retry') }).click();
    await expect(studio.requests(words('Done'))).toHaveCount(2, { timeout: makingMs });
    expect(await account.balance()).toEqual({ balance: 9, reserved: 0 });
    expect(await account.works()).toHaveLength(2);
  },
);
