import { createWorker } from '../fixtures/worker-double.ts';
import { newCredentials } from './fixtures/api.ts';
import { bareTest as test, expect } from './fixtures/both-languages.ts';
import { untilDeviceIsReady } from './fixtures/device.ts';
import { expectAccessible, expectNoSidewaysScroll, expectTouchable } from './fixtures/inspect.ts';
import { startPlatform } from './fixtures/platform.ts';
import type { Platform } from './fixtures/platform.ts';
import { createStudio } from './fixtures/studio.ts';
import { createWatch, failedRequest } from './fixtures/watch.ts';

let platform: Platform;
test.beforeAll(async () => {
  platform = await startPlatform({ env: { KILN_SUPER_USERS: '10001' } });
});
test.afterAll(() => platform?.stop());

test('a worker is connected by a key, does what is asked of it, rests when its owner says so, and is seen without a network', async ({
  page,
  context,
  words,
}, { project }) => {
  const watch = createWatch(() => [platform.url]);
  await watch.attach(context);
  watch.allow(failedRequest);
  const inspect = async (what: string) => {
    await expectAccessible(page, what);
    await expectNoSidewaysScroll(page, what);
    if (project.name === 'phone') await expectTouchable(page, what);
  };
  const main = page.getByRole('main');
  const studio = createStudio(page, words);
  await page.goto(`${platform.url}/me`);
  await main.getByRole('button', { name: words('Sign in or create an account') }).click();
  await studio.registerInDialog(newCredentials());
  await main.getByRole('link', { name: words('Workers') }).click();
  await expect(main).toContainText(words('No worker is here'));

  await main.getByRole('textbox', { name: words('Name of the new key') }).fill('Attic');
  await main.getByRole('button', { name: words('New key') }).click();
  await expect(main).toContainText(words('The new key. It is shown this once'));
  const key =
    /[\w-]{22}/.exec((await main.getByRole('status').first().innerText()) ?? '')?.[0] ?? '';
  await inspect('a new key');

  const worker = createWorker(platform.url, { key, name: 'attic 4090', models: ['Deliberate'] });
  expect((await worker.pop()).status).toBe(200);
  // What it is to show without a network later comes through the service worker from here on.
  await untilDeviceIsReady(page);
  await page.reload();
  await expect(main.getByText('attic 4090').first()).toBeVisible();
  await expect(main).not.toContainText(key);

  const asked = await page.evaluate(async () => {
    const answer = await fetch('/api/v2/status/models?type=image');
    return (await answer.json()) as { name: string }[];
  });
  expect(asked.map(({ name }) => name)).toEqual(['Deliberate']);

  for (const tab of ['Teams', 'Models', 'Leaderboard', 'News', 'Workers'] as const) {
    await main.getByRole('radio', { name: words(tab), exact: true }).check();
    await inspect(tab);
  }
  // The list that was there before the worker is renewed by itself.
  await expect(main.getByRole('combobox', { name: words('Sort by') })).toBeVisible();
  await main.getByRole('combobox', { name: words('Sort by') }).selectOption('speed');
  await expect(page).toHaveURL(/sort=speed/);
  await main.getByRole('radio', { name: words('Models'), exact: true }).check();
  // What this list does not have becomes Info.
  await expect(main.getByRole('combobox', { name: words('Sort by') })).toHaveValue('info');
  await main.getByRole('radio', { name: words('Workers'), exact: true }).check();

  await main
    .getByRole('button', { name: words('Give it a rest: {name}', { name: 'attic 4090' }) })
    .click();
  await expect(main.getByText(words('Maintenance')).first()).toBeVisible();
  await expect.poll(async () => (await worker.pop()).status).toBe(403);
  await main
    .getByRole('button', { name: words('Let it work again: {name}', { name: 'attic 4090' }) })
    .click();
  await expect.poll(async () => (await worker.pop()).status).toBe(200);

  await expect(main.getByRole('img', { name: words.pattern('Jobs in the queue') })).toBeVisible();

  await context.setOffline(true);
  await page.reload();
  await expect(main.getByText('attic 4090').first()).toBeVisible();
  await inspect('workers without a network');
  await main.getByRole('radio', { name: words('News'), exact: true }).check();
  await expect(main).toContainText(words('There is no news'));
  await context.setOffline(false);
  expect(watch.complaints).toEqual([]);
  expect(watch.violations).toEqual([]);
  expect(watch.externalRequests).toEqual([]);
});
