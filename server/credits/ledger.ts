import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';

import { ledgerTypeDetails, ledgerTypes } from '../../src/domain/credits.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { creditAccounts, ledger } from '../database/schema.ts';

export interface CreditState {
  balance: number;
  reserved: number;
}

interface JobOfEntry {
  id: string;
  jobType: string;
}

type Detail = (typeof ledgerTypeDetails)[keyof typeof ledgerTypeDetails];

async function writeRow(
  transaction: Transaction,
  userId: number,
  row: { type: number; detail: Detail; amount: number; balanceAfter: number; job?: JobOfEntry },
): Promise<void> {
  await transaction.insert(ledger).values({
    userId,
    type: row.type,
    typeDetail: row.detail,
    amount: row.amount,
    balanceAfter: row.balanceAfter,
    jobId: row.job?.id ?? null,
    jobType: row.job?.jobType ?? null,
  });
}

/** Every change below updates the one account row first: its lock puts all changes of a person in a line. */
async function change(
  transaction: Transaction,
  userId: number,
  difference: { balance: number; reserved: number },
): Promise<CreditState | null> {
  const [state] = await transaction
    .update(creditAccounts)
    .set({
      balance: sql`${creditAccounts.balance} + ${difference.balance}`,
      reserved: sql`${creditAccounts.reserved} + ${difference.reserved}`,
    })
    .where(and(eq(creditAccounts.userId, userId), gte(creditAccounts.balance, -difference.balance)))
    .returning({ balance: creditAccounts.balance, reserved: creditAccounts.reserved });
  return state ?? null;
}

async function mustChange(
  transaction: Transaction,
  userId: number,
  difference: { balance: number; reserved: number },
): Promise<CreditState> {
  const state = await change(transaction, userId, difference);
  if (!state) throw new Error(`the credit account of user ${userId} is missing`);
  return state;
}

export async function openAccount(
  transaction: Transaction,
  userId: number,
  registrationCredits: number,
): Promise<void> {
  await transaction.insert(creditAccounts).values({ userId });
  if (registrationCredits > 0) {
    await grant(transaction, userId, registrationCredits, ledgerTypeDetails.registrationReward);
  }
}

/** @returns the account after the income */
export async function grant(
  transaction: Transaction,
  userId: number,
  amount: number,
  detail: Detail,
): Promise<CreditState> {
  const state = await mustChange(transaction, userId, { balance: amount, reserved: 0 });
  await writeRow(transaction, userId, {
    type: ledgerTypes.income,
    detail,
    amount,
    balanceAfter: state.balance,
  });
  return state;
}

/**
 * Locks accounts, always in the same order: whoever locks several can't wait for another one who does.
 * @returns their states by user; who has no account is absent
 */
export async function lockAccounts(
  transaction: Transaction,
  userIds: readonly number[],
): Promise<Map<number, CreditState>> {
  const rows = await transaction
    .select()
    .from(creditAccounts)
    .where(inArray(creditAccounts.userId, [...new Set(userIds)]))
    .orderBy(asc(creditAccounts.userId))
    .for('update');
  return new Map(rows.map(({ userId, balance, reserved }) => [userId, { balance, reserved }]));
}

/** A hold for a job; `balanceAfter` by the caller, who has locked the account and seen its state. */
export interface Hold {
  userId: number;
  amount: number;
  balanceAfter: number;
  job: JobOfEntry;
}

/** Holds credits for jobs. The accounts are locked, and have enough. */
export async function reserveAll(transaction: Transaction, holds: readonly Hold[]): Promise<void> {
  const paid = holds.filter(({ amount }) => amount > 0);
  if (paid.length === 0) return;
  const rows = JSON.stringify(
    paid.map(({ userId, amount, balanceAfter, job }, place) => ({
      user_id: userId,
      amount,
      balance_after: balanceAfter,
      job_id: job.id,
      job_type: job.jobType,
      place,
    })),
  );
  const { spend } = ledgerTypes;
  const { generationReserved } = ledgerTypeDetails;
  await transaction.execute(sql`
    with holds as (
      select * from jsonb_to_recordset(${rows}::jsonb) as hold (
        user_id bigint, amount int, balance_after int, job_id uuid, job_type text, place int)
    ), accounts as (
      update credit_accounts set balance = balance - sums.amount, reserved = reserved + sums.amount
      from (select user_id, sum(amount)::int as amount from holds group by user_id) sums
      where credit_accounts.user_id = sums.user_id
    )
    insert into ledger (user_id, type, type_detail, amount, balance_after, job_id, job_type)
    select user_id, ${spend}::int, ${generationReserved}::int, amount, balance_after, job_id, job_type
    from holds order by place`);
}

/**
 * Ends a hold: `charged` of it is spent, the rest goes back to the balance.
 * @param held what was held for this job
 */
export async function settle(
  transaction: Transaction,
  userId: number,
  held: number,
  charged: number,
  job: JobOfEntry,
): Promise<void> {
  const returned = held - charged;
  if (held === 0) return;
  if (charged < 0 || returned < 0) throw new RangeError(`${charged} of ${held} can't be charged`);
  const state = await mustChange(transaction, userId, { balance: returned, reserved: -held });
  if (charged > 0) {
    await writeRow(transaction, userId, {
      type: ledgerTypes.spend,
      detail: ledgerTypeDetails.generationCharged,
      amount: charged,
      balanceAfter: state.balance - returned,
      job,
    });
  }
  if (returned > 0) {
    await writeRow(transaction, userId, {
      type: ledgerTypes.income,
      detail: ledgerTypeDetails.generationReturned,
      amount: returned,
      balanceAfter: state.balance,
      job,
    });
  }
}

export async function creditState(
  database: Database | Transaction,
  userId: number,
): Promise<CreditState> {
  const [state] = await database
    .select({ balance: creditAccounts.balance, reserved: creditAccounts.reserved })
    .from(creditAccounts)
    .where(eq(creditAccounts.userId, userId));
  return state ?? { balance: 0, reserved: 0 };
}
