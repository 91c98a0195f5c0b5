import { playgroundGenerate } from '../../src/api/contract/generate.ts';
import { enter } from './fixtures/enter.ts';
import { createStudio, makingMs } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';

test(
  'however many tabs are open, one asks the platform, one submits, and another takes over when it closes',
  { tag: '@desktop' },
  async ({ page, context, network, platform, words }) => {
    test.slow();
    const checks = /\/generate\/check\//;
    // The first poll has no answer before a tab is closed; whatever the machine, something is under way then.
    const held = network.on({ path: checks, fault: { kind: 'hold' }, times: 1 });
    // The others take a while, so that two who poll at the same time would be seen to.
    network.on({ path: checks, fault: { kind: 'delay', milliseconds: 200 } });
    const first = createStudio(page, words);
    await enter(page, platform, words);
    const second = createStudio(await context.newPage(), words);
    await second.openQueue();
    await first.describe('four views of a bay');
    await first.choosePictures(4);
    await first.generate();
    await network.until(() => held.hits > 0);

    const locks = await page.evaluate(() => navigator.locks.query());
    const pollers = (list: LockInfo[] = []) => list.filter(({ name }) => name === 'kiln-poller');
    expect(pollers(locks.held)).toHaveLength(1);
    expect(pollers(locks.pending)).toHaveLength(1);
    const third = createStudio(await context.newPage(), words);
    await third.openQueue();
    await page.close();
    held.remove();
    await expect(second.requests(words('Done'))).toHaveCount(1, { timeout: makingMs });
    await expect(third.requests(words('Done'))).toHaveCount(1);

    expect(network.find({ path: playgroundGenerate.path })).toHaveLength(1);
    const polls = network.find({ path: checks });
    // How many depends on the machine: what was made meanwhile needs no second poll.
    expect(polls.length).toBeGreaterThan(0);
    // That the first went with its page the network learns on another connection, perhaps after the next began.
    const answered = polls.filter(({ fault }) => fault !== 'hold');
    const overlaps = answered
      .slice(1)
      .filter(({ atMs }, index) => atMs < (answered[index]?.endedAtMs ?? Infinity));
    expect(overlaps).toEqual([]);
  },
);
