import { and, eq, gte, sql } from 'drizzle-orm';

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

/** Holds credits for a job. @returns null, and nothing changed, when there are too few */
export async function reserve(
  transaction: Transaction,
  userId: number,
  amount: number,
  job: JobOfEntry,
): Promise<CreditState | null> {
  const state = await change(transaction, userId, { balance: -amount, reserved: amount });
  if (state && amount > 0) {
    await writeRow(transaction, userId, {
      type: ledgerTypes.spend,
      detail: ledgerTypeDetails.generationReserved,
      amount,
      balanceAfter: state.balance,
      job,
    });
  }
  return state;
}

/**
 * Ends a hold: `charged` of it is spent, the rest goes back to the balance.
 * @param held what `reserve` held for this job
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
