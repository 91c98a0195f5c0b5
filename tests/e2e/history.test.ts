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
