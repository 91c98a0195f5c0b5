import 'fake-indexeddb/auto';
import { beforeEach, describe, expect, test } from 'vitest';
import { getBalance } from '../../../src/db/caches.ts';
import { putOwnCache } from '../../../src/db/keep-answers.ts';
import { db } from '../../../src/db/database.ts';
import { removeDraft, saveDraft } from '../../../src/db/drafts.ts';
import {
  markSeen,
  removeEndedIntents,
  removeIntent,
  requestCancel,
  retryIntent,
  saveDailyClaim,
} from '../../../src/db/intents/intents.ts';
import {
  countQueue,
  getIntent,
  listGenerateIntents,
  listUnseen,
} from '../../../src/db/intents/lists.ts';
import {
  claimNextIntent,
  commitStep,
  pruneIntents,
  renewLease,
} from '../../../src/db/intents/leases.ts';
import {
  binWorks,
  deleteForGood,
  listBin,
  measureBin,
  restoreWorks,
} from '../../../src/db/works/bin.ts';
import { getNeighbours } from '../../../src/db/works/entries.ts';
import { noFilter } from '../../../src/domain/history-filter.ts';
import { getMedia, removeUnusedSources } from '../../../src/db/media/media.ts';
import type { WorkRow } from '../../../src/db/schema.ts';
import {
  endSession,
  expireSession,
  getSession,
  isSessionUsable,
  startSession,
} from '../../../src/db/account/session.ts';
import { getSetting, setSetting } from '../../../src/db/settings.ts';
import { readQueueSummary } from '../../../src/db/intents/queue-summary.ts';
import { countWorks, getWork, listWorks, saveWorks } from '../../../src/db/works/works.ts';
import type { IntentId, JobId, MediaId, UserKey, WorkId } from '../../../src/domain/ids.ts';
import type { GenerateIntent } from '../../../src/domain/intent.ts';
import { putBack, removeIntents } from '../../../src/db/intents/request-actions.ts';
import { rateWorks } from '../../../src/db/works/ratings.ts';
import { workId, workRow } from '../../fixtures/works.ts';
import { freshDevice, owner, request, session, source } from '../../fixtures/device.ts';

beforeEach(freshDevice);

async function change(id: GenerateIntent['id'], values: Partial<GenerateIntent>): Promise<void> {
  const row = await getIntent(id);
  await db.intents.put({ ...row, ...values } as GenerateIntent);
}

describe('a request', () => {
  test('made in the same millisecond, or after the clock went back, still comes later', async () => {
    const first = await request('1', { nowMs: 5_000 });
    const second = await request('2', { nowMs: 5_000 });
    const third = await request('3', { nowMs: 1_000 });
    const listed = await listGenerateIntents(owner);
    expect(listed.map((row) => row.id)).toEqual([third.id, second.id, first.id]);
    expect([first.id, second.id, third.id].toSorted()).toEqual([first.id, second.id, third.id]);
  });

  test('whose source is not on the device is refused and nothing is kept of it', async () => {
    const sources = [{ field: 'image', mediaId: 'nowhere' as MediaId }];
    await expect(request('x', { sources })).rejects.toMatchObject({ code: 'source-missing' });
    expect(await db.intents.count()).toBe(0);
  });

  test('can be removed before it left, not while it is on its way', async () => {
    const intent = await request('x');
    await change(intent.id, { stage: 'running', jobId: 'job' as JobId });
    expect(await removeIntent(intent.id)).toBe(false);
    await change(intent.id, { stage: 'saved', jobId: null });
    expect(await removeIntent(intent.id)).toBe(true);
  });

  test('that may have left is not cancelled on the device alone', async () => {
    const intent = await request('x');
    await change(intent.id, { submitAttemptedAtMs: 1 });
    const wished = await requestCancel(intent.id);
    expect(wished).toMatchObject({ stage: 'saved' });
    expect(wished?.cancelRequestedAtMs).not.toBeNull();
    expect((await readQueueSummary()).nextDueAtMs).not.toBeNull();
  });

  test('that failed is retried under a new identity, one that got no answer under its own', async () => {
    const failed = await request('x');
    await change(failed.id, { stage: 'failed', jobId: 'job' as JobId });
    const retried = (await retryIntent(failed.id)) as GenerateIntent;
    expect(retried.id).not.toBe(failed.id);
    expect(retried).toMatchObject({ stage: 'saved', jobId: null, submitAttemptedAtMs: null });
    expect(await getIntent(failed.id)).toBeUndefined();

    const unheard = await request('y');
    const error = { code: 'network' as const, httpStatus: null, detail: null, atMs: 1 };
    await change(unheard.id, { stage: 'needs-attention', submitAttemptedAtMs: 1, error });
    expect((await retryIntent(unheard.id))?.id).toBe(unheard.id);
  });

  test('that is done is not retried, and is unseen until it was looked at', async () => {
    const intent = await request('x');
    await change(intent.id, { stage: 'done' });
    expect(await retryIntent(intent.id)).toBeNull();
    expect(await listUnseen(owner)).toHaveLength(1);
    await markSeen([intent.id]);
    expect(await listUnseen(owner)).toHaveLength(0);
  });

  test('that ended long ago is forgotten once it was seen', async () => {
    const intent = await request('x');
    await change(intent.id, { stage: 'done', updatedAtMs: 1 });
    const monthLater = 30 * 86_400_000;
    await pruneIntents(monthLater);
    expect(await getIntent(intent.id)).toBeDefined();
    await change(intent.id, { seen: true });
    await pruneIntents(monthLater);
    expect(await getIntent(intent.id)).toBeUndefined();
  });
});

test('the queue is counted by what a person wants to know', async () => {
  const rows = [await request('1'), await request('2'), await request('3'), await request('4')];
  await change(rows[1]!.id, { stage: 'running' });
  await change(rows[2]!.id, { stage: 'needs-attention' });
  await change(rows[3]!.id, { stage: 'done' });
  expect(await countQueue(owner)).toEqual({ waiting: 1, running: 1, needsAttention: 1 });
  expect(await removeEndedIntents(owner)).toBe(1);
});

describe('a claim', () => {
  const claim = (holder: string, nowMs: number) => ({
    holder,
    nowMs,
    leaseMs: 30_000,
    isDue: () => true,
  });

  test('is given to one host, and to another when the lease has run out', async () => {
    const { id } = await request('x');
    expect((await claimNextIntent([id], claim('first', 0)))?.id).toBe(id);
    expect(await claimNextIntent([id], claim('second', 29_000))).toBeNull();
    expect((await claimNextIntent([id], claim('second', 31_000)))?.lease?.holder).toBe('second');
    expect(await renewLease(id, 'first', 99_000)).toBe(false);
  });

  test('that was lost writes nothing', async () => {
    const { id } = await request('x');
    await claimNextIntent([id], claim('first', 0));
    await claimNextIntent([id], claim('second', 31_000));
    const written = await commitStep(
      id,
      'first',
      (row) => {
        row.stage = 'done';
      },
      { keepLease: false },
    );
    expect(written).toBeNull();
    expect((await getIntent(id))?.stage).toBe('saved');
  });

  test('of several hosts at once gives every row to one of them', async () => {
    const ids: IntentId[] = [];
    for (let index = 0; index < 5; index += 1) ids.push((await request(String(index))).id);
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_unused, index) =>
        claimNextIntent(ids, claim(`host ${index}`, 0)),
      ),
    );
    const given = claims.flatMap((row) => (row ? [row.id] : []));
    expect(new Set(given).size).toBe(5);
    expect(given).toHaveLength(5);
  });
});

test('today’s credits are asked for once, however often it is tapped', async () => {
  const claims = await Promise.all([1, 2, 3].map(() => saveDailyClaim(owner, '2026-01-05')));
  expect(new Set(claims.map((row) => row.id)).size).toBe(1);
  expect((await saveDailyClaim(owner, '2026-01-06')).id).not.toBe(claims[0]?.id);
});

describe('sources', () => {
  const old = Date.now() - 3_600_000;

  test('of the same bytes are kept once', async () => {
    expect(await source(1)).toBe(await source(1));
    expect(await source(2)).not.toBe(await source(1));
  });

  test('go when no draft and no request needs them any more', async () => {
    const [drafted, requested, unused] = [
      await source(1, old),
      await source(2, old),
      await source(3, old),
    ];
    const fresh = await source(4);
    await saveDraft({
      owner,
      type: 'Upscaling',
      model: null,
      input: {},
      sources: [{ field: 'image', mediaId: drafted }],
    });
    const intent = await request('x', { sources: [{ field: 'image', mediaId: requested }] });
    expect(await removeUnusedSources()).toBe(1);
    expect(await getMedia(unused)).toBeUndefined();
    expect(await getMedia(fresh)).toBeDefined();
    await removeDraft(owner, 'Upscaling');
    await removeIntent(intent.id);
    expect(await getMedia(drafted)).toBeUndefined();
    expect(await getMedia(requested)).toBeUndefined();
  });
});

test('removed rows can be put back as they were, their sources with them', async () => {
  const old = Date.now() - 3_600_000;
  const picture = await source(5, old);
  const waiting = await request('x', { sources: [{ field: 'image', mediaId: picture }] });
  const ended = await request('y');
  await requestCancel(ended.id);
  const rows = await removeIntents([waiting.id, ended.id]);
  expect(await db.intents.count()).toBe(0);
  expect(await getMedia(picture)).toBeDefined();
  await putBack(rows);
  expect(await getIntent(waiting.id)).toEqual(waiting);
  expect(await getIntent(ended.id)).toMatchObject({ stage: 'cancelled' });
  // Once more changes nothing.
  await putBack(rows);
  expect(await db.intents.count()).toBe(2);
});

test('a removed wish that is put back is wished again', async () => {
  await db.works.add(workRow(1));
  await rateWorks('set-favourite', owner, [workId(1)], 1);
  const [wish] = await db.intents.toArray();
  await db.intents.update(wish!.id, { stage: 'needs-attention', attempts: 1 });
  const rows = await removeIntents([wish!.id]);
  expect((await db.works.get(workId(1)))?.starred).toBe(0);
  await putBack(rows);
  expect((await db.works.get(workId(1)))?.starred).toBe(1);
  const open = await db.intents.toArray();
  expect(open.map(({ payload }) => payload)).toMatchObject([{ value: 1 }]);
});

describe('works', () => {
  const work = (id: string, createdAtMs: number): WorkRow => ({
    id: id as WorkId,
    owner,
    jobId: 'job' as JobId,
    intentId: null,
    jobType: 'Text2Img',
    model: 'painter',
    modelLabel: null,
    place: 'platform',
    origin: 'generated',
    sources: [],
    keptSources: [],
    prompt: id,
    negativePrompt: '',
    parameters: {},
    seed: '1',
    width: 1,
    height: 1,
    mediaType: 'image/png',
    bytes: 1,
    sha256: '',
    remoteUrl: '',
    createdAtMs,
    starred: 0,
    rated: 0,
    rating: 0,
    censored: false,
    warnings: [],
    thumbhash: '',
    onDevice: 0,
    pinned: 0,
    thumbnailWanted: 0,
    remote: 'kept',
    expiresAtMs: null,
    deletedAtMs: null,
  });
  // Four of one job share a time, across the edge of a page.
  const times: [string, number][] = [
    ['a', 1],
    ['b', 2],
    ['c', 2],
    ['d', 2],
    ['e', 2],
    ['f', 3],
  ];

  beforeEach(async () => {
    const rows = times.map(([id, time]) => ({
      work: work(id, time),
      media: null,
      thumbnail: null,
    }));
    const other = { ...work('z', 2), owner: '2@kiln' as UserKey };
    await saveWorks([...rows, { work: other, media: null, thumbnail: null }]);
  });

  test.each(['newest', 'oldest'] as const)(
    'are paged by key, %s first, none twice',
    async (order) => {
      const seen: string[] = [];
      let after: WorkRow | null = null;
      for (;;) {
        const page: WorkRow[] = await listWorks({ owner, order, limit: 2, after });
        if (page.length === 0) break;
        seen.push(...page.map((row) => row.id));
        after = page.at(-1) ?? null;
      }
      expect(seen.join('')).toBe(order === 'oldest' ? 'abcdef' : 'fedcba');
    },
  );

  test('know their neighbours', async () => {
    const middle = (await getWork('c' as WorkId))!;
    expect(await getNeighbours(middle, 'newest')).toEqual({ previous: 'd', next: 'b' });
    await rateWorks('set-favourite', owner, ['a', 'e'] as WorkId[], 1);
    const favourites = { ...noFilter, marked: 'favourites' } as const;
    expect(await getNeighbours(middle, 'newest', favourites)).toEqual({ previous: 'e', next: 'a' });
    const first = (await getWork('a' as WorkId))!;
    expect(await getNeighbours(first, 'oldest', favourites)).toEqual({ previous: null, next: 'e' });
  });

  test('in the bin are neither listed nor counted, and come back as they were', async () => {
    const before = await getWork('b' as WorkId);
    expect(await binWorks(owner, ['b', 'c', 'z'] as WorkId[])).toEqual(['b', 'c']);
    expect(await countWorks(owner)).toBe(4);
    expect(await getWork('b' as WorkId)).toBeUndefined();
    expect(await binWorks(owner, ['b' as WorkId])).toEqual([]);
    expect((await listBin(owner)).map(({ id }) => id)).toEqual(['c', 'b']);
    expect((await measureBin(owner)).count).toBe(2);
    expect(await restoreWorks(owner, ['b', 'c'] as WorkId[])).toBe(2);
    expect(await countWorks(owner)).toBe(6);
    expect(await getWork('b' as WorkId)).toEqual(before);
    expect(await db.intents.count()).toBe(0);
  });

  test('deleted for good are in no list, and nothing brings them back', async () => {
    await binWorks(owner, ['b' as WorkId]);
    await deleteForGood(owner, ['b' as WorkId]);
    expect(await listBin(owner)).toEqual([]);
    expect(await measureBin(owner)).toMatchObject({ count: 0 });
    expect(await restoreWorks(owner, ['b' as WorkId])).toBe(0);
    expect(await deleteForGood(owner, ['b' as WorkId])).toBeNull();
  });
});

describe('a session', () => {
  test('that the platform refused is no longer usable, but a newer one is not ended by the old refusal', async () => {
    await startSession({ ...session, userToken: 'newer' });
    await expireSession('token');
    expect(isSessionUsable(await getSession())).toBe(true);
    await expireSession('newer');
    expect(isSessionUsable(await getSession())).toBe(false);
  });

  test('takes the balance along when another person signs in', async () => {
    await putOwnCache(owner, 'balance', {
      balance: 5,
      reserved: 0,
      dailyAmount: 10,
      claimedToday: false,
    });
    await startSession(session);
    expect(await getBalance()).toBeDefined();
    await startSession({ ...session, userKey: '2@kiln' as UserKey });
    expect(await getBalance()).toBeUndefined();
    await endSession();
    expect(await getSession()).toBeNull();
  });
});

test('a setting has its default until it was chosen', async () => {
  expect(await getSetting('historyOrder')).toBe('newest');
  await setSetting('historyOrder', 'oldest');
  expect(await getSetting('historyOrder')).toBe('oldest');
});
