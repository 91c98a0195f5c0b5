import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { db } from '../../../../src/db/database.ts';
import { keepsFiles } from '../../../../src/db/media/keeps-files.ts';
import { StorageWatch } from '../../../../src/features/storage/StorageWatch.tsx';
import { freshDevice } from '../../../fixtures/device.ts';
import { refuseFiles } from '../../../fixtures/refused-files.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';

beforeEach(freshDevice);
afterEach(() => {
  vi.restoreAllMocks();
  closeScreen();
});

test('a window that keeps no files says so, and where what one makes is to be had', async () => {
  refuseFiles();
  openScreen({ path: '/', component: StorageWatch });
  const told = page.getByText(/This window keeps no pictures/);
  await expect.element(told, { timeout: 10_000 }).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect.element(told).not.toBeInTheDocument();
});

test('where files are kept nothing is left of the try', async () => {
  expect(await keepsFiles()).toBe(true);
  expect(await db.thumbnails.count()).toBe(0);
});
