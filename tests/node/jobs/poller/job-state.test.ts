import { expect, test } from 'vitest';

import type { GenerateIntent } from '../../../../src/domain/intent.ts';
import { applyJobState, type JobReport } from '../../../../src/jobs/poller/job-state.ts';
import { requestState } from '../../../../src/requests/request-state.ts';

const row = (): GenerateIntent =>
  ({
    kind: 'generate',
    stage: 'submitted',
    progress: null,
    error: null,
    attempts: 0,
    nextAttemptAtMs: 0,
    failingSinceMs: null,
    cancelRequestedAtMs: null,
    log: [],
    payload: {},
  }) as unknown as GenerateIntent;

const report = (differs: Partial<JobReport>): JobReport => ({
  state: 'Processing',
  phase: 'generating',
  queue_position: 0,
  wait_time: 0.7,
  finished: 0,
  total: 1,
  fraction: null,
  preview: null,
  elapsed_ms: 1_000,
  message: null,
  code: null,
  ...differs,
});

const surroundings = { online: true, paused: false, signedIn: true, nowMs: 0 };

/** What the page shows after each report. */
function shown(reports: Partial<JobReport>[]): (number | null)[] {
  const intent = row();
  return reports.map((one) => {
    applyJobState(intent, report(one), 0);
    const state = requestState(intent, surroundings);
    return state.kind === 'making' ? state.percent : null;
  });
}

test('the percentage follows what the engine tells of its work, whatever the clock makes likely', () => {
  const steps = Array.from({ length: 12 }, (_, index) => ({
    fraction: (index + 1) / 12,
    elapsed_ms: 8_000 + 1_000 * index,
  }));
  const percents = shown([{ state: 'Pending', phase: 'waiting', elapsed_ms: 60_000 }, ...steps]);
  // Standing in line is no part of the work.
  expect(percents[0]).toBeNull();
  expect(percents[1]).toBeCloseTo(100 / 12, 1);
  expect(percents[6]).toBeCloseTo(50, 1);
  expect(percents.at(-1)).toBe(99.99);
});

test('what was shown before the engine began to tell is gone on from, and never falls', () => {
  const percents = shown([
    { phase: 'preparing', wait_time: 6, elapsed_ms: 4_000 },
    { fraction: 0.1 },
    { fraction: 0.5 },
    // Another attempt begins anew.
    { fraction: 0.1 },
    { fraction: 1 },
  ]);
  expect(percents).toEqual([40, 46, 70, 70, 99.99]);
});

test('without a word of the engine elapsed time and wait decide', () => {
  expect(shown([{ wait_time: 3, elapsed_ms: 1_000 }])).toEqual([25]);
});
