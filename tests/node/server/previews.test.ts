import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { startCluster } from '../../../server/database/cluster.ts';
import { jobPreviews } from '../../../server/queue/tables.ts';
import { EngineError } from '../../../server/engines/contract/engine.ts';
import { createLog } from '../../../server/log.ts';
import { previewMaxBytes, previewMaxSide } from '../../../src/domain/limits.ts';
import { startTestPlatform, temporaryFolder } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';
import type { HeldRun } from './fixtures/test-engine.ts';

let folder = '';
let cluster: Awaited<ReturnType<typeof startCluster>>;
let platform: TestPlatform;
/** Another process's: it answers, and runs nothing. */
let other: TestPlatform;
const engine = createTestEngine({ concurrency: 1 });
engine.hold = true;

beforeAll(async () => {
  folder = await temporaryFolder();
  cluster = await startCluster(folder, createLog('silent'));
  const { user, database, host, port } = cluster.connection;
  const databaseUrl = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  platform = await startTestPlatform(engine, { databaseUrl });
  other = await startTestPlatform(createTestEngine({ concurrency: 0 }), { databaseUrl });
});
afterAll(async () => {
  await other?.stop();
  await platform?.stop();
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

const check = async (person: Person, id: string) =>
  (await platform.call('GET', `/api/v2/generate/check/${id}`, { person })).body;
const preview = (person: Person, id: string) =>
  platform.call('GET', `/api/v2/generate/preview/${id}`, { person });
const kept = () => platform.database.select().from(jobPreviews);

/** Noise, which WebP can hardly make smaller. */
async function noise(side: number): Promise<Buffer> {
  const random = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  return sharp({
    create: { width: side, height: side, channels: 3, background: '#888', noise: random },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
}

const show = (run: HeldRun, data: Uint8Array) =>
  run.context.reportProgress({
    phase: 'generating',
    preview: { data, mediaType: 'image/jpeg' },
  });

let current: HeldRun | null = null;
// The engine runs one at a time: a test that fails must not hold up the next.
afterEach(() => current?.finish());

async function start(): Promise<{ person: Person; id: string; run: HeldRun }> {
  const person = await platform.register();
  const id = (await platform.generate(person, 'a kiln')).body.id as string;
  current = await engine.nextRun();
  return { person, id, run: current };
}

async function seen(person: Person, id: string, atLeast: number): Promise<number> {
  return vi.waitFor(
    async () => {
      const told = (await check(person, id)).preview as number;
      expect(told).toBeGreaterThanOrEqual(atLeast);
      return told;
    },
    { interval: 50 },
  );
}

test('the newest preview of a running job is small, counted, at every process, and its owner’s only', async () => {
  const { person, id, run } = await start();
  expect((await check(person, id)).preview).toBeNull();
  expect((await preview(person, id)).body).toMatchObject({ preview: null, data: null });

  show(run, await noise(700));
  expect(await seen(person, id, 1)).toBe(1);
  const first = await preview(person, id);
  expect(first.status).toBe(200);
  const data = Buffer.from(first.body.data as string, 'base64');
  expect(data.length).toBeLessThanOrEqual(previewMaxBytes);
  const { width, height, format } = await sharp(data).metadata();
  expect([format, Math.max(width, height)]).toEqual(['webp', previewMaxSide]);

  show(run, await noise(64));
  expect(await seen(person, id, 2)).toBe(2);
  const second = await preview(person, id);
  expect(second.body.preview).toBe(2);
  expect((await sharp(Buffer.from(second.body.data as string, 'base64')).metadata()).width).toBe(
    64,
  );

  const elsewhere = await other.call('GET', `/api/v2/generate/preview/${id}`, { person });
  expect(elsewhere.body).toEqual(second.body);

  const stranger = await platform.register();
  expect((await preview(stranger, id)).status).toBe(404);
  expect((await platform.call('GET', `/api/v2/generate/preview/${id}`)).status).toBe(403);
  expect((await preview(person, 'nothing')).status).toBe(400);

  run.finish();
  await platform.ended(person, id);
  expect(await kept()).toEqual([]);
  expect((await check(person, id)).preview).toBeNull();
  expect((await preview(person, id)).body).toMatchObject({ preview: null, data: null });
});

test('a hundred a second are thinned out, and the last one is shown', async () => {
  const { person, id, run } = await start();
  const small = await noise(32);
  for (let count = 0; count < 60; count += 1) {
    show(run, small);
    await sleep(5);
  }
  show(run, await noise(48));
  await vi.waitFor(
    async () => {
      const { data } = (await preview(person, id)).body as { data: string };
      expect((await sharp(Buffer.from(data, 'base64')).metadata()).width).toBe(48);
    },
    { interval: 50 },
  );
  expect((await check(person, id)).preview).toBeLessThanOrEqual(3);
  run.finish();
  await platform.ended(person, id);
});

test('what is no picture is passed over', async () => {
  const { person, id, run } = await start();
  show(run, new Uint8Array([0xff, 0xd8, 1, 2, 3]));
  show(run, new Uint8Array(9 * 1024 * 1024));
  await sleep(100);
  show(run, await noise(40));
  expect(await seen(person, id, 1)).toBe(1);
  run.finish();
  await platform.ended(person, id);
});

test('a cancelled job leaves none behind', async () => {
  const { person, id, run } = await start();
  show(run, await noise(40));
  await seen(person, id, 1);
  await platform.call('DELETE', `/api/v2/generate/status/${id}`, { person });
  expect(await kept()).toEqual([]);
});

test('another attempt begins without the pictures of the last', async () => {
  const { person, id, run } = await start();
  show(run, await noise(40));
  await seen(person, id, 1);
  run.fail(new EngineError('engine-failed', 'stumbled', { retryable: true }));
  const again = await engine.nextRun();
  expect(again.job).toMatchObject({ id, attempt: 2 });
  expect((await check(person, id)).preview).toBeNull();
  expect((await preview(person, id)).body).toMatchObject({ preview: null, data: null });
  again.finish();
  await platform.ended(person, id);
});
