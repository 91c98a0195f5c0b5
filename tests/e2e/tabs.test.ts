import { playgroundGenerate } from '../../src/api/contract/generate.ts';
import { statusPollMinIntervalMs } from '../../src/domain/limits.ts';
import { createStudio, makingMs } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';

test(
  'however many tabs are open, one asks the platform, one submits, and another takes over when it closes',
  { tag: '@desktop' },
  async ({ page, context, network, words }) => {
    test.slow();
    const first = createStudio(page, words);
    await first.register();
    const second = createStudio(await context.newPage(), words);
    await second.openQueue();
    await first.describe('four views of a bay');
    await first.choosePictures(4);
    await first.generate();
    await expect(first.result.getByRole('paragraph').filter({ hasText: '%' })).toBeVisible();

    const locks = await page.evaluate(() => navigator.locks.query());
    const pollers = (list: LockInfo[] = []) => list.filter(({ name }) => name === 'kiln-poller');
    expect(pollers(locks.held)).toHaveLength(1);
    expect(pollers(locks.pending)).toHaveLength(1);
    const third = createStudio(await context.newPage(), words);
    await third.openQueue();
    await page.close();
    await expect(second.requests(words('Done'))).toHaveCount(1, { timeout: makingMs });
    await expect(third.requests(words('Done'))).toHaveCount(1);

    expect(network.find({ path: playgroundGenerate.path })).toHaveLength(1);
    const times = network.find({ path: /\/generate\/check\// }).map(({ atMs }) => atMs);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    // A busy machine delays one and not the next, so half the interval is the proof that they aren't two.
    expect(gaps.filter((gap) => gap < statusPollMinIntervalMs / 2)).toEqual([]);
  },
);
