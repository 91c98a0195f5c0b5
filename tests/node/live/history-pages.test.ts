import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { db } from '../../../src/db/database.ts';
import type { WorkRow } from '../../../src/db/schema.ts';
import { newId } from '../../../src/db/ids.ts';
import type { AlbumId } from '../../../src/domain/ids.ts';
import { noFilter, type HistoryFilter } from '../../../src/domain/history-filter.ts';
import { HistoryPages } from '../../../src/live/history-pages.ts';
import { freshDevice, owner } from '../../fixtures/device.ts';
import { workId, workRow } from '../../fixtures/works.ts';

const count = 400;
const hourMs = 3_600_000;

beforeEach(async () => {
  await freshDevice();
  await db.works.bulkPut(
    Array.from({ length: count }, (_, number) =>
      workRow(number, {
        createdAtMs: number * hourMs,
        jobType: number % 2 ? 'Text2Img' : 'Upscaling',
        starred: 0,
      }),
    ),
  );
});

/** A history of which everything has been scrolled through. */
async function openWhole(some: Partial<HistoryFilter> = {}): Promise<HistoryPages> {
  const pages = new HistoryPages({ owner, order: 'newest', filter: { ...noFilter, ...some } });
  pages.subscribe(() => {});
  await vi.waitFor(() => expect(pages.getSnapshot().state).toBe('ready'));
  while (!pages.getSnapshot().isComplete) {
    const { length } = pages.getSnapshot().entries;
    pages.loadMore();
    await vi.waitFor(() => {
      const { entries, isComplete } = pages.getSnapshot();
      expect(isComplete || entries.length > length).toBe(true);
    });
  }
  return pages;
}

const shownBy = (pages: HistoryPages) => pages.getSnapshot().entries.map(({ id }) => id);

/** Rows that are read until the history shows what it should. */
async function rowsRead(change: () => Promise<unknown>, check: () => void): Promise<number> {
  let rows = 0;
  const hook = (row: WorkRow) => {
    rows += 1;
    return row;
  };
  db.works.hook('reading', hook);
  await change();
  await vi.waitFor(check);
  db.works.hook('reading').unsubscribe(hook);
  return rows;
}

test('works that come, go and come back far from the beginning are shown where they belong, and one stretch is read for each', async () => {
  const pages = await openWhole();
  expect(shownBy(pages)).toHaveLength(count);
  const middle = workRow(1_000, { createdAtMs: 200.5 * hourMs });
  const added = await rowsRead(
    () => db.works.add(middle),
    () => expect(shownBy(pages)[count - 200 - 1]).toBe(middle.id),
  );
  expect(added).toBeLessThan(200);
  const removed = await rowsRead(
    () => db.works.bulkDelete([workId(50), middle.id]),
    () => expect(shownBy(pages)).not.toContain(workId(50)),
  );
  expect(removed).toBeLessThan(400);
  await vi.waitFor(() => expect(shownBy(pages)).toHaveLength(count - 1));
  await db.works.add(workRow(2_000, { createdAtMs: count * hourMs }));
  await vi.waitFor(() => expect(shownBy(pages)[0]).toBe(workId(2_000)));
});

test('a work that begins or ceases to meet a filter comes and goes, where it was not shown before as well', async () => {
  const pages = await openWhole({ marked: 'favourites', tool: 'Upscaling' });
  expect(shownBy(pages)).toEqual([]);
  await db.works.update(workId(100), { starred: 1 });
  await db.works.update(workId(101), { starred: 1 });
  await vi.waitFor(() => expect(shownBy(pages)).toEqual([workId(100)]));
  await db.works.update(workId(101), { jobType: 'Upscaling' });
  await vi.waitFor(() => expect(shownBy(pages)).toEqual([workId(101), workId(100)]));
  await db.works.update(workId(100), { starred: 0 });
  await vi.waitFor(() => expect(shownBy(pages)).toEqual([workId(101)]));
});

test('what changes while nobody looks is shown to the next who does', async () => {
  const pages = new HistoryPages({ owner, order: 'newest', filter: noFilter });
  const leave = pages.subscribe(() => {});
  await vi.waitFor(() => expect(pages.getSnapshot().state).toBe('ready'));
  leave();
  await db.works.delete(workId(count - 1));
  pages.subscribe(() => {});
  await vi.waitFor(() => expect(shownBy(pages)[0]).toBe(workId(count - 2)));
});

test('a history that is left for good and shown again has missed nothing', async () => {
  const pages = new HistoryPages({ owner, order: 'newest', filter: noFilter });
  const leave = pages.subscribe(() => {});
  await vi.waitFor(() => expect(pages.getSnapshot().state).toBe('ready'));
  pages.release();
  leave();
  await db.works.delete(workId(count - 1));
  pages.subscribe(() => {});
  await vi.waitFor(() => expect(shownBy(pages)[0]).toBe(workId(count - 2)));
});

test('what is put into an album and taken out of it comes and goes', async () => {
  const album = newId(1) as AlbumId;
  const pages = await openWhole({ album });
  const place = { owner, collection: album, workId: workId(7), place: 7 * hourMs };
  await db.memberships.put(place);
  await vi.waitFor(() => expect(shownBy(pages)).toEqual([workId(7)]));
  await db.memberships.delete([owner, album, workId(7)]);
  await vi.waitFor(() => expect(shownBy(pages)).toEqual([]));
});

test('who scrolls on just when a work comes sees every one', async () => {
  const pages = new HistoryPages({ owner, order: 'newest', filter: noFilter });
  pages.subscribe(() => {});
  await vi.waitFor(() => expect(pages.getSnapshot().state).toBe('ready'));
  const newest = workRow(3_000, { createdAtMs: count * hourMs });
  await db.works.add(newest);
  pages.loadMore();
  const all = [newest.id, ...Array.from({ length: count }, (_, at) => workId(count - 1 - at))];
  await vi.waitFor(() => expect(shownBy(pages).length).toBeGreaterThan(150));
  await vi.waitFor(() => expect(shownBy(pages)).toEqual(all.slice(0, shownBy(pages).length)));
});
