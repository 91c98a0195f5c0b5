import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';

import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { addLocalUser } from '../../../server/accounts/identities.ts';
import { creditState, expireCredits, lockAccount } from '../../../server/credits/accounts.ts';
import {
  grant,
  openAccount,
  reserveAll,
  settle,
  takeHold,
} from '../../../server/credits/ledger.ts';
import { listMovements } from '../../../server/credits/movements.ts';
import type { CreditMovement } from '../../../server/credits/movements.ts';
import { openStorage } from '../../../server/database/connect.ts';
import type { Database, Storage, Transaction } from '../../../server/database/connect.ts';
import { Problem } from '../../../server/http/problem.ts';
import { createLog } from '../../../server/log.ts';
import {
  beginRefund,
  bookPayment,
  bookRefund,
  refundNumber,
} from '../../../server/payments/bookkeeping.ts';
import { newOrderNumber } from '../../../server/payments/service.ts';
import { addOrder, readOrder } from '../../../server/payments/store.ts';
import type { RefundState } from '../../../server/payments/till.ts';
import { ledgerTypeDetails, ledgerTypes } from '../../../src/domain/credits.ts';
import { temporaryFolder, testConfig } from './fixtures/platform.ts';

/** More for a long run: `KILN_HISTORIES=10000`. */
const histories = Number(process.env.KILN_HISTORIES ?? 60);
vi.setConfig({ testTimeout: Math.max(300_000, histories * 500) });

let folder = '';
let storage: Storage;

beforeAll(async () => {
  folder = await temporaryFolder();
  storage = await openStorage(testConfig(folder), createLog('silent'));
});
afterAll(async () => {
  await storage?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** One step of a history; `pick` chooses among the jobs that are under way. */
type Step =
  | { kind: 'grant'; amount: number; ends: 'never' | 'soon' | 'late' }
  | { kind: 'reserve'; amount: number }
  | { kind: 'settle'; pick: number; share: number }
  | { kind: 'expire'; sweeps: boolean }
  | { kind: 'buy'; amount: number; told: number }
  | { kind: 'refund'; pick: number; state: RefundState }
  | { kind: 'read' };

interface Act {
  steps: Step[];
  /** Steps of one act race; with a crash the last of them is undone at its end. */
  crashes: boolean;
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('grant' as const),
    amount: fc.integer({ min: 1, max: 30 }),
    ends: fc.constantFrom('never' as const, 'soon' as const, 'late' as const),
  }),
  fc.record({ kind: fc.constant('reserve' as const), amount: fc.integer({ min: 0, max: 25 }) }),
  fc.record({
    kind: fc.constant('settle' as const),
    pick: fc.nat(20),
    share: fc.integer({ min: 0, max: 4 }),
  }),
  fc.record({ kind: fc.constant('expire' as const), sweeps: fc.boolean() }),
  fc.record({
    kind: fc.constant('buy' as const),
    amount: fc.integer({ min: 1, max: 30 }),
    told: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({
    kind: fc.constant('refund' as const),
    pick: fc.nat(20),
    state: fc.constantFrom('done' as const, 'pending' as const, 'refused' as const),
  }),
  fc.constant({ kind: 'read' as const }),
);
const act: fc.Arbitrary<Act> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  crashes: fc.boolean(),
});

class Crash extends Error {}

const silent = createLog('silent');
const ignoreCrash = (error: unknown): null => {
  if (error instanceof Crash) return null;
  throw error;
};
/** A database under a process that dies before each commit. */
const crashing = {
  transaction: (work: (transaction: Transaction) => Promise<unknown>) =>
    storage.database.transaction(async (transaction) => {
      await work(transaction);
      throw new Crash();
    }),
} as unknown as Database;

interface Job {
  id: string;
  held: number;
}

async function newPerson(credits: number): Promise<number> {
  return storage.database.transaction(async (transaction) => {
    const account = randomUUID();
    const user = await addLocalUser(transaction, { account, nick: 'a', passwordHash: 'none' });
    if (!user) throw new Error('no user was made');
    await openAccount(transaction, user.id, credits);
    return user.id;
  });
}

/**
 * Lets the moment come at which lots end that end soon: they ended a second ago. Lots are changed under their
 * account's lock, as everywhere.
 */
const letTimePass = (uid: number) => sql`
  with held as materialized (select user_id from credit_accounts where user_id = ${uid} for update)
  update credit_lots set ends_at = now() - interval '1 second'
  from held
  where credit_lots.user_id = held.user_id and ends_at < now() + interval '1 hour'`;

const endOf = { never: null, soon: 60_000, late: 30 * 86_400_000 };

/** The person whose history it is: what is under way, and how each step is done. */
class History {
  readonly uid: number;
  jobs: Job[] = [];
  /** Numbers of orders. */
  bought: string[] = [];

  constructor(uid: number) {
    this.uid = uid;
  }

  private async change(
    crashes: boolean,
    work: (transaction: Transaction) => Promise<() => void>,
  ): Promise<void> {
    try {
      const commit = await storage.database.transaction(async (transaction) => {
        const done = await work(transaction);
        // As a process that dies: everything was said to the database but the commit.
        if (crashes) throw new Crash();
        return done;
      });
      commit();
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
  }

  async take(next: Step, crashes: boolean): Promise<void> {
    const { uid } = this;
    const { database } = storage;
    switch (next.kind) {
      case 'grant': {
        const ms = endOf[next.ends];
        const endsAt = ms === null ? null : new Date(Date.now() + ms);
        return this.change(crashes, async (transaction) => {
          await grant(transaction, uid, next.amount, ledgerTypeDetails.limitedTimeReward, endsAt);
          return () => undefined;
        });
      }
      case 'reserve': {
        const job: Job = { id: randomUUID(), held: next.amount };
        return this.change(crashes, async (transaction) => {
          const account = await lockAccount(transaction, uid);
          const hold = takeHold(account, uid, next.amount, { id: job.id, jobType: 'Text2Img' });
          if (!hold) return () => undefined;
          await reserveAll(transaction, [hold]);
          return () => this.jobs.push(job);
        });
      }
      case 'settle': {
        const [job] = this.jobs.splice(next.pick % Math.max(1, this.jobs.length), 1);
        if (!job) return;
        const charged = Math.floor((job.held * next.share) / 4);
        let isDone = false;
        await this.change(crashes, async (transaction) => {
          await settle(transaction, uid, job.held, charged, { id: job.id, jobType: 'Text2Img' });
          return () => (isDone = true);
        });
        if (!isDone) this.jobs.push(job);
        return;
      }
      case 'expire':
        await database.execute(letTimePass(uid));
        if (next.sweeps) await expireCredits(database);
        return;
      case 'buy':
        return this.buy(next.amount, next.told, crashes);
      case 'refund':
        return this.refund(next.pick, next.state, crashes);
      case 'read':
        await creditState(database, uid);
    }
  }

  /** An order that its provider tells of as often as it likes, at once. */
  private async buy(amount: number, told: number, crashes: boolean): Promise<void> {
    const number = newOrderNumber(Date.now());
    await addOrder(storage.database, {
      number,
      userId: this.uid,
      key: number,
      plan: 'basic',
      months: 1,
      way: 'wechat',
      amountFen: 100 * amount,
      credits: amount,
      firstBonus: 3,
      limitedBonus: 1,
      givesVip: true,
      expiresAt: new Date(),
    });
    this.bought.push(number);
    const payment = { transaction: `t${number}`, fen: 100 * amount, paidAt: new Date() };
    const book = (database: Database) =>
      bookPayment(database, silent, { way: 'wechat', number, payment }).catch(ignoreCrash);
    await Promise.all([
      ...Array.from({ length: told }, () => book(storage.database)),
      ...(crashes ? [book(crashing)] : []),
    ]);
  }

  private async refund(pick: number, state: RefundState, crashes: boolean): Promise<void> {
    const number = this.bought[pick % Math.max(1, this.bought.length)];
    if (number === undefined) return;
    const database = crashes ? crashing : storage.database;
    // Unpaid, refunded, or nothing is left of it: it is refused, and changes nothing.
    const begun = await beginRefund(database, number, { by: 1, reason: '' }).catch(
      (error: unknown) => {
        if (error instanceof Problem) return null;
        return ignoreCrash(error);
      },
    );
    const order = begun ?? (await readOrder(storage.database, number));
    if (order?.state !== 'refunding') return;
    const refund = refundNumber(order);
    await bookRefund(database, silent, { number, refund, state }).catch(ignoreCrash);
  }

  /** Each order that is paid has its row, and no other has one. */
  private async expectOrders(): Promise<void> {
    const { rows } = await storage.database.execute(sql`
      select count(*)::int as wrong from orders
      where user_id = ${this.uid} and granted <> (
        select coalesce(sum(change), 0) from ledger
        where order_id = orders.id and type_detail = ${ledgerTypeDetails.packagePurchase})
      or (user_id = ${this.uid} and state = 'paid' and granted <> (
        select coalesce(sum(change), 0) from ledger where order_id = orders.id))
      or (user_id = ${this.uid} and state in ('refunding', 'refunded') and granted - refund_credits <> (
        select coalesce(sum(change), 0) from ledger where order_id = orders.id))`);
    expect(rows).toEqual([{ wrong: 0 }]);
  }

  /** Balance, lots and ledger agree, nothing is below zero, and every credit that ever came is accounted for. */
  async expectAgreement(): Promise<void> {
    const { uid } = this;
    const { rows } = await storage.database.execute(sql`
      select balance, reserved,
        (select coalesce(sum(remaining), 0)::int from credit_lots where user_id = ${uid}) as in_lots,
        (select coalesce(sum(change), 0)::int from ledger where user_id = ${uid}) as in_ledger,
        (select coalesce(min(balance_after), 0) >= 0 from ledger where user_id = ${uid}) as never_below,
        (select coalesce(sum(job_credits.amount), 0)::int from job_credits
          join credit_lots on credit_lots.id = lot_id where user_id = ${uid}
          and job_id = any(${`{${this.jobs.map(({ id }) => id).join()}}`}::uuid[])) as held,
        (select coalesce(sum(amount), 0)::int from credit_lots where user_id = ${uid})
          - (select coalesce(sum(amount), 0)::int from ledger where user_id = ${uid}
            and type_detail in (${ledgerTypeDetails.generationCharged}, ${ledgerTypeDetails.pointsExpired},
              ${ledgerTypeDetails.purchaseRefunded})) as left_over
      from credit_accounts where user_id = ${uid}`);
    const { balance, reserved, ...row } = rows[0] as Record<string, number>;
    expect(row).toEqual({
      in_lots: balance,
      in_ledger: balance,
      never_below: true,
      held: reserved,
      left_over: (balance ?? 0) + (reserved ?? 0),
    });
    expect(reserved).toBe(this.jobs.reduce((total, { held }) => total + held, 0));
    const told = await listMovements(storage.database, uid, { limit: 1, offset: 0 });
    expect(told.rows[0]?.balanceAfter ?? 0).toBe(balance);
    await this.expectPages(told.total);
    await this.expectOrders();
  }

  /** Small pages are the whole list in pieces, and each movement leaves what the one before left and it changed. */
  async expectPages(total: number): Promise<void> {
    const list = (limit: number, offset: number) =>
      listMovements(storage.database, this.uid, { limit, offset });
    const { rows: all } = await list(1_000, 0);
    expect(all).toHaveLength(total);
    const pieces: CreditMovement[] = [];
    for (let offset = 0; offset < total; offset += 3) pieces.push(...(await list(3, offset)).rows);
    expect(pieces).toEqual(all);
    let before = 0;
    for (const { type, amount, balanceAfter } of all.toReversed()) {
      before += type === ledgerTypes.income ? amount : -amount;
      expect(balanceAfter).toBe(before);
    }
  }
}

test('whatever happens to credits, balance, lots, ledger and the list for people agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(40), fc.array(act, { maxLength: 8 }), async (credits, acts) => {
      const history = new History(await newPerson(credits));
      for (const { steps, crashes } of acts) {
        const last = steps.length - 1;
        await Promise.all(steps.map((next, at) => history.take(next, crashes && at === last)));
        await history.expectAgreement();
      }
    }),
    { numRuns: histories, endOnFailure: process.env.CI !== undefined },
  );
});

test('what ends first is spent first, and what comes back comes back to where it was', async () => {
  const uid = await newPerson(10);
  const { database } = storage;
  const give = (amount: number, ms: number) =>
    database.transaction((transaction) =>
      grant(transaction, uid, amount, ledgerTypeDetails.dailyReward, new Date(Date.now() + ms)),
    );
  await give(5, endOf.late);
  await give(4, endOf.soon);
  const remaining = async () =>
    (
      await database.execute<{ remaining: number }>(
        sql`select remaining from credit_lots where user_id = ${uid} order by id`,
      )
    ).rows.map((row) => row.remaining);
  const job = { id: randomUUID(), jobType: 'Text2Img' };
  await database.transaction(async (transaction) => {
    const hold = takeHold(await lockAccount(transaction, uid), uid, 12, job);
    await reserveAll(transaction, hold ? [hold] : []);
  });
  expect(await remaining()).toEqual([7, 0, 0]);
  await database.transaction((transaction) => settle(transaction, uid, 12, 6, job));
  expect(await remaining()).toEqual([10, 3, 0]);
});

test('what comes back to a lot that has ended is lost with it, with a row that says so', async () => {
  const uid = await newPerson(0);
  const { database } = storage;
  const job = { id: randomUUID(), jobType: 'Text2Img' };
  await database.transaction(async (transaction) => {
    const soon = new Date(Date.now() + endOf.soon);
    await grant(transaction, uid, 5, ledgerTypeDetails.dailyReward, soon);
    const hold = takeHold(await lockAccount(transaction, uid), uid, 4, job);
    await reserveAll(transaction, hold ? [hold] : []);
  });
  await database.execute(letTimePass(uid));
  await database.transaction((transaction) => settle(transaction, uid, 4, 1, job));
  expect(await creditState(database, uid)).toEqual({ balance: 0, reserved: 0 });
  const { rows, total } = await listMovements(database, uid, { limit: 10, offset: 0 });
  // Newest first: three that came back too late, one that was left over, one that was spent, five that came.
  expect(rows.map((row) => [row.typeDetail, row.amount, row.balanceAfter])).toEqual([
    [ledgerTypeDetails.pointsExpired, 3, 0],
    [ledgerTypeDetails.pointsExpired, 1, 3],
    [ledgerTypeDetails.generationCharged, 1, 4],
    [ledgerTypeDetails.dailyReward, 5, 5],
  ]);
  expect(total).toBe(4);
});
