import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { db } from '../../../../src/db/database.ts';
import { listIntents } from '../../../../src/db/intents/lists.ts';
import { binWorks } from '../../../../src/db/works/bin.ts';
import { countWorks } from '../../../../src/db/works/works.ts';
import { BinPage } from '../../../../src/features/history/BinPage.tsx';
import { activateLanguage } from '../../../../src/i18n.ts';
import { freshDevice, owner } from '../../../fixtures/device.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { putWorks, workId, workRow } from '../../../fixtures/works.ts';

const dayMs = 86_400_000;
const open = () => openScreen({ path: '/history/bin', component: BinPage });
const box = (number: number) =>
  page.getByRole('checkbox', { name: `Select: picture ${number}`, exact: true });
const said = async (text: string) => {
  await expect.element(page.getByText(text)).toBeVisible();
};

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshDevice();
  await putWorks(workRow(1), workRow(2), workRow(3, { mediaType: 'video/mp4' }), workRow(4));
  await binWorks(owner, [workId(1)], Date.now() - 20.5 * dayMs);
  await binWorks(owner, [workId(2), workId(3)]);
});
afterEach(closeScreen);

test('the bin shows what is in it and for how long, and puts one back', async () => {
  open();
  await expect.element(box(1)).toBeVisible();
  await said('10 days left');
  await box(1).click();
  await page.getByRole('button', { name: 'Put back what is selected' }).click();
  await said('Back among your works: 1 picture');
  await expect.element(box(1)).not.toBeInTheDocument();
  expect(await countWorks(owner)).toBe(2);
  // It never left, so there is nothing to take back.
  const rows = await listIntents(owner);
  expect(rows.flatMap((row) => (row.kind === 'set-binned' ? row.payload.works : []))).toHaveLength(
    2,
  );
});

test('several are called what they are, and go for good after one question', async () => {
  open();
  await box(3).click();
  await page.getByRole('button', { name: 'Delete what is selected for good' }).click();
  await expect
    .element(page.getByRole('heading', { name: 'Delete 1 video for good?' }))
    .toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await db.bin.count()).toBe(3);
  await page.getByRole('button', { name: 'Empty the bin' }).click();
  await expect
    .element(page.getByRole('heading', { name: 'Delete 3 works for good?' }))
    .toBeVisible();
  await page.getByRole('button', { name: 'Delete for good', exact: true }).click();
  await said('The bin is empty');
  const kinds = (await listIntents(owner)).map(({ kind }) => kind);
  expect([kinds, await countWorks(owner)]).toEqual([['delete-works'], 1]);
});

test('everything comes back at once, in Chinese too', async () => {
  open();
  await activateLanguage('cn');
  await page.getByRole('button', { name: '全部放回' }).click();
  await said('回收站是空的');
  await activateLanguage('en');
  expect(await countWorks(owner)).toBe(4);
});
