import { hashOfMedia, readIntents } from './fixtures/device.ts';
import { enter } from './fixtures/enter.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

test(
  'a result that arrives damaged is fetched again and is done only when it is whole',
  { tag: '@desktop' },
  async ({ page, network, platform, watch, words }) => {
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    const account = await enter(page, platform, words);
    const path = /^\/files\//;
    network.on({ path, fault: { kind: 'truncate', quietly: true }, times: 1 });
    network.on({ path, fault: { kind: 'truncate' }, times: 1 });
    const held = network.on({ path, fault: { kind: 'hold' } });
    await studio.ask('a glass of water');
    await network.until(() => held.hits > 0);
    expect(network.find({ path }).map(({ fault }) => fault)).toEqual([
      'truncate',
      'truncate',
      'hold',
    ]);
    // Two tries in a row found nobody, which may be said until the third one has brought something.
    const onItsWay = studio.result
      .getByText(words('Bringing it home'))
      .or(studio.result.getByText(words('Waiting for a network')));
    await expect(onItsWay.last()).toBeVisible();
    expect((await readIntents(page)).map(({ stage }) => stage)).toEqual(['bringing-home']);

    held.release();
    await expectPainted(studio.picture);
    const [work] = await account.works();
    const sha256 = await hashOfMedia(page, work?.image_id ?? '');
    expect(sha256).toBe(work?.sha256);
    expect(await account.charges()).toHaveLength(1);
  },
);
