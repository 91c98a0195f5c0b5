import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acknowledgeWorks } from '../../../../src/api/contract/sync.ts';
import { retryIntent } from '../../../../src/db/intents/intents.ts';
import { db, openDatabase } from '../../../../src/db/database.ts';
import { getDownload } from '../../../../src/db/media/downloads.ts';
import { getOriginal } from '../../../../src/db/media/media.ts';
import { getFetch, pinOriginals } from '../../../../src/db/works/originals.ts';
import { getWork } from '../../../../src/db/works/works.ts';
import { workMediaId } from '../../../../src/db/works/purge.ts';
import { runQueue } from '../../../../src/jobs/engine/run.ts';
import { freshDevice, owner } from '../../../fixtures/device.ts';
import { seededRandom } from '../../../fixtures/random.ts';
import { workId, workRow } from '../../../fixtures/works.ts';

const megabyte = 1024 * 1024;
const id = workId(1);
const mediaId = workMediaId(id);

/** A long clip: its first bytes say what it is, the rest is noise. */
function clip(seed: number, bytes = 4 * megabyte): Uint8Array<ArrayBuffer> {
  const data = new Uint8Array(bytes);
  const random = seededRandom(seed);
  const words = new Uint32Array(data.buffer);
  for (let index = 0; index < words.length; index += 1) words[index] = random() * 2 ** 32;
  data.set([0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70]);
  return data;
}
const hashOf = (data: Uint8Array) => bytesToHex(sha256(data));

/** A platform that holds one file and cuts the line where it is told. */
class Line {
  file: Uint8Array<ArrayBuffer>;
  etag: string;
  /** Bytes that pass before the line breaks. */
  cutAfter = Infinity;
  sent = 0;
  readonly asked: { range: string | null; ifRange: string | null; status: number }[] = [];

  constructor(file: Uint8Array<ArrayBuffer>) {
    this.file = file;
    this.etag = `"${hashOf(file)}"`;
  }

  fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.pathname === acknowledgeWorks.path) {
      return Response.json({ data: { acknowledged: 1 } });
    }
    const headers = new Headers(init.headers);
    const [range, ifRange] = [headers.get('Range'), headers.get('If-Range')];
    const from = ifRange === this.etag ? Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0) : 0;
    const status = from > 0 ? 206 : 200;
    this.asked.push({ range, ifRange, status });
    const total = this.file.length;
    return new Response(this.#stream(from), {
      status,
      headers: {
        'Kiln-Answer': '1',
        ETag: this.etag,
        'Content-Type': 'video/mp4',
        ...(from > 0 && { 'Content-Range': `bytes ${from}-${total - 1}/${total}` }),
      },
    });
  };

  #stream(from: number): ReadableStream<Uint8Array> {
    const piece = 100_000;
    let at = from;
    let left = this.cutAfter;
    return new ReadableStream({
      pull: (controller) => {
        const bytes = this.file.subarray(at, at + Math.min(piece, left));
        if (bytes.length === 0) {
          if (at < this.file.length) controller.error(new TypeError('network error'));
          else controller.close();
          return;
        }
        at += bytes.length;
        left -= bytes.length;
        this.sent += bytes.length;
        controller.enqueue(bytes.slice());
      },
    });
  }
}

let line: Line;

async function known(file: Uint8Array): Promise<void> {
  await db.works.put(
    workRow(1, {
      mediaType: 'video/mp4',
      bytes: file.length,
      sha256: hashOf(file),
      remoteUrl: '/files/clip.mp4',
      onDevice: 0,
    }),
  );
}
const runOnce = () => runQueue({ host: 'page', ignoreNetworkWaits: true });

beforeEach(async () => {
  await freshDevice();
  const file = clip(1);
  line = new Line(file);
  vi.stubGlobal('fetch', line.fetch);
  await known(file);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await db.delete();
});

test('a download that is cut goes on at the byte where it was, after a restart too', async () => {
  await pinOriginals(owner, [id]);
  line.cutAfter = 1_300_000;
  await runOnce();
  expect((await getDownload(mediaId))?.receivedBytes).toBe(1_300_000);
  expect(await getFetch(owner, id)).toMatchObject({ attempts: 1, error: { code: 'network' } });

  db.close();
  await openDatabase();
  await runOnce();
  line.cutAfter = Infinity;
  await runOnce();
  expect(line.asked).toEqual([
    { range: null, ifRange: null, status: 200 },
    { range: 'bytes=1300000-', ifRange: line.etag, status: 206 },
    { range: 'bytes=2600000-', ifRange: line.etag, status: 206 },
  ]);
  expect(line.sent).toBe(line.file.length);

  // What is kept is the file itself, not its parts.
  db.close();
  await openDatabase();
  expect(await getWork(id)).toMatchObject({ onDevice: 1, pinned: 1 });
  const kept = (await getOriginal(id))!.blob;
  expect(kept.type).toBe('video/mp4');
  expect(hashOf(new Uint8Array(await kept.arrayBuffer()))).toBe(hashOf(line.file));
  expect(await db.parts.count()).toBe(0);
  expect(await db.downloads.count()).toBe(0);
});

test('a download never holds more than a part of the file in memory', async () => {
  // Larger than what the checksum takes in one go.
  line = new Line(clip(3, 18 * megabyte));
  vi.stubGlobal('fetch', line.fetch);
  await known(line.file);
  const parts: number[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- called with the store as `this` below
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value: unknown,
    key?: IDBValidKey,
  ) {
    if (this.name === 'parts') parts.push((value as { bytes: number }).bytes);
    return key === undefined ? put.call(this, value) : put.call(this, value, key);
  });
  const read: number[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- called with the Blob as `this` below
  const arrayBuffer = Blob.prototype.arrayBuffer;
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(function (this: Blob) {
    read.push(this.size);
    return arrayBuffer.call(this);
  });
  await pinOriginals(owner, [id]);
  await runOnce();
  expect(await getWork(id)).toMatchObject({ onDevice: 1 });
  expect(parts.reduce((sum, bytes) => sum + bytes, 0)).toBe(line.file.length);
  expect(Math.max(...parts)).toBeLessThan(1.2 * megabyte);
  expect(Math.max(...read)).toBeLessThanOrEqual(megabyte);
});

test('a file that has changed meanwhile is begun anew, and nothing of both is mixed', async () => {
  await pinOriginals(owner, [id]);
  line.cutAfter = 1_000_000;
  await runOnce();
  const other = clip(2);
  const before = line.etag;
  line.file = other;
  line.etag = `"${hashOf(other)}"`;
  line.cutAfter = Infinity;
  await db.works.update(id, { sha256: hashOf(other) });
  await runOnce();
  expect(line.asked.at(-1)).toEqual({ range: 'bytes=1000000-', ifRange: before, status: 200 });
  const kept = (await getOriginal(id))!.blob;
  expect(hashOf(new Uint8Array(await kept.arrayBuffer()))).toBe(hashOf(other));
});

test('bytes that are not what was promised are thrown away and fetched anew', async () => {
  await pinOriginals(owner, [id]);
  const right = line.file;
  line.file = right.slice();
  line.file[2_000_000] = (line.file[2_000_000] ?? 0) ^ 1;
  await runOnce();
  expect(await getFetch(owner, id)).toMatchObject({ error: { code: 'result-damaged' } });
  expect(await db.parts.count()).toBe(0);
  expect(await getOriginal(id)).toBeUndefined();
  line.file = right;
  await db.intents.toCollection().modify({ nextAttemptAtMs: 0 });
  await runOnce();
  expect(line.asked.at(-1)).toEqual({ range: null, ifRange: null, status: 200 });
  expect(await getWork(id)).toMatchObject({ onDevice: 1 });
});

test('a disk that is full in the middle costs nothing of what is here', async () => {
  await pinOriginals(owner, [id]);
  // oxlint-disable-next-line typescript/unbound-method -- called with the store as `this` below
  const put = IDBObjectStore.prototype.put;
  let room = 2;
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value: unknown,
    key?: IDBValidKey,
  ) {
    if (this.name === 'parts' && (room -= 1) < 0) {
      throw new DOMException('no room', 'QuotaExceededError');
    }
    return key === undefined ? put.call(this, value) : put.call(this, value, key);
  });
  await runOnce();
  full.mockRestore();
  const row = await getFetch(owner, id);
  expect(row).toMatchObject({ stage: 'needs-attention', error: { code: 'storage-full' } });
  const received = (await getDownload(mediaId))?.receivedBytes ?? 0;
  expect(received).toBeGreaterThan(2 * megabyte);
  await retryIntent(row!.id);
  await runOnce();
  expect(line.asked.at(-1)?.range).toBe(`bytes=${received}-`);
  expect(await getWork(id)).toMatchObject({ onDevice: 1 });
});
