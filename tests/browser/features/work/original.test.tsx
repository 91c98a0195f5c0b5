import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { db } from '../../../../src/db/database.ts';
import { addPart, openDownload } from '../../../../src/db/media/downloads.ts';
import type { WorkRow } from '../../../../src/db/schema.ts';
import { getWork } from '../../../../src/db/works/works.ts';
import { workMediaId } from '../../../../src/db/works/purge.ts';
import { freshDevice, keepModels } from '../../../fixtures/device.ts';
import { modelItem, upscaleItem } from '../../../fixtures/models.ts';
import { closeScreen, openScreen } from '../../../fixtures/screen.tsx';
import { putWorks, workId, workRow } from '../../../fixtures/works.ts';
import { RoutedWork } from '../../../fixtures/work-page.tsx';

const id = workId(1);
const open = (number = 1) =>
  openScreen({ path: '/work/$id', url: `/work/c_${workId(number)}`, component: RoutedWork });

/** A work of another device: the small version is here, the full one is not. */
async function putAway(changes: Partial<WorkRow> = {}, number = 1): Promise<void> {
  await putWorks(workRow(number, { onDevice: 0 }));
  await db.media.delete(workMediaId(workId(number)));
  await db.works.update(workId(number), { bytes: 4 * 1_024 ** 2, ...changes });
}
const fetches = async () =>
  (await db.intents.toArray()).map(({ kind, payload }) => [kind, payload]);

async function chooseFromMenu(entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  await freshDevice();
  await keepModels([modelItem(), upscaleItem()]);
});
afterEach(() => {
  closeScreen();
  vi.restoreAllMocks();
});

describe('a work that was made elsewhere', () => {
  test('has its full size fetched because it is looked at, and says how far that is', async () => {
    await putAway();
    open();
    await expect.element(page.getByText('Fetching the full size, 4 MB')).toBeVisible();
    await expect.poll(fetches).toEqual([['fetch-originals', { workIds: [id], why: 'opened' }]]);
    const download = { id: workMediaId(id), url: '/x', totalBytes: 4 * 1_024 ** 2 };
    await openDownload(download);
    await addPart(download.id, 0, new Blob([new Uint8Array(1_024 ** 2)]));
    await expect.element(page.getByText('Fetching the full size, 1 MB of 4 MB')).toBeVisible();
    const bar = page.getByRole('progressbar', { name: 'Fetching the full size' });
    await expect.element(bar).toHaveAttribute('aria-valuenow', '25');
    await putWorks(workRow(1));
    await expect.element(page.getByRole('img', { name: 'picture 1' })).toBeInTheDocument();
    await expect.element(bar).not.toBeInTheDocument();
  });

  test('is not fetched any more when one turns away', async () => {
    await putAway();
    await putWorks(workRow(2));
    open();
    await expect.poll(async () => (await fetches()).length).toBe(1);
    await page.getByRole('button', { name: 'Previous work' }).click();
    await expect.poll(fetches).toEqual([]);
  });

  test('says that it needs a network, or that it is no longer kept', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await putAway();
    open();
    await expect.element(page.getByText(/the full one needs a network/)).toBeVisible();
    await db.works.update(id, { remote: 'expired', expiresAtMs: null });
    await expect.element(page.getByText(/the full one is no longer kept/)).toBeVisible();
    await expect.element(page.getByText('No longer kept', { exact: true })).toBeVisible();
  });

  test('counts the days for which the studio keeps it', async () => {
    await putAway({ expiresAtMs: Date.now() + 12.5 * 86_400_000 });
    open();
    await expect.element(page.getByText(/In the studio until .+ · 12 days left/)).toBeVisible();
  });

  test('can be kept here, and need not', async () => {
    await putAway();
    open();
    await chooseFromMenu('Keep on this device');
    await expect.poll(async () => (await getWork(id))?.pinned).toBe(1);
    await chooseFromMenu('Need not stay here');
    await expect.poll(async () => (await getWork(id))?.pinned).toBe(0);
  });

  test('waits for its full size before it goes on in a tool', async () => {
    await putAway();
    const { url } = open();
    await page.getByRole('button', { name: 'Use in…' }).click();
    await page.getByRole('menuitem', { name: 'Upscale' }).click();
    await expect.element(page.getByText('Fetching the full size first…')).toBeVisible();
    await putWorks(workRow(1));
    await expect.poll(url).toBe(`/generate/Upscaling?source=${id}`);
  });
});

test('the full size of a work can make room while the studio has it, and not otherwise', async () => {
  await putWorks(workRow(1));
  open();
  await chooseFromMenu('Free its space here');
  await expect.poll(fetches).toEqual([['release-works', { workIds: [id] }]]);
  await db.works.update(id, { remote: 'expired' });
  await expect.element(page.getByText('Only on this device')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Keep on this device' })).toBeVisible();
  await expect
    .element(page.getByRole('menuitem', { name: 'Free its space here' }))
    .not.toBeInTheDocument();
});
