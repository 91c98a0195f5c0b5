import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { endSession, startSession } from '../../../src/db/account/session.ts';
import { db } from '../../../src/db/database.ts';
import { listOpenIntents } from '../../../src/db/intents/lists.ts';
import { getOriginal } from '../../../src/db/media/media.ts';
import { getThumbnail } from '../../../src/db/media/thumbnails.ts';
import { listHistoryFacets, listWorkIds } from '../../../src/db/works/entries.ts';
import { addOwnWorks } from '../../../src/db/works/own-works.ts';
import { binWorks } from '../../../src/db/works/bin.ts';
import { getWork, listWorks } from '../../../src/db/works/works.ts';
import { purgeWorks } from '../../../src/db/works/purge.ts';
import { noFilter } from '../../../src/domain/history-filter.ts';
import { communityOwner, guestOwner } from '../../../src/domain/community.ts';
import type { UserKey } from '../../../src/domain/ids.ts';
import { freshDevice, owner, session } from '../../fixtures/device.ts';
import { ownWork } from '../../fixtures/own-works.ts';
import { putWorks, workId, workRow } from '../../fixtures/works.ts';

beforeEach(freshDevice);

const bea = '2@kiln' as UserKey;

test('a work that no job made stands in the history by its own time, with its file and its small picture', async () => {
  const own = await ownWork(3, { starred: 1, rating: 4 });
  expect(await addOwnWorks(owner, [own])).toEqual({
    added: [workId(3)],
    known: [],
  });
  const [work] = await listWorks({ owner, order: 'newest', limit: 5 });
  expect(work).toMatchObject({
    id: workId(3),
    origin: 'imported',
    jobId: null,
    createdAtMs: Date.UTC(2023, 4, 3),
    prompt: 'picture 3',
    starred: 1,
    rated: 1,
    rating: 4,
    onDevice: 1,
    remote: 'absent',
    untold: true,
    place: 'platform',
    bytes: own.blob.size,
  });
  expect((await getOriginal(workId(3)))?.sha256).toBe(own.sha256);
  expect(await getThumbnail(workId(3))).toBeDefined();
});

test('what is here already is known by its name or its bytes, also within one call, and is left as it was', async () => {
  const first = await ownWork(1, { prompt: 'as it was' });
  await addOwnWorks(owner, [first]);
  const renamed = await ownWork(1, { id: workId(9) });
  const [fresh, twin] = [await ownWork(2), await ownWork(2, { id: workId(8) })];
  const again = await ownWork(1);
  expect(await addOwnWorks(owner, [again, renamed, fresh, twin])).toEqual({
    added: [workId(2)],
    known: [workId(1), workId(9), workId(8)],
  });
  expect((await getWork(workId(1)))?.prompt).toBe('as it was');
  // The platform has cut off what followed the picture's end: the file here is the same all the same.
  await db.works.update(workId(1), { sha256: 'f'.repeat(64) });
  expect((await addOwnWorks(owner, [renamed])).known).toEqual([workId(9)]);
});

test('somebody else’s work, and one that lies in the bin, is not in the way of the same bytes', async () => {
  await addOwnWorks(bea, [await ownWork(1, { id: workId(5) })]);
  await addOwnWorks(owner, [await ownWork(1)]);
  await binWorks(owner, [workId(1)]);
  const again = await ownWork(1, { id: workId(7) });
  expect((await addOwnWorks(owner, [again])).added).toEqual([workId(7)]);
  await purgeWorks([workId(1)]);
  expect(await getOriginal(workId(7))).toBeDefined();
});

test('what is not to be told, and what there is no platform for, stays on this device', async () => {
  await addOwnWorks(owner, [await ownWork(1)], { tell: false });
  await addOwnWorks(communityOwner as UserKey, [await ownWork(2)]);
  for (const id of [workId(1), workId(2)]) {
    const work = await getWork(id);
    expect([work?.place, work?.untold]).toEqual(['horde', undefined]);
  }
});

test('a file that lies nowhere else stays with the work that was made from it', async () => {
  const mediaId = 'source' as never;
  const kept = { url: '/files/x.png', sha256: null, bytes: null };
  const sources = [
    { field: 'frames', mediaId, kept: null },
    { field: 'sound', mediaId: null, kept },
  ];
  await addOwnWorks(owner, [await ownWork(1, { origin: 'assembled', sources })]);
  expect(await getWork(workId(1))).toMatchObject({
    sources,
    keptSources: [mediaId],
  });
});

test('the history can show only what was imported, put together, or made on another device', async () => {
  await putWorks(workRow(1), workRow(2, { origin: 'synced' }));
  await addOwnWorks(owner, [await ownWork(3), await ownWork(4, { origin: 'assembled' })]);
  const list = (changes: Partial<typeof noFilter>) =>
    listWorkIds(owner, { ...noFilter, ...changes }, 'oldest');
  expect(await list({ origin: 'imported' })).toEqual([workId(3)]);
  expect(await list({ origin: 'assembled' })).toEqual([workId(4)]);
  expect(await list({ origin: 'synced' })).toEqual([workId(2)]);
  expect(await list({ origin: 'generated' })).toEqual([workId(1)]);
  expect(await list({ origin: 'imported', model: 'painter' })).toEqual([]);
  const { origins } = await listHistoryFacets(owner);
  expect(origins.toSorted()).toEqual(['assembled', 'generated', 'imported', 'synced']);
});

test('what was brought along before the log-in becomes the person’s, and the platform is to keep it', async () => {
  await endSession();
  await addOwnWorks(guestOwner as UserKey, [await ownWork(1)]);
  await startSession(session);
  expect((await getWork(workId(1)))?.owner).toBe(owner);
  expect(await listOpenIntents(owner)).toMatchObject([
    { kind: 'keep-work', payload: { workIds: [workId(1)] } },
  ]);
});
