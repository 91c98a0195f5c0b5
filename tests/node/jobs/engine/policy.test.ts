import { describe, expect, test } from 'vitest';
import { KilnError } from '../../../../src/domain/errors.ts';
import type { ErrorCode } from '../../../../src/domain/errors.ts';
import type { IntentId, UserKey } from '../../../../src/domain/ids.ts';
import type { GenerateIntent, GenerateProgress, Intent } from '../../../../src/domain/intent.ts';
import { askAfterMs, tryingGapMaxMs } from '../../../../src/domain/limits.ts';
import { noteTried, timeTriedMs } from '../../../../src/domain/trying.ts';
import { decideRetry } from '../../../../src/jobs/engine/retry-policy.ts';
import {
  afterFailureMs,
  creditIntervalMs,
  statusIntervalMs,
} from '../../../../src/jobs/poller/poll-intervals.ts';
import { planLane } from '../../../../src/jobs/engine/plan.ts';
import type { PlanOptions } from '../../../../src/jobs/engine/plan.ts';

const nowMs = 1_000_000;

function intent(id: string, change: Partial<GenerateIntent> = {}): GenerateIntent {
  return {
    id: id as IntentId,
    owner: '1@kiln' as UserKey,
    kind: 'generate',
    stage: 'saved',
    createdAtMs: 1,
    order: 1,
    after: [],
    updatedAtMs: 1,
    attempts: 0,
    nextAttemptAtMs: 0,
    failingSinceMs: null,
    lease: null,
    error: null,
    log: [],
    cancelRequestedAtMs: null,
    payload: {
      jobType: 'Text2Img',
      model: 'painter',
      place: 'platform',
      modelLabel: { cn: '', en: '' },
      input: {},
      sources: [],
      cost: 1,
      width: null,
      height: null,
    },
    jobId: null,
    submittedAtMs: null,
    progress: null,
    workIds: [],
    missingOutputs: 0,
    seen: false,
    ...change,
  };
}

const failing = (code: ErrorCode, attempts = 1, httpStatus: number | null = null) => ({
  attempts,
  nextAttemptAtMs: nowMs + 5_000,
  error: { code, httpStatus, detail: null, atMs: nowMs },
});

const options: PlanOptions = {
  nowMs,
  ignoreNetworkWaits: false,
  laneOf: (row) => (row.kind === 'generate' && row.stage === 'saved' ? 'send' : 'fetch'),
};

describe('the plan of the send lane', () => {
  test('keeps the order in which the requests were made', () => {
    expect(planLane([intent('a'), intent('b')], 'send', options).ready).toEqual(['a', 'b']);
  });

  test('holds everything behind a request that waits for the network', () => {
    const plan = planLane([intent('a', failing('network')), intent('b')], 'send', options);
    expect(plan).toEqual({ ready: [], nextDueAtMs: nowMs + 5_000 });
  });

  test('leaves alone what the device makes itself, which holds nobody up either', () => {
    const own = intent('a');
    own.payload = { ...own.payload, place: 'device' };
    expect(planLane([own, intent('b')], 'send', options)).toEqual({
      ready: ['b'],
      nextDueAtMs: null,
    });
  });

  test('lets others pass one that waits for its own engine', () => {
    const plan = planLane(
      [intent('a', failing('engine-unavailable', 1, 503)), intent('b')],
      'send',
      options,
    );
    expect(plan.ready).toEqual(['b']);
  });

  test('does not let one request that always times out hold the others for ever', () => {
    const rows = [intent('a', failing('timeout', 4)), intent('b')];
    expect(planLane(rows, 'send', options).ready).toEqual(['b']);
  });

  test('forgets waits for the network when the network is back, but not one the platform asked for', () => {
    const back = { ...options, ignoreNetworkWaits: true };
    expect(planLane([intent('a', failing('network'))], 'send', back).ready).toEqual(['a']);
    const busy = intent('a', failing('too-many-requests', 1, 429));
    expect(planLane([busy, intent('b')], 'send', back).ready).toEqual([]);
  });

  test('waits behind a living lease', () => {
    const lease = { holder: 'other', untilMs: nowMs + 1_000 };
    const plan = planLane([intent('a', { lease }), intent('b')], 'send', options);
    expect(plan).toEqual({ ready: [], nextDueAtMs: nowMs + 1_000 });
  });
});

test('downloads do not wait for each other', () => {
  const rows = [
    intent('a', { stage: 'bringing-home', ...failing('network') }),
    intent('b', { stage: 'bringing-home' }),
  ];
  expect(planLane(rows, 'fetch', options).ready).toEqual(['b']);
});

describe('the judgement of a failure', () => {
  const fresh = { attempts: 0, failingSinceMs: null, error: null };
  const error = (code: ErrorCode, retryable: boolean, retryAfterMs: number | null = null) =>
    new KilnError(code, { retryable, retryAfterMs });

  test.each([
    ['nsfw-content', 'failed'],
    ['invalid-input', 'failed'],
    ['login-required', 'needs-attention'],
    ['not-enough-credits', 'needs-attention'],
    ['storage-full', 'needs-attention'],
  ] as const)('%s stops at once as %s', (code, stage) => {
    expect(decideRetry(error(code, false), fresh, nowMs, 0.5)).toEqual({ kind: 'stop', stage });
  });

  test('a lost connection stops the round and is tried again, later each time', () => {
    const delays = [0, 1, 2, 3].map((attempts) => {
      const verdict = decideRetry(error('network', true), { ...fresh, attempts }, nowMs, 0.999);
      return verdict.kind === 'retry' && verdict.scope === 'network'
        ? verdict.nextAttemptAtMs - nowMs
        : Number.NaN;
    });
    expect(delays).toEqual(delays.toSorted((left, right) => left - right));
    expect(delays[3]).toBeGreaterThan(4 * (delays[0] ?? Infinity));
  });

  test('Retry-After is honoured', () => {
    const verdict = decideRetry(error('too-many-requests', true, 30_000), fresh, nowMs, 0);
    expect(verdict).toEqual({ kind: 'retry', scope: 'lane', nextAttemptAtMs: nowMs + 30_000 });
  });

  test('what is gone is looked for again although the line failed before, and asks when it is confirmed', () => {
    const gone = error('result-gone', true);
    const after = (code: ErrorCode) => ({
      attempts: 5,
      failingSinceMs: nowMs,
      error: { code, httpStatus: null, detail: null, atMs: nowMs },
    });
    expect(decideRetry(gone, after('network'), nowMs, 0.5).kind).toBe('retry');
    expect(decideRetry(gone, after('result-gone'), nowMs, 0.5)).toEqual({
      kind: 'stop',
      stage: 'needs-attention',
    });
  });

  test('a day of failures asks the person', () => {
    const row = {
      attempts: 90,
      failingSinceMs: nowMs - askAfterMs,
      tryingMs: askAfterMs - 60_000,
      triedAtMs: nowMs - 60_000,
      error: null,
    };
    expect(decideRetry(error('network', true), row, nowMs, 0.5)).toEqual({
      kind: 'stop',
      stage: 'needs-attention',
    });
  });

  test('a device that slept over the weekend after one failure goes on trying', () => {
    const row = { attempts: 1, failingSinceMs: nowMs - 3 * askAfterMs, error: null };
    expect(decideRetry(error('network', true), row, nowMs, 0.5).kind).toBe('retry');
  });

  test('failures every five minutes are a day of trying after a day, however long the pauses between the days', () => {
    const row: Pick<Intent, 'failingSinceMs' | 'tryingMs' | 'triedAtMs'> = { failingSinceMs: null };
    let atMs = nowMs;
    for (let failure = 0; failure <= 144; failure += 1) noteTried(row, (atMs += 5 * 60_000));
    expect(timeTriedMs(row, atMs)).toBe(askAfterMs / 2);
    atMs += 7 * askAfterMs;
    for (let failure = 0; failure <= 144; failure += 1) noteTried(row, (atMs += 5 * 60_000));
    expect(timeTriedMs(row, atMs)).toBe(askAfterMs / 2 + 144 * 5 * 60_000 + tryingGapMaxMs);
    // A clock that is set back takes nothing away.
    expect(timeTriedMs(row, nowMs)).toBe(row.tryingMs);
  });
});

describe('the pace of polling', () => {
  const progress = (waitSeconds: number): GenerateProgress => ({
    state: 'Processing',
    phase: 'generating',
    queuePosition: 0,
    waitSeconds,
    percent: 1,
    finished: 0,
    total: 1,
    checkedAtMs: 0,
  });

  test('is never under the specification’s 500 ms and slower for what takes long', () => {
    expect(statusIntervalMs(null, true)).toBe(500);
    expect(statusIntervalMs(progress(0), true)).toBe(500);
    expect(statusIntervalMs(progress(600), true)).toBe(3_000);
  });

  test('is slow while nobody watches', () => {
    expect(statusIntervalMs(progress(1), false)).toBe(5_000);
    expect(statusIntervalMs(progress(600), false)).toBe(15_000);
    expect(creditIntervalMs(true)).toBe(5_000);
    expect(creditIntervalMs(false)).toBeGreaterThan(60_000);
  });

  test('backs off to a minute when the platform does not answer', () => {
    expect(afterFailureMs(500, 1)).toBe(2_000);
    expect(afterFailureMs(500, 50)).toBe(60_000);
  });
});
