import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { claimDayEndMs, ledgerTypeDetails, timeZoneDefault } from '../../../src/domain/credits.ts';
import { startTestPlatform } from './fixtures/platform.ts';
import type { Person, TestPlatform } from './fixtures/platform.ts';
import { createTestEngine } from './fixtures/test-engine.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startTestPlatform(createTestEngine());
});
afterAll(() => platform?.stop());

const ask = (person: Person | undefined, pointstr: unknown) =>
  platform.call('POST', '/api/user/draw_config', {
    ...(person && { person }),
    body: { pointstr },
  });
const take = (person: Person, pointstr: string) =>
  platform.call('POST', '/api/user/draw_credit_balance', { person, body: { pointstr } });

async function lotsOf({ uid }: Person): Promise<{ remaining: number; endsAtMs: number }[]> {
  const { rows } = await platform.database.execute<{
    remaining: number;
    ends_at: string | Date;
  }>(sql`
    select remaining, ends_at from credit_lots
    where user_id = ${uid} and type_detail = ${ledgerTypeDetails.limitedTimeReward} order by id`);
  return rows.map(({ remaining, ends_at: endsAt }) => ({
    remaining,
    endsAtMs: new Date(endsAt).getTime(),
  }));
}

test('a link gives its credits once, until the day is over, and says what it gives before', async () => {
  const person = await platform.register();
  expect((await ask(person, '1')).body).toEqual({
    status: true,
    data: { amount: 70, valid_days: 0, claimed: false },
  });
  const endMs = claimDayEndMs(Date.now(), timeZoneDefault);
  expect((await take(person, '1')).body.data).toEqual({ claimed: true, amount: 70, balance: 120 });
  expect((await take(person, '1')).body.data).toEqual({ claimed: false, amount: 70, balance: 120 });
  expect((await ask(person, '1')).body.data.claimed).toBe(true);
  const [lot] = await lotsOf(person);
  expect(lot?.remaining).toBe(70);
  expect([endMs, endMs + 86_400_000]).toContain(lot?.endsAtMs);
});

test('the two largest hold for thirty days', async () => {
  const person = await platform.register();
  await take(person, '6');
  await take(person, '7');
  const days = (await lotsOf(person)).map(({ endsAtMs }) =>
    Math.round((endsAtMs - Date.now()) / 86_400_000),
  );
  expect(days).toEqual([30, 30]);
  expect((await platform.credits(person)).balance).toBe(950);
});

test('a hundred claims of one link at the same moment give its credits once', async () => {
  const person = await platform.register();
  const answers = await Promise.all(Array.from({ length: 100 }, () => take(person, '3')));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(answers.filter(({ body }) => body.data.claimed)).toHaveLength(1);
  expect((await platform.credits(person)).balance).toBe(250);
  const { rows } = await platform.database.execute<{ rows: number; change: number }>(sql`
    select count(*)::int as rows, sum(change)::int as change from ledger
    where user_id = ${person.uid} and type_detail = ${ledgerTypeDetails.limitedTimeReward}`);
  expect(rows).toEqual([{ rows: 1, change: 200 }]);
});

test('an id that gives nothing, one that is no id, and a guest are refused, and nothing moves', async () => {
  const person = await platform.register();
  for (const unknown of ['8', 'constructor', '__proto__']) {
    expect((await ask(person, unknown)).status, unknown).toBe(404);
    expect((await take(person, unknown)).status, unknown).toBe(404);
  }
  for (const malformed of ['', 'a b', '../1', 'x'.repeat(65), 7, null]) {
    expect((await ask(person, malformed)).status, String(malformed)).toBe(400);
  }
  expect((await ask(undefined, '1')).body.code).toBe('login-required');
  expect((await platform.credits(person)).balance).toBe(50);
});
