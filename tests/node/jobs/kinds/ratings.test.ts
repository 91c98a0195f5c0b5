import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '../../../../src/db/database.ts';
import { requestCancel, removeIntent, retryIntent } from '../../../../src/db/intents/intents.ts';
import { listIntents } from '../../../../src/db/intents/lists.ts';
import { rateWorks } from '../../../../src/db/works/ratings.ts';
import { adoptRatings } from '../../../../src/db/works/wishes.ts';
import { binWorks, deleteForGood, restoreWorks } from '../../../../src/db/works/bin.ts';
import { getWork } from '../../../../src/db/works/works.ts';
import { deleteUndoMs } from '../../../../src/domain/limits.ts';
import { runQueue } from '../../../../src/jobs/engine/run.ts';
import { freshDevice, owner } from '../../../fixtures/device.ts';
import { FakePlatform } from '../../../fixtures/fake-platform.ts';
import { workId, workRow } from '../../../fixtures/works.ts';

let platform: FakePlatform;
const one = workId(1);
const two = workId(2);
const three = workId(3);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 5) });
  platform = new FakePlatform();
  vi.stubGlobal('fetch', platform.fetch);
  vi.stubGlobal('location', { origin: platform.origin });
  await freshDevice();
  await db.works.bulkAdd([1, 2, 3].map((number) => workRow(number)));
  for (const id of [one, two, three]) platform.works.add(id);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const runOnce = () => runQueue({ host: 'service-worker', ignoreNetworkWaits: true });
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const calls = () => platform.requests.map((request) => request.path.split('/').at(-1));
const starred = async (id = one) => (await getWork(id))?.starred;
const rating = async (id = one) => (await getWork(id))?.rating;
const favourite = (ids = [one], value: 0 | 1 = 1) => rateWorks('set-favourite', owner, ids, value);
const rate = (value: number, ids = [one]) => rateWorks('set-rating', owner, ids, value);

describe('opposite wishes', () => {
  test('cancel out before they leave: on and off again sends nothing', async () => {
    await favourite();
    expect(await starred()).toBe(1);
    await favourite([one], 0);
    expect(await starred()).toBe(0);
    expect(await listIntents(owner)).toEqual([]);
    await runOnce();
    expect(platform.requests).toEqual([]);
  });

  test('cancel out for the works they are about, and the rest of a wish still leaves', async () => {
    await favourite([one, two, three]);
    await favourite([two], 0);
    await runOnce();
    expect(calls()).toEqual(['works_favourite']);
    expect([...platform.ratings.starred.keys()]).toEqual([one, three]);
  });

  test('several ratings of a work leave as the last one, and none when it is as before', async () => {
    await rate(2);
    await rate(5);
    await runOnce();
    expect(calls()).toEqual(['works_rate']);
    expect(platform.ratings.rating.get(one)?.value).toBe(5);
    await rate(1);
    await rate(5);
    await runOnce();
    expect(calls()).toEqual(['works_rate']);
  });

  test('are both told when the first may have arrived', async () => {
    platform.fault = () => 'lost-answer';
    await favourite();
    await runOnce();
    expect(platform.ratings.starred.get(one)?.value).toBe(1);
    platform.fault = () => null;
    await favourite([one], 0);
    expect(await listIntents(owner)).toHaveLength(1);
    await runOnce();
    expect(platform.ratings.starred.get(one)?.value).toBe(0);
    expect(await starred()).toBe(0);
  });

  test('do not overtake one that is on its way', async () => {
    await favourite();
    platform.onRequest = async () => {
      platform.onRequest = () => undefined;
      await favourite([one], 0);
    };
    await runOnce();
    await runOnce();
    expect(calls()).toEqual(['works_favourite', 'works_favourite']);
    expect(platform.ratings.starred.get(one)?.value).toBe(0);
    expect(await starred()).toBe(0);
  });
});

describe('another device', () => {
  test('that tapped later wins, and this one takes it over and says so in the log', async () => {
    await favourite();
    later(60_000);
    platform.ratings.starred.set(one, { value: 0, tappedAtMs: Date.now() - 1_000 });
    await runOnce();
    expect(await starred()).toBe(0);
    const [intent] = await listIntents(owner);
    expect(intent).toMatchObject({ stage: 'done' });
    expect(intent?.log.map((entry) => entry.event)).toContain('other-device-decided');
  });

  test('that tapped earlier but was heard first does not', async () => {
    platform.ratings.starred.set(one, { value: 0, tappedAtMs: Date.now() - 60_000 });
    await favourite();
    later(3_600_000);
    await runOnce();
    expect(platform.ratings.starred.get(one)?.value).toBe(1);
  });

  test('is not heard over a wish that waits here', async () => {
    await favourite();
    const changed = await adoptRatings(
      'set-favourite',
      owner,
      new Map([
        [one, 0],
        [two, 1],
      ]),
    );
    expect(changed).toEqual([two]);
    expect([await starred(one), await starred(two)]).toEqual([1, 1]);
  });

  test('that deleted the work is no failure', async () => {
    await favourite();
    platform.works.delete(one);
    await runOnce();
    const [intent] = await listIntents(owner);
    expect(intent).toMatchObject({ stage: 'done', error: null });
    expect(intent?.log.map((entry) => entry.event)).toContain('works-gone');
  });
});

describe('order', () => {
  test('a favourite is told before the deletion of the same work, also when it has to be repeated', async () => {
    let failures = 2;
    platform.fault = ({ path }) => {
      if (!path.endsWith('works_favourite') || failures === 0) return null;
      failures -= 1;
      return { status: 500 };
    };
    await favourite();
    await rate(3, [two]);
    await binWorks(owner, [one, three]);
    await deleteForGood(owner, [one]);
    await deleteForGood(owner, [three]);
    for (let round = 0; round < 4; round += 1) {
      later(deleteUndoMs + 60_000);
      await runOnce();
    }
    // What has nothing to do with the stuck one goes ahead of it.
    const told = calls();
    expect(told.indexOf('works_favourite')).toBeLessThan(told.lastIndexOf('works_delete'));
    expect(told.filter((call) => call === 'works_delete')).toHaveLength(2);
    expect(platform.works).toEqual(new Set([two]));
  });

  test('a deletion that is taken back leaves the favourite as it was', async () => {
    await favourite();
    await binWorks(owner, [one]);
    await restoreWorks(owner, [one]);
    await runOnce();
    expect(await starred()).toBe(1);
    expect(platform.ratings.starred.get(one)?.value).toBe(1);
  });
});

describe('a wish that is not carried out', () => {
  test('because the platform refuses it is undone here, and done again when it is tried again', async () => {
    platform.fault = () => ({ status: 400, code: 'invalid-input' });
    await favourite();
    await runOnce();
    const [failed] = await listIntents(owner);
    expect(failed).toMatchObject({ stage: 'failed', error: { code: 'invalid-input' } });
    expect(await starred()).toBe(0);
    platform.fault = () => null;
    await retryIntent(failed!.id);
    expect(await starred()).toBe(1);
    await runOnce();
    expect(platform.ratings.starred.get(one)?.value).toBe(1);
  });

  test('because it was cancelled is undone here', async () => {
    const id = await rate(4);
    await requestCancel(id!);
    expect(await rating()).toBe(0);
    await runOnce();
    expect(platform.requests).toEqual([]);
  });

  test('because it was cancelled after a try is taken back at the platform too', async () => {
    await rate(2);
    await runOnce();
    platform.fault = () => 'lost-answer';
    const id = await rate(4);
    await runOnce();
    platform.fault = () => null;
    await requestCancel(id!);
    expect(await rating()).toBe(2);
    await runOnce();
    expect(platform.ratings.rating.get(one)?.value).toBe(2);
  });

  test('a deletion that is cancelled or taken out of the queue shows its works again', async () => {
    await binWorks(owner, [one]);
    const [first] = await listIntents(owner);
    await requestCancel(first!.id);
    expect(await getWork(one)).toBeDefined();
    await binWorks(owner, [two]);
    const second = await deleteForGood(owner, [two]);
    await db.intents.update(second!, { stage: 'needs-attention', attempts: 9 });
    await removeIntent(second!);
    expect((await db.bin.get(two))?.deletedAtMs).toBeNull();
  });
});
