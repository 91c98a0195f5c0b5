import { randomBytes, randomUUID } from 'node:crypto';

import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { openFileStore } from '../../../server/files/file-store.ts';
import { uploads } from '../../../server/files/tables.ts';
import { clearUnusedUploads } from '../../../server/files/unused-uploads.ts';
import { createLog } from '../../../server/log.ts';
import { expireOriginals } from '../../../server/works/retention.ts';
import { works } from '../../../server/works/tables.ts';
import { addWork } from '../../../src/api/contract/own-works.ts';
import { upload } from '../../../src/api/contract/uploads.ts';
import { deleteWorks } from '../../../src/api/contract/works.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Answer, Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

const log = createLog('silent');
let platform: TestPlatform;
let person: Person;

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine());
});
beforeEach(async () => {
  person = await platform.register();
});
afterAll(() => platform?.stop());

async function send(bytes: Buffer, who = person): Promise<Answer> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'work');
  return platform.call('POST', upload.path, { person: who, body });
}

/** A picture that nobody else has. */
const picture = () =>
  sharp(randomBytes(40 * 30 * 3), { raw: { width: 40, height: 30, channels: 3 } })
    .png()
    .toBuffer();

const add = (image: string, changes: object = {}, who = person): Promise<Answer> =>
  platform.call('POST', addWork.path, {
    person: who,
    body: {
      image_id: randomUUID(),
      origin: 'imported',
      image,
      jobtype: 'Text2Img',
      model: 'elsewhere',
      modelname: 'Elsewhere',
      params: { steps: 20 },
      prompt: 'a vase ### blur',
      seed: '7',
      width: 9_999,
      height: 9_999,
      create_time: '2020-02-29T12:00:00.000Z',
      ...changes,
    },
  });
const remove = (id: string) =>
  platform.call('POST', deleteWorks.path, { person, body: { image_ids: [id] } });
const fileOf = async (url: string) => (await platform.call('GET', url)).status;

test('a work is as large as its file, whatever is said of it, and a repeat is answered with it', async () => {
  const bytes = await picture();
  const { body: sent } = await send(bytes);
  const image_id = randomUUID();
  const first = await add(sent.url, { image_id });
  expect(first.body.data).toMatchObject({
    image_id,
    origin: 'imported',
    job_id: null,
    width: 40,
    height: 30,
    bytes: bytes.length,
    media_type: 'image/png',
    sha256: sent.sha256,
    create_time: '2020-02-29T12:00:00.000Z',
    prompt: 'a vase ### blur',
  });
  const again = await add('/files/none.png', { image_id, prompt: 'another' });
  expect(again.body).toEqual(first.body);
});

test('a file that is not theirs, is none, or can be no work is refused, and so is a name that is taken', async () => {
  const other = await platform.register();
  const { body: theirs } = await send(await picture(), other);
  const reason = async (answer: Promise<Answer>) => (await answer).body.reasons?.[0].reason;
  expect(await reason(add(theirs.url))).toBe('not-your-file');
  expect(await reason(add('https://elsewhere.example/a.png'))).toBe('not-your-file');
  const { body: zip } = await send(Buffer.concat([Buffer.from('PK\u0003\u0004'), randomBytes(99)]));
  expect(await reason(add(zip.url))).toBe('wrong-file-type');
  const { body: taken } = await add(theirs.url, {}, other);
  const { body: mine } = await send(await picture());
  expect(await add(mine.url, { image_id: taken.data.image_id })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  });
  for (const changes of [
    { origin: 'generated' },
    { jobtype: 'Sorcery' },
    { prompt: 'x'.repeat(40_001) },
    { params: Object.fromEntries(Array.from({ length: 9 }, (_, at) => [at, 'x'.repeat(9_000)])) },
    { create_time: 'yesterday' },
    { create_time: '2020-13-45T12:00:00Z' },
    { rating: 6 },
    { thumbhash: '<script>' },
  ]) {
    expect(await add(mine.url, changes)).toMatchObject({ status: 400 });
  }
});

test('what was made from files that went since is kept with those that are there', async () => {
  const { body: film } = await send(await picture());
  const { body: source } = await send(await picture());
  const { body } = await add(film.url, {
    origin: 'assembled',
    sources: [
      { field: 'frames', url: source.url },
      { field: 'frames', url: `/files/${randomUUID()}.png` },
    ],
  });
  expect(body.data.sources).toMatchObject([{ field: 'frames', sha256: source.sha256 }]);
});

test('its file is needed for as long as the work is there, and gives its room back with it', async () => {
  const store = await openFileStore(platform.dataFolder, log);
  const { body: sent } = await send(await picture());
  const { body } = await add(sent.url);
  const old = { usedAt: sql`now() - interval '99 days'` };
  const id = sent.url.slice('/files/'.length).split('.')[0];
  await platform.database.update(uploads).set(old).where(eq(uploads.fileId, id));
  expect(await clearUnusedUploads(platform.database, store, 7)).toBe(0);
  expect(await fileOf(sent.url)).toBe(200);
  await remove(body.data.image_id);
  expect(await fileOf(sent.url)).toBe(404);
});

test('an original that is no longer kept can be sent again', async () => {
  const store = await openFileStore(platform.dataFolder, log);
  const bytes = await picture();
  const { body: sent } = await send(bytes);
  const { body } = await add(sent.url);
  await platform.database
    .update(works)
    .set({ keptFrom: sql`now() - interval '99 days'` })
    .where(eq(works.id, body.data.image_id));
  const retention = { resultDays: 30, acknowledgedDays: 30 };
  await expireOriginals(platform.database, store, retention, log);
  expect(await fileOf(sent.url)).toBe(410);
  const { body: resent } = await send(bytes);
  expect(resent.url).not.toBe(sent.url);
  expect(await fileOf(resent.url)).toBe(200);
});
