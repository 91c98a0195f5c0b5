import { describe, expect, test } from 'vitest';
import { errorCodes, isHopeless } from '../../../src/domain/errors.ts';
import type { IntentId, MediaId, UserKey } from '../../../src/domain/ids.ts';
import type { GenerateIntent } from '../../../src/domain/intent.ts';
import { queueState } from '../../../src/requests/queue-state.ts';
import type { QueueHoldUps } from '../../../src/live/useQueueHoldUps.ts';
import { nextSteps } from '../../../src/requests/actions/next-step.ts';
import { canRetry } from '../../../src/requests/actions/permitted.ts';
import { requestLog } from '../../../src/requests/actions/request-log.ts';
import { countUnderWay } from '../../../src/requests/under-way.ts';
import { glowLevel, requestState } from '../../../src/requests/request-state.ts';
import {
  belongsOnShelf,
  countByFilter,
  linesOf,
  shelfOrder,
} from '../../../src/features/queue/shelf.ts';

const nowMs = 1_800_000_000_000;
const here = { online: true, paused: false, signedIn: true, nowMs };

function intent(changes: Partial<GenerateIntent> = {}): GenerateIntent {
  return {
    id: '00000000-0000-7000-8000-000000000001' as IntentId,
    owner: '1@kiln' as UserKey,
    kind: 'generate',
    stage: 'saved',
    createdAtMs: nowMs,
    order: nowMs,
    after: [],
    updatedAtMs: nowMs,
    attempts: 0,
    nextAttemptAtMs: 0,
    failingSinceMs: null,
    lease: null,
    error: null,
    log: [{ atMs: nowMs, event: 'intent-saved', detail: null }],
    cancelRequestedAtMs: null,
    payload: {
      jobType: 'Text2Img',
      model: 'painter',
      place: 'platform',
      modelLabel: { cn: '画师', en: 'Painter' },
      input: { prompt: 'a harbour' },
      sources: [],
      cost: 1,
      width: 512,
      height: 512,
    },
    jobId: null,
    submittedAtMs: null,
    progress: null,
    workIds: [],
    missingOutputs: 0,
    seen: false,
    ...changes,
  };
}

test('a request to the device itself waits for no network and for no sign-in, and a pause holds it while it is made', () => {
  const row = intent({ payload: { ...intent().payload, place: 'device' } });
  const away = { ...here, online: false, signedIn: false };
  expect(requestState(row, away)).toMatchObject({ kind: 'in-line', position: 0 });
  const running = {
    ...row,
    stage: 'running' as const,
    progress: {
      state: 'Processing' as const,
      phase: 'generating' as const,
      queuePosition: 0,
      waitSeconds: 9,
      percent: 40,
      finished: 0,
      total: 1,
      checkedAtMs: nowMs,
    },
  };
  expect(requestState(running, away)).toMatchObject({ kind: 'making', percent: 40 });
  expect(requestState(running, { ...away, paused: true })).toEqual({ kind: 'paused' });
});

test('an upload tells how much of it is there, and is on its way out when all of it is', () => {
  const uploading = (upload: GenerateIntent['upload']) =>
    requestState(intent({ stage: 'uploading', ...(upload !== undefined && { upload }) }), here);
  expect(uploading(undefined)).toEqual({ kind: 'uploading', upload: null });
  expect(glowLevel(uploading({ uploadedBytes: 0, totalBytes: 8_000_000 }))).toBeUndefined();
  const half = { uploadedBytes: 4_000_000, totalBytes: 8_000_000 };
  expect(uploading(half)).toEqual({ kind: 'uploading', upload: half });
  expect(glowLevel(uploading(half))).toBe(0.5);
  expect(uploading({ uploadedBytes: 8, totalBytes: 8 })).toEqual({ kind: 'leaving' });
  const several = (sent: number) => {
    const row = intent({ stage: 'uploading', upload: half });
    const sources = ['a', 'b', 'c'].map((id, index) => ({
      field: 'image',
      mediaId: id as MediaId,
      uploadedUrl: index < sent ? `/files/${id}` : null,
    }));
    return requestState({ ...row, payload: { ...row.payload, sources } }, here);
  };
  expect(several(0)).toMatchObject({ upload: half, file: { number: 1, of: 3 } });
  expect(several(2)).toMatchObject({ upload: half, file: { number: 3, of: 3 } });
});

const error = (code: 'network' | 'server-error' | 'not-enough-credits') => ({
  code,
  httpStatus: null,
  detail: null,
  atMs: nowMs,
});

test('a saved request leaves soon, unless there is no network or the queue is paused', () => {
  expect(requestState(intent(), here).kind).toBe('leaving');
  expect(requestState(intent(), { ...here, online: false }).kind).toBe('waiting-network');
  expect(requestState(intent(), { ...here, paused: true }).kind).toBe('paused');
});

test('without a network what has left goes on over there, with the progress it had', () => {
  const offline = { ...here, online: false };
  const progress = {
    state: 'Processing' as const,
    phase: 'generating' as const,
    queuePosition: 0,
    waitSeconds: 4,
    percent: 40,
    finished: 0,
    total: 1,
    checkedAtMs: nowMs,
  };
  const running = requestState(intent({ stage: 'running', progress }), offline);
  expect(running).toEqual({ kind: 'away', isReady: false, percent: 40 });
  expect(glowLevel(running)).toBe(0.4);
  const ready = requestState(intent({ stage: 'bringing-home' }), offline);
  expect(ready).toEqual({ kind: 'away', isReady: true, percent: 100 });
});

test('a pause holds back only what is still on the device', () => {
  expect(requestState(intent({ stage: 'bringing-home' }), { ...here, paused: true }).kind).toBe(
    'bringing-home',
  );
});

test('a request that could not get through waits for a network although the browser sees one', () => {
  const waiting = (ms: number) =>
    intent({ attempts: 2, error: error('network'), nextAttemptAtMs: nowMs + ms });
  expect(requestState(waiting(500), here).kind).toBe('waiting-network');
  // And goes on saying so between two tries.
  expect(requestState(waiting(20_000), here).kind).toBe('waiting-network');
  expect(requestState(waiting(120_000), here).kind).toBe('retrying');
});

test('the next request in line is number one', () => {
  const progress = {
    state: 'Pending' as const,
    phase: 'waiting' as const,
    queuePosition: 0,
    waitSeconds: 4,
    percent: 0,
    finished: 0,
    total: 1,
    checkedAtMs: nowMs,
  };
  const inLine = { kind: 'in-line', waitSeconds: 4, nobodyFree: false };
  const state = (changes: Partial<GenerateIntent>) =>
    requestState(intent({ stage: 'submitted', ...changes }), here);
  expect(state({ progress })).toEqual({ ...inLine, position: 1 });
  expect(state({ progress: { ...progress, queuePosition: 2 } })).toEqual({
    ...inLine,
    position: 3,
  });
  expect(state({ progress: null })).toEqual({ ...inLine, position: 0, waitSeconds: 0 });
  const nobodyFree = { ...progress, isPossible: false };
  expect(state({ progress: nobodyFree })).toMatchObject({ kind: 'in-line', nobodyFree: true });
});

test('what waits in the line of its engine is not said to be made', () => {
  const progress = {
    state: 'Processing' as const,
    phase: 'waiting' as const,
    queuePosition: 3,
    waitSeconds: 40,
    percent: 12,
    finished: 0,
    total: 1,
    checkedAtMs: nowMs,
  };
  const state = (changes: Partial<typeof progress>) =>
    requestState(intent({ stage: 'running', progress: { ...progress, ...changes } }), here);
  const inLine = { kind: 'in-line', waitSeconds: 40, nobodyFree: false };
  expect(state({})).toEqual({ ...inLine, position: 3 });
  // Its worker was lost, and its place is not known yet.
  expect(state({ queuePosition: 0 })).toEqual({ ...inLine, position: 0 });
});

test('a retry that is far enough away is named with its time', () => {
  const failing = intent({
    attempts: 3,
    error: error('server-error'),
    nextAttemptAtMs: nowMs + 60_000,
  });
  expect(requestState(failing, here)).toEqual({
    kind: 'retrying',
    atMs: nowMs + 60_000,
    code: 'server-error',
  });
});

test('a request that is being cancelled says so whatever else it does', () => {
  expect(requestState(intent({ stage: 'running', cancelRequestedAtMs: nowMs }), here).kind).toBe(
    'cancelling',
  );
});

test('the glow stands still in line, rises with progress and is full on the way home', () => {
  const progress = {
    state: 'Processing' as const,
    phase: 'generating' as const,
    queuePosition: 0,
    waitSeconds: 10,
    percent: 42,
    finished: 0,
    total: 1,
    checkedAtMs: nowMs,
  };
  expect(glowLevel(requestState(intent({ stage: 'submitted' }), here))).toBe(0);
  expect(glowLevel(requestState(intent({ stage: 'running', progress }), here))).toBe(0.42);
  expect(glowLevel(requestState(intent({ stage: 'bringing-home' }), here))).toBe(1);
  expect(glowLevel(requestState(intent({ stage: 'failed' }), here))).toBeNull();
});

test('the shelf shows trouble first, then what leaves next, then what ended, newest first', () => {
  const row = (n: number, stage: GenerateIntent['stage']) =>
    intent({ id: `00000000-0000-7000-8000-00000000000${n}` as IntentId, stage });
  const order = shelfOrder([
    row(1, 'done'),
    row(2, 'saved'),
    row(3, 'failed'),
    row(4, 'saved'),
    row(5, 'done'),
  ]);
  expect(order.map((entry) => entry.id.at(-1))).toEqual(['3', '2', '4', '5', '1']);
  expect(countByFilter(order)).toEqual({ all: 5, waiting: 2, running: 0, trouble: 1, done: 2 });
});

test('what waits stands as it leaves: what is in line at the platform, then what is here, each in its order', () => {
  const row = (n: number, stage: GenerateIntent['stage'], order: number) =>
    intent({ id: `00000000-0000-7000-8000-00000000000${n}` as IntentId, stage, order });
  const shelf = shelfOrder([
    row(1, 'saved', 9),
    row(2, 'saved', 7),
    row(3, 'submitted', 8),
    row(4, 'submitted', 6),
    row(5, 'running', 20),
  ]);
  expect(shelf.map((entry) => entry.id.at(-1))).toEqual(['5', '4', '3', '2', '1']);
  const lines = linesOf(shelf);
  expect(lines.get(shelf[1]!.id)).toEqual({
    group: 'platform',
    place: 1,
    of: 2,
    nextId: shelf[2]!.id,
  });
  expect(lines.get(shelf[4]!.id)).toEqual({ group: 'here', place: 2, of: 2, nextId: null });
  expect(lines.has(shelf[0]!.id)).toBe(false);
});

test('deletions and claims are on the shelf only while they wait or are in trouble', () => {
  const { payload: _payload, ...base } = intent();
  const claim = { ...base, kind: 'claim-daily-credits' as const, payload: { day: '2026-11-20' } };
  expect(belongsOnShelf(claim, true)).toBe(false);
  expect(belongsOnShelf(claim, false)).toBe(true);
  expect(belongsOnShelf({ ...claim, stage: 'done' }, false)).toBe(false);
});

test('each error offers what helps against it first', () => {
  expect(nextSteps('login-required')).toEqual(['sign-in']);
  expect(nextSteps('not-enough-credits')[0]).toBe('claim');
  expect(nextSteps('quota-exceeded')).toEqual(['make-room', 'retry']);
  expect(nextSteps('nsfw-content')).toEqual(['edit']);
  expect(nextSteps('network')).toEqual(['retry']);
  expect(nextSteps('result-gone')).toEqual(['retry', 'edit']);
});

test('the log of a request can be read by a person and ends with its last error', () => {
  const text = requestLog(
    intent({ error: { ...error('server-error'), httpStatus: 503, detail: 'busy' } }),
  );
  expect(text).toContain('tool Text2Img');
  expect(text).toContain('2027-01-15T08:00:00.000Z  intent-saved');
  expect(text.trimEnd()).toMatch(/last-error {2}server-error \(503\): busy$/);
});

const figures: QueueHoldUps = { waiting: 3, failures: [], needsSignIn: false, paused: false };

test('the banner is silent when all is well', () => {
  expect(queueState(true, figures)).toEqual({ kind: 'nothing' });
  expect(queueState(true, null)).toEqual({ kind: 'nothing' });
});

test('the banner believes "offline" at once, and "online" only until the last tries say otherwise', () => {
  expect(queueState(false, figures)).toEqual({ kind: 'offline', waiting: 3, paused: false });
  expect(queueState(false, null)).toEqual({ kind: 'offline', waiting: 0, paused: false });
  expect(queueState(true, { ...figures, failures: ['timeout'] }).kind).toBe('unreachable');
  expect(queueState(true, { ...figures, failures: ['server-error'] }).kind).toBe('nothing');
});

test('the banner says when requests wait for a sign-in or for the queue to be resumed', () => {
  expect(queueState(true, { ...figures, needsSignIn: true }).kind).toBe('signed-out');
  expect(queueState(true, { ...figures, paused: true }).kind).toBe('paused');
  expect(queueState(true, { ...figures, waiting: 0, paused: true }).kind).toBe('nothing');
});

test('the banner never promises to send what the person has paused', () => {
  const paused = { ...figures, paused: true };
  expect(queueState(false, paused)).toEqual({ kind: 'offline', waiting: 3, paused: true });
  expect(queueState(true, { ...paused, failures: ['network'] }).kind).toBe('paused');
});

test('a request whose owner has to sign in again does not say that it leaves soon', () => {
  const signedOut = { ...here, signedIn: false };
  expect(requestState(intent(), signedOut).kind).toBe('signed-out');
  // What the studio has goes on there.
  expect(requestState(intent({ stage: 'running' }), signedOut).kind).toBe('in-line');
});

describe('one reading of every stage in every surrounding', () => {
  const open = ['saved', 'uploading', 'submitted', 'running', 'bringing-home'] as const;
  const progress = {
    state: 'Processing' as const,
    phase: 'generating' as const,
    queuePosition: 0,
    waitSeconds: 4,
    percent: 40,
    finished: 0,
    total: 1,
    checkedAtMs: nowMs,
  };
  const at = (stage: GenerateIntent['stage']) =>
    intent({ stage, ...(stage === 'running' && { progress }) });
  const cutOff = { attempts: 2, error: error('network'), nextAttemptAtMs: nowMs + 20_000 };
  const refused = { attempts: 2, error: error('server-error'), nextAttemptAtMs: nowMs + 20_000 };

  test.each([
    ['all is well', here, {}, 'leaving uploading in-line making bringing-home'],
    ['paused', { ...here, paused: true }, {}, 'paused paused in-line making bringing-home'],
    ['offline', { ...here, online: false }, {}, 'waiting-network waiting-network away away away'],
    [
      'offline and paused',
      { ...here, online: false, paused: true },
      {},
      'paused paused away away away',
    ],
    [
      'signed out',
      { ...here, signedIn: false },
      {},
      'signed-out signed-out in-line making bringing-home',
    ],
    [
      'signed out and offline',
      { ...here, signedIn: false, online: false },
      {},
      'waiting-network waiting-network away away away',
    ],
    [
      'the studio out of reach',
      here,
      cutOff,
      'waiting-network waiting-network waiting-network waiting-network waiting-network',
    ],
    [
      'the studio out of reach and paused',
      { ...here, paused: true },
      cutOff,
      'paused paused waiting-network waiting-network waiting-network',
    ],
    ['refused for now', here, refused, 'retrying retrying retrying retrying retrying'],
    [
      'being cancelled, paused and offline',
      { ...here, online: false, paused: true },
      { cancelRequestedAtMs: nowMs },
      'cancelling cancelling cancelling cancelling cancelling',
    ],
  ])('%s', (_, surroundings, changes, expected) => {
    const kinds = open.map(
      (stage) => requestState({ ...at(stage), ...changes }, surroundings).kind,
    );
    expect(kinds.join(' ')).toBe(expected);
  });

  test.each([
    ['done', 'done'],
    ['failed', 'failed'],
    ['cancelled', 'cancelled'],
    ['needs-attention', 'needs-you'],
  ] as const)('and %s is %s whatever surrounds it', (stage, kind) => {
    for (const online of [true, false]) {
      for (const paused of [true, false]) {
        for (const signedIn of [true, false]) {
          const surroundings = { online, paused, signedIn, nowMs };
          expect(requestState(intent({ stage, ...cutOff }), surroundings).kind).toBe(kind);
        }
      }
    }
  });

  test('and the line above Generate counts by the same reading', () => {
    const all = [...open, 'done' as const, 'failed' as const].map(at);
    const none = { moving: 0, away: 0, unsent: 0, paused: 0, signedOut: 0 };
    expect(countUnderWay(all, here)).toEqual({ ...none, moving: 5 });
    expect(countUnderWay(all, { ...here, paused: true })).toEqual({
      ...none,
      moving: 3,
      paused: 2,
    });
    // What is being made is not said to be saved and to leave later.
    expect(countUnderWay(all, { ...here, online: false })).toEqual({ ...none, away: 3, unsent: 2 });
    expect(countUnderWay(all, { ...here, signedIn: false })).toEqual({
      ...none,
      moving: 3,
      signedOut: 2,
    });
  });
});

test('what a repeat cannot cure is changed, and is nowhere offered to be tried again', () => {
  const stopped = (code: (typeof errorCodes)[number]) =>
    intent({
      stage: 'failed',
      error: { code, httpStatus: null, detail: null, atMs: nowMs },
    });
  const hopeless = errorCodes.filter((code) => isHopeless(code));
  expect(hopeless).toContain('conflict');
  for (const code of hopeless) {
    expect([code, nextSteps(code)]).toEqual([code, ['edit']]);
    expect([code, canRetry(stopped(code))]).toEqual([code, false]);
  }
  for (const code of ['network', 'engine-failed', 'nsfw-system'] as const) {
    expect(nextSteps(code)).toContain('retry');
    expect([code, canRetry(stopped(code))]).toEqual([code, true]);
  }
});
