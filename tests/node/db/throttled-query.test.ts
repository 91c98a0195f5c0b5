import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { throttledQuery, ReadScheduler } from '../../../src/db/throttled-query.ts';
import { db } from '../../../src/db/database.ts';
import { setSetting } from '../../../src/db/settings.ts';
import { freshDevice, request } from '../../fixtures/device.ts';

let stops: (() => void)[] = [];

beforeEach(async () => {
  await freshDevice();
});

afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
});

/** Subscribes, and keeps what it hears. */
function hear<Value>(read: ReturnType<typeof throttledQuery<Value>>): Value[] {
  const heard: Value[] = [];
  const subscription = read.subscribe((value) => heard.push(value));
  stops.push(() => subscription.unsubscribe());
  return heard;
}

test('a calm read tells what is there and what comes', async () => {
  const counts = hear(throttledQuery(['intents'], () => db.intents.count(), new ReadScheduler()));
  await vi.waitFor(() => expect(counts).toEqual([0]));
  await request('a vase');
  await vi.waitFor(() => expect(counts.at(-1)).toBe(1));
});

test('a change of another table is no reason to read again', async () => {
  let reads = 0;
  const turns = new ReadScheduler();
  const read = async () => (reads += 1);
  hear(throttledQuery(['works'], read, turns));
  const settings = hear(throttledQuery(['settings'], () => db.settings.count(), turns));
  await setSetting('queuePaused', true);
  await vi.waitFor(() => expect(settings.length).toBeGreaterThan(1));
  expect(reads).toBe(1);
});

test('however much changes while a read is under way, it is repeated once', async () => {
  const turns = new ReadScheduler();
  const open: PromiseWithResolvers<void>[] = [];
  const counts = hear(
    throttledQuery(
      ['intents'],
      async () => {
        const door = Promise.withResolvers<void>();
        open.push(door);
        const count = await db.intents.count();
        await door.promise;
        return count;
      },
      turns,
    ),
  );
  open[0]?.resolve();
  await vi.waitFor(() => expect(counts).toEqual([0]));
  await request('one');
  await vi.waitFor(() => expect(open).toHaveLength(2));
  for (let number = 2; number <= 5; number += 1) await request(`${number}`);
  expect(open).toHaveLength(2);
  open[1]?.resolve();
  await vi.waitFor(() => expect(open).toHaveLength(3));
  open[2]?.resolve();
  await vi.waitFor(() => expect(counts.at(-1)).toBe(5));
  expect(open).toHaveLength(3);
});

test('readers take turns: two long reads never run at once', async () => {
  const turns = new ReadScheduler();
  let running = 0;
  let most = 0;
  let firstReads = 2;
  const read = async () => {
    // Both are read at once in the beginning, so that nobody waits to see anything.
    if (firstReads > 0) {
      firstReads -= 1;
      return;
    }
    running += 1;
    most = Math.max(most, running);
    await db.intents.toArray();
    running -= 1;
  };
  const one = hear(throttledQuery(['intents'], read, turns));
  const other = hear(throttledQuery(['intents'], read, turns));
  await request('a vase');
  await vi.waitFor(() => expect([one.length, other.length]).toEqual([2, 2]));
  expect(most).toBe(1);
});
