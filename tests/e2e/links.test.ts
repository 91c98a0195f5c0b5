import { enter } from './fixtures/enter.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';

test(
  'a work is shared by a link that strangers open without the app, until it is taken back',
  { tag: '@desktop' },
  async ({ page, platform, words, browser, network }) => {
    const studio = createStudio(page, words);
    await enter(page, platform, words);
    await studio.ask('a stone bridge');
    await expectPainted(studio.picture);
    await page.goto('/history');
    await studio.works('a stone bridge').hover();
    await page
      .getByRole('button', { name: words('Actions: {name}', { name: 'a stone bridge' }) })
      .click();
    await page.getByRole('menuitem', { name: words('Share by link…') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(words('Title')).fill('Bridge & arch');
    await dialog.getByRole('switch', { name: words('Show the prompt') }).click();
    await dialog.getByRole('button', { name: words('Make a link') }).click();
    const field = dialog.getByLabel(words('Link'), { exact: true });
    await expect(field).toHaveValue(/\/s\/[\w-]{22}$/);
    const address = await field.inputValue();

    const stranger = await browser.newContext({ locale: 'en-GB' });
    const seen = await stranger.newPage();
    await seen.goto(address);
    await expect(seen.getByRole('heading', { name: 'Bridge & arch' })).toBeVisible();
    await expect(seen.getByText('a stone bridge')).toBeVisible();
    await expectPainted(seen.getByRole('img', { name: 'Bridge & arch' }));
    expect(network.find({ path: '/api/v2/links_share' })).toHaveLength(1);

    await dialog.getByRole('button', { name: words('All links you have given') }).click();
    const name = words('Take the link to {title} back', { title: 'Bridge & arch' });
    await dialog.getByRole('button', { name }).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(0);
    await expect.poll(async () => (await seen.goto(address))?.status()).toBe(410);
    await stranger.close();
  },
);
