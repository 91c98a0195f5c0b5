import { expect, test } from 'vitest';
import { claimDay, timeZoneDefault as zone } from '../../../../src/domain/credits.ts';
import type { IntentId, UserKey } from '../../../../src/domain/ids.ts';
import type { ClaimDailyIntent } from '../../../../src/domain/intent.ts';
import { claimState } from '../../../../src/features/account/claim-state.ts';

const nowMs = Date.UTC(2026, 10, 20, 10);
const today = claimDay(nowMs, zone);
const balance = (claimedToday: boolean, fetchedAtMs = nowMs) => ({
  fetchedAtMs,
  value: { balance: 5, reserved: 0, dailyAmount: 10, claimedToday },
});

const claim = (stage: ClaimDailyIntent['stage'], day = today): ClaimDailyIntent => ({
  id: '00000000-0000-7000-8000-000000000001' as IntentId,
  owner: '1@kiln' as UserKey,
  kind: 'claim-daily-credits',
  stage,
  createdAtMs: nowMs,
  order: nowMs,
  after: [],
  updatedAtMs: nowMs,
  attempts: 0,
  nextAttemptAtMs: 0,
  failingSinceMs: null,
  lease: null,
  error: null,
  log: [],
  cancelRequestedAtMs: null,
  payload: { day },
});

test('nothing is known before the platform was heard once', () => {
  expect(claimState(null, [], today, zone)).toBe('unknown');
});

test("today's credits can be claimed until they are", () => {
  expect(claimState(balance(false), [], today, zone)).toBe('unclaimed');
  expect(claimState(balance(true), [], today, zone)).toBe('claimed');
});

test("yesterday's answer says nothing about today", () => {
  expect(claimState(balance(true, nowMs - 86_400_000), [], today, zone)).toBe('unclaimed');
});

test('a claim that waits for a network is neither open nor taken', () => {
  expect(claimState(balance(false), [claim('saved')], today, zone)).toBe('waiting');
  expect(claimState(balance(false), [claim('done')], today, zone)).toBe('claimed');
  expect(claimState(balance(false), [claim('failed')], today, zone)).toBe('unclaimed');
  expect(claimState(balance(false), [claim('done', '2026-11-19')], today, zone)).toBe('unclaimed');
});
