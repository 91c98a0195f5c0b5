import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { enterCommunity, leaveCommunity } from '../../../../src/db/account/community.ts';
import { removePerson } from '../../../../src/db/account/remove-person.ts';
import { measureArrivals, pruneJobs, store } from '../../../../src/db/community-store.ts';
import type { JobRow } from '../../../../src/db/community-store.ts';
import { db, deleteDatabase } from '../../../../src/db/database.ts';
import { getSession } from '../../../../src/db/account/session.ts';
import { measureTables } from '../../../../src/db/media/storage-use.ts';
import { communityDatabaseName, communityOwner } from '../../../../src/domain/community.ts';
import type { UserKey } from '../../../../src/domain/ids.ts';
import { freshDevice, request } from '../../../fixtures/device.ts';

const community = { hordeUrl: 'https://horde.example/api' };

beforeEach(freshDevice);
afterEach(async () => {
  await store.delete({ disableAutoOpen: false });
  await db.delete();
});

function jobRow(id: string, createdAtMs: number): JobRow {
  return {
    id,
    model: 'horde/Deliberate',
    names: ['Deliberate'],
    input: { prompt: 'a kiln' },
    seed: '7',
    outputs: 1,
    createdAtMs,
    state: 'finished',
    remoteId: 'there',
    wasLost: false,
    downgraded: false,
    activeBefore: null,
    keyMark: 'mark',
    wasWorkedOn: true,
    cancelSentAtMs: null,
    collectedAtMs: createdAtMs,
    finalLooks: 0,
    pictures: [
      {
        id: `picture-of-${id}`,
        remoteId: 'there',
        seed: '7',
        model: 'Deliberate',
        width: 512,
        height: 512,
        mediaType: 'image/webp',
        bytes: 4,
        sha256: 'x',
        params: {},
        warnings: [],
        atMs: createdAtMs,
      },
    ],
    withheld: [],
    failure: null,
  };
}

async function keep(row: JobRow): Promise<void> {
  await store.jobs.put(row);
  await store.files.put({ id: `picture-of-${row.id}`, blob: new Blob(['four']) });
}

test('a device without a platform has a session of its own, until there is a platform', async () => {
  await enterCommunity(community);
  expect((await getSession())?.userKey).toBe(communityOwner);
  await leaveCommunity();
  expect(await getSession()).toBeNull();
});

test('what the queue has forgotten is forgotten, with what nobody came for; what it knows stays however old', async () => {
  const { id } = await request('a kiln', { owner: communityOwner as UserKey });
  const now = Date.now();
  await keep(jobRow('last-year', now - 365 * 86_400_000));
  await keep(jobRow('just-now', now));
  await keep(jobRow(id, now - 365 * 86_400_000));
  await pruneJobs(now);
  const left = await store.jobs.toCollection().primaryKeys();
  expect(left.toSorted()).toEqual(['just-now', id].toSorted());
  expect(await measureArrivals()).toEqual({ count: 2, bytes: 8 });
});

test('the storage page counts what has come and is not yet a work; with a platform nothing is opened', async () => {
  expect((await measureTables()).downloads).toEqual({ count: 0, bytes: 0 });
  expect(await Dexie.exists(communityDatabaseName)).toBe(false);
  await enterCommunity(community);
  await keep(jobRow('just-now', Date.now()));
  expect((await measureTables()).downloads).toEqual({ count: 1, bytes: 4 });
});

test('deleting everything deletes it, too', async () => {
  await enterCommunity(community);
  await keep(jobRow('just-now', Date.now()));
  await deleteDatabase();
  expect(await Dexie.exists(communityDatabaseName)).toBe(false);
});

test('what was asked of the Horde goes with the person who asked, and nobody else’s', async () => {
  const ada = '1@kiln' as UserKey;
  const bea = '2@kiln' as UserKey;
  // Rows from before owners were noted are known by the queue.
  const { id: old } = await request('of the harbour', { owner: ada });
  const rows = [
    { ...jobRow('ada', 0), owner: ada },
    jobRow(old, 0),
    { ...jobRow('bea', 0), owner: bea },
  ];
  await store.jobs.bulkAdd(rows);
  await store.files.bulkAdd(
    rows.flatMap(({ pictures }) => pictures.map(({ id }) => ({ id, blob: new Blob([id]) }))),
  );
  await removePerson(ada);
  expect(await store.jobs.toCollection().primaryKeys()).toEqual(['bea']);
  expect(await store.files.toCollection().primaryKeys()).toEqual(['picture-of-bea']);
});

test('a device that never asked the Horde gets no store of it by somebody’s leaving', async () => {
  await store.delete({ disableAutoOpen: false });
  await removePerson('1@kiln' as UserKey);
  expect(await Dexie.exists(communityDatabaseName)).toBe(false);
});
