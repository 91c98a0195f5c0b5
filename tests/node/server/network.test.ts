import { randomUUID } from 'node:crypto';

import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { createWorker, pictureOf, type GivenJob } from '../../fixtures/worker-double.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;
let operator: Person;
let lender: Person;
let key: string;

async function settings(change: Record<string, unknown>): Promise<void> {
  const { body: known } = await platform.call('GET', '/api/manage/settings', { person: operator });
  const answer = await platform.call('PUT', '/api/manage/settings', {
    person: operator,
    body: { version: known.data.version, settings: { ...known.data.settings, ...change } },
  });
  expect(answer.status).toBe(200);
}

async function keyFor(person: Person): Promise<string> {
  const answer = await platform.call('POST', '/api/network/keys', {
    person,
    body: { name: 'the box under the desk' },
  });
  expect(answer.status).toBe(200);
  return answer.body.data.key;
}

const everybodyMay = {
  three_d: null,
  train: null,
  publish: null,
  templates: null,
  voice_download: null,
  workers: null,
};

beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine());
  operator = await platform.register();
  await platform.database.execute(
    sql`update users set is_super_user = true where id = ${operator.uid}`,
  );
  await settings({
    privileged: everybodyMay,
    network: { lease_seconds: 5, models: [], news: [] },
  });
  lender = await platform.register();
  key = await keyFor(lender);
});
afterAll(() => platform?.stop());

const ask = (
  person: Person,
  {
    as = 'network',
    jobType = 'Text2Img',
    ...input
  }: Record<string, unknown> & { as?: string; jobType?: string } = {},
) =>
  platform.call('POST', '/api/v2/playground_generate', {
    person,
    headers: { 'Idempotency-Key': randomUUID() },
    body: {
      model: `${as}/${model}`,
      job_type: jobType,
      input: { prompt: 'a kettle', width: 64, height: 64, steps: 4, ...input },
    },
  });

let made = 0;
/** What a test's jobs are done with: those of others are none of its business. */
let model = '';
beforeEach(() => {
  model = `model ${randomUUID().slice(0, 8)}`;
});
function worker(more: Record<string, unknown> = {}) {
  made += 1;
  return createWorker(platform.url, { key, name: `worker ${made}`, models: [model], ...more });
}

/** Asks for work until there is some. */
async function given(
  from: ReturnType<typeof worker>,
  more: Record<string, unknown> = {},
): Promise<GivenJob> {
  let found: GivenJob | null = null;
  await expect
    .poll(
      async () => {
        const { status, body } = await from.pop(more);
        expect(status).toBe(200);
        if (body.id !== null) found = body;
        return found;
      },
      { timeout: 10_000, interval: 30 },
    )
    .not.toBeNull();
  return found as unknown as GivenJob;
}

/** As long as a worker is here, its model is offered. */
async function here(from: ReturnType<typeof worker>): Promise<void> {
  expect((await from.pop()).status).toBe(200);
}

test('a worker’s models are offered, and what it makes is charged once and rewarded', async () => {
  const person = await platform.register();
  const one = worker();
  await here(one);
  const models = await platform.call('GET', '/pgmodels.json', { person });
  expect(JSON.stringify(models.body)).toContain(`network/${model}`);
  const asked = await ask(person, { n: 2, seed: '41', seed_variation: 1 });
  expect(asked.status).toBe(200);
  const before = await platform.credits(person);
  const job = await given(one, { amount: 4 });
  expect(job).toMatchObject({
    model,
    source_image: null,
    payload: { width: 64, height: 64, seed: '41', n_iter: 2, ddim_steps: 4 },
  });
  expect(job.ids).toHaveLength(2);
  expect(job.ids.toSorted()).toEqual(job.ids);
  expect(job.r2_uploads.toSorted()).toEqual(job.r2_uploads);
  const said = await one.work(job);
  expect(said.map(({ status }) => status)).toEqual([200, 200]);
  expect(said[0]?.body.reward).toBeGreaterThan(1);
  const ended = await platform.ended(person, asked.body.id);
  expect(ended.body.state).toBe('Finished');
  const after = await platform.credits(person);
  expect(after.reserved).toBe(0);
  expect(before.reserved).toBeGreaterThan(0);
  expect(after.balance).toBe(before.balance);
  // The same once more is told to be a repeat, and changes nothing.
  const again = await one.submit(job.ids[0] ?? '');
  expect(again.body.rc).toMatch(/InvalidJobID|DuplicateGen/);
  const { rows } = await platform.database.execute(
    sql`select count(*)::int as count from network_rewards where user_id = ${lender.uid}`,
  );
  expect(rows).toEqual([{ count: 2 }]);
  const found = await one.send<{ kudos: number; worker_ids: string[] }>('GET', '/v2/find_user');
  expect(found.body.kudos).toBeGreaterThan(2);
  expect(found.body.worker_ids).toHaveLength(1);
});

test('a picture travels with its mask to those workers only that paint, and their abilities decide', async () => {
  const person = await platform.register();
  model += ' Inpainting';
  const one = worker();
  await here(one);
  const form = new FormData();
  const source = await sharp({
    create: { width: 128, height: 128, channels: 4, background: { r: 9, g: 99, b: 199, alpha: 0 } },
  })
    .png()
    .toBuffer();
  form.append('file', new Blob([new Uint8Array(source)], { type: 'image/png' }), 'a.png');
  const uploaded = await platform.call('POST', '/api/v2/upload', { person, body: form });
  expect(uploaded.status).toBe(200);
  const url = uploaded.body.url ?? uploaded.body.data?.url ?? uploaded.body.data;
  const asked = await ask(person, {
    as: 'network-inpaint',
    jobType: 'Inpainting',
    image: url,
    width: 128,
  });
  expect(asked.status).toBe(200);
  await expect
    .poll(async () => (await one.pop({ allow_painting: false })).body.skipped, { timeout: 5_000 })
    .toEqual({ painting: 1 });
  expect((await one.pop({ allow_img2img: false })).body.skipped).toEqual({ img2img: 1 });
  expect((await one.pop({ max_pixels: 4_096 })).body.skipped).toEqual({ max_pixels: 1 });
  expect((await one.pop({ blacklist: ['KETTLE'] })).body.skipped).toEqual({ blacklist: 1 });
  expect((await one.pop({ models: ['another'] })).body.skipped).toEqual({ models: 1 });
  const job = await given(one);
  expect(job.source_processing).toBe('inpainting');
  const image = await sharp(Buffer.from(job.source_image ?? '', 'base64')).metadata();
  expect([image.format, image.width]).toEqual(['webp', job.payload.width]);
  expect(job.source_mask).not.toBeNull();
  await one.work(job);
  expect((await platform.ended(person, asked.body.id)).body.state).toBe('Finished');
});

test('a worker that vanishes loses its work when its lease is over, and what it brings late is refused', async () => {
  const person = await platform.register();
  const gone = worker();
  const other = worker();
  await here(gone);
  const asked = await ask(person);
  const lost = await given(gone);
  expect(lost.ttl).toBeGreaterThanOrEqual(5);
  // The lease is measured by the database; time passes there.
  await platform.database.execute(
    sql`update network_parts set due_at = now() - interval '1 second' where lease_id = ${lost.id}`,
  );
  const job = await given(other);
  expect(job.id).not.toBe(lost.id);
  const late = await gone.work(lost);
  expect(late[0]?.status).toBe(400);
  expect(late[0]?.body).toMatchObject({ rc: 'AbortedGen' });
  await other.work(job);
  expect((await platform.ended(person, asked.body.id)).body.state).toBe('Finished');
});

test('what is no picture, or of another size, is refused and goes to another worker; after three the person has the credits back', async () => {
  const person = await platform.register();
  const before = await platform.credits(person);
  const liars = [worker(), worker(), worker()];
  for (const liar of liars) await here(liar);
  const asked = await ask(person);
  const lies = [
    () => Promise.resolve(Buffer.from('this is no picture at all, whatever its name is')),
    () => pictureOf(64, 128, 7),
    async () => (await pictureOf(64, 64, 7)).subarray(0, 60),
  ];
  for (const [index, liar] of liars.entries()) {
    const job = await given(liar);
    const [said] = await liar.work(job, lies[index]);
    expect(said).toMatchObject({ status: 400, body: { rc: 'ImageValidationFailed' } });
  }
  const ended = await platform.ended(person, asked.body.id);
  expect(ended.body.state).toBe('Failed');
  expect(await platform.credits(person)).toEqual(before);
  const { body } = await liars[0]!.send<{ uncompleted_jobs: number }[]>(
    'GET',
    '/v2/workers?name=' + encodeURIComponent(`worker ${made}`),
  );
  expect(body[0]?.uncompleted_jobs).toBe(1);
});

test('a worker that drops three in a row is kept from work until its owner says otherwise', async () => {
  const person = await platform.register();
  const one = worker();
  await here(one);
  const ids: string[] = [];
  for (let times = 0; times < 3; times += 1) {
    ids.push((await ask(person)).body.id);
    const job = await given(one);
    expect(
      (await one.submit(job.id ?? '', { state: 'faulted', generation: 'faulted' })).body,
    ).toEqual({ reward: 0 });
  }
  await expect.poll(async () => (await one.pop()).status).toBe(403);
  const refused = await one.pop();
  expect(refused.body).toMatchObject({ rc: 'WorkerMaintenance' });
  const own = await platform.call('GET', '/api/network/workers', { person: lender });
  const listed = own.body.data.find((each: { name: string }) => each.name === `worker ${made}`);
  expect(listed).toMatchObject({ maintenance: true, uncompleted: 3 });
  const stranger = await platform.register();
  const change = (as: Person) =>
    platform.call('POST', '/api/network/here/maintenance', {
      person: as,
      body: { id: listed.id, maintenance: false },
    });
  expect((await change(stranger)).status).toBe(404);
  expect((await change(lender)).status).toBe(200);
  await expect.poll(async () => (await one.pop()).status).toBe(200);
  for (const id of ids) await platform.call('DELETE', `/api/v2/generate/status/${id}`, { person });
});

test('people take turns, however much one of them has asked for', async () => {
  const eager = await platform.register(500);
  const modest = await platform.register();
  const one = worker();
  const watcher = worker({ models: ['another'] });
  await here(one);
  const first = [];
  for (let times = 0; times < 4; times += 1)
    first.push((await ask(eager, { prompt: 'eager' })).body.id);
  await expect
    .poll(async () => (await watcher.pop()).body.skipped['models'] ?? 0)
    .toBeGreaterThanOrEqual(4);
  const second = (await ask(modest, { prompt: 'modest' })).body.id;
  await expect
    .poll(async () => (await watcher.pop()).body.skipped['models'] ?? 0)
    .toBeGreaterThanOrEqual(5);
  const order: string[] = [];
  for (let times = 0; times < 3; times += 1) {
    const job = await given(one);
    order.push(job.payload.prompt.includes('modest') ? 'modest' : 'eager');
    await one.work(job);
  }
  expect(order.slice(0, 2).toSorted()).toEqual(['eager', 'modest']);
  expect((await platform.ended(modest, second)).body.state).toBe('Finished');
  for (const id of first)
    await platform.call('DELETE', `/api/v2/generate/status/${id}`, { person: eager });
});

test('a job that is cancelled while a worker is at it costs nothing, and the worker has its reward', async () => {
  const person = await platform.register();
  const before = await platform.credits(person);
  const one = worker();
  await here(one);
  const asked = await ask(person);
  const job = await given(one);
  const cancelled = await platform.call('DELETE', `/api/v2/generate/status/${asked.body.id}`, {
    person,
  });
  expect(cancelled.status).toBe(200);
  const [said] = await one.work(job);
  expect(said?.status).toBe(200);
  expect(said?.body.reward).toBeGreaterThan(0);
  expect(await platform.credits(person)).toEqual(before);
  const { rows } = await platform.database.execute(
    sql`select count(*)::int as count from network_parts where job_id = ${asked.body.id}`,
  );
  expect(rows).toEqual([{ count: 0 }]);
});

test('keys are whose they are: unknown ones, ended ones and other people’s workers are refused', async () => {
  const stranger = await platform.register();
  const theirs = await keyFor(stranger);
  const named = worker();
  await here(named);
  const thief = createWorker(platform.url, { key: theirs, name: `worker ${made}` });
  expect(await thief.pop()).toMatchObject({ status: 403, body: { rc: 'WrongCredentials' } });
  const nobody = createWorker(platform.url, { key: 'x'.repeat(32), name: 'a nobody' });
  expect(await nobody.pop()).toMatchObject({ status: 401, body: { rc: 'InvalidAPIKey' } });
  const listed = await platform.call('GET', '/api/network/keys', { person: stranger });
  expect(listed.body.data).toHaveLength(1);
  expect(JSON.stringify(listed.body)).not.toContain(theirs);
  const id = listed.body.data[0].id;
  expect(
    (await platform.call('DELETE', `/api/network/keys/${id}`, { person: lender })).status,
  ).toBe(404);
  expect(
    (await platform.call('DELETE', `/api/network/keys/${id}`, { person: stranger })).status,
  ).toBe(200);
  expect((await thief.pop()).status).toBe(401);
  expect(await worker().pop({ models: 'all' })).toMatchObject({
    status: 400,
    body: { message: 'Input payload validation failed' },
  });
});

test('until an operator lets others, only super users connect workers', async () => {
  await settings({ privileged: { ...everybodyMay, workers: [] } });
  expect((await platform.call('GET', '/api/network/keys', { person: lender })).status).toBe(403);
  const operators = await keyFor(operator);
  expect(
    (await createWorker(platform.url, { key: operators, name: 'the operator’s own' }).pop()).status,
  ).toBe(200);
  expect((await worker().pop()).status).toBe(403);
  await settings({ privileged: everybodyMay });
});

test('the kudos ledger can’t be changed', async () => {
  for (const attempt of [
    sql`update network_rewards set kudos = 1e6`,
    sql`delete from network_rewards`,
    sql`truncate network_rewards cascade`,
  ]) {
    await expect(platform.database.execute(attempt)).rejects.toThrow(/network_rewards/);
  }
});

test('the network is described in the Horde’s words', async () => {
  const one = worker({ threads: 3 });
  await here(one);
  const get = async (path: string) => (await platform.call('GET', `/api${path}`)).body;
  await expect
    .poll(async () =>
      (await get('/v2/status/models?type=image')).find(
        (offered: { name: string }) => offered.name === model,
      ),
    )
    .toMatchObject({ name: model, count: 3, type: 'image', queued: 0 });
  expect(await get('/v2/status/performance')).toMatchObject({ queued_text_requests: 0 });
  const [named] = await get(`/v2/workers?name=${encodeURIComponent(`worker ${made}`)}`);
  expect(named).toMatchObject({ online: true, threads: 3, models: [model], type: 'image' });
  expect(await get(`/v2/workers/${named.id}`)).toEqual(named);
  expect((await get('/v2/users'))[0].records.fulfillment.image).toBeGreaterThan(0);
  const shown = await get('/network/here/workers');
  expect(shown.data.find((each: { name: string }) => each.name === `worker ${made}`)).toMatchObject(
    { online: true, threads: 3, models: [model], maintenance: false },
  );
  const mine = await platform.call('GET', '/api/network/here/mine', { person: lender });
  expect(mine.body.data.user.kudos).toBeGreaterThan(0);
  expect(mine.body.data.workers.length).toBeGreaterThan(3);
  expect((await get('/network/here/users')).data[0].megapixelsteps).toBeGreaterThanOrEqual(0);
  expect((await platform.call('GET', '/api/network/horde/workers')).status).toBe(404);
  expect(await get('/v2/status/heartbeat')).toMatchObject({ message: 'OK' });
  expect((await platform.call('GET', `/api/v2/workers/${randomUUID()}`)).body.rc).toBe(
    'WorkerNotFound',
  );
});

test('after a restart of the platform work that is out goes on, and its worker submits it', async () => {
  const person = await platform.register();
  const one = worker();
  await here(one);
  const asked = await ask(person);
  const job = await given(one);
  await platform.restart(createTestEngine());
  const back = createWorker(platform.url, { key, name: `worker ${made}` });
  const data = await pictureOf(64, 64, 5);
  const address = new URL(job.r2_uploads[0] ?? '');
  expect(await back.upload(platform.url + address.pathname, data)).toBe(200);
  expect((await back.submit(job.id ?? '')).status).toBe(200);
  expect((await platform.ended(person, asked.body.id)).body.state).toBe('Finished');
});
