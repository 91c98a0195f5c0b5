import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { db } from '../../../src/db/database.ts';
import { getSetting } from '../../../src/db/settings.ts';
import { keepUserSource, takeUserSource } from '../../../src/db/user-source.ts';
import { userSourceLifetimeMs } from '../../../src/domain/limits.ts';
import { refreshBalance } from '../../../src/jobs/poller/refresh-balance.ts';
import { freshDevice, session } from '../../fixtures/device.ts';

beforeEach(freshDevice);
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await db.delete();
});

test('where a person came from is told by the next user GET, and by no other', async () => {
  const sent: URL[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address);
    sent.push(url);
    const data = url.pathname.endsWith('draw_config')
      ? { general_users: 10, vip_users: 20, draw_today: false }
      : { balance: 3, reserved: 0 };
    return Response.json({ status: true, data }, { headers: { 'Kiln-Answer': '1' } });
  });
  await keepUserSource('spring poster');
  const { signal } = new AbortController();
  await refreshBalance(session, null, signal);
  await refreshBalance(session, null, signal);
  expect(sent.map((url) => url.searchParams.get('user_source'))).toEqual([
    'spring poster',
    null,
    null,
    null,
  ]);
  expect(await getSetting('userSource')).toBe(null);
});

test('it is kept for ten minutes, not longer, and given to one of those who ask at once', async () => {
  expect(await takeUserSource()).toBe('');
  await keepUserSource('a');
  expect((await Promise.all([takeUserSource(), takeUserSource()])).toSorted()).toEqual(['', 'a']);

  await keepUserSource('b');
  const later = Date.now() + userSourceLifetimeMs;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  expect(await takeUserSource()).toBe('');
});
