import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { putOwnCache } from '../../../../src/db/keep-answers.ts';
import { MePage } from '../../../../src/features/account/MePage.tsx';
import { StoragePage } from '../../../../src/features/storage/StoragePage.tsx';
import { formatClock } from '../../../../src/words/intl.ts';
import { freshDevice, owner } from '../../../fixtures/device.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';

const megabyte = 1_024 * 1_024;

beforeEach(freshDevice);
afterEach(closeScreen);

/** As the studio said it last. */
const heard = (works: number, uploads: number, atMs = Date.now(), limit: number | null = 100) =>
  putOwnCache(
    owner,
    'storedBytes',
    {
      works: works * megabyte,
      uploads: uploads * megabyte,
      limit: limit === null ? null : limit * megabyte,
    },
    atMs,
  );

const openStorage = () => openScreen({ path: '/storage', component: StoragePage });
const words = (text: string) => page.getByText(text, { exact: true });

test('what the studio keeps is shown with its limit, and without a warning while there is room', async () => {
  await heard(60, 15);
  openStorage();
  await expect.element(page.getByRole('heading', { name: 'With the studio' })).toBeVisible();
  await expect.element(words('75 MB')).toBeVisible();
  await expect.element(words('of 100 MB, 75%')).toBeVisible();
  await expect.element(words('60 MB')).toBeVisible();
  await expect.element(words('15 MB')).toBeVisible();
  await expect.element(words('Your room with the studio is filling up')).not.toBeInTheDocument();
});

test('from four fifths on the storage page and the person’s page warn, and lead to what helps', async () => {
  await heard(70, 10);
  openStorage();
  await expect.element(words('Your room with the studio is filling up')).toBeVisible();
  const choose = page.getByRole('link', { name: 'Choose works to delete' });
  await expect.element(choose).toHaveAttribute('href', '/history');
  openScreen({ path: '/me', component: MePage });
  await expect.element(words('Your room with the studio is filling up')).toBeVisible();
  const see = page.getByRole('link', { name: 'See what takes room' });
  await expect.element(see).toHaveAttribute('href', '/storage');
  await heard(90, 11);
  await expect.element(words('The studio has no more room for you')).toBeVisible();
});

test('without a network the last known figure stands there, with its age', async () => {
  const atMs = Date.now() - 3 * 3_600_000;
  await heard(95, 0, atMs);
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
  try {
    openStorage();
    await expect.element(words('of 100 MB, 95%')).toBeVisible();
    const told = `As of ${formatClock(atMs, Date.now(), 'en')}`;
    await expect.element(words(told)).toBeVisible();
  } finally {
    Reflect.deleteProperty(navigator, 'onLine');
  }
});

test('a studio without a limit says what it keeps and warns of nothing', async () => {
  await heard(500, 524, Date.now(), null);
  openStorage();
  await expect.element(words('1 GB')).toBeVisible();
  await expect.element(words('The studio has no more room for you')).not.toBeInTheDocument();
});
