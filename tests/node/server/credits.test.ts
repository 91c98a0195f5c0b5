import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { claimDayEndMs, ledgerTypeDetails, timeZoneDefault } from '../../../src/domain/credits.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;
const engine = createTestEngine({ concurrency: 2 });

interface Entry {
  type: number;
  type_detail: number;
  balance: number;
  balance_after: number;
  job_id: string | null;
}

beforeAll(async () => {
  platform = await startTestPlatform(engine);
});
afterAll(() => platform?.stop());
afterEach(() => {
  engine.hold = false;
});

/** Oldest first. */
async function ledgerOf(person: Person): Promise<Entry[]> {
  const rows: Entry[] = [];
  for (let page = 1; ; page += 1) {
    const body = { per_page: 100, page, changes_only: false };
    const answer = await platform.call('POST', '/api/user/get_balance_list', { person, body });
    rows.push(...(answer.body.data.data as Entry[]));
    if (rows.length >= answer.body.data.total) return rows.toReversed();
  }
}

const sum = (rows: Entry[], detail: number) =>
  rows.filter((row) => row.type_detail === detail).reduce((total, row) => total + row.balance, 0);

/** What the rows add up to must be what the account says. */
async function expectBalanced(person: Person): Promise<Entry[]> {
  const rows = await ledgerOf(person);
  const { balance, reserved } = await platform.credits(person);
  const held = sum(rows, ledgerTypeDetails.generationReserved);
  const spent = sum(rows, ledgerTypeDetails.generationCharged);
  const back = sum(rows, ledgerTypeDetails.generationReturned);
  const income = rows
    .filter((row) => row.type === 1)
    .reduce((total, row) => total + row.balance, 0);
  const ended = sum(rows, ledgerTypeDetails.pointsExpired);
  expect(balance).toBe(income - held - ended);
  expect(reserved).toBe(held - spent - back);
  expect(rows.every((row) => row.balance_after >= 0)).toBe(true);
  return rows;
}

const details = (rows: Entry[]) =>
  rows.map((row) => [row.type_detail, row.balance, row.balance_after]);

test('a new account has its gift in the ledger', async () => {
  const person = await platform.register();
  expect(details(await expectBalanced(person))).toEqual([
    [ledgerTypeDetails.registrationReward, 50, 50],
  ]);
});

test('a success is held first and then charged', async () => {
  const person = await platform.register();
  const { body } = await platform.generate(person, 'three', { n: 3 });
  await platform.ended(person, body.id);
  expect(details(await expectBalanced(person)).slice(1)).toEqual([
    [ledgerTypeDetails.generationReserved, 3, 47],
    [ledgerTypeDetails.generationCharged, 3, 47],
  ]);
});

test('fewer outputs than asked for are charged as what they are, and the rest comes back', async () => {
  const person = await platform.register();
  const { body } = await platform.generate(person, 'partial', { n: 4 });
  const ended = await platform.ended(person, body.id);
  expect(ended.body).toMatchObject({ state: 'Finished', finished: 1, total: 4, cost: 1 });
  // Where its engine says nothing more, that is all there is to say.
  expect(ended.body).toMatchObject({ faulted: false, code: 'engine-failed', message: null });
  expect(details(await expectBalanced(person)).slice(2)).toEqual([
    [ledgerTypeDetails.generationCharged, 1, 46],
    [ledgerTypeDetails.generationReturned, 3, 49],
  ]);
});

test('for people to read, a charge is one row of what was made, and what came back whole is none', async () => {
  const person = await platform.register();
  const done = (await platform.generate(person, 'partial', { n: 4 })).body.id;
  await platform.ended(person, done);
  const failed = (await platform.generate(person, 'refuse this')).body.id;
  await platform.ended(person, failed);
  const answer = await platform.call('POST', '/api/user/get_balance_list', {
    person,
    body: { per_page: '10', page: '1' },
  });
  expect(answer.body.data.total).toBe(2);
  const rows = (answer.body.data.data as Entry[]).toReversed();
  expect(details(rows)).toEqual([
    [ledgerTypeDetails.registrationReward, 50, 50],
    [ledgerTypeDetails.generationCharged, 1, 49],
  ]);
  engine.hold = true;
  const held = (await platform.generate(person, 'a hold', { n: 2 })).body.id;
  const run = await engine.nextRun();
  const { body } = await platform.call('POST', '/api/user/get_balance_list', {
    person,
    body: { changes_only: true, per_page: 1 },
  });
  expect(details(body.data.data as Entry[])).toEqual([
    [ledgerTypeDetails.generationReserved, 2, 47],
  ]);
  run.finish();
  await platform.ended(person, held);
});

test('a failure gives everything back and says why', async () => {
  const person = await platform.register();
  const { body } = await platform.generate(person, 'refuse this');
  const ended = await platform.ended(person, body.id);
  expect(ended.body).toMatchObject({
    state: 'Failed',
    faulted: true,
    done: false,
    code: 'nsfw-content',
    cost: 0,
  });
  expect(await platform.credits(person)).toEqual({ balance: 50, reserved: 0 });
  await expectBalanced(person);
});

test('a result that is no picture is no success', async () => {
  const person = await platform.register();
  const { body } = await platform.generate(person, 'damaged');
  const ended = await platform.ended(person, body.id);
  expect(ended.body).toMatchObject({ state: 'Failed', code: 'result-damaged' });
  expect(await platform.credits(person)).toEqual({ balance: 50, reserved: 0 });
});

test('cancelling gives credits back while waiting, while running, and not after the end', async () => {
  engine.hold = true;
  const person = await platform.register();
  const ids: string[] = [];
  for (const name of ['one', 'two', 'three'])
    ids.push((await platform.generate(person, name)).body.id);
  const running = [await engine.nextRun(), await engine.nextRun()];
  const cancel = (id: string | undefined) =>
    platform.call('DELETE', `/api/v2/generate/status/${id}`, { person });

  expect((await cancel(ids[2])).body).toMatchObject({ state: 'Cancelled', cost: 0 });
  expect(await platform.credits(person)).toEqual({ balance: 48, reserved: 2 });

  const aborted = running.find((run) => run.job.id === ids[0]);
  const isAborted = new Promise((resolve) =>
    aborted?.context.signal.addEventListener('abort', resolve),
  );
  expect((await cancel(ids[0])).body.state).toBe('Cancelled');
  expect(await platform.credits(person)).toEqual({ balance: 49, reserved: 1 });
  await isAborted;

  running.find((run) => run.job.id === ids[1])?.finish();
  await platform.ended(person, ids[1] ?? '');
  expect((await cancel(ids[1])).body).toMatchObject({ state: 'Finished' });
  expect((await cancel(ids[0])).body.state).toBe('Cancelled');
  expect(await platform.credits(person)).toEqual({ balance: 49, reserved: 0 });
  await expectBalanced(person);
});

test('an engine that ends just after the cancel changes nothing any more', async () => {
  engine.hold = true;
  const person = await platform.register();
  const { body } = await platform.generate(person, 'late');
  const run = await engine.nextRun();
  const cancelling = platform.call('DELETE', `/api/v2/generate/status/${body.id}`, { person });
  run.finish();
  await cancelling;
  const ended = await platform.ended(person, body.id);
  const rows = await expectBalanced(person);
  const isFinished = ended.body.state === 'Finished';
  expect(
    rows.filter((row) => row.type_detail === ledgerTypeDetails.generationCharged),
  ).toHaveLength(isFinished ? 1 : 0);
  expect(ended.body.generations).toHaveLength(isFinished ? 1 : 0);
});

test("what is left of a day's claim is lost with the day, and a row says so", async () => {
  const person = await platform.register();
  await platform.call('GET', '/api/user/draw_credit_balance', { person });
  const { rows: lots } = await platform.database.execute(sql`
    select ends_at from credit_lots where user_id = ${person.uid} and ends_at is not null`);
  expect(lots.map((lot) => new Date(lot['ends_at'] as string).getTime())).toEqual([
    claimDayEndMs(Date.now(), timeZoneDefault),
  ]);
  const { body } = await platform.generate(person, 'three', { n: 3 });
  await platform.ended(person, body.id);
  await platform.database.execute(sql`
    update credit_lots set ends_at = now() where user_id = ${person.uid} and ends_at is not null`);
  expect(await platform.credits(person)).toEqual({ balance: 50, reserved: 0 });
  expect(details(await expectBalanced(person)).at(-1)).toEqual([
    ledgerTypeDetails.pointsExpired,
    7,
    50,
  ]);
});

test("today's credits are claimed once, however often they are asked for", async () => {
  const person = await platform.register();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      platform.call('GET', '/api/user/draw_credit_balance', { person }),
    ),
  );
  expect(answers.filter((answer) => answer.body.data.claimed)).toHaveLength(1);
  expect((await platform.credits(person)).balance).toBe(60);
  const config = await platform.call('GET', '/api/user/draw_config', { person });
  expect(config.body).toEqual({
    status: true,
    data: { general_users: 10, vip_users: 20, draw_today: true },
  });
  await expectBalanced(person);
});

/** Mulberry32: the same numbers for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test.each([1, 2, 3])('whatever races, ledger, balance and works agree (seed %i)', async (seed) => {
  const next = random(seed);
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(next() * items.length)] as Item;
  const people = [await platform.register(12), await platform.register(20)];
  const ids: { person: Person; id: string }[] = [];
  const plan = Array.from({ length: 40 }, () => ({
    person: pick(people),
    prompt: pick(['fine', 'fine', 'partial', 'refuse', 'slow:15', 'slow:40 partial']),
    n: pick([1, 2, 4]),
    cancels: next() < 0.3,
    claims: next() < 0.1,
  }));
  await Promise.all(
    plan.map(async ({ person, prompt, n, cancels, claims }) => {
      if (claims) await platform.call('GET', '/api/user/draw_credit_balance', { person });
      const { status, body } = await platform.generate(person, prompt, { n });
      expect([200, 562]).toContain(status);
      if (status !== 200) return;
      ids.push({ person, id: body.id });
      if (cancels) await platform.call('DELETE', `/api/v2/generate/status/${body.id}`, { person });
    }),
  );
  const ended = await Promise.all(ids.map(({ person, id }) => platform.ended(person, id)));
  for (const person of people) {
    const rows = await expectBalanced(person);
    expect((await platform.credits(person)).reserved).toBe(0);
    const works = await platform.call('POST', '/api/v2/get_generate_works_count', { person });
    expect(sum(rows, ledgerTypeDetails.generationCharged)).toBe(works.body.data);
    const mine = ended.filter((_, index) => ids[index]?.person === person);
    const finished = mine.filter((answer) => answer.body.state === 'Finished').length;
    const charges = rows.filter((row) => row.type_detail === ledgerTypeDetails.generationCharged);
    expect(charges).toHaveLength(finished);
    expect(new Set(charges.map((row) => row.job_id)).size).toBe(finished);
  }
});

test("a hundred claims of a day's credits at once are one", async () => {
  const person = await platform.register();
  const answers = await Promise.all(
    Array.from({ length: 100 }, () =>
      platform.call('GET', '/api/user/draw_credit_balance', { person }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
  expect(answers.filter(({ body }) => body.data.claimed)).toHaveLength(1);
  expect(new Set(answers.map(({ body }) => body.data.balance))).toEqual(new Set([60]));
  const rows = await expectBalanced(person);
  expect(sum(rows, ledgerTypeDetails.dailyReward)).toBe(10);
});

test('a hundred cancels of one job at once, and its end with them, give back or charge once', async () => {
  const person = await platform.register();
  engine.hold = true;
  const { body } = await platform.generate(person, 'four', { n: 4 });
  const run = await engine.nextRun();
  const cancel = () => platform.call('DELETE', `/api/v2/generate/status/${body.id}`, { person });
  const [answers] = await Promise.all([
    Promise.all(Array.from({ length: 100 }, cancel)),
    Promise.resolve().then(() => run.finish()),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
  const end = await platform.ended(person, body.id);
  const { balance, reserved } = await platform.credits(person);
  expect([balance, reserved]).toEqual([end.body.state === 'Finished' ? 46 : 50, 0]);
  await expectBalanced(person);
});
