import { randomUUID } from 'node:crypto';
import { readFile, rm, utimes } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';

import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { openS3Store } from '../../../server/files/s3-store.ts';
import { createS3 } from '../../../server/files/s3.ts';
import { openFileStore } from '../../../server/files/file-store.ts';
import type { FileName } from '../../../server/files/file-store.ts';
import { createThumbnails } from '../../../server/files/thumbnails.ts';
import { createLog } from '../../../server/log.ts';
import { wantedFiles } from '../../../server/works/service.ts';
import { startS3 } from '../../fixtures/s3-double.ts';
import type { S3Double } from '../../fixtures/s3-double.ts';
import { startTestPlatform, temporaryFolder } from './fixtures/platform.ts';
import type { TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const log = createLog('silent');
const backoff = { baseMs: 1, capMs: 2 };
let bucket: S3Double;
let folder = '';
let folders = 0;

beforeAll(async () => {
  folder = await temporaryFolder();
});
beforeEach(async () => {
  bucket = await startS3();
});
afterEach(() => bucket.stop());
afterAll(() => rm(folder, { recursive: true, force: true }));

const connection = (more: { secret?: string; url?: string; region?: string } = {}) => {
  const { url, keyId, secret, region } = bucket;
  return { url, keyId, secret, region, ...more };
};

/** The store of one process, with a disk of its own. */
async function openStore(more: Parameters<typeof connection>[0] = {}) {
  folders += 1;
  const disk = await openFileStore(path.join(folder, String(folders)), log);
  return { disk, store: openS3Store(disk, createS3(connection(more), backoff), log) };
}

const newFile = (): FileName => ({ id: randomUUID(), extension: 'png' });
const picture = () =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

describe('a store in a bucket', () => {
  test('what one process wrote another one has, and keeps a copy', async () => {
    const [one, other] = [await openStore(), await openStore({ url: `${bucket.url}/` })];
    const file = newFile();
    const data = await picture();
    await one.store.write(file, data);
    expect(bucket.objects.get(`files/${file.id.slice(0, 2)}/${file.id}.png`)).toMatchObject({
      data,
      type: 'image/png',
    });
    const asked = await Promise.all([other.store.bring(file), other.store.bring(file)]);
    expect(asked).toEqual([other.store.pathOf(file), other.store.pathOf(file)]);
    expect(await readFile(other.store.pathOf(file))).toEqual(data);
    await other.store.bring(file);
    expect(bucket.requests.filter((request) => request.startsWith('GET files/'))).toHaveLength(1);
    expect(await other.store.bring(newFile())).toBeNull();
  });

  test('small pictures are made once for all, and outlive their original', async () => {
    const [one, other] = [await openStore(), await openStore()];
    const file = newFile();
    await one.store.write(file, await picture());
    await createThumbnails(one.store)(file, 512);
    await one.store.removeOriginals([file]);
    expect(await other.store.bring(file)).toBeNull();
    const small = await createThumbnails(other.store)(file, 200);
    expect(await sharp(small).metadata()).toMatchObject({ width: 200, format: 'webp' });
    await one.store.remove([file]);
    expect([...bucket.objects.keys()]).toEqual([]);
  });

  test('copies that nobody asks for go from the disk, and come again', async () => {
    const { disk, store } = await openStore();
    const [asked, idle] = [newFile(), newFile()];
    for (const file of [asked, idle]) {
      await store.write(file, await picture());
      const longAgo = new Date(Date.now() - 90_000_000);
      await utimes(disk.pathOf(file), longAgo, longAgo);
    }
    await store.bring(asked);
    expect(await disk.dropCopies(new Date(Date.now() - 86_400_000))).toBe(1);
    expect(await disk.bring(idle)).toBeNull();
    expect(await store.bring(idle)).toBe(disk.pathOf(idle));
  });

  test('a prefix keeps our names apart', async () => {
    const { store } = await openStore({ url: `${bucket.url}/kiln/test` });
    const file = newFile();
    await store.write(file, await picture());
    expect([...bucket.objects.keys()]).toEqual([
      `kiln/test/files/${file.id.slice(0, 2)}/${file.id}.png`,
    ]);
    const pages: string[] = [];
    const s3 = createS3(connection({ url: `${bucket.url}/kiln/test` }), backoff);
    for await (const page of s3.list('files/')) pages.push(...page.map(({ key }) => key));
    expect(pages).toEqual([`files/${file.id.slice(0, 2)}/${file.id}.png`]);
  });
});

describe('what goes wrong', () => {
  test('a busy or broken store is asked again', async () => {
    const { store } = await openStore();
    const file = newFile();
    const data = await picture();
    const answers: ((response: ServerResponse) => void)[] = [
      (response) => response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'),
      (response) => response.writeHead(500).end(),
      (response) => response.destroy(),
    ];
    for (const answer of answers) bucket.mishaps.push({ path: /files/, answer });
    await store.write(file, data);
    expect(bucket.objects.size).toBe(1);
  });

  test('an answer that is cut off leaves no file that looks whole', async () => {
    const [one, other] = [await openStore(), await openStore()];
    const file = newFile();
    const data = await picture();
    await one.store.write(file, data);
    bucket.mishaps.push({
      path: /files/,
      answer(response) {
        response.writeHead(200, { 'Content-Length': data.length });
        response.write(data.subarray(0, 100), () => response.destroy());
      },
    });
    await expect(other.store.bring(file)).rejects.toThrow('cannot be reached');
    expect(await other.disk.bring(file)).toBeNull();
    expect(await other.store.bring(file)).not.toBeNull();
  });

  test.each([
    ['a wrong secret', { secret: 'wrong' }, 'SignatureDoesNotMatch'],
    ['a wrong region', { region: 'us-east-1' }, 'AuthorizationHeaderMalformed'],
  ])('%s is said at once, without the secret', async (_what, more, code) => {
    const { store } = await openStore(more);
    const error = await store.write(newFile(), await picture()).catch((reason: unknown) => reason);
    expect(String(error)).toContain(code);
    expect(String(error)).not.toMatch(/wrong|AKIA/);
    expect(bucket.objects.size).toBe(0);
  });

  test('a bucket that is not there is no missing file', async () => {
    const { store } = await openStore({ url: bucket.url.replace('pictures', 'nowhere') });
    await expect(store.bring(newFile())).rejects.toThrow('NoSuchBucket');
  });
});

describe('the platform on a bucket', () => {
  let shared: S3Double;
  let platform: TestPlatform;
  beforeAll(async () => {
    shared = await startS3();
    const { url, keyId, secret, region } = shared;
    platform = await startTestPlatform(createTestEngine(), { s3: { url, keyId, secret, region } });
  });
  afterAll(async () => {
    await platform?.stop();
    await shared?.stop();
  });

  const wipeDisk = async () => {
    for (const name of ['files', 'thumbnails']) {
      // A small picture may be on its way there.
      await rm(path.join(platform.dataFolder, name), {
        recursive: true,
        force: true,
        maxRetries: 9,
      });
    }
    await platform.restart(createTestEngine());
  };

  test('works and uploads outlive the disk, in whole, in part and small', async () => {
    const person = await platform.register();
    const { body } = await platform.generate(person, 'a vase');
    const [work] = (await platform.ended(person, body.id)).body.generations;
    const whole = await platform.call('GET', work.img);
    expect(whole.body).toHaveLength(work.bytes);
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await picture())]), 'photo.png');
    const upload = await platform.call('POST', '/api/v2/upload', { person, body: form });
    expect(upload.status).toBe(200);
    await wipeDisk();
    expect((await platform.call('GET', work.img)).body).toEqual(whole.body);
    const part = await platform.call('GET', work.img, { headers: { Range: 'bytes=0-9' } });
    expect(part.status).toBe(206);
    expect(part.body).toEqual(whole.body.subarray(0, 10));
    expect((await platform.call('GET', `${upload.body.url}&width=200`)).status).toBe(200);
    // As the source of a job, brought from the bucket for the engine.
    const job = await platform.call('POST', '/api/v2/playground_generate', {
      person,
      headers: { 'Idempotency-Key': randomUUID() },
      body: {
        model: 'test-upscaler',
        job_type: 'Upscaling',
        input: { image: upload.body.url },
      },
    });
    expect(job.status).toBe(200);
    await wipeDisk();
    expect((await platform.ended(person, job.body.id)).body.state).toBe('Finished');
  });

  test('while the bucket cannot be reached, a file is said to be away, not gone', async () => {
    const person = await platform.register();
    const { body } = await platform.generate(person, 'another vase');
    const [work] = (await platform.ended(person, body.id)).body.generations;
    await wipeDisk();
    shared.mishaps.push({
      path: /pictures\/files/,
      answer: (response) => void response.writeHead(403).end(),
    });
    expect(await platform.call('GET', work.img)).toMatchObject({
      status: 503,
      body: { code: 'server-error' },
    });
    expect((await platform.call('GET', work.img)).status).toBe(200);
  });

  test('objects that no row knows are swept, page by page', async () => {
    const person = await platform.register();
    const { body } = await platform.generate(person, 'a kept vase');
    const [work] = (await platform.ended(person, body.id)).body.generations;
    const longAgo = new Date(Date.now() - 86_400_000);
    for (const object of shared.objects.values()) object.modifiedAt = longAgo;
    const stray = Array.from({ length: 7 }, () => randomUUID());
    for (const id of stray) {
      const object = { data: Buffer.from('x'), type: 'image/png', modifiedAt: longAgo };
      shared.objects.set(`files/${id.slice(0, 2)}/${id}.png`, object);
    }
    const fresh = `files/00/${randomUUID()}.png`;
    shared.objects.set(fresh, {
      data: Buffer.from('x'),
      type: 'image/png',
      modifiedAt: new Date(),
    });
    const disk = await openFileStore(platform.dataFolder, log);
    const { url, keyId, secret, region } = shared;
    const store = openS3Store(disk, createS3({ url, keyId, secret, region }, backoff), log);
    expect(
      await store.sweep(wantedFiles(platform.database), new Date(Date.now() - 3_600_000)),
    ).toBe(7);
    const left = [...shared.objects.keys()];
    expect(left.filter((key) => stray.some((id) => key.includes(id)))).toEqual([]);
    expect(left).toContain(fresh);
    expect((await platform.call('GET', work.img)).status).toBe(200);
  });
});
