import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { headerNames } from '../../../../src/api/contract/endpoint.ts';
import { getStoredBytes } from '../../../../src/db/caches.ts';
import { refreshStoredBytes } from '../../../../src/jobs/poller/refresh-stored-bytes.ts';
import { freshDevice, session } from '../../../fixtures/device.ts';

const never = new AbortController().signal;

beforeEach(async () => {
  vi.stubGlobal('location', { origin: 'https://kiln.example' });
  await freshDevice();
});
afterEach(() => vi.unstubAllGlobals());

const answers = (status: number, body: object) =>
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json(body, { status, headers: { [headerNames.answer]: '1' } })),
  );

test('what the studio keeps for the person is kept on the device as last heard', async () => {
  const data = { works: 70, uploads: 10, limit: 100 };
  answers(200, { status: true, data });
  await refreshStoredBytes(session, never);
  expect((await getStoredBytes())?.value).toEqual(data);
  answers(503, { message: 'later', code: 'server-error' });
  await expect(refreshStoredBytes(session, never)).rejects.toThrow('server-error');
  expect((await getStoredBytes())?.value).toEqual(data);
});

test('a platform of an earlier version, which knows no such call, is no failure', async () => {
  answers(404, { message: 'Address not found', code: 'not-found' });
  await refreshStoredBytes(session, never);
  expect(await getStoredBytes()).toBeUndefined();
});
