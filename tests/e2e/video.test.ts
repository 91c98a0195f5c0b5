import type { Page } from '@playwright/test';

import { enter } from './fixtures/enter.ts';
import { chooseEntry, tabTo } from './fixtures/keys.ts';
import { createStudio, expectPainted } from './fixtures/studio.ts';
import { expect, test } from './fixtures/test.ts';

const worksOf = (page: Page) => new URL(page.url()).searchParams.get('works')?.split(',') ?? [];

test(
  'pictures become a video by keyboard alone: chosen, put in order, made without a network, played, kept and downloaded',
  { tag: '@desktop' },
  async ({ page, context, platform, words }) => {
    test.slow();
    await enter(page, platform, words);
    const studio = createStudio(page, words);
    await studio.describe('a paper lantern');
    await studio.choosePictures(3);
    await studio.generate();
    await expectPainted(studio.picture);

    await test.step('from a selection of the history', async () => {
      await page.goto('/history');
      await expect(studio.works()).toHaveCount(3);
      const select = page.getByRole('button', { name: words('Select'), exact: true });
      await tabTo(page, select);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Control+a');
      const more = page.getByRole('button', { name: words('More actions for what is selected') });
      await tabTo(page, more);
      await page.keyboard.press('Enter');
      await chooseEntry(page, page.getByRole('menuitem', { name: words('Make a video…') }));
      await expect(page).toHaveURL((url) => url.pathname === '/video');
    });
    const tiles = page.getByRole('listitem', {
      name: words.pattern('Picture {number} of {of}: {name}'),
    });
    await expect(tiles).toHaveCount(3);
    const before = worksOf(page);
    expect(before).toHaveLength(3);

    await test.step('the order changes by keys, is said, and outlives a reload', async () => {
      const handle = (number: number) =>
        page.getByRole('button', {
          name: words(
            'Move picture {number} of {of}. Arrow keys change the place, Delete takes it out.',
            { number, of: 3 },
          ),
        });
      await tabTo(page, handle(1));
      await page.keyboard.press('End');
      await expect(handle(3)).toBeFocused();
      await expect(
        page.getByText(words('Now at place {place} of {count}', { place: 3, count: 3 })),
      ).toBeAttached();
      const [first, second, third] = before;
      await expect.poll(() => worksOf(page)).toEqual([second, third, first]);
      await tabTo(
        page,
        page.getByRole('button', { name: words('Earlier: picture {number}', { number: 3 }) }),
      );
      await page.keyboard.press('Enter');
      await expect.poll(() => worksOf(page)).toEqual([second, first, third]);
      await page.reload();
      await expect(tiles).toHaveCount(3);
      expect(worksOf(page)).toEqual([second, first, third]);
    });

    await test.step('it is made without a network, and plays where it was waited for', async () => {
      await expect(
        page.getByText(words.pattern('Preview: how it will move, small and without sound.')),
      ).toBeVisible();
      await context.setOffline(true);
      await tabTo(page, page.getByRole('radio', { name: words('Flow') }));
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('radio', { name: words('Fade') })).toBeChecked();
      await tabTo(page, page.getByRole('button', { name: words('Make the video') }));
      await page.keyboard.press('Enter');
      await expect(page.getByText(words('It is among your works.'))).toBeVisible({
        timeout: 120_000,
      });
      const player = page.getByLabel(words('Your video'));
      await expect
        .poll(() => player.evaluate((element) => (element as HTMLVideoElement).duration))
        .toBeCloseTo(3, 1);
    });

    await test.step('it is a work, and leaves as a file', async () => {
      const download = page.getByRole('button', { name: words('Download'), exact: true });
      await tabTo(page, download);
      const file = page.waitForEvent('download');
      await page.keyboard.press('Enter');
      expect((await file).suggestedFilename()).toMatch(/^a paper lantern.*\.(?:mp4|webm)$/);
      await tabTo(page, page.getByRole('link', { name: words('Open it') }));
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL((url) => url.pathname.startsWith('/work/c_'));
      await expect(page.getByRole('main').locator('video')).toBeVisible();
      await context.setOffline(false);
    });
  },
);
