import type { UserKey } from '../../src/domain/ids.ts';
import { workRow } from '../fixtures/works.ts';
import { loseNetwork } from './fixtures/browser.ts';
import { untilDeviceIsReady, writeRows } from './fixtures/device.ts';
import { enter } from './fixtures/enter.ts';
import { createStudio } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';
import { failedRequest } from './fixtures/watch.ts';

test(
  'without a network works are found by their words and by filters, and the address leads there again',
  { tag: '@desktop' },
  async ({ page, context, network, platform, words, watch }) => {
    watch.allow(failedRequest);
    const studio = createStudio(page, words);
    const account = await enter(page, platform, words);
    const owner = account.session.user.userKey as UserKey;
    await untilDeviceIsReady(page);
    await loseNetwork(context, network);
    await writeRows(page, 'works', [
      workRow(1, { owner, onDevice: 0, prompt: '雪山上的小木屋' }),
      workRow(2, { owner, onDevice: 0, prompt: '海边的小木屋，黄昏', jobType: 'Upscaling' }),
      workRow(3, { owner, onDevice: 0, prompt: 'a harbour at dusk' }),
    ]);

    await page.goto('/history');
    await expect(studio.works()).toHaveCount(3);
    const field = page.getByRole('searchbox', { name: words('Search your works') });
    await field.fill('木屋');
    await expect(studio.works()).toHaveCount(2);
    await page.getByRole('button', { name: words('Filters'), exact: true }).click();
    await page
      .getByRole('combobox', { name: words('Made with'), exact: true })
      .selectOption('Upscaling');
    await expect(studio.works()).toHaveCount(1);
    await expect(page).toHaveURL(/[?&]tool=Upscaling/);
    await expect(page).toHaveURL(/[?&]q=/);

    // The link again, in a page that knows nothing; the filters that hold are shown.
    await page.reload();
    await expect(field).toHaveValue('木屋');
    await expect(studio.works('海边的小木屋，黄昏')).toHaveCount(1);
    await expect(studio.works()).toHaveCount(1);
    await page.getByRole('button', { name: words('Clear filters'), exact: true }).click();
    await expect(studio.works()).toHaveCount(2);
    await field.fill('');
    await expect(studio.works()).toHaveCount(3);
    await expect(page).not.toHaveURL(/[?&](q|tool)=/);
  },
);

/**
 * Counts how often React draws the frame, the title and a tile anew once every tile is there with its work: a drawn
 * element has other props than before.
 */
function countDrawings(): void {
  const parts = { frame: 'header', title: 'main h1', tile: 'main [data-work]' };
  const drawn = { frame: 0, title: 0, tile: 0 };
  Object.assign(window, { drawn });
  const before = new Map<string, unknown>();
  const look = () => {
    for (const [part, selector] of Object.entries(parts)) {
      const element = document.querySelector(selector) as Record<string, unknown> | null;
      const key = element && Object.keys(element).find((name) => name.startsWith('__reactProps$'));
      const props = element && key ? element[key] : undefined;
      if (before.has(part) && before.get(part) !== props) drawn[part as keyof typeof drawn] += 1;
      if (document.querySelectorAll('main a[aria-label$="小木屋"]').length === 3)
        before.set(part, props);
    }
  };
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: look,
      onCommitFiberUnmount: () => {},
      onPostCommitFiberRoot: () => {},
    },
  });
}

test(
  'what becomes known behind the works of a page draws neither its frame nor its title nor a tile anew',
  { tag: '@desktop' },
  async ({ page, platform, words }) => {
    const account = await enter(page, platform, words);
    const owner = account.session.user.userKey as UserKey;
    await untilDeviceIsReady(page);
    await writeRows(page, 'works', [
      workRow(1, { owner, onDevice: 0, prompt: '雪山上的小木屋' }),
      workRow(2, { owner, onDevice: 0, prompt: '海边的小木屋' }),
      workRow(3, { owner, onDevice: 0, prompt: '小木屋' }),
    ]);
    await page.addInitScript(countDrawings);
    await page.goto('/history');
    await expect(page.getByRole('banner').getByRole('button', { name: '1,000' })).toBeVisible();
    await expect(page.getByRole('main').getByText(/^3 (works|件作品)/)).toBeVisible();
    const name = words('Favourite: {name}', { name: '小木屋' });
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible();
    // The one time is that of the tile's own buttons, which come when nothing scrolls.
    expect(await page.evaluate(() => (window as unknown as { drawn: object }).drawn)).toEqual({
      frame: 0,
      title: 0,
      tile: 1,
    });
  },
);
