import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { createHordeEngine } from '../../../server/engines/horde/engine.ts';
import { plainScript } from '../engines/horde-double-jobs.ts';
import type { RemoteJob, Script } from '../engines/horde-double-jobs.ts';
import { startHordeDouble, type HordeDouble } from '../engines/horde-double.ts';
import { paceOf } from '../engines/horde-pace.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Answer, Person, TestPlatform } from './fixtures/platform.ts';

/** A minute of this Horde takes not quite a second, and a request that nobody takes lives for 18. */
const secondMs = 15;

let double: HordeDouble;
let platform: TestPlatform;
let person: Person;

beforeAll(async () => {
  double = await startHordeDouble(secondMs);
  const engine = createHordeEngine({
    apiKey: double.key,
    baseUrl: double.baseUrl,
    clientAgent: 'Kiln:1:test',
    pace: paceOf(secondMs, { silenceMs: 30_000 }),
  });
  platform = await startTestPlatform(engine);
  person = await platform.register(100);
  await vi.waitFor(() => {
    if (engine.unavailableReason() !== null) throw new Error('not yet');
  });
});
afterAll(async () => {
  await platform?.stop();
  await double?.stop();
});
beforeEach(() => {
  double.state.script = { ...plainScript };
});

async function submit(n: number): Promise<string> {
  const answer = await platform.call('POST', '/api/v2/playground_generate', {
    person,
    headers: { 'Idempotency-Key': randomUUID() },
    body: { model: 'horde/Deliberate', job_type: 'Text2Img', input: { prompt: 'a cat', n } },
  });
  expect(answer.status).toBe(200);
  return answer.body.id as string;
}

test.each([
  ['five LoRAs', { loras: ['1', '2', '3', '4', '5'] }, 'loras', 'too-many-names'],
  ['a strength of 99', { loras: ['1:99'] }, 'loras', 'strength-out-of-range'],
  ['an inversion without a name', { tis: [':1'] }, 'tis', 'not-a-name'],
  [
    'two upscalers',
    { post_processing: ['NMKD_Siax'], upscaler: 'RealESRGAN_x2plus' },
    'upscaler',
    'one-upscaler-only',
  ],
])('%s are refused at submission, and nothing is charged', async (_name, wrong, field, reason) => {
  const before = await platform.credits(person);
  const answer = await platform.call('POST', '/api/v2/playground_generate', {
    person,
    headers: { 'Idempotency-Key': randomUUID() },
    body: {
      model: 'horde/Deliberate',
      job_type: 'Text2Img',
      input: { prompt: 'a cat', ...wrong },
    },
  });
  expect(answer.status).toBe(400);
  expect(answer.body.reasons).toMatchObject([{ field, reason }]);
  expect(await platform.credits(person)).toEqual(before);
  expect(double.state.submits).toBe(0);
});

const check = (id: string) => platform.call('GET', `/api/v2/generate/check/${id}`, { person });

/** Asks as a device does, until the platform says so. */
async function told(id: string, fits: (body: Answer['body']) => boolean): Promise<Answer['body']> {
  let last: Answer['body'] = null;
  await vi.waitFor(
    async () => {
      last = (await check(id)).body;
      if (!fits(last)) throw new Error(`still ${JSON.stringify(last)}`);
    },
    { interval: 40 },
  );
  return last;
}

/** From now on the double's job goes on like this. */
function nowLike(job: RemoteJob, differs: Partial<Script>): void {
  job.checks = 1;
  job.script = { ...plainScript, checksUntilDone: -1, ...differs };
}

const inLine = { checksInLine: 1_000_000 };

test('shut out for a minute, an answer lost, a worker lost: true words at each step, and what came is charged', async () => {
  const before = await platform.credits(person);
  const accepted = double.state.accepted.length;
  const submits = double.state.submits;
  double.state.closedUntilMs = performance.now() + 60 * secondMs;
  double.state.submitFaults.push({ kind: 'drop-answer' });
  double.state.script = { ...plainScript, ...inLine, checksUntilDone: -1 };
  const id = await submit(2);

  // The Horde takes nothing from us: the job waits, and its credits are held, not spent.
  const waiting = await told(id, (body) => body.state === 'Processing' && body.phase === 'waiting');
  expect(waiting).toMatchObject({ done: false, faulted: false, finished: 0, message: null });
  expect(double.state.accepted.length).toBe(accepted);
  const held = await platform.credits(person);
  expect(before.balance - held.balance).toBe(held.reserved - before.reserved);

  // It was let in, and its answer was lost: found again, and never sent twice.
  const inQueue = await told(id, (body) => body.queue_position > 0);
  expect(inQueue).toMatchObject({
    state: 'Processing',
    phase: 'waiting',
    faulted: false,
    is_possible: false,
  });
  expect(double.state.accepted.length).toBe(accepted + 1);
  const job = double.state.accepted[accepted]!;

  nowLike(job, {});
  expect(await told(id, (body) => body.phase === 'generating')).toMatchObject({
    finished: 0,
    is_possible: true,
  });

  // Its worker is lost: it waits again for another, and says so.
  nowLike(job, { ...inLine, restarts: 1 });
  expect(await told(id, (body) => body.phase === 'waiting')).toMatchObject({
    state: 'Processing',
    faulted: false,
  });

  nowLike(job, { restarts: 1 });
  await told(id, (body) => body.phase === 'generating');
  // Only one of the two comes in the end.
  job.generations[1]!.fate = 'missing';
  nowLike(job, { restarts: 3, faulted: true, checksUntilDone: 2 });
  const ended = (await platform.ended(person, id)).body;
  expect(ended).toMatchObject({ state: 'Finished', finished: 1, total: 2, cost: 1 });
  expect(ended.generations).toHaveLength(1);
  expect(await platform.credits(person)).toEqual({
    balance: before.balance - 1,
    reserved: before.reserved,
  });
  expect(double.state.submits - submits).toBe(1);
}, 40_000);

test('a request that expires before anybody takes it costs nothing, and says why', async () => {
  const before = await platform.credits(person);
  double.state.script = { ...plainScript, ...inLine, checksUntilDone: -1 };
  const accepted = double.state.accepted.length;
  const id = await submit(2);
  await told(id, (body) => body.queue_position > 0);
  const ended = await told(id, (body) => body.faulted);
  expect(ended).toMatchObject({ state: 'Failed', code: 'engine-unavailable', cost: 0 });
  expect(ended.message).toMatch(/No worker of the AI Horde took this/);
  expect(await platform.credits(person)).toEqual(before);
  expect(double.state.accepted.length).toBe(accepted + 1);
}, 40_000);

test('a request that expires half done delivers and charges the half', async () => {
  const before = await platform.credits(person);
  double.state.script = { ...plainScript, finishedAt: [1], checksUntilDone: -1 };
  const accepted = double.state.accepted.length;
  const id = await submit(2);
  await told(id, (body) => body.finished === 1);
  await vi.waitFor(() => {
    if (double.state.statusCalls === 0) throw new Error('not yet');
  });
  double.forget(double.state.accepted[accepted]!.id);
  const ended = (await platform.ended(person, id)).body;
  expect(ended).toMatchObject({ state: 'Finished', finished: 1, cost: 1 });
  expect((await platform.credits(person)).balance).toBe(before.balance - 1);
}, 40_000);

test('what is withheld as unsafe is not delivered, not charged, and named', async () => {
  const before = await platform.credits(person);
  double.state.script = { ...plainScript, fates: ['censored'] };
  const ended = (await platform.ended(person, await submit(1))).body;
  expect(ended).toMatchObject({ state: 'Failed', code: 'nsfw-content', cost: 0 });
  expect(await platform.credits(person)).toEqual(before);
}, 40_000);
