import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import {
  changeAlbum,
  createAlbum,
  getAlbum,
  listAlbums,
  moveAlbum,
} from '../../../src/db/albums/albums.ts';
import {
  collectWorks,
  countCollections,
  listMembers,
  listTags,
  listTagsOf,
} from '../../../src/db/albums/memberships.ts';
import { adoptAlbumChanges } from '../../../src/db/albums/sync.ts';
import { db } from '../../../src/db/database.ts';
import { cancelIntents, putBack, removeIntents } from '../../../src/db/intents/request-actions.ts';
import type { WorkRow } from '../../../src/db/schema.ts';
import { listHistoryFacets, listWorkEntries, listWorkIds } from '../../../src/db/works/entries.ts';
import { purgeWorks } from '../../../src/db/works/purge.ts';
import { binWorks, restoreWorks } from '../../../src/db/works/bin.ts';
import { communityOwner } from '../../../src/domain/community.ts';
import { meantTag, queryOfAlbum, queryOfRule, type AlbumRule } from '../../../src/domain/albums.ts';
import { noFilter, passes } from '../../../src/domain/history-filter.ts';
import type { AlbumId, UserKey, WorkId } from '../../../src/domain/ids.ts';
import { matchesSearch } from '../../../src/domain/search-words.ts';
import { monthOf } from '../../../src/domain/months.ts';
import { PromptIndex } from '../../../workers/search/prompt-index.ts';
import { readCollections } from '../../../workers/search/collections.ts';
import { readSearchRows } from '../../../src/db/works/search-rows.ts';
import { seededRandom } from '../../faults/rules.ts';
import { freshDevice, owner } from '../../fixtures/device.ts';
import { workId, workRow } from '../../fixtures/works.ts';

beforeEach(freshDevice);

const works = async (count: number, of: (number: number) => Partial<WorkRow> = () => ({})) => {
  const rows = Array.from({ length: count }, (_, at) => workRow(at + 1, of(at + 1)));
  await db.works.bulkPut(rows);
  return rows;
};

const shown = (id: AlbumId, order: 'newest' | 'oldest' = 'newest') =>
  listWorkIds(owner, { ...noFilter, album: id }, order);

const named = (name: string) => createAlbum(owner, { name, rule: null });

test('a work is in several albums, each in the order of time, and in none when it is gone', async () => {
  await works(5);
  const [sea, hills] = [await named('Sea'), await named('Hills')];
  await collectWorks(owner, sea, [workId(4), workId(2), workId(3)], true);
  await collectWorks(owner, hills, [workId(2)], true);
  expect(await shown(sea)).toEqual([4, 3, 2].map(workId));
  expect(await shown(sea, 'oldest')).toEqual([2, 3, 4].map(workId));
  expect(await countCollections(owner, [workId(2), workId(3)])).toEqual(
    new Map([
      [sea, 2],
      [hills, 1],
    ]),
  );
  await binWorks(owner, [workId(2)]);
  expect(await shown(sea)).toEqual([4, 3].map(workId));
  await restoreWorks(owner, [workId(2)]);
  expect(await shown(hills)).toEqual([workId(2)]);
  await purgeWorks([workId(2)]);
  expect(await listMembers(owner, sea)).toEqual([3, 4].map(workId));
  expect(await shown(hills)).toEqual([]);
});

test('an album is read in stretches, however many of its works the filter leaves out', async () => {
  await works(700, (number) => ({ starred: number % 50 === 0 ? 1 : 0 }));
  const sea = await named('Sea');
  await collectWorks(
    owner,
    sea,
    Array.from({ length: 700 }, (_, at) => workId(at + 1)),
    true,
  );
  const filter = { ...noFilter, album: sea, marked: 'favourites' as const };
  const read = (after: { id: WorkId; createdAtMs: number } | null) =>
    listWorkEntries({ owner, order: 'newest', filter, after, until: null, limit: 5 });
  const first = await read(null);
  const second = await read(first.at(-1) ?? null);
  const third = await read(second.at(-1) ?? null);
  expect([...first, ...second, ...third].map(({ id }) => id)).toEqual(
    [700, 650, 600, 550, 500, 450, 400, 350, 300, 250, 200, 150, 100, 50].map(workId),
  );
  const [after, until] = [first[1], second[1]];
  const between = await listWorkEntries({
    owner,
    order: 'newest',
    filter,
    after: after ?? null,
    until: until ?? null,
    limit: 1,
  });
  expect(between.map(({ id }) => id)).toEqual([600, 550, 500, 450, 400].map(workId));
});

test('an album that is deleted keeps its works, and an undo brings it back as it was', async () => {
  await works(2);
  const sea = await named('Sea');
  await collectWorks(owner, sea, [workId(1)], true);
  await changeAlbum(owner, sea, { isDeleted: true });
  expect(await listAlbums(owner)).toEqual([]);
  expect(await db.works.count()).toBe(2);
  expect(await changeAlbum(owner, sea, { name: 'Lake' })).toBe(false);
  await changeAlbum(owner, sea, { isDeleted: false });
  expect(await getAlbum(owner, sea)).toMatchObject({ name: 'Sea' });
  expect(await shown(sea)).toEqual([workId(1)]);
});

test('albums stand where they were put', async () => {
  const ids = [await named('A'), await named('B'), await named('C'), await named('D')];
  const names = async () => (await listAlbums(owner)).map(({ name }) => name).join('');
  expect(await names()).toBe('ABCD');
  expect(await moveAlbum(owner, ids[3] as AlbumId, ids[1] as AlbumId)).toEqual({ place: 2, of: 4 });
  expect(await names()).toBe('ADBC');
  await moveAlbum(owner, ids[0] as AlbumId, null);
  expect(await names()).toBe('DBCA');
});

test('what never left is as if it had not been; the rest of a wish stays', async () => {
  await works(3);
  const sea = await named('Sea');
  await collectWorks(owner, sea, [1, 2, 3].map(workId), true);
  await collectWorks(owner, sea, [workId(2)], false);
  await changeAlbum(owner, sea, { name: 'Ocean' });
  const told = (await db.intents.toArray()).map((row) => {
    if (row.kind === 'collect-works') {
      return [row.payload.isIn, row.payload.works.map(({ id }) => id)];
    }
    return row.kind === 'change-album' && Object.keys(row.payload.change);
  });
  expect(told).toEqual([
    ['coverId', 'rule', 'place', 'isDeleted'],
    [true, [workId(1), workId(3)]],
    [false, [workId(2)]],
    ['name'],
  ]);
});

test('a wish that is taken out of the queue is undone here, and done again when it is put back', async () => {
  await works(2);
  const sea = await named('Sea');
  await db.intents.clear();
  await changeAlbum(owner, sea, { name: 'Ocean' });
  await collectWorks(owner, sea, [workId(1)], true);
  const ids = (await db.intents.toArray()).map(({ id }) => id);
  const removed = await removeIntents(ids);
  expect(await getAlbum(owner, sea)).toMatchObject({ name: 'Sea' });
  expect(await shown(sea)).toEqual([]);
  await putBack(removed);
  expect(await getAlbum(owner, sea)).toMatchObject({ name: 'Ocean' });
  expect(await shown(sea)).toEqual([workId(1)]);
  await cancelIntents(ids);
  expect(await shown(sea)).toEqual([]);
});

test('what other devices did is taken over, except where a wish of this one waits', async () => {
  await works(3);
  const sea = await named('Sea');
  await db.intents.clear();
  await changeAlbum(owner, sea, { name: 'Ocean' });
  await collectWorks(owner, sea, [workId(1)], true);
  const member = { collection: sea, place: 1, isIn: true };
  await adoptAlbumChanges(owner, {
    albums: [{ id: sea, name: 'Lake', coverId: workId(3), rule: null, place: 7, isDeleted: false }],
    members: [
      { ...member, workId: workId(1), isIn: false },
      { ...member, workId: workId(2) },
      // Of a work that has not arrived yet.
      { ...member, workId: workId(9) },
    ],
    cursor: 'here',
  });
  expect(await getAlbum(owner, sea)).toMatchObject({ name: 'Ocean', coverId: workId(3), place: 7 });
  expect(await shown(sea)).toEqual([1, 2].map(workId));
  await works(9);
  expect(await shown(sea)).toContain(workId(9));
  expect(await db.albumSyncs.get(owner)).toEqual({ owner, cursor: 'here' });
});

test('without a platform nobody is told', async () => {
  const alone = communityOwner as UserKey;
  await db.works.put(workRow(1, { owner: alone }));
  const id = await createAlbum(alone, { name: 'Sea', rule: null });
  await collectWorks(alone, id, [workId(1)], true);
  expect(await listMembers(alone, id)).toEqual([workId(1)]);
  expect(await db.intents.count()).toBe(0);
});

test("somebody else's works and albums can't be put together with one's own", async () => {
  const bea = '2@kiln' as UserKey;
  await db.works.put(workRow(1, { owner: bea }));
  const sea = await named('Sea');
  expect(await collectWorks(owner, sea, [workId(1)], true)).toEqual([]);
  expect(await changeAlbum(bea, sea, { name: 'Mine' })).toBe(false);
  expect(await listAlbums(bea)).toEqual([]);
});

test('tags are found by the work and by the tag, and one that is there is written as it was', async () => {
  await works(2);
  await collectWorks(owner, '#Rain', [workId(1), workId(2)], true);
  await collectWorks(owner, '#夜', [workId(1)], true);
  const bea = '2@kiln' as UserKey;
  await db.memberships.put({ owner: bea, collection: '#other', workId: workId(1), place: 1 });
  expect(await listTagsOf(owner, workId(1))).toEqual(['Rain', '夜']);
  expect(await listTags(owner)).toEqual(['Rain', '夜']);
  expect((await listHistoryFacets(owner)).tags).toEqual(['Rain', '夜']);
  expect(meantTag(' ＃rain ', ['Rain'])).toBe('Rain');
  expect(await listWorkIds(owner, { ...noFilter, tag: 'Rain' }, 'newest')).toEqual(
    [2, 1].map(workId),
  );
  expect(await listWorkIds(owner, { ...noFilter, tag: 'Rain', model: 'none' }, 'newest')).toEqual(
    [],
  );
});

test('a search finds works by the names of their albums and tags, and of no deleted album', async () => {
  const rows = await works(4);
  const sea = await named('北海 Sea');
  await collectWorks(owner, sea, [workId(1)], true);
  await collectWorks(owner, '#雨夜', [workId(2)], true);
  const index = new PromptIndex();
  index.put(await readSearchRows(rows.map(({ id }) => id)));
  const found = async (words: string, filter = noFilter) => {
    index.setCollections(await readCollections(owner));
    return index.find(words, filter, 'oldest').map(({ id }) => id);
  };
  expect(await found('北海')).toEqual([workId(1)]);
  expect(await found('SEA picture')).toEqual([workId(1)]);
  expect(await found('雨')).toEqual([workId(2)]);
  expect(await found('', { ...noFilter, album: sea })).toEqual([workId(1)]);
  expect(await found('picture', { ...noFilter, tag: '雨夜' })).toEqual([workId(2)]);
  await changeAlbum(owner, sea, { isDeleted: true });
  expect(await found('北海')).toEqual([]);
});

test('a smart album shows exactly what its rule says, whatever the rule and the works are', async () => {
  const random = seededRandom(20261125);
  const pick = <Value>(values: readonly Value[]): Value =>
    values[Math.floor(random() * values.length)] as Value;
  const tools = ['Text2Img', 'Upscaling'] as const;
  const types = ['image/png', 'video/mp4', 'audio/mpeg'] as const;
  const prompts = ['a red vase', 'the SEA at night', '雨夜里的灯', 'a vase in the rain'];
  const rows = await works(120, (number) => {
    const rated = pick([0, 1] as const);
    return {
      jobType: pick(tools),
      model: pick(['painter', 'other']),
      mediaType: pick(types),
      prompt: pick(prompts),
      starred: pick([0, 1] as const),
      rated,
      rating: rated,
      createdAtMs: Date.UTC(2026, pick([8, 9, 10]), 1 + (number % 27)),
      origin: pick(['generated', 'imported']),
    };
  });
  const tagged = new Set(rows.filter(() => random() < 0.3).map(({ id }) => id));
  await collectWorks(owner, '#kept', [...tagged], true);
  const index = new PromptIndex();
  index.put(await readSearchRows(rows.map(({ id }) => id)));
  index.setCollections(await readCollections(owner));
  for (let round = 0; round < 60; round += 1) {
    const rule: AlbumRule = {
      words: pick(['', 'vase', 'sea NIGHT', '雨']),
      marked: pick(['all', 'favourites', 'others', 'unrated']),
      tool: pick([null, ...tools]),
      model: pick([null, null, 'painter']),
      kind: pick([null, null, 'picture', 'video']),
      month: pick([null, null, monthOf(Date.UTC(2026, 9, 10))]),
      origin: pick([null, null, 'imported']),
      tag: pick([null, null, 'kept']),
    };
    const id = await createAlbum(owner, { name: `rule ${round}`, rule });
    const { filter, words } = queryOfAlbum((await getAlbum(owner, id)) ?? { id, rule: null });
    const wanted = rows
      .filter(
        (work) =>
          matchesSearch(work.prompt, rule.words) &&
          passes(work, queryOfRule(rule).filter) &&
          (rule.tag === null || tagged.has(work.id)),
      )
      .map((work) => work.id);
    const shownIds =
      words === ''
        ? await listWorkIds(owner, filter, 'newest')
        : index.find(words, filter, 'newest').map((entry) => entry.id);
    expect(new Set(shownIds), JSON.stringify(rule)).toEqual(new Set(wanted));
    expect(shownIds).toHaveLength(wanted.length);
  }
});
