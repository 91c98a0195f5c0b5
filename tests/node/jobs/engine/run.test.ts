import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { db } from '../../../../src/db/database.ts';
import { requestCancel, retryIntent, saveDailyClaim } from '../../../../src/db/intents/intents.ts';
import { getIntent } from '../../../../src/db/intents/lists.ts';
import { getOriginal } from '../../../../src/db/media/media.ts';
import {
  endSession,
  getSession,
  isSessionUsable,
  startSession,
} from '../../../../src/db/account/session.ts';
import { setAgreesToVolunteers } from '../../../../src/db/account/volunteers.ts';
import { setSetting } from '../../../../src/db/settings.ts';
import { binWorks, deleteForGood, restoreWorks } from '../../../../src/db/works/bin.ts';
import { getWorks } from '../../../../src/db/works/works.ts';
import { tusPath } from '../../../../src/api/contract/uploads.ts';
import { getBalance } from '../../../../src/db/caches.ts';
import { deleteUndoMs } from '../../../../src/domain/limits.ts';
import type { GenerateIntent, IntentStage } from '../../../../src/domain/intent.ts';
import { followOnce } from '../../../../src/jobs/poller/follow-jobs.ts';
import { leaseMs } from '../../../../src/jobs/engine/round.ts';
import { runQueue } from '../../../../src/jobs/engine/run.ts';
import { freshDevice, owner, request, session, source } from '../../../fixtures/device.ts';
import { FakePlatform } from '../../../fixtures/fake-platform.ts';

let platform: FakePlatform;

beforeEach(async () => {
  // Only the clock: database and promises go on by themselves.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 5) });
  platform = new FakePlatform();
  vi.stubGlobal('fetch', platform.fetch);
  vi.stubGlobal('location', { origin: platform.origin });
  await freshDevice();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const runOnce = (ignoreNetworkWaits = false) =>
  runQueue({ host: 'service-worker', ignoreNetworkWaits });
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const never = new AbortController().signal;

async function follow(): Promise<void> {
  later(20_000);
  await followOnce({ session, visible: true, signal: never });
}

async function row(intent: { id: GenerateIntent['id'] }): Promise<GenerateIntent> {
  const found = await getIntent(intent.id);
  if (found?.kind !== 'generate') throw new Error('no such generation');
  return found;
}

async function stageOf(intent: { id: GenerateIntent['id'] }): Promise<IntentStage | undefined> {
  return (await getIntent(intent.id))?.stage;
}

describe('a request', () => {
  test('leaves once, is followed, and is done when its verified bytes are on the device', async () => {
    const intent = await request('a vase');
    await runOnce();
    expect(await stageOf(intent)).toBe('submitted');
    await follow();
    expect(await stageOf(intent)).toBe('running');
    await follow();
    expect(await stageOf(intent)).toBe('bringing-home');
    await runOnce();
    const done = await row(intent);
    expect(done.stage).toBe('done');
    const [work] = await getWorks(done.workIds);
    expect(work).toMatchObject({ prompt: 'a vase', negativePrompt: 'blur', onDevice: 1 });
    const original = await getOriginal(work!.id);
    expect(original?.sha256).toBe(platform.jobs.get(done.jobId!)?.outputs[0]?.sha256);
    expect(platform.requests.filter((item) => item.path.endsWith('generate'))).toHaveLength(1);
    expect(done.log.map((entry) => entry.event)).toContain('work-stored');
  });

  test('whose works were deleted before they came home is done and asks for nothing', async () => {
    const intent = await request('a vase');
    await runOnce();
    await follow();
    await follow();
    expect(await stageOf(intent)).toBe('bringing-home');
    // On another device.
    platform.works.clear();
    await runOnce();
    expect(await row(intent)).toMatchObject({ stage: 'done', missingOutputs: 0, workIds: [] });
  });

  test('uploads its source first, and the same bytes only once', async () => {
    const mediaId = await source(7);
    const first = await request('one', { sources: [{ field: 'image', mediaId }] });
    const second = await request('two', { sources: [{ field: 'image', mediaId }] });
    await runOnce();
    expect(await stageOf(first)).toBe('submitted');
    expect(await stageOf(second)).toBe('submitted');
    expect(platform.uploads.received).toHaveLength(1);
  });

  test('uploads again once when the platform no longer has the upload', async () => {
    const mediaId = await source(7);
    await request('one', { sources: [{ field: 'image', mediaId }] });
    await runOnce();
    platform.uploads.stored.clear();
    const second = await request('two', { sources: [{ field: 'image', mediaId }] });
    await runOnce();
    expect(await stageOf(second)).toBe('uploading');
    later(60_000);
    await runOnce();
    expect(await stageOf(second)).toBe('submitted');
    expect(platform.uploads.received).toHaveLength(2);
  });

  test('whose answer was lost is sent again under its id and accepted once', async () => {
    const intent = await request('a vase');
    platform.fault = () => 'lost-answer';
    expect((await runOnce()).networkFailed).toBe(true);
    expect(await stageOf(intent)).toBe('saved');
    platform.fault = () => null;
    await runOnce(true);
    expect(await stageOf(intent)).toBe('submitted');
    expect(platform.jobs.size).toBe(1);
    expect(platform.credits).toBe(999);
  });

  test('of a host that died goes on when its lease has run out, where no lock tells sooner', async () => {
    vi.stubGlobal('navigator', { onLine: true });
    const intent = await request('a vase');
    const claimed = await row(intent);
    const lease = { holder: 'a-dead-host', untilMs: Date.now() + leaseMs };
    await db.intents.put({ ...claimed, lease, submitAttemptedAtMs: Date.now() });
    const result = await runOnce();
    expect(await stageOf(intent)).toBe('saved');
    expect(result.nextDueAtMs).toBe(lease.untilMs);
    later(leaseMs + 1);
    await runOnce();
    expect(await stageOf(intent)).toBe('submitted');
  });

  test('that the platform refuses for its content fails at once and does not hold up the next', async () => {
    const refused = await request('something forbidden');
    const next = await request('a vase');
    await runOnce();
    expect(await row(refused)).toMatchObject({ stage: 'failed', error: { code: 'nsfw-content' } });
    expect(await stageOf(next)).toBe('submitted');
  });

  test('without enough credits waits for the person and gets a new identity when retried', async () => {
    platform.failNext = 'not-enough-credits';
    const intent = await request('a vase');
    await runOnce();
    expect(await row(intent)).toMatchObject({
      stage: 'needs-attention',
      error: { code: 'not-enough-credits', httpStatus: 562 },
    });
    const retried = await retryIntent(intent.id);
    expect(retried?.id).not.toBe(intent.id);
    await runOnce();
    expect(await stageOf(retried as GenerateIntent)).toBe('submitted');
  });

  test('after a refused log-in goes on by itself once the person has signed in', async () => {
    platform.tokens.clear();
    const intent = await request('a vase');
    await runOnce();
    expect(await row(intent)).toMatchObject({
      stage: 'needs-attention',
      error: { code: 'login-required' },
    });
    expect(isSessionUsable(await getSession())).toBe(false);
    await runOnce();
    expect(platform.requests).toHaveLength(1);
    platform.tokens.add('fresh');
    await startSession({ ...session, userToken: 'fresh' });
    await runOnce();
    expect(await stageOf(intent)).toBe('submitted');
  });

  test('to volunteers never leaves without the person’s word, and goes on as the same one once it is given', async () => {
    const before = await request('a vase', { model: 'horde/Deliberate' });
    await runOnce();
    await retryIntent(before.id);
    await runOnce();
    expect(await row(before)).toMatchObject({
      stage: 'needs-attention',
      error: { code: 'consent-required' },
    });
    expect(platform.requests).toHaveLength(0);
    await setAgreesToVolunteers(owner, true);
    await runOnce();
    expect(await stageOf(before)).toBe('submitted');

    // Taken back: what has not left by then stays.
    await setAgreesToVolunteers(owner, false);
    const after = await request('a bowl', { model: 'horde-any/sdxl' });
    await runOnce();
    expect(await stageOf(after)).toBe('needs-attention');
  });

  test('of someone else stays where it is', async () => {
    const intent = await request('a vase');
    await endSession();
    await runOnce();
    expect(await stageOf(intent)).toBe('saved');
    expect(platform.requests).toHaveLength(0);
  });

  test('asks the person after a day of trying in vain instead of giving up silently', async () => {
    const intent = await request('a vase');
    platform.fault = () => 'lost-request';
    await runOnce();
    // The device slept: nobody tried.
    later(25 * 3_600_000);
    await runOnce();
    expect(await row(intent)).toMatchObject({ stage: 'saved', error: { code: 'network' } });
    for (let quarter = 0; quarter < 96; quarter += 1) {
      later(15 * 60_000);
      await runOnce();
    }
    expect(await row(intent)).toMatchObject({
      stage: 'needs-attention',
      error: { code: 'network' },
    });
    platform.fault = () => null;
    const retried = await retryIntent(intent.id);
    expect(retried?.id).toBe(intent.id);
    await runOnce();
    expect(await stageOf(intent)).toBe('submitted');
  });

  test('that a captive portal answers is not taken for accepted, refused or signed out', async () => {
    const intent = await request('a vase');
    platform.fault = () => 'captive-portal';
    await runOnce();
    expect(await row(intent)).toMatchObject({ stage: 'saved', error: { code: 'bad-answer' } });
    expect(isSessionUsable(await getSession())).toBe(true);
  });

  test('waits while the queue is paused', async () => {
    const intent = await request('a vase');
    await setSetting('queuePaused', true);
    expect((await runOnce()).nextDueAtMs).toBeNull();
    expect(await stageOf(intent)).toBe('saved');
    await setSetting('queuePaused', false);
    await runOnce();
    expect(await stageOf(intent)).toBe('submitted');
  });
});

describe('requests', () => {
  test('leave in the order in which they were made, also when the network fails in between', async () => {
    const intents = [];
    for (let index = 0; index < 12; index += 1) intents.push(await request(`number ${index}`));
    let calls = 0;
    platform.fault = () => {
      calls += 1;
      return calls % 3 === 0 ? 'lost-request' : null;
    };
    for (let round = 0; round < 20; round += 1) {
      await runOnce();
      later(400_000);
    }
    const order = [...platform.jobs.values()].map((job) => job.prompt);
    expect(order).toEqual(intents.map((_intent, index) => `number ${index}`));
  });

  test('overtake one that fails for its own reasons', async () => {
    const troubled = await request('first');
    const next = await request('second');
    let isFirst = true;
    platform.fault = () => {
      if (!isFirst) return null;
      isFirst = false;
      return { status: 503, code: 'engine-unavailable' };
    };
    await runOnce();
    expect(await stageOf(troubled)).toBe('saved');
    expect(await stageOf(next)).toBe('submitted');
  });

  test('wait while the platform is short of space, and go on by themselves once there is room', async () => {
    const intent = await request('a vase');
    const behind = await request('another');
    let refused = 0;
    platform.fault = () => {
      refused += 1;
      return { status: 507, code: 'platform-full', retryAfterSeconds: 60 };
    };
    const { nextDueAtMs } = await runOnce();
    expect(nextDueAtMs! - Date.now()).toBeGreaterThanOrEqual(60_000);
    expect(refused).toBe(1);
    expect(await stageOf(intent)).toBe('saved');
    later(30_000);
    platform.fault = () => null;
    await runOnce();
    expect(await stageOf(intent)).toBe('saved');
    later(60_000);
    await runOnce();
    expect(await stageOf(intent)).toBe('submitted');
    expect(await stageOf(behind)).toBe('submitted');
    expect(platform.jobs.size).toBe(2);
  });

  test('ask the person when the platform has no more room for them, and are sent again when there is some', async () => {
    const intent = await request('a vase');
    platform.fault = ({ path }) =>
      path.endsWith('playground_generate') ? { status: 413, code: 'quota-exceeded' } : null;
    const other = await request('not any more');
    await runOnce();
    expect(await stageOf(intent)).toBe('needs-attention');
    platform.fault = () => null;
    // It was not accepted: there is nobody to ask what became of it.
    await requestCancel(other.id, Date.now());
    expect(await stageOf(other)).toBe('cancelled');
    await retryIntent(intent.id, Date.now());
    await runOnce();
    expect(platform.jobs.size).toBe(1);
  });

  test('pause for as long as the platform asks', async () => {
    const intent = await request('a vase');
    const behind = await request('another');
    platform.fault = () => ({ status: 429, retryAfterSeconds: 90 });
    const { nextDueAtMs } = await runOnce();
    expect(nextDueAtMs! - Date.now()).toBeGreaterThanOrEqual(90_000);
    platform.fault = () => null;
    later(60_000);
    await runOnce(true);
    expect(await stageOf(intent)).toBe('saved');
    expect(await stageOf(behind)).toBe('saved');
    later(31_000);
    await runOnce();
    expect(await stageOf(behind)).toBe('submitted');
  });

  test('are never submitted twice by two hosts that run the queue at the same time', async () => {
    for (let index = 0; index < 5; index += 1) await request(`number ${index}`);
    await Promise.all([runOnce(), runQueue({ host: 'page' }), runOnce()]);
    expect(platform.requests).toHaveLength(5);
  });
});

describe('a cancel', () => {
  test('of what never left is immediate and tells nobody', async () => {
    const intent = await request('a vase');
    await requestCancel(intent.id);
    expect(await stageOf(intent)).toBe('cancelled');
    await runOnce();
    expect(platform.requests).toHaveLength(0);
  });

  test('after a lost answer sends the request again to learn what to cancel', async () => {
    const intent = await request('a vase');
    platform.fault = () => 'lost-answer';
    await runOnce();
    await requestCancel(intent.id);
    expect(await stageOf(intent)).toBe('saved');
    platform.fault = () => null;
    await runOnce();
    expect(await stageOf(intent)).toBe('cancelled');
    expect([...platform.jobs.values()].map((job) => job.state)).toEqual(['Cancelled']);
    expect(platform.credits).toBe(1_000);
  });

  test('of a running job ends it on the platform', async () => {
    const intent = await request('a vase');
    await runOnce();
    await follow();
    await requestCancel(intent.id);
    expect(await stageOf(intent)).toBe('running');
    await runOnce();
    expect(await stageOf(intent)).toBe('cancelled');
    expect(platform.credits).toBe(1_000);
  });

  test('that comes too late brings the finished work home instead', async () => {
    const intent = await request('a vase');
    await runOnce();
    for (const job of platform.jobs.values()) job.state = 'Finished';
    await requestCancel(intent.id);
    await runOnce();
    await runOnce();
    const done = await row(intent);
    expect(done.stage).toBe('done');
    expect(done.log.map((entry) => entry.event)).toContain('cancel-too-late');
  });

  test('while the source is being uploaded stops before the submission', async () => {
    const mediaId = await source(9);
    const intent = await request('a vase', { sources: [{ field: 'image', mediaId }] });
    platform.onRequest = async ({ path }) => {
      if (path.startsWith(tusPath)) await requestCancel(intent.id);
    };
    await runOnce();
    expect(await stageOf(intent)).toBe('cancelled');
    expect(platform.jobs.size).toBe(0);
  });
});

describe('a result', () => {
  async function readyToComeHome(): Promise<GenerateIntent> {
    const intent = await request('a vase');
    await runOnce();
    await follow();
    await follow();
    expect(await stageOf(intent)).toBe('bringing-home');
    return intent;
  }

  test.each(['cut-answer', 'damaged-answer'] as const)(
    'with a %s is fetched again and never stored as it is',
    async (fault) => {
      const intent = await readyToComeHome();
      platform.fault = ({ path }) => (path.startsWith('/files/') ? fault : null);
      await runOnce();
      expect(await row(intent)).toMatchObject({
        stage: 'bringing-home',
        error: { code: 'result-damaged' },
      });
      expect(await db.works.count()).toBe(0);
      platform.fault = () => null;
      later(60_000);
      await runOnce();
      expect(await stageOf(intent)).toBe('done');
    },
  );

  test('that stays damaged asks the person, and a retry fetches it without paying again', async () => {
    const intent = await readyToComeHome();
    platform.fault = ({ path }) => (path.startsWith('/files/') ? 'damaged-answer' : null);
    for (let round = 0; round < 6; round += 1) {
      await runOnce();
      later(400_000);
    }
    expect(await row(intent)).toMatchObject({
      stage: 'needs-attention',
      error: { code: 'result-damaged' },
    });
    platform.fault = () => null;
    await retryIntent(intent.id);
    await follow();
    await runOnce();
    expect(await stageOf(intent)).toBe('done');
    expect(platform.jobs.size).toBe(1);
  });

  test('of which the platform keeps one in small only is done, with both works, and says so', async () => {
    platform.outputsPerJob = 2;
    const intent = await readyToComeHome();
    const [first] = [...platform.jobs.values()][0]?.outputs ?? [];
    platform.unkept.add(first!.id);
    await runOnce();
    const done = await row(intent);
    expect(done).toMatchObject({ stage: 'done', lostOriginals: 1, missingOutputs: 0 });
    const kept = (await getWorks(done.workIds)).map(({ onDevice }) => onDevice);
    expect(new Set(kept)).toEqual(new Set([0, 1]));
  });

  test('of which some could not be made is done, keeps why, and asks anew without it', async () => {
    platform.missing = { count: 2, code: 'nsfw-content' };
    const intent = await readyToComeHome();
    await runOnce();
    expect(await row(intent)).toMatchObject({
      stage: 'done',
      missingOutputs: 2,
      missingCode: 'nsfw-content',
      error: null,
    });
    // A newer platform may have reasons that this app has no words for.
    platform.missing = { count: 1, code: 'moon-phase' };
    const other = await readyToComeHome();
    await runOnce();
    expect(await row(other)).toMatchObject({ stage: 'done', missingOutputs: 1 });
    expect((await row(other)).missingCode).toBeUndefined();
  });

  test('of several outputs goes on after what is stored already', async () => {
    platform.outputsPerJob = 3;
    const intent = await readyToComeHome();
    let files = 0;
    platform.fault = ({ path }) => {
      if (!path.startsWith('/files/')) return null;
      files += 1;
      return files === 2 ? 'lost-answer' : null;
    };
    await runOnce();
    expect((await row(intent)).workIds).toHaveLength(1);
    await runOnce(true);
    const done = await row(intent);
    expect(done.stage).toBe('done');
    expect(await getWorks(done.workIds)).toHaveLength(3);
    expect(files).toBe(4);
  });

  test('that was cut before its address changed goes on where it was, by the session alone', async () => {
    const intent = await readyToComeHome();
    const files: { search: string; range: string | null; token: string | null }[] = [];
    const { fetch } = platform;
    vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
      const { pathname, search } = new URL(input);
      const headers = new Headers(init?.headers);
      const [range, token] = [headers.get('Range'), headers.get('userToken')];
      const rest = range?.replace(/[1-9]\d*/, 'rest') ?? null;
      if (pathname.startsWith('/files/')) files.push({ search, range: rest, token });
      return fetch(input, init);
    });
    platform.fault = ({ path }) => (path.startsWith('/files/') ? 'cut-answer' : null);
    await runOnce();
    platform.fault = () => null;
    later(7 * 86_400_000);
    await runOnce();
    expect(await stageOf(intent)).toBe('done');
    expect(files).toEqual([
      { search: '', range: null, token: 'token' },
      { search: '', range: 'bytes=rest-', token: 'token' },
    ]);
    const [work] = await getWorks((await row(intent)).workIds);
    expect(work?.remoteUrl).toMatch(/^\/files\/[^?]+\.png$/);
  });

  test('whose job failed ends as failed with the engine’s reason', async () => {
    const intent = await request('this one breaks');
    await runOnce();
    await follow();
    await follow();
    expect(await row(intent)).toMatchObject({
      stage: 'failed',
      error: { code: 'engine-failed', detail: 'the kiln cracked' },
    });
  });
});

describe('following a job', () => {
  test('survives failed polls', async () => {
    const intent = await request('a vase');
    await runOnce();
    platform.fault = () => 'lost-request';
    for (let round = 0; round < 10; round += 1) await follow();
    expect(await stageOf(intent)).toBe('submitted');
    platform.fault = () => null;
    await follow();
    expect(await stageOf(intent)).toBe('running');
  });

  test('believes only repeatedly that a job is gone', async () => {
    const intent = await request('a vase');
    await runOnce();
    platform.jobs.clear();
    await follow();
    await follow();
    expect(await stageOf(intent)).toBe('submitted');
    await follow();
    expect(await row(intent)).toMatchObject({
      stage: 'needs-attention',
      error: { code: 'result-gone' },
    });
  });

  test('a job that was gone is looked at again under its own identity, and comes home once', async () => {
    const intent = await request('a vase');
    await runOnce();
    const jobs = new Map(platform.jobs);
    platform.jobs.clear();
    for (let look = 0; look < 3; look += 1) await follow();
    expect(await stageOf(intent)).toBe('needs-attention');
    for (const [id, job] of jobs) platform.jobs.set(id, job);
    await retryIntent(intent.id);
    await follow();
    await follow();
    await runOnce();
    expect(await row(intent)).toMatchObject({ stage: 'done', jobId: [...jobs.keys()][0] });
    expect(platform.charged).toBe(1);
  });
});

describe('a deletion', () => {
  async function oneWork() {
    const intent = await request('a vase');
    await runOnce();
    await follow();
    await follow();
    await runOnce();
    return (await row(intent)).workIds;
  }

  test('is told after the time to undo it, and leaves the bytes in the bin', async () => {
    const ids = await oneWork();
    await binWorks(owner, ids);
    expect(await getWorks(ids)).toEqual([]);
    const { nextDueAtMs } = await runOnce();
    expect(nextDueAtMs).toBe(Date.now() + deleteUndoMs);
    expect(platform.bin.since.size).toBe(0);
    later(deleteUndoMs);
    await runOnce();
    expect(platform.bin.since.get(ids[0]!)?.binnedAtMs).not.toBeNull();
    expect(platform.works.size).toBe(1);
    expect(await db.media.count()).toBe(1);
  });

  test('for good goes at once, and takes the bytes along', async () => {
    const ids = await oneWork();
    await binWorks(owner, ids);
    await deleteForGood(owner, ids);
    later(deleteUndoMs);
    await runOnce();
    await runOnce();
    expect(platform.works.size).toBe(0);
    expect(await db.media.count()).toBe(0);
    expect(await db.bin.count()).toBe(0);
  });

  test('that is undone in time never leaves', async () => {
    const ids = await oneWork();
    await binWorks(owner, ids);
    expect(await restoreWorks(owner, ids)).toBe(1);
    later(deleteUndoMs);
    await runOnce();
    expect(await getWorks(ids)).toHaveLength(1);
    expect(platform.bin.since.size).toBe(0);
  });

  test('that the platform refuses shows the works again', async () => {
    const ids = await oneWork();
    await binWorks(owner, ids);
    later(deleteUndoMs);
    platform.fault = () => ({ status: 400, code: 'invalid-input' });
    await runOnce();
    expect(await getWorks(ids)).toHaveLength(1);
  });
});

test('the daily credits are claimed once and the balance is known at once', async () => {
  await saveDailyClaim(owner, '2026-01-05');
  await saveDailyClaim(owner, '2026-01-05');
  await runOnce();
  await runOnce();
  expect(platform.requests).toHaveLength(1);
  expect((await getBalance())?.value).toMatchObject({ balance: 1_010, claimedToday: true });
});

test('a request made after the daily claim is sent when the credits are there', async () => {
  platform.credits = 0;
  const intent = await request('a vase');
  await runOnce();
  expect(await stageOf(intent)).toBe('needs-attention');
  await saveDailyClaim(owner, '2026-01-05');
  const retried = await retryIntent(intent.id);
  // The claim has a lane of its own and takes its time; the request waits for it, and no longer than that.
  platform.onRequest = async (item) => {
    if (item.path.endsWith('draw_credit_balance')) await new Promise((go) => setTimeout(go, 50));
  };
  const found = await runOnce();
  if (found.nextDueAtMs === Date.now()) await runOnce();
  expect(await stageOf(retried as GenerateIntent)).toBe('submitted');
  expect(platform.requests.map((item) => item.path.split('/').at(-1))).toEqual([
    'playground_generate',
    'draw_credit_balance',
    'playground_generate',
  ]);
});

test('a claim that keeps failing does not hold up requests that need it not', async () => {
  await saveDailyClaim(owner, '2026-01-05');
  const intent = await request('a vase');
  platform.fault = (item) => (item.path.endsWith('draw_credit_balance') ? { status: 500 } : null);
  for (let times = 0; times < 6; times += 1) {
    await runOnce();
    later(120_000);
  }
  expect(await stageOf(intent)).toBe('submitted');
});
