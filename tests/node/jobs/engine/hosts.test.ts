import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { db } from '../../../../src/db/database.ts';
import { requestCancel } from '../../../../src/db/intents/intents.ts';
import { getIntent } from '../../../../src/db/intents/lists.ts';
import { binWorks, deleteForGood, restoreWorks } from '../../../../src/db/works/bin.ts';
import type { WorkId } from '../../../../src/domain/ids.ts';
import { deleteUndoMs } from '../../../../src/domain/limits.ts';
import { followOnce } from '../../../../src/jobs/poller/follow-jobs.ts';
import { leaseMs } from '../../../../src/jobs/engine/round.ts';
import { runQueue } from '../../../../src/jobs/engine/run.ts';
import { freshDevice, owner, request, session } from '../../../fixtures/device.ts';
import { FakePlatform } from '../../../fixtures/fake-platform.ts';

let platform: FakePlatform;

beforeEach(async () => {
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

const runOnce = (ignoreNetworkWaits = false) => runQueue({ host: 'page', ignoreNetworkWaits });
const follow = () => followOnce({ session, visible: true, signal: new AbortController().signal });

test('two tabs without locks between them send every request once and in order', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  const keys: string[] = [];
  for (let number = 1; number <= 3; number += 1) keys.push((await request(`${number}`)).id);
  let isFirst = true;
  platform.fault = () => {
    if (!isFirst) return null;
    isFirst = false;
    return 'lost-request';
  };
  await Promise.all([runOnce(), runOnce()]);
  await runOnce(true);
  expect([...platform.jobs.values()].map(({ key }) => key)).toEqual(keys);
});

test('a running job is polled although the clock was set back since the last time', async () => {
  platform.stepsPerJob = 0;
  const intent = await request('a vase');
  await runOnce();
  vi.setSystemTime(Date.now() - 3 * 3_600_000);
  await follow();
  expect((await getIntent(intent.id))?.stage).toBe('bringing-home');
});

test('a pause that the platform asked for does not last for days because the clock was set back', async () => {
  platform.fault = () => ({ status: 429, retryAfterSeconds: 60 });
  const intent = await request('a vase');
  await runOnce();
  platform.fault = () => null;
  vi.setSystemTime(Date.now() - 2 * 86_400_000);
  await runOnce();
  expect((await getIntent(intent.id))?.stage).toBe('submitted');
});

test('a deletion whose host died at it is not taken back: the platform may have carried it out', async () => {
  await request('a vase');
  platform.stepsPerJob = 0;
  await runOnce();
  vi.setSystemTime(Date.now() + 20_000);
  await follow();
  await runOnce();
  const [workId] = platform.works;
  await binWorks(owner, [workId as WorkId]);
  const deletion = await deleteForGood(owner, [workId as WorkId]);
  vi.setSystemTime(Date.now() + deleteUndoMs);
  // The host gets the platform's answer and dies before it has written it down.
  const row = await db.intents.get(deletion!);
  const lease = { holder: 'a-dead-host', untilMs: Date.now() + leaseMs };
  await db.intents.put({ ...row!, lease });
  vi.setSystemTime(Date.now() + leaseMs + 1);
  expect(await restoreWorks(owner, [workId as WorkId])).toBe(0);
  await runOnce();
  await runOnce();
  expect(platform.works.size).toBe(0);
  expect(await db.bin.count()).toBe(0);
});

test('a request whose tab was closed while it was leaving goes on at once where the lock says that nobody is at it', async () => {
  const intent = await request('a vase');
  const lease = { holder: 'a-closed-tab', untilMs: Date.now() + leaseMs };
  await db.intents.update(intent.id, { lease });
  await runOnce();
  expect((await getIntent(intent.id))?.stage).toBe('submitted');
});

test('a cancel whose host died at it is held by nobody once the platform says that it was carried out', async () => {
  platform.stepsPerJob = 9;
  const intent = await request('a vase');
  await runOnce();
  await requestCancel(intent.id);
  await runOnce();
  vi.setSystemTime(Date.now() + 60_000);
  // The host died before it could write down the answer, and the page heard it by its own run.
  const lease = { holder: 'a-killed-worker', untilMs: Date.now() + leaseMs };
  await db.intents.update(intent.id, { stage: 'running', lease });
  await follow();
  expect(await getIntent(intent.id)).toMatchObject({ stage: 'cancelled', lease: null });
});
