import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { db } from '../../../src/db/database.ts';
import {
  getNeighbours,
  getPosition,
  listWorkEntries,
  listWorkIds,
} from '../../../src/db/works/entries.ts';
import { noFilter, passes, type HistoryFilter } from '../../../src/domain/history-filter.ts';
import type { UserKey } from '../../../src/domain/ids.ts';
import type { WorkRow } from '../../../src/db/schema.ts';
import { compareEntries, type WorkEntry } from '../../../src/domain/work-entry.ts';
import { freshDevice, owner } from '../../fixtures/device.ts';
import { workId, workRow } from '../../fixtures/works.ts';

const dayMs = 86_400_000;
const octoberMs = Date.UTC(2026, 9, 2);

beforeEach(async () => {
  await freshDevice();
  // Several share a time, as works of one job do.
  await db.works.bulkPut(
    Array.from({ length: 240 }, (_, number) =>
      workRow(number, {
        createdAtMs: octoberMs + Math.floor(number / 3) * dayMs,
        model: number % 2 ? 'painter' : 'upscaler',
        jobType: number % 5 ? 'Text2Img' : 'Upscaling',
        mediaType: ['image/png', 'image/webp', 'video/mp4', 'video/webm'][number % 4]!,
        starred: number % 3 ? 0 : 1,
        rated: number % 7 ? 0 : 1,
        origin: number % 11 ? 'generated' : 'imported',
        ...(number % 13 === 0 && { owner: '2@kiln' as UserKey }),
      }),
    ),
  );
});

const filters: Partial<HistoryFilter>[] = [
  {},
  { kind: 'video' },
  { kind: 'picture', marked: 'favourites' },
  { kind: 'audio' },
  { model: 'painter', month: '2026-11' },
  { tool: 'Upscaling', kind: 'video', marked: 'others' },
  { origin: 'imported', marked: 'unrated' },
  { model: 'painter', tool: 'Text2Img', kind: 'picture', origin: 'generated', marked: 'unrated' },
];

test('a list that is read in stretches shows what passes its filter, each once and in order', async () => {
  const works = (await db.works.toArray()).filter((work) => work.owner === owner);
  for (const order of ['newest', 'oldest'] as const) {
    for (const some of [...filters, { month: '2026-11' }] as typeof filters) {
      const filter = { ...noFilter, ...some };
      const wanted = works
        .filter((work) => passes(work, filter))
        .toSorted((left, right) => compareEntries(left, right, order))
        .map(({ id }) => id);
      const window = { owner, order, filter, limit: 7 };
      const listed: string[] = [];
      for (let after: WorkEntry | null = null; ;) {
        const stretch: WorkEntry[] = await listWorkEntries({ ...window, after, until: null });
        listed.push(...stretch.map(({ id }) => id));
        const last = stretch.at(-1);
        if (!last) break;
        const again = await listWorkEntries({ ...window, after, until: last });
        expect(again).toEqual(stretch);
        after = last;
      }
      expect(listed, JSON.stringify([order, some])).toEqual(wanted);
    }
  }
});

test('of very many works of one moment each is in one stretch', async () => {
  const sameMs = octoberMs + 400 * dayMs;
  await db.works.bulkPut(
    Array.from({ length: 60 }, (_, number) => workRow(1_000 + number, { createdAtMs: sameMs })),
  );
  for (const order of ['newest', 'oldest'] as const) {
    const window = { owner, order, filter: noFilter, until: null, limit: 9 };
    const listed: string[] = [];
    for (let after: WorkEntry | null = null; ;) {
      const stretch: WorkEntry[] = await listWorkEntries({ ...window, after });
      expect(stretch.length).toBeLessThanOrEqual(9);
      listed.push(...stretch.map(({ id }) => id));
      after = stretch.at(-1) ?? null;
      if (stretch.length < 9) break;
    }
    expect(listed).toEqual(await listWorkIds(owner, noFilter, order));
  }
});

test('where criteria meet, no row is read that the filter does not show', async () => {
  const read: string[] = [];
  const hook = (work: WorkRow) => {
    read.push(work.id);
    return work;
  };
  db.works.hook('reading', hook);
  const filter = { ...noFilter, tool: 'Upscaling', marked: 'favourites' } as const;
  const listed = await listWorkEntries({
    owner,
    order: 'newest',
    filter,
    after: null,
    until: null,
    limit: 90,
  });
  db.works.hook('reading').unsubscribe(hook);
  expect(listed.length).toBeGreaterThan(10);
  expect(read).toEqual(listed.map(({ id }) => id));
  read.length = 0;
  db.works.hook('reading', hook);
  await getNeighbours((await db.works.get(listed[5]!.id))!, 'newest', filter);
  db.works.hook('reading').unsubscribe(hook);
  // Both beside it, and of those that share its moment or theirs a few.
  expect(read.length).toBeLessThan(10);
});

test('all that a filter shows is found by keys alone, in the order of the list', async () => {
  for (const order of ['newest', 'oldest'] as const) {
    for (const some of filters) {
      const filter = { ...noFilter, ...some };
      const options = { owner, order, filter, after: null, until: null, limit: Infinity };
      const listed = (await listWorkEntries(options)).map(({ id }) => id);
      expect(await listWorkIds(owner, filter, order), JSON.stringify([order, some])).toEqual(
        listed,
      );
    }
  }
  expect(await listWorkIds(owner, { ...noFilter, kind: 'audio' }, 'newest')).toEqual([]);
  expect(await listWorkIds(owner, noFilter, 'newest')).toContain(workId(239));
});

test('which one of its list a work is, and of how many, is what the list itself says', async () => {
  for (const order of ['newest', 'oldest'] as const) {
    for (const some of [...filters, { month: '2026-11' }, { kind: 'video' }] as typeof filters) {
      const filter = { ...noFilter, ...some };
      const ids = await listWorkIds(owner, filter, order);
      for (const [index, id] of ids.entries()) {
        if (index % 17 > 2) continue;
        const work = (await db.works.get(id))!;
        const label = JSON.stringify([order, some, index]);
        expect(await getPosition(work, order, filter), label).toEqual({
          at: index + 1,
          of: ids.length,
        });
      }
    }
  }
});

test('a work that its list does not show has no place in it', async () => {
  const work = (await db.works.get(workId(1)))!;
  expect(await getPosition(work, 'newest', { ...noFilter, marked: 'favourites' })).toBeNull();
});
