import { binWorks, deleteWorks, favouriteWorks } from '../../src/api/contract/works.ts';
import { findNetwork, loseNetwork } from './fixtures/browser.ts';
import { untilDeviceIsReady } from './fixtures/device.ts';
import { enter } from './fixtures/enter.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import type { Studio } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';
import type { Words } from './fixtures/words.ts';

const path = binWorks.path;

async function deleteByMouse(studio: Studio, words: Words, prompt: string): Promise<void> {
  await studio.page.goto('/history');
  await studio.works(prompt).hover();
  await studio.page
    .getByRole('button', { name: words('Actions: {name}', { name: prompt }) })
    .click();
  await studio.page.getByRole('menuitem', { name: words('Delete'), exact: true }).click();
  await expect(studio.works(prompt)).toBeHidden();
}

/** A finger can't hover; what it selects has a bar of its own. */
async function deleteByFinger(studio: Studio, words: Words, prompt: string): Promise<void> {
  const { page } = studio;
  await page.goto('/history');
  await page.getByRole('button', { name: words('Select'), exact: true }).tap();
  await page.getByRole('checkbox', { name: words('Select: {name}', { name: prompt }) }).tap();
  await page.getByRole('button', { name: words('Delete what is selected') }).tap();
  // While one selects, the picture is a checkbox: that no link is there says nothing yet.
  await expect(page.getByRole('button', { name: words('Undo'), exact: true })).toBeVisible();
  await expect(studio.works(prompt)).toBeHidden();
}

test(
  'a deleted work can be brought back, at once or out of the bin, and one that is not is gone from the platform too; a favourite leaves once if it stays, and never if it does not',
  { tag: '@desktop' },
  async ({ page, network, platform, words, context, watch }) => {
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    const account = await enter(page, platform, words);
    await test.step('a deleted work can be brought back, and one that is not is gone from the platform too', async () => {
      await studio.ask('a stone bridge');
      await expectPainted(studio.picture);

      await deleteByMouse(studio, words, 'a stone bridge');
      await page.getByRole('button', { name: words('Undo'), exact: true }).click();
      await expectPainted(studio.works('a stone bridge').locator('img'));
      expect(network.find({ path })).toHaveLength(0);
      expect(await account.works()).toHaveLength(1);

      await deleteByMouse(studio, words, 'a stone bridge');
      await network.until(() => network.find({ path }).some(({ delivered }) => delivered));
      expect(await account.works()).toEqual([]);
      await page.reload();
      await expect(page.getByText(words('No works yet'))).toBeVisible();
    });
    await test.step('what lies in the bin comes back, or goes for good after one question', async () => {
      await page.goto('/history/bin');
      const tile = page.getByRole('checkbox', {
        name: words('Select: {name}', { name: 'a stone bridge' }),
      });
      await expectPainted(tile.locator('img'));
      await page.getByRole('button', { name: words('Put all back') }).click();
      await expect(page.getByText(words('The bin is empty'))).toBeVisible();
      await expect.poll(async () => (await account.works()).length).toBe(1);

      await deleteByMouse(studio, words, 'a stone bridge');
      await page.goto('/history/bin');
      await page.getByRole('button', { name: words('Empty the bin') }).click();
      await page.getByRole('button', { name: words('Delete for good'), exact: true }).click();
      await expect(page.getByText(words('The bin is empty'))).toBeVisible();
      const ofGood = { path: deleteWorks.path };
      await network.until(() => network.find(ofGood).some(({ delivered }) => delivered));
      expect(await account.works()).toEqual([]);
    });
    await test.step('a favourite that is made and unmade without a network is never sent, one that stays is sent once', async () => {
      await studio.ask('an old mill');
      await studio.ask('a new mill');
      await untilDeviceIsReady(page);
      await page.goto('/history');
      for (const prompt of ['an old mill', 'a new mill']) {
        await expectPainted(studio.works(prompt).locator('img'));
      }
      const heart = (prompt: string) =>
        page.getByRole('button', { name: words('Favourite: {name}', { name: prompt }) });
      await expect(heart('an old mill')).toBeVisible();
      await loseNetwork(context, network);
      const tap = async (prompt: string, isOn: boolean) => {
        await studio.works(prompt).hover();
        await heart(prompt).click();
        await expect(heart(prompt)).toHaveAttribute('aria-pressed', String(isOn));
      };
      await tap('an old mill', true);
      await tap('a new mill', true);
      await tap('an old mill', false);

      await findNetwork(context, network);
      const sent = () => network.find({ path: favouriteWorks.path });
      await network.until(() => sent().some(({ delivered }) => delivered));
      await expect
        .poll(async () => (await account.works()).filter(({ starred }) => starred === 1).length)
        .toBe(1);
      const bodies = sent().map(
        ({ body }) => JSON.parse(body.toString()) as { image_ids: string[] },
      );
      expect(bodies).toMatchObject([{ starred: 1 }]);
      expect(bodies[0]?.image_ids).toHaveLength(1);
    });
  },
);

test(
  'a work deleted without a network goes into the bin of the platform later',
  { tag: '@phone' },
  async ({ page, context, network, platform, watch, words }) => {
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    const account = await enter(page, platform, words);
    await studio.ask('a wooden bridge');
    await expectPainted(studio.picture);
    await untilDeviceIsReady(page);
    await loseNetwork(context, network);
    await deleteByFinger(studio, words, 'a wooden bridge');
    await page.reload();
    await expect(page.getByText(words('No works yet'))).toBeVisible();
    expect(await account.works()).toHaveLength(1);

    await findNetwork(context, network);
    await network.until(() => network.find({ path }).some(({ delivered }) => delivered));
    expect(await account.works()).toEqual([]);
  },
);
