import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { db } from '../../../../src/db/database.ts';
import { keepsFiles } from '../../../../src/db/media/keeps-files.ts';
import { StorageWatch } from '../../../../src/features/storage/StorageWatch.tsx';
import { freshDevice } from '../../../fixtures/device.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';

beforeEach(freshDevice);
afterEach(() => {
  vi.restoreAllMocks();
  closeScreen();
});

/** As a private window of Safari does with each row that holds a Blob. */
function refuseFiles(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with the store as `this` below
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value: unknown,
    key?: IDBValidKey,
  ) {
    const holdsFile = Object.values(value as object).some((each) => each instanceof Blob);
    if (holdsFile) throw new DOMException('Error preparing Blob/File data', 'UnknownError');
    return key === undefined ? put.call(this, value) : put.call(this, value, key);
  });
}

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
