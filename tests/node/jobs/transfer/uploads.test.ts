import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tusPath } from '../../../../src/api/contract/uploads.ts';
import { db } from '../../../../src/db/database.ts';
import { retryIntent } from '../../../../src/db/intents/intents.ts';
import { getIntent } from '../../../../src/db/intents/lists.ts';
import { getMedia, putSource, removeUnusedSources } from '../../../../src/db/media/media.ts';
import { setSetting } from '../../../../src/db/settings.ts';
import { getUploadCopy, putUploadCopy } from '../../../../src/db/media/upload-copies.ts';
import type { MediaId } from '../../../../src/domain/ids.ts';
import type { GenerateIntent } from '../../../../src/domain/intent.ts';
import { sourceLimits, travelSize } from '../../../../src/domain/source-limits.ts';
import {
  chunkMaxBytes,
  chunkMinBytes,
  ChunkSizer,
  chunkStartBytes,
} from '../../../../src/jobs/transfer/chunk-size.ts';
import { sha256Hex } from '../../../../src/media/hash.ts';
import { runQueue } from '../../../../src/jobs/engine/run.ts';
import { freshDevice, keepModels, request } from '../../../fixtures/device.ts';
import { FakePlatform } from '../../../fixtures/fake-platform.ts';
import { modelItem } from '../../../fixtures/models.ts';
import { solidPng } from '../../../fixtures/png.ts';
import { seededRandom } from '../../../fixtures/random.ts';

const megabyte = 1_000_000;
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

const runOnce = () => runQueue({ host: 'page', ignoreNetworkWaits: true });
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** A source of noise that begins like a PNG. */
async function bigSource(bytes: number, seed = 1): Promise<MediaId> {
  const random = seededRandom(seed);
  const data = Uint8Array.from({ length: bytes }, () => random() * 256);
  data.set(solidPng(20, 20, [1, 2, 3]).subarray(0, 64));
  const blob = new Blob([data], { type: 'image/png' });
  const sha256 = (await sha256Hex(blob)) ?? '';
  const facts = { mediaType: 'image/png', bytes, sha256, width: 20, height: 20 };
  return putSource({ ...facts, blob, name: 'big.png' });
}

const sources = (mediaId: MediaId) => ({ sources: [{ field: 'image', mediaId }] });

async function row(intent: { id: GenerateIntent['id'] }): Promise<GenerateIntent> {
  const found = await getIntent(intent.id);
  if (found?.kind !== 'generate') throw new Error('no such generation');
  return found;
}

const chunksSent = () => platform.requests.filter((item) => item.method === 'PATCH').length;

test('an upload tells how many bytes the platform has, and how many there are', async () => {
  const mediaId = await bigSource(2 * megabyte);
  const intent = await request('a vase', sources(mediaId));
  const seen: number[] = [];
  platform.onRequest = async ({ method }) => {
    later(500);
    if (method === 'PATCH') seen.push((await row(intent)).upload?.uploadedBytes ?? -1);
  };
  await runOnce();
  const done = await row(intent);
  expect(done.stage).toBe('submitted');
  expect(done.upload).toEqual({ uploadedBytes: 2 * megabyte, totalBytes: 2 * megabyte });
  expect(seen[0]).toBe(0);
  expect(seen).toEqual(seen.toSorted((left, right) => left - right));
  expect(seen.length).toBeGreaterThan(2);
});

test('a line that is cut again and again goes on at the byte where it stopped, in one run', async () => {
  const intent = await request('a vase', sources(await bigSource(5 * megabyte)));
  let chunks = 0;
  platform.fault = ({ method }) => {
    if (method !== 'PATCH') return null;
    chunks += 1;
    return chunks % 4 === 0 ? 'cut-request' : null;
  };
  await runOnce();
  expect(await row(intent)).toMatchObject({ stage: 'submitted', attempts: 0, error: null });
  expect(platform.uploads.received).toHaveLength(1);
  // What had arrived of a cut chunk is not sent again.
  expect(platform.uploads.bytesReceived).toBe(5 * megabyte);
});

test('a host that dies leaves the upload to the next one, which sends only the rest', async () => {
  const intent = await request('a vase', sources(await bigSource(3 * megabyte)));
  const stop = new AbortController();
  platform.onRequest = ({ method }) => {
    if (method === 'PATCH' && platform.uploads.bytesReceived > megabyte) {
      stop.abort(new Error('the browser stopped this host'));
    }
  };
  await runQueue({ host: 'service-worker', signal: stop.signal });
  const stopped = await row(intent);
  expect(stopped.stage).toBe('uploading');
  platform.onRequest = () => undefined;
  await runOnce();
  expect((await row(intent)).stage).toBe('submitted');
  expect(platform.uploads.bytesReceived).toBe(3 * megabyte);
});

test('bytes that get through take back the failures of the line, so that a bad one is not given up', async () => {
  const intent = await request('a vase', sources(await bigSource(4 * megabyte)));
  let isDown = false;
  platform.fault = ({ method }) => {
    if (method === 'PATCH' && !isDown) {
      isDown = chunksSent() % 3 === 2;
      return isDown ? 'cut-request' : null;
    }
    return isDown ? 'lost-request' : null;
  };
  const attempts: number[] = [];
  for (let round = 0; round < 30 && (await row(intent)).stage !== 'submitted'; round += 1) {
    await runOnce();
    attempts.push((await row(intent)).attempts);
    isDown = false;
    // A day and more in all: nobody is asked, because it moves.
    later(3 * 3_600_000);
  }
  expect((await row(intent)).stage).toBe('submitted');
  expect(Math.max(...attempts)).toBeLessThanOrEqual(2);
  expect(platform.uploads.bytesReceived).toBe(4 * megabyte);
});

test('a lost answer to the last chunk costs a question, not the bytes', async () => {
  const intent = await request('a vase', sources(await bigSource(200_000)));
  platform.fault = ({ method }) => (method === 'PATCH' ? 'lost-answer' : null);
  await runOnce();
  expect((await row(intent)).stage).toBe('submitted');
  expect(platform.uploads.bytesReceived).toBe(200_000);
});

test('what the platform has is not sent, on this device or on another one', async () => {
  const mediaId = await bigSource(400_000);
  await request('one', sources(mediaId));
  await runOnce();
  await db.caches.clear();
  const second = await request('two', sources(mediaId));
  await runOnce();
  expect((await row(second)).stage).toBe('submitted');
  expect(platform.uploads.bytesReceived).toBe(400_000);
});

test('damage on the way is cured by sending again; the third time the person is asked', async () => {
  const intent = await request('a vase', sources(await bigSource(200_000)));
  let isDamaging = true;
  const answer = platform.uploads.answer.bind(platform.uploads);
  vi.spyOn(platform.uploads, 'answer').mockImplementation((method, path, headers, body, share) => {
    const sent = body instanceof ArrayBuffer ? body.slice() : body;
    if (isDamaging && sent instanceof ArrayBuffer) new Uint8Array(sent).fill(7, 100, 101);
    return answer(method, path, headers, sent, share);
  });
  await runOnce();
  expect(await row(intent)).toMatchObject({
    stage: 'uploading',
    error: { code: 'upload-damaged' },
  });
  for (let round = 0; round < 3; round += 1) {
    later(3_600_000);
    await runOnce();
  }
  expect(await row(intent)).toMatchObject({
    stage: 'needs-attention',
    error: { code: 'upload-damaged' },
  });
  isDamaging = false;
  const retried = await retryIntent(intent.id);
  await runOnce();
  expect((await row(retried as GenerateIntent)).stage).toBe('submitted');
});

test('a picture that is damaged on the device is not sent for ever', async () => {
  const mediaId = await bigSource(200_000);
  const media = await getMedia(mediaId);
  await db.media.put({ ...media!, sha256: 'f'.repeat(64) });
  const intent = await request('a vase', sources(mediaId));
  await runOnce();
  expect(await row(intent)).toMatchObject({ stage: 'failed', error: { code: 'source-missing' } });
});

test('pausing the queue stops an upload between two chunks, and it goes on where it was', async () => {
  const intent = await request('a vase', sources(await bigSource(3 * megabyte)));
  platform.onRequest = async ({ method }) => {
    later(500);
    if (method === 'PATCH' && chunksSent() === 2) await setSetting('queuePaused', true);
  };
  await runOnce();
  const paused = await row(intent);
  expect(paused).toMatchObject({ stage: 'uploading', lease: null, error: null });
  expect(platform.uploads.bytesReceived).toBeLessThan(3 * megabyte);
  await setSetting('queuePaused', false);
  await runOnce();
  expect((await row(intent)).stage).toBe('submitted');
  expect(platform.uploads.bytesReceived).toBe(3 * megabyte);
});

test('where nothing can be hashed the picture goes in one piece', async () => {
  const mediaId = await bigSource(100_000);
  const media = await getMedia(mediaId);
  await db.media.put({ ...media!, sha256: 'unknown-1-2-3-4' });
  const intent = await request('a vase', sources(mediaId));
  await runOnce();
  expect((await row(intent)).stage).toBe('submitted');
  expect(platform.requests.some((item) => item.path.startsWith(tusPath))).toBe(false);
});

test('the copy travels in the place of a picture that is too large, and goes when the picture goes', async () => {
  const mediaId = await bigSource(300_000);
  const original = (await getMedia(mediaId))!;
  await db.media.put({ ...original, width: 4_000, height: 3_000 });
  const model = modelItem({ upload_max_side: 1_024, accept_types: ['png'], allow_dimensions: [] });
  await keepModels([model]);
  const limits = sourceLimits(model);
  const blob = new Blob([solidPng(10, 10, [9, 9, 9])], { type: 'image/png' });
  const sha256 = (await sha256Hex(blob)) ?? '';
  const facts = { mediaType: 'image/png', bytes: blob.size, sha256, width: 1_024, height: 768 };
  await putUploadCopy(original, limits, { ...facts, blob });
  const intent = await request('a vase', sources(mediaId));
  await runOnce();
  expect((await row(intent)).upload?.totalBytes).toBe(blob.size);
  expect(platform.uploads.received).toEqual([sha256]);
  expect((await getMedia(mediaId))?.bytes).toBe(300_000);

  await db.intents.clear();
  await removeUnusedSources(Date.now() + 3_600_000);
  expect(await getMedia(mediaId)).toBeUndefined();
  expect(await getUploadCopy(mediaId, limits)).toBeUndefined();
});

test('a model takes what it names, else the largest size it makes, else what the platform takes', () => {
  const side = (changes: Parameters<typeof modelItem>[0]) =>
    sourceLimits(modelItem(changes)).maxSidePixels;
  expect(side({ upload_max_side: 3_072, allow_dimensions: ['512x512'] })).toBe(3_072);
  expect(side({ allow_dimensions: ['512x768', '1024x640'] })).toBe(1_024);
  expect(side({ allow_dimensions: [] })).toBe(16_384);
  // What its work grows with is bounded, too, before it travels.
  const bounded = sourceLimits(modelItem({ allow_dimensions: [], upload_max_pixels: 25_000_000 }));
  expect(travelSize(8_000, 6_000, bounded)).toEqual({ width: 5_773, height: 4_330 });
  const limits = { maxSidePixels: 1_000, maxPixels: 500_000 };
  expect(travelSize(4_000, 2_000, limits)).toEqual({ width: 1_000, height: 500 });
  expect(travelSize(800, 600, limits)).toEqual({ width: 800, height: 600 });
  const { width, height } = travelSize(999, 998, limits);
  expect(width * height).toBeLessThanOrEqual(limits.maxPixels);
});

test('chunks grow while the line is fast, and shrink to a share of what it carries between two cuts', () => {
  const pace = new ChunkSizer();
  expect(pace.next(10_000)).toBe(10_000);
  expect(pace.next(Infinity)).toBe(chunkStartBytes);
  for (let index = 0; index < 20; index += 1) pace.passed(pace.next(Infinity), 10);
  expect(pace.next(Infinity)).toBe(chunkMaxBytes);
  for (let index = 0; index < 10; index += 1) pace.passed(pace.next(Infinity), 60_000);
  expect(pace.next(Infinity)).toBe(chunkMinBytes);

  const shaky = new ChunkSizer();
  let run = 0;
  let lost = 0;
  let carried = 0;
  for (let sent = 0; sent < 100 * megabyte;) {
    const chunk = shaky.next(Infinity);
    if (run + chunk > 3 * megabyte) {
      // A proxy that keeps requests to itself until they are whole loses all of it.
      lost += 3 * megabyte - run;
      run = 0;
      shaky.cut();
      continue;
    }
    run += chunk;
    sent += chunk;
    carried = sent;
    shaky.passed(chunk, 10);
  }
  expect(lost / carried).toBeLessThan(0.06);
});
