import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { db } from '../../../src/db/database.ts';
import { beginPoller, startPoller } from '../../../workers/poller/client.ts';
import type { PollerClient } from '../../../workers/poller/client.ts';
import { freshDevice, request } from '../../fixtures/device.ts';
import { getIntent } from '../../../src/db/intents/lists.ts';

const clients: PollerClient[] = [];

beforeEach(freshDevice);
afterEach(async () => {
  for (const client of clients.splice(0)) client.stop();
  await db.delete();
});

function start(): PollerClient {
  const client = startPoller({ onQueueNeeded: () => undefined, onOutdated: () => undefined });
  clients.push(client);
  return client;
}

async function pollers(): Promise<{ leading: number; waiting: number }> {
  const { held, pending } = await navigator.locks.query();
  const count = (locks: LockInfo[] | undefined) =>
    (locks ?? []).filter((lock) => lock.name === 'kiln-poller').length;
  return { leading: count(held), waiting: count(pending) };
}

/** As the browser tells a page that is put aside and shown again. */
const passOn = (type: 'pagehide' | 'pageshow') =>
  dispatchEvent(new PageTransitionEvent(type, { persisted: true }));

const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 50 });

test('one of several tabs polls, and when it goes another one takes over', async () => {
  const first = start();
  await until(async () => {
    expect(await pollers()).toEqual({ leading: 1, waiting: 0 });
  });
  start();
  start();
  await until(async () => {
    expect(await pollers()).toEqual({ leading: 1, waiting: 2 });
  });
  first.stop();
  await until(async () => {
    expect(await pollers()).toEqual({ leading: 1, waiting: 1 });
  });
});

test('a page that is put aside holds nobody else up, and polls again when it is shown again', async () => {
  start();
  await until(async () => {
    expect(await pollers()).toEqual({ leading: 1, waiting: 0 });
  });
  passOn('pagehide');
  await until(async () => {
    expect(await pollers()).toEqual({ leading: 0, waiting: 0 });
  });
  passOn('pageshow');
  await until(async () => {
    expect(await pollers()).toEqual({ leading: 1, waiting: 0 });
  });
});

test('one that was begun before anybody listened is ended with its page, too', async () => {
  beginPoller(Promise.resolve());
  await until(async () => {
    expect(await pollers()).toEqual({ leading: 1, waiting: 0 });
  });
  passOn('pagehide');
  await until(async () => {
    expect(await pollers()).toEqual({ leading: 0, waiting: 0 });
  });
  passOn('pageshow');
});

test('the worker runs the queue where there is no service worker', async () => {
  // No platform answers here: what counts is that the step was taken and noted.
  const intent = await request('a vase');
  const report = await start().runQueue(false);
  expect(report.ran).toBe(true);
  expect((await getIntent(intent.id))?.log.map((entry) => entry.event)).not.toEqual([
    'intent-saved',
  ]);
});
