import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ArchivePage } from '../../../../src/features/archive/ArchivePage.tsx';
import {
  nothingChosen,
  type ExportChoice,
} from '../../../../src/features/archive/export-scopes.ts';
import { forgetExport, throwAway } from '../../../../src/features/archive/exporting.ts';
import { freshDevice, owner } from '../../../fixtures/device.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { putWorks, workId, workRow } from '../../../fixtures/works.ts';

const open = (choice: Partial<ExportChoice> = {}) =>
  openScreen({
    path: '/archive',
    component: () => <ArchivePage choice={{ ...nothingChosen, ...choice }} />,
  });
const button = (name: string) => page.getByRole('button', { name });
const offered: string[] = [];

/** What would go to the downloads. */
const click = vi.spyOn(HTMLAnchorElement.prototype, 'click');

beforeEach(async () => {
  await freshDevice();
  await throwAway(owner);
  offered.length = 0;
  click.mockImplementation(function (this: HTMLAnchorElement) {
    offered.push(this.download);
  });
});
afterEach(async () => {
  closeScreen();
  click.mockReset();
  forgetExport();
  await throwAway(owner);
});

afterAll(() => click.mockRestore());

test('what was selected is taken first, and everything is one press away', async () => {
  await putWorks(workRow(1), workRow(2), workRow(3));
  open({ selected: [workId(2)], words: 'picture' });
  await expect.element(page.getByText('1 work', { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'What the filter shows' }).click();
  await expect.element(page.getByText('3 works', { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'What I selected' }).click();
  await button('Export as ZIP').click();
  await expect.element(page.getByText('1 work is in it')).toBeVisible();
  await expect.poll(() => offered).toEqual([expect.stringMatching(/^kiln-[\d-]+\.zip$/)]);
});

test('works that come while one looks at the page are counted', async () => {
  open();
  await expect.element(page.getByText('0 works', { exact: true })).toBeVisible();
  await putWorks(workRow(1), workRow(2));
  await expect.element(page.getByText('2 works', { exact: true })).toBeVisible();
});

test('what would be missing is said before it begins', async () => {
  await putWorks(workRow(1));
  const { saveWorks } = await import('../../../../src/db/works/works.ts');
  const elsewhere = workRow(2, { onDevice: 0, bytes: 5 * 1024 * 1024 });
  const gone = workRow(3, { onDevice: 0, remote: 'expired' });
  await saveWorks([elsewhere, gone].map((work) => ({ work, media: null, thumbnail: null })));
  open();
  await expect
    .element(page.getByText('1 more work (5 MB) is in full size with the studio only'))
    .toBeVisible();
  await expect.element(page.getByText(/1 work can't come along/)).toBeVisible();
  await page.getByRole('radio', { name: 'Fetch them' }).click();
  await expect.element(page.getByText('2 works', { exact: true })).toBeVisible();
});

test('an archive from before is still there after a reload, to be saved again or removed', async () => {
  await putWorks(workRow(1));
  open();
  await button('Export as ZIP').click();
  await expect.element(page.getByText('1 work is in it')).toBeVisible();
  forgetExport();
  open();
  await button('Save again').click();
  await expect.poll(() => offered.length).toBe(2);
  await button('Remove it from here').click();
  await expect.element(button('Save again')).not.toBeInTheDocument();
});

test('without works there is nothing to press', async () => {
  open();
  await expect
    .element(page.getByText('There is nothing here that could come along.'))
    .toBeVisible();
  await expect.element(button('Export as ZIP')).toBeDisabled();
});
