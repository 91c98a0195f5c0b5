import { openAccount } from './fixtures/api.ts';
import { untilDeviceIsReady } from './fixtures/device.ts';
import { createStudio, expectPainted, makingMs } from './fixtures/studio.ts';
import { expect, test } from './fixtures/both-languages.ts';
import { expectAccessible, expectNoSidewaysScroll, expectTouchable } from './fixtures/inspect.ts';
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

test("today's credits are asked for without a network, arrive with it, and the list says why", async ({
  page,
  context,
  watch,
  words,
}, { project }) => {
  watch.allow(failedRequest);
  const studio = createStudio(page, words);
  await studio.register();
  await untilDeviceIsReady(page);
  const badge = page.getByRole('banner').getByRole('button', {
    name: words.pattern("{credits} credits, today's free credits are waiting"),
  });
  await badge.click();
  const dialog = page.getByRole('dialog', { name: words('Credits in and out') });
  await expect(dialog.getByText(words('Welcome gift'))).toBeVisible();
  await expectAccessible(page, 'credits');
  await expectNoSidewaysScroll(page, 'credits');
  if (project.name === 'phone') await expectTouchable(page, 'credits');
  await context.setOffline(true);
  await dialog.getByRole('button', { name: /10/ }).click();
  await expect(dialog.getByText(words("Saved, yours once you're back online"))).toBeVisible();
  await context.setOffline(false);
  const claim = dialog.getByRole('status').first();
  await expect(claim).toContainText(words('credits are yours. Come back tomorrow', { amount: 10 }));
  await expect(dialog.getByText(words("Today's free credits"))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('banner').getByText('11')).toBeVisible();
});
