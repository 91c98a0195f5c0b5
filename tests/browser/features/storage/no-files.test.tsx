import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { db } from '../../../../src/db/database.ts';
import { keepsFiles } from '../../../../src/db/media/keeps-files.ts';
import { isFileRefused } from '../../../../src/db/media/refused-files.ts';
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

test('a file that is refused is known as such, also where it is one of several rows', () => {
  const refused = new DOMException('Error preparing Blob/File data', 'UnknownError');
  expect(isFileRefused(refused)).toBe(true);
  expect(isFileRefused(new Dexie.BulkError('two rows', [refused]))).toBe(true);
  expect(isFileRefused(new DOMException('full', 'QuotaExceededError'))).toBe(false);
  expect(isFileRefused('UnknownError')).toBe(false);
});
