import { playgroundGenerate } from '../../src/api/contract/generate.ts';
import { newCredentials, registerAccount } from './fixtures/api.ts';
import { findNetwork, loseNetwork } from './fixtures/browser.ts';
import { untilDeviceIsReady } from './fixtures/device.ts';
import { enter } from './fixtures/enter.ts';
import { createStudio } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

const path = playgroundGenerate.path;
const checks = /\/generate\/check\//;

test(
  'a paused request says so on every screen, and goes on saying so when the network is back',
  { tag: '@phone' },
  async ({ page, context, network, platform, watch, words }) => {
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    await enter(page, platform, words);
    await untilDeviceIsReady(page);
    await loseNetwork(context, network);
    await studio.ask('a lighthouse in fog');
    await studio.openQueue();
    await expect(studio.requests(words('Waiting for a network'))).toHaveCount(1);
    await page.getByRole('button', { name: words('Pause'), exact: true }).click();
    const paused = words('Paused');
    await expect(studio.requests(paused)).toHaveCount(1);
    await expect(
      page.getByText(words('Offline, and the queue is paused.', { 0: 1 })),
    ).toBeVisible();

    await findNetwork(context, network);
    await expect(page.getByText(words('The queue is paused, # request', { 0: 1 }))).toBeVisible();
    await expect(studio.requests(paused)).toHaveCount(1);

    const main = page.getByRole('main');
    await page.goto('/');
    await expect(main.getByRole('button', { name: 'a lighthouse in fog' })).toContainText(paused);

    await page.goto('/history');
    await expect(main.getByRole('button', { name: paused })).toBeVisible();

    await page.goto('/generate/Text2Img');
    await expect(studio.result.getByText(paused, { exact: true }).last()).toBeVisible();
    await expect(
      main.getByRole('button', { name: words('{paused, plural', { paused: 1 }) }),
    ).toBeVisible();
    expect(network.find({ path })).toHaveLength(0);

    // The result pane offers what helps, without a way to the queue first.
    await studio.result.getByRole('button', { name: words('Resume'), exact: true }).click();
    await network.until(() => network.find({ path }).length === 1);
  },
);

test(
  'offline, what is being made is not said to be saved and to leave later',
  { tag: '@desktop' },
  async ({ page, context, network, platform, watch, words }) => {
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    const account = await enter(page, platform, words);
    await untilDeviceIsReady(page);
    // It begins when this test lets it, and its first look finds it being made, however fast or slow the machine.
    const other = await registerAccount(platform.url, newCredentials());
    const order = { prompt: 'a wide sea', width: 2048, height: 2048, n: 4 };
    const blocker = await other.submit({
      model: 'kiln-painter',
      job_type: 'Text2Img',
      input: order,
    });
    const firstLook = network.on({ path: checks, fault: { kind: 'hold' }, times: 1 });
    network.on({ path: checks, fault: { kind: 'hold' } });
    await studio.ask('oil painting of a river');
    await network.until(() => firstLook.hits === 1);
    const job = network.find({ path: checks })[0]?.path.split('/').at(-1) ?? '';
    await other.cancel(blocker);
    await expect
      .poll(async () => (await account.job(job)).state, { intervals: [20] })
      .toBe('Processing');
    firstLook.release();
    // What the engine was just doing is said more closely.
    const making = studio.result.getByText(words('Being made'));
    await expect(making.or(studio.result.getByText(words('Warming up'))).last()).toBeVisible();
    await loseNetwork(context, network);
    const away = words('Goes on without you');
    await expect(studio.result.getByText(away, { exact: true }).last()).toBeVisible();
    const main = page.getByRole('main');
    await expect(
      main.getByRole('button', { name: words('{away, plural, one {# goes on', { away: 1 }) }),
    ).toBeVisible();
    await studio.openQueue();
    await expect(studio.requests(away)).toHaveCount(1);
    await findNetwork(context, network);
  },
);
