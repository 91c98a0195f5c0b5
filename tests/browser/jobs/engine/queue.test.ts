import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '../../../../src/db/database.ts';
import { saveDailyClaim } from '../../../../src/db/intents/intents.ts';
import { getIntent } from '../../../../src/db/intents/lists.ts';
import { getOriginal } from '../../../../src/db/media/media.ts';
import { expireSession, startSession } from '../../../../src/db/account/session.ts';
import { getThumbnail } from '../../../../src/db/media/thumbnails.ts';
import { saveThumbnails } from '../../../../src/db/works/sync.ts';
import { getWork } from '../../../../src/db/works/works.ts';
import type { GenerateIntent } from '../../../../src/domain/intent.ts';
import { startAlarm } from '../../../../src/jobs/engine/alarm.ts';
import type { AlarmHosts, PageEvent } from '../../../../src/jobs/engine/alarm.ts';
import { followOnce } from '../../../../src/jobs/poller/follow-jobs.ts';
import { followWithoutPage } from '../../../../src/jobs/poller/follow-without-page.ts';
import { pollerLockName } from '../../../../src/jobs/poller/poller.ts';
import { Poller } from '../../../../src/jobs/poller/poller.ts';
import { queueLockName, runQueue } from '../../../../src/jobs/engine/run.ts';
import type { QueueReport } from '../../../../src/jobs/engine/types.ts';
import { verifyDownload } from '../../../../src/media/verify.ts';
import { freshDevice, owner, request, session, source } from '../../../fixtures/device.ts';
import { FakePlatform } from '../../../fixtures/fake-platform.ts';
import { solidPng } from '../../../fixtures/png.ts';
import { refuseFiles } from '../../../fixtures/refused-files.ts';

let platform: FakePlatform;
const stops: (() => void)[] = [];

beforeEach(async () => {
  platform = new FakePlatform();
  vi.stubGlobal('fetch', platform.fetch);
  await freshDevice();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await db.delete();
});

async function row(intent: { id: GenerateIntent['id'] }): Promise<GenerateIntent> {
  return (await getIntent(intent.id)) as GenerateIntent;
}

const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 50 });

/** A request that the platform has made something of, after this device has tried to bring it home. */
async function madeAndFetched(): Promise<GenerateIntent> {
  const intent = await request('a vase');
  await runQueue({ host: 'page' });
  await until(async () => {
    await followOnce({ session, visible: true, signal: new AbortController().signal });
    expect((await row(intent)).stage).toBe('bringing-home');
  });
  await runQueue({ host: 'page' });
  return intent;
}

test('a result comes home as a picture with thumbnail and blur', async () => {
  platform.stepsPerJob = 0;
  const intent = await madeAndFetched();
  const [id] = (await row(intent)).workIds;
  expect(await getWork(id!)).toMatchObject({ width: 16, height: 12, onDevice: 1 });
  expect((await getWork(id!))?.thumbhash).toMatch(/^[\w-]{8,}$/);
  expect((await getThumbnail(id!))?.blob.type).toBe('image/webp');
  expect((await getOriginal(id!))?.blob.size).toBeGreaterThan(100);
});

test('in a window that keeps no files a result is noted where it is, once, and its picture is not asked for again', async () => {
  platform.stepsPerJob = 0;
  refuseFiles();
  const intent = await madeAndFetched();
  expect(await row(intent)).toMatchObject({ stage: 'done', error: null });
  expect((await row(intent)).lostOriginals).toBeUndefined();
  const [id] = (await row(intent)).workIds;
  expect(await getWork(id!)).toMatchObject({ width: 16, onDevice: 0, remote: 'kept' });
  await saveThumbnails([{ id: id!, picture: { blob: new Blob(['x']), width: 1, height: 1 } }]);
  expect(await getWork(id!)).toMatchObject({ thumbnailWanted: 0 });
  expect(await getThumbnail(id!)).toBeUndefined();
  expect(await db.downloads.count()).toBe(0);
});

describe('a download', () => {
  const promised = (bytes: Uint8Array) => ({
    bytes: bytes.length,
    sha256: '',
    media_type: 'image/png',
    width: 4,
    height: 4,
  });

  test('whose checksum is right but that is no picture is refused', async () => {
    const noise = new Uint8Array(64).fill(7);
    noise.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', noise));
    const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    await expect(
      verifyDownload(new Blob([noise]), { ...promised(noise), sha256 }),
    ).rejects.toMatchObject({ code: 'result-damaged', detail: 'does not decode' });
  });

  test('of another type than promised is refused', async () => {
    const png = solidPng(4, 4, [1, 2, 3]);
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', png));
    const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    await expect(
      verifyDownload(new Blob([png]), { ...promised(png), sha256, media_type: 'image/webp' }),
    ).rejects.toMatchObject({ code: 'result-damaged' });
  });
});

test('one host at a time runs the queue, and the lock covers the awaited work', async () => {
  await request('a vase');
  let isHeld = false;
  platform.onRequest = async () => {
    const { held } = await navigator.locks.query();
    isHeld = held?.some((lock) => lock.name === queueLockName) ?? false;
  };
  const runs = await Promise.all([
    runQueue({ host: 'page' }),
    runQueue({ host: 'service-worker' }),
  ]);
  expect(runs.filter((report) => report.ran)).toHaveLength(1);
  expect(isHeld).toBe(true);
  expect(platform.requests).toHaveLength(1);
});

describe('the alarm', () => {
  function start(change: Partial<AlarmHosts> = {}) {
    const runs: boolean[] = [];
    const nothing: QueueReport = { ran: true, networkFailed: false, nextDueAtMs: null };
    let listener: ((event: PageEvent) => void) | null = null;
    let syncs = 0;
    const alarm = startAlarm({
      wakeServiceWorker: async () => null,
      runHere: async (ignoreNetworkWaits) => {
        runs.push(ignoreNetworkWaits);
        return nothing;
      },
      registerSync: async () => {
        syncs += 1;
      },
      watchPage(callback) {
        listener = callback;
        return () => undefined;
      },
      ...change,
    });
    stops.push(alarm.stop);
    return { runs, say: (event: PageEvent) => listener?.(event), syncs: () => syncs };
  }

  test('runs at start, for a new request, and when the page is seen again', async () => {
    const { runs, say, syncs } = start();
    await until(async () => {
      expect(runs).toEqual([true]);
    });
    await request('a vase');
    await until(async () => {
      expect(runs).toEqual([true, false]);
    });
    expect(syncs()).toBe(1);
    say('opened');
    await until(async () => {
      expect(runs).toEqual([true, false, true]);
    });
  });

  test('runs for somebody who has signed in, though all that waits is what the sign-in was missing for', async () => {
    const intent = await request('a vase');
    await db.intents.update(intent.id, { stage: 'needs-attention' });
    await expireSession(session.userToken);
    const { runs } = start();
    await until(async () => {
      expect(runs).toEqual([true]);
    });
    await startSession({ ...session, userToken: 'a newer one' });
    await until(async () => {
      expect(runs).toEqual([true, false]);
    });
  });

  test('prefers the service worker and runs from the page when that does not answer', async () => {
    const asked: string[] = [];
    const { runs, say } = start({
      wakeServiceWorker: async () => {
        asked.push('service worker');
        return asked.length > 1 ? null : { ran: true, networkFailed: false, nextDueAtMs: null };
      },
    });
    await until(async () => {
      expect(asked).toHaveLength(1);
    });
    expect(runs).toHaveLength(0);
    say('opened');
    await until(async () => {
      expect(runs).toHaveLength(1);
    });
  });

  test('rings again at the time the last run asked for', async () => {
    let times = 0;
    start({
      runHere: async () => {
        times += 1;
        const nextDueAtMs = times === 1 ? Date.now() + 300 : null;
        return { ran: true, networkFailed: false, nextDueAtMs };
      },
    });
    await until(async () => {
      expect(times).toBe(2);
    });
  });

  test('a wish to sit out no waits is kept while another host is at it', async () => {
    const wishes: boolean[] = [];
    await request('a vase');
    start({
      runHere: async (ignoreNetworkWaits) => {
        wishes.push(ignoreNetworkWaits);
        return { ran: wishes.length > 1, networkFailed: false, nextDueAtMs: null };
      },
    });
    await until(async () => {
      expect(wishes).toHaveLength(2);
    });
    expect(wishes).toEqual([true, true]);
  });

  test('hands over to the browser’s sync when the page is hidden while something runs', async () => {
    const { say, syncs, runs } = start();
    const intent = await request('a vase');
    await until(async () => {
      expect(runs.length).toBeGreaterThanOrEqual(2);
    });
    const before = syncs();
    await db.intents.put({ ...(await row(intent)), stage: 'running' });
    say('hidden');
    expect(syncs()).toBe(before + 1);
  });

  test('stays silent without a network', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { runs, syncs } = start();
    await request('a vase');
    await until(async () => {
      expect(syncs()).toBe(1);
    });
    expect(runs).toEqual([]);
  });
});

describe('the poller', () => {
  function start(isVisible = true) {
    const aborter = new AbortController();
    let needed = 0;
    const poller = new Poller({
      signal: aborter.signal,
      isVisible: () => isVisible,
      onQueueNeeded: () => {
        needed += 1;
      },
      onOutdated: () => undefined,
    });
    const running = poller.run();
    stops.push(() => {
      aborter.abort();
    });
    return { poller, running, needed: () => needed, stop: () => aborter.abort() };
  }

  test('follows a job to its end and calls for the queue', async () => {
    const intent = await request('a vase');
    await runQueue({ host: 'page' });
    const { needed } = start();
    await until(async () => {
      expect(needed()).toBeGreaterThan(0);
    });
    expect((await row(intent)).stage).toBe('bringing-home');
    expect((await row(intent)).progress?.percent).toBeLessThan(100);
  });

  test('goes on with a job after runs that failed', async () => {
    const intent = await request('a vase');
    await runQueue({ host: 'page' });
    let failures = 2;
    platform.fault = ({ path }) => {
      if (!path.includes('/check/') || failures === 0) return null;
      failures -= 1;
      return 'lost-request';
    };
    start();
    await until(async () => {
      expect((await row(intent)).stage).toBe('bringing-home');
    });
    expect(failures).toBe(0);
  });

  test('calls for the queue when the platform answers again, and not before', async () => {
    let isGone = true;
    let lost = 0;
    platform.fault = () => {
      if (!isGone) return null;
      lost += 1;
      return 'lost-request';
    };
    const { needed } = start();
    await until(async () => {
      expect(lost).toBeGreaterThan(2);
    });
    expect(needed()).toBe(0);
    isGone = false;
    await until(async () => {
      expect(needed()).toBeGreaterThan(0);
    });
  });

  test('asks nothing about jobs when none runs', async () => {
    const { stop, running, needed } = start();
    await until(async () => {
      expect(platform.requests.some((item) => item.path === '/pgmodels.json')).toBe(true);
    });
    stop();
    await running;
    expect(platform.requests.some((item) => item.path.includes('/check/'))).toBe(false);
    expect(needed()).toBe(0);
  });
});

test('without a page running jobs are followed and brought home until nothing is left', async () => {
  const mediaId = await source(5);
  const intents = [
    await request('one'),
    await request('two', { sources: [{ field: 'image', mediaId }] }),
  ];
  await saveDailyClaim(owner, '2026-01-05');
  await runQueue({ host: 'service-worker' });
  await followWithoutPage({
    untilMs: Date.now() + 15_000,
    mayGoOn: async () => true,
    bringHome: () => runQueue({ host: 'service-worker' }),
  });
  for (const intent of intents) expect((await row(intent)).stage).toBe('done');
  expect(await db.works.toCollection().primaryKeys()).toEqual([...platform.works].toSorted());
});

test('a page that opens while the service worker waits for its next look takes over at once', async () => {
  await request('one');
  // As after a platform's refusal of the build: nothing is due for a long time.
  const nextDueAtMs = Date.now() + 120_000;
  let isPageOpen = false;
  const looked = Promise.withResolvers<void>();
  const following = followWithoutPage({
    untilMs: Date.now() + 150_000,
    mayGoOn: async () => !isPageOpen,
    bringHome: () => {
      looked.resolve();
      return Promise.resolve({ ran: true, networkFailed: false, nextDueAtMs });
    },
  });
  await looked.promise;
  await new Promise((resolve) => setTimeout(resolve, 100));
  isPageOpen = true;
  expect(await navigator.locks.request(pollerLockName, () => 'leads')).toBe('leads');
  await following;
}, 10_000);

test('two hundred requests made offline leave in order, each once', async () => {
  for (let index = 0; index < 200; index += 1) await request(`number ${index}`);
  const startedAt = performance.now();
  await runQueue({ host: 'page' });
  const queueMs = performance.now() - startedAt;
  const rows = await db.intents.orderBy('id').toArray();
  expect(platform.requests.map((item) => item.key)).toEqual(rows.map((item) => item.id));
  expect(rows.every((item) => item.stage === 'submitted')).toBe(true);
  console.info(`200 requests left in ${Math.round(queueMs)} ms`);
});
