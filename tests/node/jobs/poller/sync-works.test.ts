import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';

import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { uploads } from '../../../../server/files/tables.ts';
import { changeHeads, workCopies, works } from '../../../../server/works/tables.ts';
import { openFileStore } from '../../../../server/files/file-store.ts';
import { clearUnusedUploads } from '../../../../server/files/unused-uploads.ts';
import { createLog } from '../../../../server/log.ts';
import { emptyDueBins } from '../../../../server/works/bin.ts';
import { expireOriginals } from '../../../../server/works/retention.ts';
import { playgroundGenerate } from '../../../../src/api/contract/generate.ts';
import { getDeviceId, releaseOriginals } from '../../../../src/db/works/device-copies.ts';
import { db } from '../../../../src/db/database.ts';
import { saveGenerateIntent } from '../../../../src/db/intents/intents.ts';
import { getIntent } from '../../../../src/db/intents/lists.ts';
import { rateWorks } from '../../../../src/db/works/ratings.ts';
import { getOriginal } from '../../../../src/db/media/media.ts';
import {
  leaveOriginal,
  openOriginal,
  pinOriginals,
  planOriginals,
  setKeepOriginals,
} from '../../../../src/db/works/originals.ts';
import type { Session } from '../../../../src/db/schema.ts';
import { startSession } from '../../../../src/db/account/session.ts';
import { getSync, wantThumbnails } from '../../../../src/db/works/sync.ts';
import { binWorks, restoreWorks, sweepBin } from '../../../../src/db/works/bin.ts';
import { getWork, listWorks } from '../../../../src/db/works/works.ts';
import type { UserKey, WorkId } from '../../../../src/domain/ids.ts';
import { deleteUndoMs } from '../../../../src/domain/limits.ts';
import { runQueue } from '../../../../src/jobs/engine/run.ts';
import { fetchSmallPictures } from '../../../../src/jobs/poller/fetch-thumbnails.ts';
import { syncWorks } from '../../../../src/jobs/poller/sync-works.ts';
import { plantWorks } from '../../server/fixtures/plant-works.ts';
import { request, source } from '../../../fixtures/device.ts';
import { workRow } from '../../../fixtures/works.ts';
import { startTestPlatform } from '../../server/fixtures/platform.ts';
import type { Person, TestPlatform } from '../../server/fixtures/platform.ts';
import { createTestEngine } from '../../server/fixtures/test-engine.ts';

/** The real platform, and one device after the other. What other devices do, a test does by their calls. */
let platform: TestPlatform;
let person: Person;
let session: Session;
let asked: string[] = [];

const realFetch = globalThis.fetch;
const never = new AbortController().signal;
const retention = { resultDays: 30, acknowledgedDays: 30 };

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine());
});
afterAll(() => platform?.stop());

/** An empty device on which the person is signed in. */
async function newDevice(): Promise<void> {
  await db.delete();
  await db.open();
  await startSession(session);
}

beforeEach(async () => {
  person = await platform.register(1_000);
  session = {
    userKey: person.headers.userKey as UserKey,
    userToken: person.headers.userToken ?? '',
    account: 'ada',
    nickname: 'Ada',
    isVip: false,
    isSuperUser: false,
    expiresAtMs: 4_000_000_000_000,
  };
  asked = [];
  vi.stubGlobal('location', { origin: platform.url });
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    const url = new URL(input);
    asked.push(url.pathname + url.search);
    return realFetch(input, init);
  });
  await newDevice();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function make(count: number): Promise<WorkId[]> {
  const accepted = await platform.generate(person, 'a vase ### no blur', { n: count });
  const { id } = accepted.body as { id: string };
  const ended = await platform.ended(person, id);
  const { generations } = ended.body as { generations: { id: WorkId }[] };
  return generations.map((work) => work.id);
}

const elsewhere = (path: string, body: object) => platform.call('POST', path, { person, body });
const deleteElsewhere = (...ids: WorkId[]) => elsewhere('/api/v2/works_delete', { image_ids: ids });
const starElsewhere = (id: WorkId, starred: 0 | 1) =>
  elsewhere('/api/v2/works_favourite', { image_ids: [id], starred });

const sync = () => syncWorks(session, never);
/** Runs the queue as its alarm does: again, as long as something is due at once. */
async function runOnce(): Promise<void> {
  for (;;) {
    const { nextDueAtMs } = await runQueue({ host: 'page' });
    if (nextDueAtMs === null || nextDueAtMs > Date.now()) return;
  }
}
const owner = () => session.userKey;
const shown = async () =>
  (await listWorks({ owner: owner(), order: 'newest', limit: 1_000 })).map((work) => work.id);

async function smallPictures(): Promise<void> {
  while (await fetchSmallPictures(session, never));
}

async function expire(id: WorkId): Promise<void> {
  const store = await openFileStore(platform.dataFolder, createLog('silent'));
  await platform.database
    .update(works)
    .set({ keptFrom: sql`now() - interval '40 days'` })
    .where(eq(works.id, id));
  await expireOriginals(platform.database, store, retention, createLog('silent'));
}

describe('a new device', () => {
  test('knows all works by their small pictures, and has no original', async () => {
    const made = [...(await make(4)), ...(await make(4))];
    await sync();
    expect(new Set(await shown())).toEqual(new Set(made));
    await smallPictures();
    const work = await getWork(made[0]!);
    expect(work).toMatchObject({
      prompt: 'a vase',
      negativePrompt: 'no blur',
      onDevice: 0,
      thumbnailWanted: 0,
      remote: 'kept',
    });
    expect(work?.thumbhash).not.toBe('');
    expect(await db.thumbnails.count()).toBe(8);
    expect(await db.media.count()).toBe(0);
    expect(asked.filter((path) => path.startsWith('/files/'))).toHaveLength(8);
    expect(asked.every((path) => !path.startsWith('/files/') || path.includes('width=512'))).toBe(
      true,
    );
  });

  test('asks once when nothing has changed', async () => {
    await make(2);
    await sync();
    await smallPictures();
    asked = [];
    await sync();
    await smallPictures();
    expect(asked).toEqual(['/api/v2/works_changes']);
  });

  test('goes through the works of a device once and not at every poll while the platform has none', async () => {
    await sync();
    const ownWork = workRow(1, { owner: session.userKey, remote: 'kept' });
    await db.works.put(ownWork);
    await sync();
    // Going through all of them would have noted that the platform did not name it.
    expect((await getWork(ownWork.id))?.remote).toBe('kept');
    const [made] = await make(1);
    await sync();
    expect((await getWork(made!))?.remote).toBe('kept');
    expect((await getWork(ownWork.id))?.remote).toBe('absent');
  });

  test('that was stopped in the middle goes on where it was, and misses nothing that came meanwhile', async () => {
    await make(1);
    const ids = (await plantWorks(platform.database, person.uid, 300)) as WorkId[];
    let pages = 0;
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      if (new URL(input).pathname === '/api/v2/works_changes') pages += 1;
      if (pages === 2) {
        vi.stubGlobal('fetch', realFetch);
        throw new TypeError('Failed to fetch');
      }
      return realFetch(input, init);
    });
    await expect(sync()).rejects.toMatchObject({ code: 'network' });
    expect(await db.works.count()).toBe(200);
    expect((await getSync(owner()))?.before).not.toBeNull();
    const [newest] = await make(1);
    await deleteElsewhere(ids[0]!, ids.at(-1)!);
    await sync();
    const now = await shown();
    expect(now).toHaveLength(300);
    expect(now).toContain(newest);
    expect(now).not.toContain(ids[0]);
    expect(now).not.toContain(ids.at(-1));
    expect((await getSync(owner()))?.before).toBeNull();
  });

  test('fetches first what somebody looks at', async () => {
    await make(1);
    const ids = (await plantWorks(platform.database, person.uid, 40)) as WorkId[];
    await sync();
    await wantThumbnails([ids[0]!]);
    await fetchSmallPictures(session, never);
    expect((await getWork(ids[0]!))?.thumbnailWanted).toBe(0);
    expect((await getWork(ids[1]!))?.thumbnailWanted).toBe(1);
    expect(await db.works.filter((work) => work.thumbnailWanted === 0).count()).toBe(24);
  });
});

describe('what happens on another device', () => {
  test('arrives here: a new work, a favourite, a deletion', async () => {
    const [first, second] = await make(2);
    await sync();
    await smallPictures();
    await openOriginal(owner(), second!);
    await runOnce();
    const [third] = await make(1);
    await starElsewhere(first!, 1);
    await deleteElsewhere(second!);
    await sync();
    expect(await shown()).toEqual([third, first]);
    expect((await getWork(first!))?.starred).toBe(1);
    expect(await db.media.count()).toBe(0);
    expect(await db.thumbnails.count()).toBe(1);
  });

  test('does not touch a favourite that this device has still to tell', async () => {
    const [id] = await make(1);
    await sync();
    await rateWorks('set-favourite', owner(), [id!], 1);
    await elsewhere('/api/v2/works_rate', { image_ids: [id], rating: 4 });
    await sync();
    expect(await getWork(id!)).toMatchObject({ starred: 1, rating: 4 });
  });
});

describe('a deletion', () => {
  const undone = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + deleteUndoMs + 1 });

  test('made here without a network stands beside a favourite made elsewhere meanwhile', async () => {
    const [id] = await make(1);
    await sync();
    await binWorks(owner(), [id!]);
    await starElsewhere(id!, 1);
    await sync();
    expect(await shown()).toEqual([]);
    undone();
    await runOnce();
    await sync();
    expect(await db.works.count()).toBe(0);
    expect(await db.bin.count()).toBe(1);
    const [left] = await platform.database.select().from(works).where(eq(works.id, id!));
    expect(left?.binnedAt).not.toBeNull();
    await restoreWorks(owner(), [id!]);
    await runOnce();
    await sync();
    expect((await getWork(id!))?.starred).toBe(1);
  });

  test('of another device puts the work into the bin here too, and takes it out again', async () => {
    const [id] = await make(1);
    await sync();
    await elsewhere('/api/v2/works_bin', { image_ids: [id] });
    await sync();
    expect(await shown()).toEqual([]);
    expect(await db.bin.count()).toBe(1);
    await elsewhere('/api/v2/works_restore', { image_ids: [id] });
    await sync();
    expect(await shown()).toEqual([id]);
    expect(await db.bin.count()).toBe(0);
  });

  test('of a device that comes later, but was made earlier, loses against the later tap', async () => {
    const [id] = await make(1);
    await sync();
    await binWorks(owner(), [id!], Date.now() - 60_000);
    await elsewhere('/api/v2/works_restore', { image_ids: [id], age_ms: 30_000 });
    await runOnce();
    expect(await shown()).toEqual([id]);
    expect(await db.bin.count()).toBe(0);
  });

  test('is for good after thirty days, on the platform and here', async () => {
    const [id, other] = await make(2);
    await sync();
    const dayMs = 86_400_000;
    await elsewhere('/api/v2/works_bin', { image_ids: [id], age_ms: 31 * dayMs });
    await elsewhere('/api/v2/works_bin', { image_ids: [other], age_ms: 29 * dayMs });
    await sync();
    const store = await openFileStore(platform.dataFolder, createLog('silent'));
    expect(await sweepBin()).toBe(1);
    expect(await emptyDueBins(platform.database, store)).toBe(1);
    await sync();
    const left = await platform.database.select().from(works).where(eq(works.userId, person.uid));
    expect(left.map((work) => work.id)).toEqual([other]);
    expect((await db.bin.toArray()).map((row) => row.id)).toEqual([other]);
  });

  test('for good made elsewhere wins over an undo here, and over a wish to keep the original', async () => {
    const [id] = await make(1);
    await sync();
    await pinOriginals(owner(), [id!]);
    await binWorks(owner(), [id!]);
    await deleteElsewhere(id!);
    await sync();
    expect(await restoreWorks(owner(), [id!])).toBe(0);
    undone();
    await runOnce();
    expect(await shown()).toEqual([]);
    expect(await db.bin.count()).toBe(0);
  });

  test('is not undone by a page that was on its way', async () => {
    const [id] = await make(1);
    await sync();
    await starElsewhere(id!, 1);
    vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
      const answer = await realFetch(input, init);
      if (new URL(input).pathname !== '/api/v2/works_changes') return answer;
      vi.stubGlobal('fetch', realFetch);
      await binWorks(owner(), [id!]);
      undone();
      await runOnce();
      return answer;
    });
    await sync();
    expect(await shown()).toEqual([]);
  });
});

describe('a platform that was set up anew', () => {
  test('takes nothing away whose original is here', async () => {
    const [here, there] = await make(2);
    await sync();
    await openOriginal(owner(), here!);
    await runOnce();
    await platform.database.delete(works).where(eq(works.userId, person.uid));
    await platform.database
      .update(changeHeads)
      .set({ epoch: randomUUID(), seq: 1 })
      .where(eq(changeHeads.userId, person.uid));
    await sync();
    expect(await shown()).toEqual([here]);
    expect(await getWork(here!)).toMatchObject({ onDevice: 1, remote: 'absent' });
    expect(await getWork(there!)).toBeUndefined();
  });
});

describe('an original', () => {
  test('comes when its work is opened, whole, and the platform is told', async () => {
    const [id] = await make(1);
    await sync();
    await openOriginal(owner(), id!);
    await runOnce();
    const work = await getWork(id!);
    expect(work).toMatchObject({ onDevice: 1, pinned: 0 });
    expect((await getOriginal(id!))?.blob.size).toBe(work?.bytes);
    const copies = await platform.database
      .select()
      .from(workCopies)
      .where(eq(workCopies.workId, id!));
    expect(copies.map((copy) => copy.deviceId)).toEqual([await getDeviceId()]);
    expect(await db.intents.count()).toBe(0);
    expect(await db.parts.count()).toBe(0);
    asked = [];
    await openOriginal(owner(), id!);
    await runOnce();
    expect(asked).toEqual([]);
  });

  test('that nobody looks at any more is not fetched', async () => {
    const ids = await make(3);
    await sync();
    for (const id of ids) await openOriginal(owner(), id);
    await leaveOriginal(owner(), ids[2]!);
    await leaveOriginal(owner(), ids[1]!);
    await runOnce();
    expect(await db.media.count()).toBe(0);
    expect(await db.intents.count()).toBe(0);
  });

  test('that comes home by itself is not fetched a second time', async () => {
    const [id] = await make(1);
    await sync();
    const work = await getWork(id!);
    const { id: made } = await request('a vase', { owner: owner() });
    await db.intents.update(made, { stage: 'bringing-home' });
    await db.works.update(id!, { intentId: made });
    await openOriginal(owner(), id!);
    await setKeepOriginals(owner(), 'all');
    await planOriginals(owner());
    asked = [];
    await smallPictures();
    expect(asked).toEqual([]);
    expect((await db.intents.toArray()).map((intent) => intent.kind)).toEqual(['generate']);
    await db.intents.delete(made);
    await smallPictures();
    expect(asked).toEqual([`${work?.remoteUrl}?width=512`]);
  });

  test('comes by the address that a device kept for a year, whatever that was', async () => {
    const [bare, signed] = await make(2);
    await sync();
    const address = (await getWork(bare!))?.remoteUrl ?? '';
    expect(address).toMatch(/^\/files\/[^?]+$/);
    await db.works.update(signed!, {
      remoteUrl: `${(await getWork(signed!))?.remoteUrl}?until=1700000000&signature=gone`,
    });
    asked = [];
    await pinOriginals(owner(), [bare!, signed!]);
    await runOnce();
    expect(await db.media.count()).toBe(2);
    expect(asked.filter((path) => path.includes('signature'))).toEqual([]);
    // What the platform says of a work each time differs by the signature; the row does not.
    vi.setSystemTime(Date.now() + 3 * 86_400_000);
    await sync();
    expect((await getWork(bare!))?.remoteUrl).toBe(address);
  });

  test('whose time is over says so and is not asked for again', async () => {
    const [id] = await make(1);
    await sync();
    await openOriginal(owner(), id!);
    await expire(id!);
    await runOnce();
    expect(await getWork(id!)).toMatchObject({ onDevice: 0, remote: 'expired', expiresAtMs: null });
    await openOriginal(owner(), id!);
    expect(await db.intents.count()).toBe(0);
  });

  test('goes only when the platform keeps it, and never one that is to stay', async () => {
    const [freed, lost, pinned] = await make(3);
    await sync();
    await pinOriginals(owner(), [freed!, lost!, pinned!]);
    await runOnce();
    expect(await db.media.count()).toBe(3);
    await db.works.where('id').anyOf([freed!, lost!]).modify({ pinned: 0 });
    await expire(lost!);
    expect(await releaseOriginals(owner(), [freed!, lost!, pinned!])).toBe(2);
    await runOnce();
    expect(await getWork(freed!)).toMatchObject({ onDevice: 0, remote: 'kept' });
    expect(await getWork(lost!)).toMatchObject({ onDevice: 1, remote: 'expired' });
    expect(await getWork(pinned!)).toMatchObject({ onDevice: 1 });
    const left = await db.media.toCollection().primaryKeys();
    expect(new Set<string>(left)).toEqual(new Set([lost, pinned]));
    const copies = await platform.database
      .select()
      .from(workCopies)
      .where(eq(workCopies.workId, freed!));
    expect(copies).toEqual([]);
  });

  test('comes by itself when everything is to be here, and no more of them after a change of mind', async () => {
    await make(4);
    await make(4);
    await make(4);
    await sync();
    expect(await planOriginals(owner())).toBe(0);
    await setKeepOriginals(owner(), 'all');
    expect(await planOriginals(owner())).toBe(10);
    await setKeepOriginals(owner(), 'made-here');
    await runOnce();
    expect(await db.media.count()).toBe(0);
    await setKeepOriginals(owner(), 'all');
    await planOriginals(owner());
    await runOnce();
    expect(await db.media.count()).toBe(12);
  });
});

test('a photo that the platform has cleared away since is sent again by itself', async () => {
  const mediaId = await source(120);
  const upscale = async () => {
    const intent = await saveGenerateIntent(
      {
        owner: owner(),
        payload: {
          jobType: 'Upscaling',
          model: 'test-upscaler',
          place: 'platform',
          modelLabel: { cn: '放大', en: 'Upscale' },
          input: {},
          cost: 1,
          width: 20,
          height: 20,
        },
        sources: [{ field: 'image', mediaId }],
      },
      Date.now(),
    );
    await runOnce();
    // A refused request waits for a moment before it is tried again.
    await db.intents.update(intent.id, { nextAttemptAtMs: 0 });
    await runOnce();
    const row = await getIntent(intent.id);
    if (row?.kind !== 'generate' || row.jobId === null) throw new Error('it was not submitted');
    return (await platform.ended(person, row.jobId)).body as {
      state: string;
      generations: { id: WorkId }[];
    };
  };
  const first = await upscale();
  await deleteElsewhere(...first.generations.map((work) => work.id));
  await platform.database.update(uploads).set({ usedAt: sql`now() - interval '8 days'` });
  const store = await openFileStore(platform.dataFolder, createLog('silent'));
  expect(await clearUnusedUploads(platform.database, store, 7)).toBe(1);
  asked = [];
  expect((await upscale()).state).toBe('Finished');
  expect(asked.filter((path) => path === playgroundGenerate.path)).toHaveLength(2);
  expect((await platform.credits(person)).balance).toBe(998);
});
