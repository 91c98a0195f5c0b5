import { playgroundGenerate } from '../../src/api/contract/generate.ts';
import { ledgerTypeDetails } from '../../src/domain/credits.ts';
import { newCredentials, registerAccount } from './fixtures/api.ts';
import { findNetwork, loseNetwork } from './fixtures/browser.ts';
import { untilDeviceIsReady } from './fixtures/device.ts';
import { enter } from './fixtures/enter.ts';
import { createStudio, expectPainted, makingMs } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

const path = playgroundGenerate.path;
const { registrationReward, generationReserved, generationCharged, generationReturned } =
  ledgerTypeDetails;

test(
  'a request can be cancelled while it waits its turn and costs nothing, and before it left and is never sent',
  { tag: '@phone' },
  async ({ page, platform, words, context, network, watch }) => {
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    const account = await enter(page, platform, words);
    await test.step('a request that waits its turn can be cancelled and costs nothing', async () => {
      // Somebody else's large order keeps the only engine busy.
      const other = await registerAccount(platform.url, newCredentials());
      const order = { prompt: 'a wide sea', width: 2048, height: 2048, n: 4 };
      const blocker = await other.submit({
        model: 'kiln-painter',
        job_type: 'Text2Img',
        input: order,
      });

      await studio.ask('a narrow path');
      await studio.openQueue();
      const waiting = studio.requests(words.pattern('number {position}', { position: 1 }));
      await expect(waiting).toHaveCount(1);
      await waiting.getByRole('button', { name: words('Cancel this request') }).click();
      await expect(studio.requests(words('Cancelled'))).toHaveCount(1);
      await other.cancel(blocker);

      expect(await account.balance()).toEqual({ balance: 1000, reserved: 0 });
      expect((await account.ledger()).map(({ type_detail }) => type_detail)).toEqual([
        registrationReward,
        generationReserved,
        generationReturned,
      ]);
      expect(await account.works()).toEqual([]);
    });
    await test.step('a request cancelled before it left is never sent', async () => {
      const before = network.find({ path }).length;
      await untilDeviceIsReady(page);
      await loseNetwork(context, network);
      await studio.ask('not this one');
      await studio.ask('but this one');
      await studio.openQueue();
      await expect(studio.requests(words('Waiting for a network'))).toHaveCount(2);
      await studio
        .requests()
        .filter({ hasText: 'not this one' })
        .getByRole('button', { name: words('Cancel this request') })
        .click();
      await expect(studio.requests(words('Cancelled'))).toHaveCount(2);
      await findNetwork(context, network);
      await expect(studio.requests(words('Done'))).toHaveCount(1, { timeout: makingMs });
      // A call whose answer was lost is repeated under its key: what counts is how many requests left.
      const sent = network.find({ path }).slice(before);
      const keys = new Set(sent.map(({ idempotencyKey }) => idempotencyKey));
      expect(keys.size).toBe(1);
      expect((await account.works()).map(({ prompt }) => prompt)).toEqual([
        expect.stringContaining('but this one'),
      ]);
    });
  },
);

test(
  'a request can be cancelled while it is made and sent again; a refused one says why and can be changed',
  { tag: '@desktop' },
  async ({ page, platform, words, network, watch }) => {
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    const account = await enter(page, platform, words);
    await test.step('a request that is being made can be cancelled, and sent again later', async () => {
      await studio.describe('oil painting of a river, four views');
      await studio.choosePictures(4);
      await studio.generate();
      await expect(studio.result.getByRole('paragraph').filter({ hasText: '%' })).toBeVisible();
      await studio.result.getByRole('button', { name: words('Cancel'), exact: true }).click();
      await expect(
        studio.result.getByText(words('Nothing was charged. Your settings are still here.')),
      ).toBeVisible();
      expect(await account.balance()).toEqual({ balance: 1000, reserved: 0 });
      expect(await account.works()).toEqual([]);

      await studio.result.getByRole('button', { name: words('Try again') }).click();
      await expectPainted(studio.picture);
      expect(await account.works()).toHaveLength(4);
      expect(await account.balance()).toEqual({ balance: 996, reserved: 0 });
    });
    await test.step('a refused request says why, keeps the words and is not offered to be sent again as it is', async () => {
      const charges = async () =>
        (await account.ledger()).filter(({ type_detail }) => type_detail === generationCharged);
      const before = await charges();
      network.on({
        path,
        fault: {
          kind: 'answer',
          status: 560,
          headers: { 'Content-Type': 'application/json', 'Kiln-Answer': '1' },
          body: JSON.stringify({ message: 'NSFW content detected', code: 'nsfw-content' }),
        },
        times: 1,
      });
      await studio.ask('a lighthouse');
      await expect(
        studio.result.getByText(words('Nothing like this is made here')).last(),
      ).toBeVisible();
      await expect(studio.promptField).toHaveValue('a lighthouse');
      await expect(studio.result.getByRole('button', { name: words('Try again') })).toHaveCount(0);
      await studio.result.getByRole('link', { name: words('Change it') }).click();
      await expect(studio.promptField).toHaveValue('a lighthouse');
      await studio.promptField.fill('a lighthouse by day');
      await studio.generate();
      await expectPainted(studio.pictureOf('a lighthouse by day'));
      expect(await charges()).toHaveLength(before.length + 1);
    });
  },
);
