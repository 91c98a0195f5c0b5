import { devices } from '@playwright/test';

import { findNetwork, loseNetwork } from './fixtures/browser.ts';
import { readIntents, untilDeviceIsReady } from './fixtures/device.ts';
import { enter } from './fixtures/enter.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

const publishPath = '/api/work/add';

test(
  'a work is published without a network, once, and seen by a stranger, who finds it, opens it and takes its input; taken back it is gone',
  { tag: '@phone' },
  async ({ page, context, browser, network, platform, words, watch, hasTouch }) => {
    test.slow();
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    await enter(page, platform, words);
    const prompt = `a stone lantern ${Date.now()}`;
    const title = `灯笼 ${Date.now()}`;
    await studio.ask(prompt);
    await expectPainted(studio.picture);
    await untilDeviceIsReady(page);

    await page.goto('/history');
    await loseNetwork(context, network);
    const openMenu = async () => {
      await studio.works(prompt).click();
      await page.getByRole('button', { name: words('More actions'), exact: true }).click();
      await page.getByRole('menuitem', { name: words('Publish…'), exact: true }).click();
    };
    const dialog = page.getByRole('dialog', { name: words('Publish'), exact: true });
    await openMenu();
    await dialog.getByRole('textbox', { name: words('Title') }).fill(title);
    await dialog.getByRole('combobox', { name: words('Category') }).selectOption('6');
    await dialog.getByRole('checkbox').check();
    // The answer is lost once: what counts is how many requests left under how many keys.
    network.on({ path: publishPath, times: 1, fault: { kind: 'drop-answer' } });
    await dialog.getByRole('button', { name: words('Publish'), exact: true }).click();
    await expect(dialog.getByText(words('You are offline. It goes to the gallery'))).toBeVisible();
    await findNetwork(context, network);
    await expect(dialog.getByText(words('Everybody sees it'), { exact: true })).toBeVisible({
      timeout: 60_000,
    });
    expect((await readIntents(page)).filter(({ kind }) => kind === 'publish-work')).toHaveLength(1);

    const stranger = await browser.newContext({
      ...devices[hasTouch ? 'Pixel 7' : 'Desktop Chrome'],
      baseURL: network.url,
      locale: words.language === 'cn' ? 'zh-CN' : 'en-US',
    });
    await watch.attach(stranger);
    const other = await stranger.newPage();
    await test.step('a stranger finds it by words of either language, and opens it', async () => {
      await other.goto('/');
      await untilDeviceIsReady(other);
      const search = other.getByRole('searchbox', { name: words('Search the gallery') });
      const tiles = other.getByRole('list', { name: words('Gallery') }).getByRole('link');
      await search.fill('灯笼');
      await expect(tiles.filter({ hasText: title })).toHaveCount(1);
      await search.fill(`lantern ${prompt.split(' ').at(-1)}`);
      await expect(tiles).toHaveCount(1);
      await expect(other).toHaveURL(/[?&]q=lantern/);
      await expectPainted(tiles.first().locator('img'));
      await other.getByRole('radio', { name: words('Everything'), exact: true }).focus();
      await tiles.first().click();
      await expect(other.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(other.getByText(prompt, { exact: true })).toBeVisible();
    });

    await test.step('what was looked at is there without a network', async () => {
      await stranger.setOffline(true);
      await other.goBack({ waitUntil: 'commit' });
      const tiles = other.getByRole('list', { name: words('Gallery') }).getByRole('link');
      await expect(tiles).toHaveCount(1);
      await other.reload();
      await expectPainted(tiles.first().locator('img'));
      await tiles.first().click();
      await expect(other.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await stranger.setOffline(false);
    });

    await test.step('its address in a chat opens a page that needs no app, and leads into it', async () => {
      const inApp = new URL(other.url()).pathname;
      await other.goto(inApp.replace('/work/c_', '/g/'));
      await expect(other.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(other.locator('script[src]')).toHaveCount(0);
      await expectPainted(other.getByRole('figure').getByRole('img', { name: title }));
      await other.locator(`a[href="${inApp}"]`).click();
      await expect(other.getByText(prompt, { exact: true })).toBeVisible();
    });

    await test.step('in the app, too, its picture is there before any code, and nothing moves when that comes', async () => {
      const newcomer = await browser.newContext({
        ...devices[hasTouch ? 'Pixel 7' : 'Desktop Chrome'],
        baseURL: network.url,
        locale: words.language === 'cn' ? 'zh-CN' : 'en-US',
        serviceWorkers: 'block',
      });
      await watch.attach(newcomer);
      const first = await newcomer.newPage();
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      await first.route(/\/assets\/[^/]+\.js$/, async (route) => {
        await released;
        await route.continue();
      });
      await first.goto(new URL(other.url()).pathname, { waitUntil: 'commit' });
      const heading = first.getByRole('heading', { level: 1, name: title });
      await expect(heading).toBeVisible();
      const picture = first.getByRole('main').getByRole('img', { name: title });
      await expectPainted(picture);
      const places = async () => [await picture.boundingBox(), (await heading.boundingBox())?.y];
      const before = await places();
      release();
      await expect(first.locator('#shell')).toHaveCount(0);
      await expectPainted(picture);
      expect(await places()).toEqual(before);
      await expect(first.getByText(prompt, { exact: true })).toBeVisible();
      await newcomer.close();
    });

    await test.step('its input fills the form', async () => {
      await other.getByRole('link', { name: words('Same input'), exact: true }).click();
      await expect(other.getByRole('textbox', { name: words('Prompt'), exact: true })).toHaveValue(
        prompt,
      );
    });

    await test.step('as an example beside the form it is looked at, and gives its input and its look', async () => {
      await other
        .getByRole('textbox', { name: words('Prompt'), exact: true })
        .fill('something else');
      await other.getByRole('button', { name: words('Help with words') }).click();
      const help = other.getByRole('group', { name: words('Help with the words') });
      const openExamples = help.getByRole('button', { name: words('Examples'), exact: true });
      const examples = other.getByRole('dialog', { name: words('Examples'), exact: true });
      const open = async () => {
        await openExamples.click();
        await examples.getByRole('searchbox').fill('灯笼');
        const tiles = examples.getByRole('list', { name: words('Gallery') }).getByRole('link');
        await tiles.filter({ hasText: title }).click();
      };
      await open();
      await expect(examples.getByRole('heading', { name: title })).toBeVisible();
      await expectPainted(examples.getByRole('img', { name: title }));
      await examples.getByRole('button', { name: words('All examples') }).click();
      await expect(examples.getByText(words('No more'))).toBeVisible();
      await other.keyboard.press('Escape');
      await open();
      await examples.getByRole('button', { name: words('Same input'), exact: true }).click();
      await expect(examples).toBeHidden();
      await expect(other.getByRole('textbox', { name: words('Prompt'), exact: true })).toHaveValue(
        prompt,
      );
      await open();
      await examples.getByRole('button', { name: words('Same style'), exact: true }).click();
      await expect(other).toHaveURL(/\/generate\/Img2Img\/kiln-same-style/);
      await expect(other.getByRole('button', { name: words('Replace') })).toBeVisible();
    });

    await test.step('taken back, nobody finds it', async () => {
      await dialog.getByRole('button', { name: words('Take it out of the gallery') }).click();
      await expect(dialog).toBeHidden();
      await expect
        .poll(async () => (await readIntents(page)).every(({ stage }) => stage === 'done'))
        .toBe(true);
      const answer = await other.request.post('/api/work/list', { data: { keyword: '灯笼' } });
      const { list } = (await answer.json()) as { list: { title: string }[] };
      expect(list.map((work) => work.title)).not.toContain(title);
    });
    await stranger.close();
  },
);
