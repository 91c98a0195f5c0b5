import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { FairTurns } from '../../../server/async/fair-turns.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Answer, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

interface Hash {
  /** Whose password it is; tests ask one after the other. */
  of: string;
  finish(): void;
}

/** Hashes that are under way; each takes until the test ends it. */
const hashes: Hash[] = [];
const askers: string[] = [];

let platform: TestPlatform;
/** Like the platform's own, but on a busy machine this test itself may take longer than a device waits. */
const turns = new FairTurns({ atOnce: 2, waitingMax: 64, waitMaxMs: 3_600_000 });
const takeTurn = turns.run.bind(turns);
const asked = vi.spyOn(FairTurns.prototype, 'run');
asked.mockImplementation((key, signal) => {
  const of = askers.at(-1) ?? '';
  return takeTurn(key, signal, () => {
    const { promise, resolve } = Promise.withResolvers<Buffer>();
    hashes.push({ of, finish: () => resolve(Buffer.alloc(32)) });
    return promise;
  });
});

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine(), { trustedProxies: 1 });
});
afterAll(async () => {
  asked.mockRestore();
  await platform?.stop();
});
afterEach(() => asked.mockClear());

async function logIn(from: string, asker: string, signal?: AbortSignal): Promise<Answer> {
  askers.push(asker);
  const response = await fetch(`${platform.url}/api/account/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
    body: JSON.stringify({ account: asker, password: 'wrong' }),
    signal: signal ?? null,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const haveAsked = (times: number) => vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(times));

/** Ends every hash in turn. @returns whose they were, in the order in which they began */
async function finishAll(until: Promise<unknown>): Promise<string[]> {
  const order: string[] = [];
  let isOver = false;
  void until.finally(() => (isOver = true));
  while (!isOver) {
    const hash = hashes.shift();
    if (hash) order.push(hash.of);
    hash?.finish();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return order;
}

test('one person’s login waits behind one of a crowd’s, not behind all, and nobody works for those who left', async () => {
  const crowd: Promise<Answer>[] = [];
  const gone = new AbortController();
  for (let index = 0; index < 8; index += 1) {
    // One household has as many addresses as it likes.
    const signal = index === 3 || index === 4 ? gone.signal : undefined;
    crowd.push(logIn(`2001:db8:0:1::${index + 1}`, `crowd ${index}`, signal));
    crowd[index]?.catch(() => undefined);
    await haveAsked(index + 1);
  }
  const person = logIn('203.0.113.7', 'a person');
  await haveAsked(9);
  gone.abort();
  await vi.waitFor(() =>
    expect(asked.mock.calls.filter(([, signal]) => signal.aborted)).toHaveLength(2),
  );

  const settled = Promise.allSettled([...crowd, person]);
  expect(await finishAll(settled)).toEqual([
    'crowd 0',
    'crowd 1',
    'crowd 2',
    'a person',
    'crowd 5',
    'crowd 6',
    'crowd 7',
  ]);
  expect((await person).status).toBe(403);
});

test('when too many wait, the next is told at once to come back, and it was no try', async () => {
  const waiting: Promise<Answer>[] = [];
  for (let index = 0; index < 66; index += 1) {
    waiting.push(logIn(`198.51.100.${index + 1}`, `waiting ${index}`));
  }
  await haveAsked(66);
  // Ten wrong passwords would lock the name for this address.
  for (let tries = 0; tries < 12; tries += 1) {
    const refused = await logIn('203.0.113.8', 'one more');
    expect([refused.status, refused.body.code]).toEqual([503, 'busy']);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  }
  await finishAll(Promise.all(waiting));
  const again = logIn('203.0.113.8', 'one more');
  await finishAll(again);
  expect((await again).status).toBe(403);
});
