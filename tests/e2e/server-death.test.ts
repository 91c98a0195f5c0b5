import { playgroundGenerate } from '../../src/api/contract/generate.ts';
import { ledgerTypeDetails } from '../../src/domain/credits.ts';
import { untilDeviceIsReady } from './fixtures/device.ts';
import { enter } from './fixtures/enter.ts';
import { createStudio, expectPainted, makingMs } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

test(
  'a server killed in the middle of a job ends it once and hands the work out; what is asked for while it is down leaves by itself when it is back',
  { tag: '@desktop' },
  async ({ page, network, platform, watch, words }) => {
    test.slow();
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    const account = await enter(page, platform, words);
    await test.step('a server killed in the middle of a job ends it once, charges it once and hands the work out', async () => {
      await studio.describe('four views of a terraced hill');
      await studio.choosePictures(4);
      await studio.generate();
      await expect(studio.result.getByRole('paragraph').filter({ hasText: '%' })).toBeVisible();

      await platform.kill9();
      await platform.restart();
      await expect(studio.result.getByRole('figure')).toHaveCount(4, { timeout: 2 * makingMs });
      await expectPainted(studio.picture);

      const works = await account.works();
      expect(works).toHaveLength(4);
      expect(new Set(works.map(({ job_id }) => job_id)).size).toBe(1);
      expect(await account.balance()).toEqual({ balance: 996, reserved: 0 });
      const details = (await account.ledger()).map(({ type_detail }) => type_detail);
      expect(details).toEqual([
        ledgerTypeDetails.registrationReward,
        ledgerTypeDetails.generationReserved,
        ledgerTypeDetails.generationCharged,
      ]);
      const keys = network
        .find({ path: playgroundGenerate.path })
        .map((sent) => sent.idempotencyKey);
      expect(new Set(keys).size).toBe(1);
    });
    await test.step('a request made while the server is down leaves by itself when it is back', async () => {
      const before = (await account.charges()).length;
      await untilDeviceIsReady(page);
      await platform.kill9();
      await studio.ask('a valley before sunrise');
      await expect(
        page
          .getByRole('status')
          .filter({ hasText: words("The studio can't be reached right now. Everything") }),
      ).toBeHidden();
      await platform.restart();
      await expectPainted(studio.pictureOf('a valley before sunrise'));
      expect(await account.charges()).toHaveLength(before + 1);
    });
  },
);
