import { describe, expect, test } from 'vitest';

import { createBudget, hordeLimits } from '../../../server/engines/horde/budget.ts';
import { recordingContext } from './conformance.ts';
import { plainScript } from './horde-double-jobs.ts';
import { setUpHorde } from './horde-harness.ts';

// Slow enough that the windows are wider than what a busy machine adds to a call's journey.
const horde = setUpHorde(250);
const { ask } = horde;
const state = () => horde.double.state;

describe('G26: everybody of a process shares one address', () => {
  test('many people’s submissions stay within the Horde’s limits, and none is refused', async () => {
    const people = Array.from({ length: 12 }, (_, index) => `key-of-${index}`);
    for (const person of people) state().keys.set(person, 50);
    const outputs = await Promise.all(
      people.map((person) => {
        const context = recordingContext();
        context.ownKey = () => Promise.resolve(person);
        return horde.engine.run(ask(), context);
      }),
    );
    expect(outputs.flat()).toHaveLength(people.length);
    expect(horde.double.refusedByLimiter).toEqual([]);
  });

  test('one person’s submissions do not wait for each other’s answers', async () => {
    // The Horde takes its time, and counts what is on its way meanwhile.
    state().submitDelayMs = 1_250;
    const seeds = Array.from({ length: 6 }, (_, index) => String(1_000 * (index + 1)));
    const outputs = await Promise.all(
      seeds.map((seed) => horde.engine.run(ask({ seed }), recordingContext())),
    );
    expect(outputs.flat().map(({ seed }) => seed)).toEqual(seeds);
    // Two leave in each of the Horde's seconds, however many answers are owed; how many those are, the machine tells.
    expect(state().mostSubmitting).toBeGreaterThan(2);
    expect(horde.double.refusedByLimiter).toEqual([]);
  });

  test('G24: more pictures than a key may have waiting come one after the other, all of them', async () => {
    const accepted = state().accepted.length;
    const submits = state().submits;
    // 32 in line at once would be two too many.
    state().script = { ...plainScript, checksInLine: 8, checksUntilDone: 9 };
    const outputs = await Promise.all(
      Array.from({ length: 9 }, () => horde.engine.run(ask({ outputs: 4 }), recordingContext())),
    );
    expect(outputs.flat()).toHaveLength(36);
    expect(state().accepted.length - accepted).toBe(9);
    // Some were told to wait, and each was sent again only because it was refused for certain.
    expect(state().submits - submits).toBeGreaterThan(9);
    expect(horde.double.refusedByLimiter).toEqual([]);
  });

  test('a long request is polled no more often than ten times a minute', async () => {
    state().script = {
      ...plainScript,
      // A picture is finished at every other check.
      finishedAt: [1, 3, 5],
      checksUntilDone: 8,
    };
    expect(await horde.engine.run(ask({ outputs: 4 }), recordingContext())).toHaveLength(4);
    expect(horde.double.refusedByLimiter).toEqual([]);
  });

  test('what other processes behind the address used up is waited for, not argued about', async () => {
    // Somebody else takes the two calls of this second, and is refused a third.
    const post = () =>
      fetch(`${horde.double.baseUrl}/v2/generate/async`, {
        method: 'POST',
        headers: { apikey: horde.double.key, 'Content-Type': 'application/json' },
        body: '{}',
      }).then((answer) => answer.status);
    expect(await Promise.all([post(), post(), post()])).toContain(429);
    const before = state().accepted.length;
    expect(await horde.engine.run(ask(), recordingContext())).toHaveLength(1);
    expect(state().accepted.length).toBe(before + 1);
  });
});

describe('the rate budget', () => {
  test('spreads calls over a window, in the order they came', async () => {
    const budget = createBudget(50);
    const left: { call: number; atMs: number }[] = [];
    const startedMs = performance.now();
    await Promise.all(
      [1, 2, 3, 4, 5].map(async (call) => {
        const landed = await budget.take('posts', hordeLimits.submit);
        left.push({ call, atMs: performance.now() - startedMs });
        landed();
      }),
    );
    expect(left.map(({ call }) => call)).toEqual([1, 2, 3, 4, 5]);
    expect(left[2]!.atMs).toBeGreaterThanOrEqual(50);
    expect(left[4]!.atMs).toBeGreaterThanOrEqual(100);
  });

  test('a call that gives up waiting uses nothing up', async () => {
    const budget = createBudget(1_000);
    budget.pause('posts', 60_000);
    const controller = new AbortController();
    const waiting = budget.take('posts', hordeLimits.submit, controller.signal);
    controller.abort('cancelled');
    await expect(waiting).rejects.toBe('cancelled');
    // Another kind of call does not mind.
    await budget.take('status', hordeLimits.status);
    expect(budget.pausedFor('posts')).toBeGreaterThan(50_000);
    expect(budget.pausedFor('status')).toBe(0);
  });
});
