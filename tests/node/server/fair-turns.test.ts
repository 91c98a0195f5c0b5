import { afterEach, expect, test, vi } from 'vitest';

import { FairTurns, TooBusy } from '../../../server/async/fair-turns.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Turns whose works end when the test says so. */
function createTurns(options: { atOnce?: number; waitingMax?: number; waitMaxMs?: number } = {}) {
  const turns = new FairTurns({ atOnce: 1, waitingMax: 100, waitMaxMs: 8_000, ...options });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (key: string, name = key, signal = new AbortController().signal) => {
    const asked = turns.run(key, signal, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
    asked.catch(() => undefined);
    return asked;
  };
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  /** Ends the oldest running work, after some time. */
  const endOne = async (tookMs = 0) => {
    if (tookMs > 0) vi.advanceTimersByTime(tookMs);
    ends.shift()?.();
    await settle();
  };
  const endAll = async () => {
    while (ends.length > 0) await endOne();
  };
  return { ask, begun, endOne, endAll, settle };
}

test('somebody who asks once does not wait behind twenty tries of another', async () => {
  const { ask, begun, endAll, settle } = createTurns();
  for (let tries = 1; tries <= 20; tries += 1) void ask('crowd', `crowd ${tries}`);
  void ask('one');
  void ask('other');
  void ask('one', 'one again');
  await settle();
  await endAll();
  expect(begun.slice(0, 7)).toEqual([
    'crowd 1',
    'crowd 2',
    'one',
    'other',
    'crowd 3',
    'one again',
    'crowd 4',
  ]);
  expect(begun).toHaveLength(23);
});

test('no more run at once than may', async () => {
  const { ask, begun, endOne, settle } = createTurns({ atOnce: 2 });
  for (const key of ['a', 'b', 'c']) void ask(key);
  await settle();
  expect(begun).toEqual(['a', 'b']);
  await endOne();
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('work whose asker has gone is never begun, and makes room', async () => {
  const { ask, begun, endAll, settle } = createTurns({ waitingMax: 1 });
  const gone = new AbortController();
  void ask('first');
  const dropped = ask('gone', 'gone', gone.signal);
  await settle();
  gone.abort('left');
  await expect(dropped).rejects.toBe('left');
  await expect(ask('gone', 'too late', gone.signal)).rejects.toBe('left');
  const next = ask('next');
  await settle();
  await endAll();
  await expect(next).resolves.toBe('next');
  expect(begun).toEqual(['first', 'next']);
});

test('a failed work ends its turn, and its failure is the asker’s', async () => {
  const turns = new FairTurns({ atOnce: 1, waitingMax: 1, waitMaxMs: 8_000 });
  const { signal } = new AbortController();
  await expect(turns.run('a', signal, () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  await expect(turns.run('a', signal, () => Promise.resolve('well'))).resolves.toBe('well');
});

test('whoever would wait too long is refused at once and told when to come back', async () => {
  vi.useFakeTimers();
  const { ask, begun, endOne, settle } = createTurns({ waitMaxMs: 8_000 });
  void ask('a');
  await settle();
  await endOne(3_000);
  for (const key of ['b', 'c', 'd']) void ask(key);
  await settle();
  // Three seconds each: the third in line would wait for nine.
  const refused = await ask('e').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TooBusy);
  expect((refused as TooBusy).retryAfterMs).toBe(6_000);
  expect(begun).toEqual(['a', 'b']);
});

test('nobody waits longer than is allowed, however slow the machine has become', async () => {
  vi.useFakeTimers();
  const { ask, begun, endOne, settle } = createTurns({ waitMaxMs: 8_000 });
  void ask('a');
  const waiting = ask('b');
  await settle();
  vi.advanceTimersByTime(8_000);
  await expect(waiting).rejects.toBeInstanceOf(TooBusy);
  await endOne();
  expect(begun).toEqual(['a']);
});

test('one who has taken all the room gives some back to others, from the end of their own line', async () => {
  const { ask, begun, endAll, settle } = createTurns({ waitingMax: 3 });
  void ask('crowd', 'crowd 0');
  const crowd = [1, 2, 3].map((tries) => ask('crowd', `crowd ${tries}`));
  await settle();
  await expect(ask('crowd', 'crowd 4')).rejects.toBeInstanceOf(TooBusy);
  void ask('one');
  await expect(crowd[2]).rejects.toBeInstanceOf(TooBusy);
  void ask('other');
  await expect(crowd[1]).rejects.toBeInstanceOf(TooBusy);
  // Three who wait, each of them once: there is nothing to take from anybody.
  await expect(ask('last')).rejects.toBeInstanceOf(TooBusy);
  await settle();
  await endAll();
  expect(begun).toEqual(['crowd 0', 'crowd 1', 'one', 'other']);
});
