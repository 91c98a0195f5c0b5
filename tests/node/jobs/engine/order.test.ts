import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addIntent } from '../../../../src/db/intents/rows.ts';
import { moveIntent, stepIntent } from '../../../../src/db/intents/order.ts';
import { duplicateIntent, undoCancel } from '../../../../src/db/intents/request-actions.ts';
import { requestCancel } from '../../../../src/db/intents/intents.ts';
import {
  getIntent,
  listGenerateIntents,
  listIntents,
  listOpenIntents,
} from '../../../../src/db/intents/lists.ts';
import type { IntentId } from '../../../../src/domain/ids.ts';
import type { GenerateIntent } from '../../../../src/domain/intent.ts';
import { handlers } from '../../../../src/jobs/kinds/handlers.ts';
import { runQueue } from '../../../../src/jobs/engine/run.ts';
import { binWorks } from '../../../../src/db/works/bin.ts';
import { db } from '../../../../src/db/database.ts';
import { deleteUndoMs } from '../../../../src/domain/limits.ts';
import { uploadHoldMs } from '../../../../src/jobs/engine/plan.ts';
import { freshDevice, owner, request, source } from '../../../fixtures/device.ts';
import { FakePlatform } from '../../../fixtures/fake-platform.ts';
import { workId, workRow } from '../../../fixtures/works.ts';

let platform: FakePlatform;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 5) });
  platform = new FakePlatform();
  vi.stubGlobal('fetch', platform.fetch);
  vi.stubGlobal('location', { origin: platform.origin });
  await freshDevice();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const runOnce = () => runQueue({ host: 'service-worker', ignoreNetworkWaits: true });
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const sent = () => [...platform.jobs.values()].map((job) => job.prompt);
const promptOf = (row: { kind: string }) => String((row as GenerateIntent).payload.input.prompt);
const line = async () =>
  (await listOpenIntents(owner)).filter((row) => row.kind === 'generate').map(promptOf);

async function requests(...prompts: string[]): Promise<GenerateIntent[]> {
  const rows: GenerateIntent[] = [];
  for (const prompt of prompts) rows.push(await request(prompt));
  return rows;
}

describe('waiting requests', () => {
  test('leave in the order in which the person put them', async () => {
    const [a, b, c, d] = await requests('a', 'b', 'c', 'd');
    expect(await moveIntent(d!.id, b!.id)).toEqual({ place: 2, of: 4 });
    expect(await moveIntent(a!.id, null)).toEqual({ place: 4, of: 4 });
    expect(await stepIntent(c!.id, 'earlier')).toEqual({ place: 2, of: 4 });
    expect(await line()).toEqual(['d', 'c', 'b', 'a']);
    expect(await stepIntent(b!.id, 'first')).toEqual({ place: 1, of: 4 });
    expect(await stepIntent(b!.id, 'earlier')).toEqual({ place: 1, of: 4 });
    await runOnce();
    expect(sent()).toEqual(['b', 'd', 'c', 'a']);
  });

  test('can change places again and again without running out of numbers between them', async () => {
    const [a, b, c] = await requests('a', 'b', 'c');
    for (let times = 0; times < 60; times += 1) {
      await moveIntent(b!.id, c!.id);
      await moveIntent(a!.id, c!.id);
    }
    expect(await line()).toEqual(['b', 'a', 'c']);
    const orders = (await listOpenIntents(owner)).map((row) => row.order);
    expect(new Set(orders).size).toBe(3);
  });

  test('that have left keep their place', async () => {
    const [a] = await requests('a');
    await runOnce();
    await db.intents.update(a!.id, { stage: 'running' });
    expect(await moveIntent(a!.id, null)).toBeNull();
  });

  test('that stand in line at the platform are reordered there, once for many moves', async () => {
    const rows = await requests('a', 'b', 'c');
    await runOnce();
    await stepIntent(rows[2]!.id, 'first');
    await stepIntent(rows[0]!.id, 'last');
    expect(await line()).toEqual(['c', 'b', 'a']);
    await runOnce();
    const told = platform.requests.filter((item) => item.path.endsWith('/order'));
    expect(told).toHaveLength(1);
    const [wish] = (await listIntents(owner)).filter((row) => row.kind === 'reorder-jobs');
    const jobs = (await listOpenIntents(owner)).flatMap((row) =>
      row.kind === 'generate' ? [row.jobId] : [],
    );
    expect(wish).toMatchObject({ stage: 'done', payload: { jobIds: jobs } });
  });
});

describe('independent items', () => {
  test('a stuck upload holds neither a deletion nor, after a while, the requests behind it', async () => {
    await db.works.add(workRow(1));
    const mediaId = await source(7);
    await request('photo', { sources: [{ field: 'image', mediaId }] });
    await request('words');
    await binWorks(owner, [workId(1)]);
    later(deleteUndoMs);
    let release = () => {};
    const stuck = new Promise<void>((resolve) => {
      release = resolve;
    });
    let sawUpload = () => {};
    const uploading = new Promise<void>((resolve) => {
      sawUpload = resolve;
    });
    platform.onRequest = async ({ path }) => {
      if (!path.includes('upload')) return;
      sawUpload();
      await stuck;
    };
    const running = runOnce();
    await uploading;
    await vi.waitFor(() =>
      expect(platform.requests.map((item) => item.path)).toContain('/api/v2/works_bin'),
    );
    expect(sent()).toEqual([]);
    later(uploadHoldMs);
    await vi.waitFor(() => expect(sent()).toEqual(['words']));
    release();
    await running;
    expect(sent()).toEqual(['words', 'photo']);
  });

  test('a request with a quick upload keeps its place before one without', async () => {
    const mediaId = await source(7);
    await request('photo', { sources: [{ field: 'image', mediaId }] });
    await request('words');
    await runOnce();
    expect(sent()).toEqual(['photo', 'words']);
  });

  test.each(['the network went', 'the browser was closed'])(
    'an upload that broke off when %s keeps the place of its request',
    async (end) => {
      const mediaId = await source(7);
      const photo = await request('photo', { sources: [{ field: 'image', mediaId }] });
      await request('words');
      if (end === 'the network went') {
        platform.fault = () => 'lost-request';
        await runOnce();
        platform.fault = () => null;
      } else {
        const lease = { holder: 'a closed page', untilMs: Date.now() + 30_000 };
        await db.intents.update(photo.id, {
          stage: 'uploading',
          uploadStartedAtMs: Date.now(),
          lease,
        } as Partial<GenerateIntent>);
      }
      later(3_600_000);
      await runOnce();
      expect(sent()).toEqual(['photo', 'words']);
    },
  );

  test('a call made while a long download runs does not wait for it', async () => {
    await db.works.add(workRow(1));
    const [a] = await requests('a');
    await runOnce();
    await db.intents.update(a!.id, { stage: 'bringing-home' });
    let release = () => {};
    const stuck = new Promise<void>((resolve) => {
      release = resolve;
    });
    let sawDownload = () => {};
    const downloading = new Promise<void>((resolve) => {
      sawDownload = resolve;
    });
    platform.onRequest = async ({ path }) => {
      if (!path.includes('/generate/status/')) return;
      sawDownload();
      await stuck;
    };
    const running = runOnce();
    await downloading;
    await request('b');
    await vi.waitFor(() => expect(sent()).toEqual(['a', 'b']));
    release();
    await running;
  });

  test('a pause that the platform asks for holds the calls of its lane, and no other', async () => {
    await db.works.bulkAdd([workRow(1), workRow(2)]);
    await binWorks(owner, [workId(1)]);
    await binWorks(owner, [workId(2)]);
    await requests('a');
    later(deleteUndoMs);
    let refused = 0;
    platform.fault = ({ path }) => {
      if (!path.endsWith('works_bin')) return null;
      refused += 1;
      return { status: 503, retryAfterSeconds: 30 };
    };
    // Those that were under way together may both hear it; from then on nobody asks.
    await runOnce();
    const heard = refused;
    expect(heard).toBeLessThanOrEqual(2);
    later(29_000);
    await runOnce();
    expect(refused).toBe(heard);
    expect(sent()).toEqual(['a']);
    platform.fault = () => null;
    later(60_000);
    await runOnce();
    expect((await listOpenIntents(owner)).map((row) => row.kind)).toEqual(['generate']);
  });
});

describe('a cancel that is taken back', () => {
  test('before anything left puts the request where it was', async () => {
    const [a, b] = await requests('a', 'b');
    await requestCancel(a!.id);
    expect(await line()).toEqual(['b']);
    expect((await undoCancel(a!.id))?.id).toBe(a!.id);
    expect(await line()).toEqual(['a', 'b']);
    expect(b).toBeDefined();
  });

  test('before the platform heard of it is never told', async () => {
    const [a] = await requests('a');
    await runOnce();
    await requestCancel(a!.id);
    await undoCancel(a!.id);
    await runOnce();
    expect(platform.requests.filter((item) => item.method === 'DELETE')).toEqual([]);
    expect(await getIntent(a!.id)).toMatchObject({ stage: 'submitted', cancelRequestedAtMs: null });
  });

  test('after it was carried out asks for the same again', async () => {
    const [a] = await requests('a');
    await runOnce();
    await requestCancel(a!.id);
    await runOnce();
    expect(await getIntent(a!.id)).toMatchObject({ stage: 'cancelled' });
    const again = await undoCancel(a!.id);
    expect(again?.id).not.toBe(a!.id);
    await runOnce();
    expect(sent()).toEqual(['a', 'a']);
    expect(platform.credits).toBe(999);
  });
});

test('a copy of a request asks for the same under an id of its own', async () => {
  const mediaId = await source(7);
  const original = await request('photo', { sources: [{ field: 'image', mediaId }] });
  await runOnce();
  const copy = await duplicateIntent(original.id);
  expect(copy?.payload.input).toEqual(original.payload.input);
  await runOnce();
  expect(sent()).toEqual(['photo', 'photo']);
  expect((await listGenerateIntents(owner)).map((row) => row.stage)).toEqual([
    'submitted',
    'submitted',
  ]);
});

test('a new kind of intent is a file with its handler and a line in the table', async () => {
  const done: string[] = [];
  // The line:
  Object.assign(handlers, {
    'sing-a-song': {
      kind: 'sing-a-song',
      lane: () => 'tell',
      async perform(
        intent: { payload: { song: string } },
        context: Parameters<(typeof handlers)['set-rating']['perform']>[1],
      ) {
        done.push(intent.payload.song);
        await context.commit((row) => {
          row.stage = 'done';
        });
      },
    },
  });
  // A kind of one's own adds its payload to `IntentPayloads`; a test may not, or all handlers would lack it.
  const row = await addIntent(owner, 'sing-a-song' as never, { song: 'la' } as never, Date.now());
  await runOnce();
  expect(done).toEqual(['la']);
  expect(await getIntent((row as { id: IntentId }).id)).toMatchObject({ stage: 'done' });
  Reflect.deleteProperty(handlers, 'sing-a-song');
});
