import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { watchFreeSpace } from '../../../server/files/free-space.ts';
import type { Log } from '../../../server/log.ts';
import { tusPath, upload } from '../../../src/api/contract/uploads.ts';
import { freeBytesMaxAgeMs, freeBytesRetryAfterMs } from '../../../src/domain/storage.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const disk = { freeBytes: 0, asked: [] as string[] };

/** Puts a disk of the test's own behind Node's question; a module mock would not reach a server that is loaded. */
function replaceDisk(): void {
  vi.spyOn(fs, 'statfs').mockImplementation(((folder: string) => {
    disk.asked.push(folder);
    return Promise.resolve({ bavail: disk.freeBytes / 10, bsize: 10 });
  }) as unknown as typeof fs.statfs);
  syncBuiltinESMExports();
}

const floor = 1_000_000;
const engine = createTestEngine();
let platform: TestPlatform;
let person: Person;
/** How far the clock by which the disk is asked is ahead. */
let aheadMs = 0;

/** The disk has so much free, and that is seen from now on. */
function disks(freeBytes: number): void {
  disk.freeBytes = freeBytes;
  aheadMs += freeBytesMaxAgeMs;
}

beforeAll(async () => {
  replaceDisk();
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
  disk.freeBytes = 2 * floor;
  platform = await startTestPlatform(engine, { freeBytesFloor: floor });
});
beforeEach(async () => {
  disks(2 * floor);
  person = await platform.register();
});
afterAll(async () => {
  await platform?.stop();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

const zip = () => Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), randomBytes(5_000)]);

function begin(data: Buffer) {
  const sha256 = createHash('sha256').update(data).digest('hex');
  return tus('POST', tusPath, {
    'Upload-Length': String(data.length),
    'Upload-Metadata': `sha256 ${btoa(sha256)},purpose ${btoa('training')}`,
  });
}

const tus = (method: string, target: string, headers: Record<string, string>, body?: Buffer) =>
  fetch(platform.url + target, {
    method,
    headers: { ...person.headers, 'Tus-Resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  });

const go = (place: string, data: Buffer, from: number, to = data.length) =>
  tus(
    'PATCH',
    place,
    { 'Upload-Offset': String(from), 'Content-Type': 'application/offset+octet-stream' },
    data.subarray(from, to),
  );

/** Of what is under way in a folder of the platform's, the most that has arrived. */
async function arrivedIn(folder: string): Promise<number> {
  const inside = path.join(platform.dataFolder, folder);
  const names = await fs.readdir(inside);
  const sizes = names.map(async (name) => (await fs.stat(path.join(inside, name))).size);
  return Math.max(0, ...(await Promise.all(sizes)));
}

async function expectShort(answer: Response): Promise<void> {
  expect(answer.status).toBe(507);
  expect(answer.headers.get('Retry-After')).toBe(String(freeBytesRetryAfterMs / 1_000));
  expect(answer.headers.has('Kiln-Answer')).toBe(true);
  expect(await answer.json()).toMatchObject({ code: 'platform-full' });
}

test('with a low disk uploads are put off in the platform’s own words, and one under way goes on where it was', async () => {
  const data = zip();
  const begun = await begin(data);
  const place = begun.headers.get('Location') ?? '';
  expect((await go(place, data, 0, 1_000)).status).toBe(204);
  disks(floor - 10);
  await expectShort(await begin(zip()));
  await expectShort(await go(place, data, 1_000));
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(zip())]), 'pictures.zip');
  const form = { method: 'POST', headers: person.headers, body };
  await expectShort(await fetch(platform.url + upload.path, form));
  disks(2 * floor);
  expect((await go(place, data, 1_000)).status).toBe(204);
});

test('a disk that fills up in the middle of an upload ends it, and what has arrived of one in parts stays', async () => {
  const data = Buffer.concat([zip(), randomBytes(12 * 1024 * 1024)]);
  const begun = await begin(data);
  const place = begun.headers.get('Location') ?? '';
  for (const kind of ['parts', 'form'] as const) {
    disks(2 * floor);
    async function* filling() {
      yield new Uint8Array(data.subarray(0, 1_000_000));
      // What was asked before the first byte is no longer true once these are there. A form's end is looked for in
      // the last bytes, which are held back for that.
      await vi.waitFor(
        async () => {
          const arrived = await arrivedIn(kind === 'parts' ? 'partial-uploads' : 'incoming');
          expect(arrived).toBeGreaterThan(999_000);
        },
        { timeout: 60_000, interval: 20 },
      );
      disks(floor - 10);
      yield new Uint8Array(data.subarray(1_000_000));
    }
    const headers =
      kind === 'parts'
        ? {
            'Tus-Resumable': '1.0.0',
            'Upload-Offset': '0',
            'Content-Type': 'application/offset+octet-stream',
          }
        : { 'Content-Type': 'multipart/form-data; boundary=x' };
    async function* form() {
      yield Buffer.from(
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n',
      );
      yield* filling();
      yield Buffer.from('\r\n--x--\r\n');
    }
    await expectShort(
      await fetch(platform.url + (kind === 'parts' ? place : upload.path), {
        method: kind === 'parts' ? 'PATCH' : 'POST',
        headers: { ...person.headers, ...headers },
        body: kind === 'parts' ? filling() : form(),
        duplex: 'half',
      } as unknown as RequestInit),
    );
  }
  expect(await fs.readdir(path.join(platform.dataFolder, 'incoming'))).toEqual([]);
  disks(2 * floor);
  const told = await tus('HEAD', place, {});
  const offset = Number(told.headers.get('Upload-Offset'));
  expect(offset).toBeGreaterThanOrEqual(999_000);
  expect(offset).toBeLessThan(data.length);
  expect((await go(place, data, offset)).status).toBe(204);
});

test('with a low disk a new job is put off without a charge, and a repeat of an accepted one is answered', async () => {
  engine.hold = true;
  const [first, second] = [randomUUID(), randomUUID()];
  const running = await platform.generate(person, 'a vase', { key: first });
  const run = await engine.nextRun();
  const before = await platform.credits(person);
  disks(floor - 10);
  expect(await platform.generate(person, 'a bowl', { key: second })).toMatchObject({
    status: 507,
    body: { code: 'platform-full' },
  });
  expect(await platform.credits(person)).toEqual(before);
  expect(await platform.generate(person, 'a vase', { key: first })).toMatchObject({
    status: 200,
    body: { id: running.body.id },
  });
  run.finish();
  engine.hold = false;
  expect(await platform.ended(person, running.body.id as string)).toMatchObject({
    body: { state: 'Finished' },
  });
  disks(2 * floor);
  const { status, body } = await platform.generate(person, 'a bowl', { key: second });
  expect(status).toBe(200);
  expect((await platform.ended(person, body.id as string)).body.state).toBe('Finished');
});

test('with a low disk what runs ends and what was accepted waits, until there is room again', async () => {
  engine.hold = true;
  const [one, , last] = [
    await platform.generate(person, 'a vase'),
    await platform.generate(person, 'a bowl'),
    await platform.generate(person, 'a jug'),
  ];
  const [first, second] = [await engine.nextRun(), await engine.nextRun()];
  disks(floor - 10);
  const begun = engine.runs.length;
  first.finish();
  await platform.ended(person, one.body.id as string);
  // The queue has looked whether it may begin another one, and may not.
  const before = timesAsked(platform.dataFolder);
  disks(floor - 20);
  await vi.waitFor(() => expect(timesAsked(platform.dataFolder)).toBeGreaterThan(before + 1), {
    interval: 20,
  });
  expect(engine.runs).toHaveLength(begun);
  disks(2 * floor);
  (await engine.nextRun()).finish();
  second.finish();
  expect((await platform.ended(person, last.body.id as string)).body.state).toBe('Finished');
});

test('health tells of a low disk, and goes on answering that the platform is up', async () => {
  expect((await platform.call('GET', '/healthz')).body).toMatchObject({ status: 'ok', disk: 'ok' });
  disks(floor - 10);
  const { status, body } = await platform.call('GET', '/healthz');
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'ok', disk: 'short' });
});

const timesAsked = (folder: string) => disk.asked.filter((one) => one === folder).length;

function watched(folder: string, floorBytes = floor) {
  const said: string[] = [];
  const note = (_facts: object, words: string) => void said.push(words);
  const log = { error: note, info: note, debug: note } as unknown as Log;
  return { space: watchFreeSpace(folder, floorBytes, log), said };
}

test('the disk is asked every few seconds at most, and its being low is logged once', async () => {
  const { space, said } = watched('/watched');
  disk.freeBytes = floor - 10;
  await Promise.all(Array.from({ length: 50 }, () => space.isShort()));
  expect(await space.isShort()).toBe(true);
  expect(timesAsked('/watched')).toBe(1);
  disks(floor - 20);
  expect(await space.isShort()).toBe(true);
  expect(said).toEqual(['the disk is nearly full: no new uploads and jobs']);
  // A disk that swings about the floor is not told about each time.
  disks(floor + 10);
  expect(await space.isShort()).toBe(true);
  disks(2 * floor);
  expect(await space.isShort()).toBe(false);
  expect(said).toHaveLength(2);
});

test('a deployment without a floor never asks the disk', async () => {
  const { space } = watched('/unwatched', 0);
  expect(await space.isShort()).toBe(false);
  expect(timesAsked('/unwatched')).toBe(0);
});
