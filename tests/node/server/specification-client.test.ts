import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { inlineSourceMaxBytes } from '../../../src/domain/limits.ts';
import { ledgerTypes } from '../../../src/domain/credits.ts';
import { uploads } from '../../../server/files/tables.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

/** Somebody who sends the specification's headers and bodies, and nothing that is ours. */
let platform: TestPlatform;
let person: Person;

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine());
  person = await platform.register(20);
});
afterAll(() => platform?.stop());

const submission = {
  model: 'test-painter',
  job_type: 'Text2Img',
  disabled_translate: false,
  input: { prompt: 'a kiln at night' },
};
const submit = () =>
  platform.call('POST', '/api/v2/playground_generate', { person, body: submission });

test('without a key of its own each submission is a new one', async () => {
  const [first, second] = [await submit(), await submit()];
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.id).not.toBe(first.body.id);
  expect((await platform.ended(person, first.body.id as string)).body.state).toBe('Finished');
  expect((await platform.ended(person, second.body.id as string)).body.state).toBe('Finished');
});

test('the schema’s version may be text', async () => {
  const body = { model: 'test-painter', version: '2', lang: 'en' };
  const answer = await platform.call('POST', '/api/v2/playground_get_model_schema', { body });
  expect(answer.status).toBe(200);
  expect(answer.body.properties).toHaveProperty('prompt');
  const other = await platform.call('POST', '/api/v2/playground_get_model_schema', {
    body: { ...body, version: '3' },
  });
  expect(other.status).toBe(400);
});

test('pages may be asked for with numbers as text, within the same bounds', async () => {
  const works = (page_size: unknown, page_number: unknown) =>
    platform.call('POST', '/api/v2/get_generate_works', {
      person,
      body: { page_size, page_number, order: 'DESC' },
    });
  const answer = await works('1', '2');
  expect(answer.status).toBe(200);
  expect(answer.body.data).toHaveLength(1);
  for (const wrong of ['0', '101', '1e1', '-1', ' 1', '']) {
    expect((await works(wrong, 1)).status, `page_size ${wrong}`).toBe(400);
  }
});

test('the ledger has each charge once, and its rows add up to the balance', async () => {
  const answer = await platform.call('POST', '/api/user/get_balance_list', {
    person,
    body: { per_page: '100', page: '1' },
  });
  const rows = answer.body.data.data as { type: number; balance: number; job_id: string | null }[];
  const jobs = rows.flatMap(({ job_id: job }) => job ?? []);
  expect(jobs).toHaveLength(2);
  expect(new Set(jobs).size).toBe(2);
  const sum = rows.reduce(
    (total, { type, balance }) => total + (type === ledgerTypes.income ? balance : -balance),
    0,
  );
  expect(sum).toBe((await platform.credits(person)).balance);
});

const picture = () =>
  sharp({ create: { width: 640, height: 48, channels: 3, background: '#a63' } })
    .png()
    .toBuffer();
const asDataUrl = (bytes: Buffer, type = 'image/png') =>
  `data:${type};base64,${bytes.toString('base64')}`;
const upscale = (image: unknown, key: string = crypto.randomUUID()) =>
  platform.call('POST', '/api/v2/playground_generate', {
    person,
    headers: { 'Idempotency-Key': key },
    body: { model: 'test-upscaler', job_type: 'Upscaling', input: { image } },
  });
const storedUploads = async () => (await platform.database.select().from(uploads)).length;

test('a small picture may travel inside the request, and is held against the rules of uploads', async () => {
  const bytes = await picture();
  const key = crypto.randomUUID();
  const first = await upscale(asDataUrl(bytes), key);
  expect(first.status).toBe(200);
  expect((await upscale(asDataUrl(bytes), key)).body.id).toBe(first.body.id);
  await platform.ended(person, first.body.id);
  const { body } = await platform.call('POST', '/api/v2/get_generate_works', { person, body: {} });
  const [work] = body.data as { job_id: string; sources: { width: number; url: string }[] }[];
  expect(work).toMatchObject({ job_id: first.body.id, sources: [{ field: 'image', width: 640 }] });

  const kept = await storedUploads();
  const refused = async (image: unknown) => {
    const { status, body: said } = await upscale(image);
    return [status, said.code, said.reasons?.[0]?.reason];
  };
  const text = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect(await refused(asDataUrl(text))).toEqual([415, 'unsupported-media', undefined]);
  const two = [asDataUrl(bytes), asDataUrl(bytes)];
  expect(await refused(two)).toEqual([400, 'invalid-input', 'too-many-files']);
  const large = asDataUrl(Buffer.alloc(inlineSourceMaxBytes + 3_000));
  expect(await refused(large)).toEqual([400, 'invalid-input', 'not-accepted']);
  expect(await storedUploads()).toBe(kept);
});

test('a larger picture goes as a URL with the 512 px parameter: the server has that small picture, and works from the whole one', async () => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await picture())], { type: 'image/png' }), 'a.png');
  const { body } = await platform.call('POST', '/api/v2/upload', { person, body: form });
  const small = `${body.url as string}&width=512`;
  const shown = await platform.call('GET', small);
  expect(shown.headers.get('Content-Type')).toBe('image/webp');
  expect(shown.headers.get('Cache-Control')).toMatch(/max-age=\d{4,}, immutable/);
  expect(await sharp(shown.body as Buffer).metadata()).toMatchObject({ width: 512 });
  expect((await platform.call('GET', small.replace('width=512', 'width=513'))).status).toBe(400);
  const taken = await upscale(small);
  expect(taken.status).toBe(200);
  await platform.ended(person, taken.body.id);
  const list = await platform.call('POST', '/api/v2/get_generate_works', { person, body: {} });
  expect(list.body.data[0].sources[0].width).toBe(640);
});

test('words are worked on by the async calls: 202 with an id, check until done, status with the text', async () => {
  const key = crypto.randomUUID();
  const submitText = (body: object) =>
    platform.call('POST', '/api/v2/generate/async', {
      person,
      headers: { 'Idempotency-Key': key },
      body,
    });
  const ask = (what: string, id: string, method = 'GET') =>
    platform.call(method, `/api/v2/generate/${what}/${id}`, { person });
  const before = await platform.credits(person);
  const taken = await submitText({ task: 'expand', prompt: ' a fox ', lang: 'en' });
  expect(taken.status).toBe(202);
  const { id } = taken.body as { id: string };
  await expect
    .poll(async () => (await ask('check', id)).body)
    .toMatchObject({ done: true, faulted: false, queue_position: 0, cost: 0, state: 'Finished' });
  const { body } = await ask('status', id);
  expect(body.generations[0].text).toMatch(/^a fox, .+/);
  // The same key is the same job, and words cost nothing.
  expect((await submitText({ task: 'expand', prompt: ' a fox ', lang: 'en' })).body.id).toBe(id);
  expect(await platform.credits(person)).toEqual(before);
  expect((await ask('status', id, 'DELETE')).body).toMatchObject({ done: true });

  const stranger = await platform.register();
  const seen = await platform.call('GET', `/api/v2/generate/check/${id}`, { person: stranger });
  expect(seen.status).toBe(404);
  expect((await submitText({ task: 'expand', prompt: 'hardcore porn' })).status).toBe(560);
  const empty = await submitText({ task: 'expand', prompt: '  ' });
  expect(empty.body.reasons).toEqual([{ field: 'prompt', reason: 'required' }]);
  const long = await submitText({ task: 'expand', prompt: 'a '.repeat(4_000) });
  expect(long.body.reasons).toEqual([{ field: 'prompt', reason: 'too-long', values: [7_000] }]);
});
