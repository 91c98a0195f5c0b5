import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { db, openDatabase } from '../../../src/db/database.ts';
import { listIntents, listOpenIntents } from '../../../src/db/intents/lists.ts';
import { databaseName } from '../../../src/db/schema.ts';
import { getSession } from '../../../src/db/account/session.ts';
import { getWork, listWorks } from '../../../src/db/works/works.ts';
import { runQueue } from '../../../src/jobs/engine/run.ts';
import { freshDevice, owner, request } from '../../fixtures/device.ts';
import { FakePlatform } from '../../fixtures/fake-platform.ts';
import { putWorks, workId, workRow } from '../../fixtures/works.ts';

beforeEach(freshDevice);
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await db.delete();
});

/** Past everything of ours, as a bug or a broken disk would. */
async function putRaw(store: string, row: object): Promise<void> {
  db.close();
  const raw = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(databaseName);
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => reject(new Error('not opened')));
  });
  await new Promise<void>((resolve, reject) => {
    const writing = raw.transaction(store, 'readwrite');
    writing.objectStore(store).put(row);
    writing.addEventListener('complete', () => resolve());
    writing.addEventListener('error', () => reject(new Error('not written')));
  });
  raw.close();
  await openDatabase();
}

const setAside = () => db.quarantine.toArray();

test('a damaged work is left out and set aside; the others open', async () => {
  await putWorks(workRow(1), workRow(3));
  await db.syncs.put({ owner, cursor: 'c', before: null, syncedAtMs: 1 });
  const damaged = { ...workRow(2), parameters: null };
  await putRaw('works', damaged);
  const page = await listWorks({ owner, order: 'newest', limit: 10 });
  expect(page.map(({ id }) => id)).toEqual([workId(3), workId(1)]);
  expect(await getWork(workId(2))).toBeUndefined();
  await vi.waitFor(async () => {
    expect(await setAside()).toMatchObject([{ table: 'works', key: workId(2), row: damaged }]);
  });
  expect(await db.works.count()).toBe(2);
  // The platform is asked for everything anew, so that it comes back.
  expect(await db.syncs.count()).toBe(0);
});

test('a damaged request does not hold up the queue', async () => {
  const platform = new FakePlatform();
  vi.stubGlobal('fetch', platform.fetch);
  const good = await request('a vase');
  await putRaw('intents', { ...good, id: `${good.id.slice(0, -1)}x`, payload: {} });
  expect(await listOpenIntents(owner)).toHaveLength(1);
  await runQueue({ host: 'page' });
  expect(platform.requests.map(({ key }) => key)).toEqual([good.id]);
  await vi.waitFor(async () => expect(await setAside()).toHaveLength(1));
  expect((await listIntents(owner)).map(({ id }) => id)).toEqual([good.id]);
});

test('a record that the browser itself cannot read costs itself only', async () => {
  await putWorks(workRow(1), workRow(2), workRow(3));
  // oxlint-disable-next-line typescript/unbound-method -- called with the store as `this` below
  const get = IDBObjectStore.prototype.get;
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (
    this: IDBObjectStore,
    key: IDBValidKey | IDBKeyRange,
  ) {
    if (key === workId(2)) throw new DOMException('lost', 'UnknownError');
    return get.call(this, key);
  });
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw new DOMException('lost', 'UnknownError');
  });
  const rows = await db.works.toArray();
  expect(rows.map(({ id }) => id)).toEqual([workId(1), workId(3)]);
  vi.restoreAllMocks();
});

test('a damaged small picture and a damaged original are fetched again', async () => {
  await putWorks(workRow(1), workRow(2));
  await putRaw('thumbnails', { id: workId(1), blob: 'no blob' });
  await putRaw('media', { id: workId(2), blob: null, role: 'original' });
  expect(await db.thumbnails.toArray()).toHaveLength(1);
  expect(await db.media.toArray()).toHaveLength(1);
  await vi.waitFor(async () => expect(await setAside()).toHaveLength(2));
  expect(await db.works.get(workId(1))).toMatchObject({ thumbnailWanted: 1, onDevice: 1 });
  expect(await db.works.get(workId(2))).toMatchObject({ thumbnailWanted: 0, onDevice: 0 });
});

test('what is sound is left alone, whatever a later build added to it', async () => {
  await putWorks({ ...workRow(1), added: 'later' } as never);
  await putRaw('intents', { ...(await request('a vase')), extra: [1] });
  expect(await db.works.toArray()).toHaveLength(1);
  expect(await listOpenIntents(owner)).toHaveLength(1);
  expect((await getSession())?.userKey).toBe(owner);
  expect(await setAside()).toEqual([]);
});
