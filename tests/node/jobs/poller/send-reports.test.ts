import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { db } from '../../../../src/db/database.ts';
import { setSetting } from '../../../../src/db/settings.ts';
import type { ErrorCode } from '../../../../src/domain/errors.ts';
import {
  deviceLogKeptCharacters,
  reportsMinIntervalMs,
  reportsPerCallMax,
} from '../../../../src/domain/limits.ts';
import { sendReports } from '../../../../src/jobs/poller/send-reports.ts';
import { freshDevice, owner, request } from '../../../fixtures/device.ts';
import { FakePlatform } from '../../../fixtures/fake-platform.ts';

let platform: FakePlatform;
const never = new AbortController().signal;
const nowMs = Date.now();

beforeEach(async () => {
  platform = new FakePlatform();
  vi.stubGlobal('fetch', platform.fetch);
  vi.stubGlobal('location', { origin: platform.origin });
  await freshDevice();
});

async function stopped(code: ErrorCode, agoMs: number): Promise<void> {
  const intent = await request('a secret garden');
  await db.intents.put({
    ...intent,
    stage: 'failed',
    attempts: 2,
    error: {
      code,
      httpStatus: 400,
      detail: 'loras - nobody here has secret-name',
      reasons: [{ field: 'loras', reason: 'unknown-name', values: ['secret-name'] }],
      atMs: nowMs - agoMs,
    },
  });
}

const send = () => sendReports(owner, never, nowMs);
const told = () =>
  platform.reports as { reports: { code: string; atMs: number }[]; more: number }[];

test('what ended badly is told once, with codes, tool and model, and nothing that the person wrote', async () => {
  await stopped('engine-failed', 2_000);
  await stopped('invalid-input', 1_000);
  expect(await send()).toBeNull();
  expect(told()).toEqual([
    {
      reports: [
        expect.objectContaining({ what: 'generate', code: 'engine-failed', tool: 'Text2Img' }),
        expect.objectContaining({
          code: 'invalid-input',
          model: 'painter',
          status: 400,
          reasons: ['loras: unknown-name'],
        }),
      ],
      more: 0,
    },
  ]);
  expect(JSON.stringify(told())).not.toContain('secret');
  expect(await send()).toBeNull();
  expect(told()).toHaveLength(1);
});

test('a request that became less than asked for is told once, too, unless its own words are why', async () => {
  for (const code of ['result-damaged', 'nsfw-content'] as const) {
    const intent = await request('a secret garden');
    const log = [{ atMs: nowMs - 500, event: 'stage-changed' as const, detail: 'done' }];
    await db.intents.put({ ...intent, stage: 'done', log, missingOutputs: 1, missingCode: code });
  }
  await send();
  expect(told()).toMatchObject([
    { reports: [{ what: 'missing output', code: 'result-damaged', model: 'painter' }], more: 0 },
  ]);
  await send();
  expect(told()).toHaveLength(1);
});

test('no call says more than the platform keeps of it; the rest follows, the oldest first', async () => {
  for (let index = 0; index < reportsPerCallMax + 3; index += 1) {
    await stopped('too-demanding', 20_000 - index);
  }
  expect(await send()).toBe(reportsMinIntervalMs);
  expect(told()[0]).toMatchObject({ more: 3 });
  expect(JSON.stringify(told()[0]).length).toBeLessThan(deviceLogKeptCharacters);
  expect(await send()).toBeNull();
  const times = told().flatMap(({ reports }) => reports.map(({ atMs }) => atMs));
  expect(times).toHaveLength(reportsPerCallMax + 3);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
});

test('what could not be sent is told by the next try', async () => {
  await stopped('engine-failed', 1_000);
  platform.fault = () => 'lost-request';
  await expect(send()).rejects.toMatchObject({ code: 'network' });
  platform.fault = () => null;
  await send();
  expect(told()).toHaveLength(1);
});

test('no report is made of ordinary ends, of long ago, against the person’s choice, or where no platform is', async () => {
  await stopped('not-enough-credits', 1_000);
  await stopped('nsfw-content', 1_000);
  await stopped('engine-failed', 3 * 86_400_000);
  await send();
  await stopped('engine-failed', 1_000);
  await setSetting('sendsReports', false);
  await send();
  await setSetting('sendsReports', true);
  await setSetting('community', { hordeUrl: 'https://horde.example/api' });
  await send();
  expect(told()).toEqual([]);
  await setSetting('community', null);
  await send();
  expect(told()).toHaveLength(1);
});
