import { randomUUID } from 'node:crypto';

import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { claimJobs } from '../../../server/queue/claim.ts';
import { jobsAhead, queueOf } from '../../../server/queue/order.ts';
import { instances } from '../../../server/queue/tables.ts';
import { EngineError, refusedInput } from '../../../server/engines/contract/engine.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;
let engine = createTestEngine({ concurrency: 1 });

beforeAll(async () => {
  platform = await startTestPlatform(engine);
});
afterAll(() => platform?.stop());
afterEach(() => {
  engine.hold = false;
});

const check = async (person: Person, id: string) =>
  (await platform.call('GET', `/api/v2/generate/check/${id}`, { person })).body;

test("one person's many jobs do not hold up another person's one", async () => {
  engine.hold = true;
  const many = await platform.register();
  const one = await platform.register();
  const hisIds: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    hisIds.push((await platform.generate(many, `many ${index}`)).body.id);
  }
  const first = await engine.nextRun();
  const { body } = await platform.generate(one, 'only one');
  expect(body.queue_position).toBe(0);

  first.finish();
  const second = await engine.nextRun();
  expect(second.job.id).toBe(body.id);
  second.finish();

  // And his own jobs start in the order in which he sent them.
  const order: string[] = [first.job.id];
  for (let index = 1; index < 12; index += 1) {
    const run = await engine.nextRun();
    order.push(run.job.id);
    run.finish();
  }
  expect(order).toEqual(hisIds);
});

test('position and waiting time only fall while jobs in front end, and are zero at the end', async () => {
  engine.hold = true;
  const person = await platform.register();
  const ids: string[] = [];
  for (let index = 0; index < 4; index += 1) {
    ids.push((await platform.generate(person, `${index}`)).body.id);
  }
  const last = ids[3] ?? '';
  const seen: { position: number; wait: number }[] = [];
  for (let index = 0; index < 4; index += 1) {
    const run = await engine.nextRun();
    const answer = await check(person, last);
    seen.push({ position: answer.queue_position, wait: answer.wait_time });
    run.finish();
    await platform.ended(person, run.job.id);
  }
  expect(seen.map((one) => one.position)).toEqual([2, 1, 0, 0]);
  const waits = seen.map((one) => one.wait);
  expect(waits.every((wait) => Number.isFinite(wait) && wait > 0)).toBe(true);
  expect(waits).toEqual(waits.toSorted((left, right) => right - left));
  expect(await check(person, last)).toMatchObject({
    queue_position: 0,
    wait_time: 0,
    done: true,
  });
});

test('a job that may work at another attempt gets one, with what the first one saved', async () => {
  engine.hold = true;
  const person = await platform.register();
  const { body } = await platform.generate(person, 'again');
  const first = await engine.nextRun();
  await first.context.saveExternalReference('remote-1');
  first.fail(new EngineError('engine-failed', 'try again', { retryable: true }));
  const second = await engine.nextRun();
  expect(second.job).toMatchObject({
    id: body.id,
    attempt: 2,
    externalReference: 'remote-1',
    seed: first.job.seed,
  });
  expect(await check(person, body.id)).toMatchObject({
    state: 'Processing',
    done: false,
    faulted: false,
  });
  second.finish();
  expect((await platform.ended(person, body.id)).body.state).toBe('Finished');
});

test('how far an engine says that its work is, is told while it runs, and never falls', async () => {
  engine.hold = true;
  const person = await platform.register();
  const { body } = await platform.generate(person, 'step by step');
  const told = async () => (await check(person, body.id)).fraction as number | null;
  // It may have begun already.
  expect(await check(person, body.id)).not.toMatchObject({
    state: 'Pending',
    fraction: expect.any(Number),
  });
  const first = await engine.nextRun();
  await vi.waitFor(async () => expect(await told()).toBe(0.5), 10_000);
  first.context.reportProgress({ phase: 'generating', fraction: 0.75 });
  await vi.waitFor(async () => expect(await told()).toBe(0.75), 10_000);
  first.context.reportProgress({
    phase: 'generating',
    fraction: 0.25,
    queuePosition: 7,
  });
  await vi.waitFor(
    async () => expect(await check(person, body.id)).toMatchObject({ fraction: 0.75 }),
    10_000,
  );
  first.finish();
  expect((await platform.ended(person, body.id)).body).toMatchObject({
    fraction: null,
  });
});

test('what an engine does not take is told as field and reason, which every language has words for', async () => {
  engine.hold = true;
  const person = await platform.register();
  const { body } = await platform.generate(person, 'too much');
  const run = await engine.nextRun();
  const reason = {
    field: 'loras',
    reason: 'too-many-names',
    values: [4],
  } as const;
  run.fail(refusedInput(reason, 'words for a log'));
  expect((await platform.ended(person, body.id)).body).toMatchObject({
    faulted: true,
  });
  expect(await check(person, body.id)).toMatchObject({
    code: 'invalid-input',
    reasons: [reason],
  });
});

test('a job cancelled between two attempts is cancelled at its engine’s server as well, once', async () => {
  engine.hold = true;
  const person = await platform.register();
  const { body } = await platform.generate(person, 'left behind');
  const abandoned: [string, string][] = [];
  engine.abandon = ({ id }, reference) => {
    abandoned.push([id, reference]);
    return Promise.resolve();
  };
  const run = await engine.nextRun();
  await run.context.saveExternalReference('remote-9');
  // Away, so that no other attempt begins.
  const unavailableReason = engine.unavailableReason.bind(engine);
  engine.unavailableReason = () => ({ cn: '不在', en: 'away' });
  run.fail(new EngineError('engine-unavailable', 'gone', { retryable: true }));
  await vi.waitFor(
    async () => expect((await check(person, body.id)).state).toBe('Restarted'),
    10_000,
  );
  for (let times = 0; times < 2; times += 1) {
    await platform.call('DELETE', `/api/v2/generate/status/${body.id}`, { person });
  }
  await vi.waitFor(() => expect(abandoned).toEqual([[body.id, 'remote-9']]), 10_000);
  engine.unavailableReason = unavailableReason;
  delete engine.abandon;
});

test('what an engine did not mean to throw is tried again, and not shown to people', async () => {
  const person = await platform.register();
  const { body } = await platform.generate(person, 'blunder');
  const ended = await platform.ended(person, body.id);
  expect(ended.body).toMatchObject({
    state: 'Failed',
    faulted: true,
    message: 'Model predict error',
    code: 'engine-failed',
  });
  expect(engine.runs.filter((job) => job.id === body.id).map((job) => job.attempt)).toEqual([
    1, 2, 3,
  ]);
});

test('a stop puts running jobs back, and the next start finishes them without blaming them', async () => {
  engine.hold = true;
  const person = await platform.register();
  const { body } = await platform.generate(person, 'over the restart');
  const run = await engine.nextRun();
  const next = createTestEngine({ concurrency: 1 });
  await platform.restart(next);
  engine = next;
  expect(run.context.signal.aborted).toBe(true);
  expect((await platform.ended(person, body.id)).body.state).toBe('Finished');
  expect(next.runs).toHaveLength(1);
  expect(next.runs[0]).toMatchObject({ id: body.id, attempt: 1 });
  expect(await platform.credits(person)).toEqual({ balance: 49, reserved: 0 });
});

test('whoever lost a job to another process cannot finish it any more', async () => {
  engine.hold = true;
  const person = await platform.register();
  const { body } = await platform.generate(person, 'lost lease');
  const stale = await engine.nextRun();
  // Another process claimed it when the lease had run out, and died in turn.
  await platform.database.execute(
    sql`update jobs set fence = fence + 1, lease_until = now() - interval '1 second', lease_owner = 0 where id = ${body.id}`,
  );
  stale.finish();
  const fresh = await engine.nextRun();
  expect(fresh.job).toMatchObject({
    id: body.id,
    attempt: 2,
    seed: stale.job.seed,
  });
  const { rows } = await platform.database.execute(
    sql`select 1 from works where job_id = ${body.id}`,
  );
  expect(rows).toEqual([]);
  fresh.finish();
  const ended = await platform.ended(person, body.id);
  expect(ended.body.generations).toHaveLength(1);
  expect(await platform.credits(person)).toEqual({ balance: 49, reserved: 0 });
});

test('the position that is told is the order in which jobs are really taken', async () => {
  // In a queue of their own that nobody works on.
  const people = await Promise.all(Array.from({ length: 5 }, () => platform.register()));
  const name = 'nobody';
  let state = 7;
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const insert = async (person: Person, jobState: string) => {
    const id = randomUUID();
    await platform.database.execute(sql`
      insert into jobs (id, user_id, idempotency_key, request_hash, answer, engine, model, model_name, job_type,
        input, sources, prompt, seed, outputs, cost_per_output, cost, engine_estimate_seconds, estimate_seconds, state)
      values (${id}, ${person.uid}, ${id}, '', '{}', ${name}, 'm', 'm', 'Text2Img', '{}', '[]', '', '1', 1, 0, 0, 1, 1, ${jobState})`);
    return { id, person };
  };
  for (const [index, person] of people.entries()) {
    for (let count = next(3); count > 0; count -= 1) await insert(person, 'Processing');
    if (index > 1) {
      await platform.database.execute(
        sql`insert into queue_turns (user_id, engine, served_at) values (${person.uid}, ${name}, now() - ${next(1_000)} * interval '1 second')`,
      );
    }
  }
  const waiting: { id: string; person: Person }[] = [];
  for (let index = 0; index < 25; index += 1) {
    waiting.push(await insert(people[next(5)] as Person, 'Pending'));
  }
  const snapshot = await queueOf(platform.database, name);
  const told = waiting.map(({ id, person }, index) => {
    const own = waiting.slice(0, index).filter((other) => other.person === person).length;
    return { id, position: jobsAhead(snapshot, person.uid, own) };
  });
  // In the name of the platform that runs, and for as long as it takes: nobody is to put them back as left behind.
  const [running] = await platform.database.select({ id: instances.id }).from(instances);
  const taken: string[] = [];
  for (;;) {
    const [job] = await claimJobs(platform.database, { name, concurrency: 1 }, 1, running!.id);
    if (!job) break;
    taken.push(job.id);
    await platform.database.execute(
      sql`update jobs set lease_until = now() + interval '1 hour' where id = ${job.id}`,
    );
  }
  expect(
    told.toSorted((left, right) => left.position - right.position).map(({ id }) => id),
  ).toEqual(taken);
  expect(told.map(({ position }) => position).toSorted((left, right) => left - right)).toEqual(
    Array.from({ length: 25 }, (_, index) => index),
  );
});

test('somebody else never sees a job, and cannot cancel it', async () => {
  engine.hold = true;
  const [owner, stranger] = [await platform.register(), await platform.register()];
  const { body } = await platform.generate(owner, 'mine');
  for (const [method, path] of [
    ['GET', 'check'],
    ['GET', 'status'],
    ['DELETE', 'status'],
  ]) {
    const answer = await platform.call(method ?? '', `/api/v2/generate/${path}/${body.id}`, {
      person: stranger,
    });
    expect(answer.status).toBe(404);
  }
  await platform.call('DELETE', `/api/v2/generate/status/${body.id}`, {
    person: owner,
  });
});

test('what is told of a job only falls, but for the line at its engine, once', async () => {
  engine.hold = true;
  const person = await platform.register();
  const { body } = await platform.generate(person, 'told');
  let run = await engine.nextRun();
  // Runs of jobs that were cancelled are still there.
  while (run.job.id !== body.id) run = await engine.nextRun();
  const set = (place: number) =>
    platform.database.execute(
      sql`update jobs set engine_queue_position = ${place} where id = ${body.id}`,
    );
  const told = async () => (await check(person, body.id)).queue_position as number;
  /** What a run reports at its start is written a moment later. */
  const begun = () =>
    vi.waitFor(async () => expect((await check(person, body.id)).phase).toBe('generating'), 10_000);
  await begun();
  expect(await told()).toBe(0);
  const seen: number[] = [];
  for (const place of [5, 3, 4, 0, 2]) {
    await set(place);
    // Many at the same time are told the same.
    const answers = await Promise.all([told(), told(), told()]);
    expect(new Set(answers).size).toBe(1);
    seen.push(...answers.slice(0, 1));
  }
  expect(seen).toEqual([5, 3, 3, 0, 0]);
  run.finish();
  await platform.ended(person, body.id);
  expect(await told()).toBe(0);
});

test('an engine lets no more jobs start in a minute than it takes, whoever claims them', async () => {
  const person = await platform.register();
  const name = 'limited';
  for (let index = 0; index < 8; index += 1) {
    const id = randomUUID();
    await platform.database.execute(sql`
      insert into jobs (id, user_id, idempotency_key, request_hash, answer, engine, model, model_name, job_type,
        input, sources, prompt, seed, outputs, cost_per_output, cost, engine_estimate_seconds, estimate_seconds)
      values (${id}, ${person.uid}, ${id}, '', '{}', ${name}, 'm', 'm', 'Text2Img', '{}', '[]', '', '1', 1, 0, 0, 1, 1)`);
  }
  const budget = { name, concurrency: 8, isShared: true, startsPerMinute: 3 };
  const claims = () =>
    Promise.all([0, 1].map((instance) => claimJobs(platform.database, budget, 8, instance)));
  expect((await claims()).flat()).toHaveLength(3);
  expect((await claims()).flat()).toEqual([]);
  await platform.database.execute(
    sql`update engine_starts set started_at = started_at - interval '61 seconds' where engine = ${name}`,
  );
  expect((await claims()).flat()).toHaveLength(3);
  const { rows } = await platform.database.execute(
    sql`select 1 from engine_starts where engine = ${name}`,
  );
  expect(rows).toHaveLength(3);
});
