import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { db } from '../../../../src/db/database.ts';
import { getSetting } from '../../../../src/db/settings.ts';
import { workMediaId } from '../../../../src/db/works/purge.ts';
import { StoragePage } from '../../../../src/features/storage/StoragePage.tsx';
import { freshDevice } from '../../../fixtures/device.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { putWorks, workId, workRow } from '../../../fixtures/works.ts';

const megabyte = 1_024 * 1_024;

beforeEach(freshDevice);
afterEach(closeScreen);

const openStorage = () => openScreen({ path: '/storage', component: StoragePage });

test('full-size works are told apart by what they are, with the room that each kind takes', async () => {
  await putWorks(workRow(1), workRow(2), workRow(3));
  for (const number of [1, 2]) await db.works.update(workId(number), { bytes: 1.5 * megabyte });
  await db.works.update(workId(3), { bytes: 40 * megabyte, mediaType: 'video/mp4' });
  openStorage();
  const kinds = page.getByRole('list', { name: 'By kind' });
  await expect.element(kinds.getByText('Pictures · 2')).toBeVisible();
  await expect.element(kinds.getByText('Videos · 1')).toBeVisible();
  await expect.element(kinds.getByText('3 MB')).toBeVisible();
  await expect.element(kinds.getByText('40 MB')).toBeVisible();
});

test('works that are here in small alone are counted, and one press brings them back', async () => {
  await putWorks(workRow(1), workRow(2, { onDevice: 0 }));
  await db.media.delete(workMediaId(workId(2)));
  openStorage();
  await expect.element(page.getByText(/^1 work is here as a small preview\./)).toBeVisible();
  await page.getByRole('button', { name: 'Bring all of them here' }).click();
  await expect.element(page.getByText(/^They come by themselves/)).toBeVisible();
  expect(await getSetting('keepOriginals')).toBe('all');
});
