import { expect, test } from 'vitest';
import type { IntentId, UserKey } from '../../../../src/domain/ids.ts';
import type { GenerateIntent } from '../../../../src/domain/intent.ts';
import { bannerState, type QueueFigures } from '../../../../src/features/queue/banner-state.ts';
import { nextSteps } from '../../../../src/features/queue/next-step.ts';
import { requestLog } from '../../../../src/features/queue/request-log.ts';
import {
  belongsOnShelf,
  countByFilter,
  glowLevel,
  linesOf,
  requestState,
  shelfOrder,
} from '../../../../src/features/queue/request-state.ts';

const nowMs = 1_800_000_000_000;
const here = { online: true, paused: false, nowMs };

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

test('an upload tells how much of it is there, and is on its way out when all of it is', () => {
  const uploading = (upload: GenerateIntent['upload']) =>
    requestState(intent({ stage: 'uploading', ...(upload !== undefined && { upload }) }), here);
  expect(uploading(undefined)).toEqual({ kind: 'uploading', upload: null });
  expect(glowLevel(uploading({ uploadedBytes: 0, totalBytes: 8_000_000 }))).toBeUndefined();
  const half = { uploadedBytes: 4_000_000, totalBytes: 8_000_000 };
  expect(uploading(half)).toEqual({ kind: 'uploading', upload: half });
  expect(glowLevel(uploading(half))).toBe(0.5);
  expect(uploading({ uploadedBytes: 8, totalBytes: 8 })).toEqual({ kind: 'leaving' });
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
  const inLine = { kind: 'in-line', waitSeconds: 4 };
  const state = (changes: Partial<GenerateIntent>) =>
    requestState(intent({ stage: 'submitted', ...changes }), here);
  expect(state({ progress })).toEqual({ ...inLine, position: 1 });
  expect(state({ progress: { ...progress, queuePosition: 2 } })).toEqual({
    ...inLine,
    position: 3,
  });
  expect(state({ progress: null })).toEqual({ kind: 'in-line', position: 0, waitSeconds: 0 });
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
  expect(state({})).toEqual({ kind: 'in-line', position: 3, waitSeconds: 40 });
  // Its worker was lost, and its place is not known yet.
  expect(state({ queuePosition: 0 })).toEqual({ kind: 'in-line', position: 0, waitSeconds: 40 });
});

test('a retry that is far enough away is named with its time', () => {
  const failing = intent({
    attempts: 3,
    error: error('server-error'),
    nextAttemptAtMs: nowMs + 60_000,
  });
  expect(requestState(failing, here)).toEqual({ kind: 'retrying', atMs: nowMs + 60_000 });
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
  expect(nextSteps('nsfw-content')).toEqual(['edit']);
  expect(nextSteps('network')).toEqual(['retry']);
});

test('the log of a request can be read by a person and ends with its last error', () => {
  const text = requestLog(
    intent({ error: { ...error('server-error'), httpStatus: 503, detail: 'busy' } }),
  );
  expect(text).toContain('tool Text2Img');
  expect(text).toContain('2027-01-15T08:00:00.000Z  intent-saved');
  expect(text.trimEnd()).toMatch(/last-error {2}server-error \(503\): busy$/);
});

const figures: QueueFigures = { waiting: 3, failures: [], needsSignIn: false, paused: false };

test('the banner is silent when all is well', () => {
  expect(bannerState(true, figures)).toEqual({ kind: 'nothing' });
  expect(bannerState(true, null)).toEqual({ kind: 'nothing' });
});

test('the banner believes "offline" at once, and "online" only until the last tries say otherwise', () => {
  expect(bannerState(false, figures)).toEqual({ kind: 'offline', waiting: 3 });
  expect(bannerState(false, null)).toEqual({ kind: 'offline', waiting: 0 });
  expect(bannerState(true, { ...figures, failures: ['timeout'] }).kind).toBe('unreachable');
  expect(bannerState(true, { ...figures, failures: ['server-error'] }).kind).toBe('nothing');
});

test('the banner says when requests wait for a sign-in or for the queue to be resumed', () => {
  expect(bannerState(true, { ...figures, needsSignIn: true }).kind).toBe('signed-out');
  expect(bannerState(true, { ...figures, paused: true }).kind).toBe('paused');
  expect(bannerState(true, { ...figures, waiting: 0, paused: true }).kind).toBe('nothing');
});
