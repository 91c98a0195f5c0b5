import { sql } from 'drizzle-orm';

import { ledgerTypeDetails, ledgerTypes } from '../../src/domain/credits.ts';
import type { Transaction } from '../database/connect.ts';
import type { Part } from './lots.ts';

export type Detail = (typeof ledgerTypeDetails)[keyof typeof ledgerTypeDetails];

export interface JobOfEntry {
  id: string;
  jobType: string;
}

/** One row of the ledger to be written. */
export interface Entry {
  userId: number;
  detail: Detail;
  amount: number;
  /** Of the account, when this row and those before it are counted. */
  balanceAfter: number;
  job?: JobOfEntry;
  /** The order that it was bought with, or leaves with. */
  orderId?: string;
}

/** What a row does to the balance and to what is held, per credit; every kind that is absent is an income. */
const effects: Partial<Record<Detail, { balance: number; reserved: number }>> = {
  [ledgerTypeDetails.pointsExpired]: { balance: -1, reserved: 0 },
  [ledgerTypeDetails.purchaseRefunded]: { balance: -1, reserved: 0 },
  [ledgerTypeDetails.generationReserved]: { balance: -1, reserved: 1 },
  [ledgerTypeDetails.generationCharged]: { balance: 0, reserved: -1 },
  [ledgerTypeDetails.generationReturned]: { balance: 1, reserved: -1 },
};
const income = { balance: 1, reserved: 0 };

function rowOf({ userId, detail, amount, balanceAfter, job, orderId }: Entry, place: number) {
  const effect = effects[detail] ?? income;
  return {
    place,
    user_id: userId,
    type: effect.balance > 0 ? ledgerTypes.income : ledgerTypes.spend,
    type_detail: detail,
    amount,
    change: amount * effect.balance,
    reserved_change: amount * effect.reserved,
    balance_after: balanceAfter,
    job_id: job?.id ?? null,
    job_type: job?.jobType ?? null,
    order_id: orderId ?? null,
  };
}

/**
 * The one place that writes the ledger. Accounts follow from the rows and lots from their changes in the same
 * statement, so that balance, lots and ledger can't come apart. The accounts are locked by the caller.
 * @param lotChanges credits that leave (negative) or come back to lots
 */
export async function writeBooks(
  transaction: Transaction,
  entries: readonly Entry[],
  lotChanges: readonly Part[],
): Promise<void> {
  const rows = entries.filter(({ amount }) => amount > 0).map(rowOf);
  if (rows.length === 0) return;
  const changes = lotChanges.map(({ lotId, amount }) => ({ lot_id: lotId, amount }));
  // Named once more as a list, by whose length the database decides to use its index.
  const lotIds = `{${lotChanges.map(({ lotId }) => lotId).join()}}`;
  await transaction.execute(sql`
    with entries as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (
        place int, user_id bigint, type int, type_detail int, amount int, change int, reserved_change int,
        balance_after int, job_id uuid, job_type text, order_id uuid)
    ), accounts as (
      update credit_accounts
      set balance = balance + sums.change, reserved = reserved + sums.reserved_change
      from (
        select user_id, sum(change)::int as change, sum(reserved_change)::int as reserved_change
        from entries group by user_id
      ) sums
      where credit_accounts.user_id = sums.user_id
    ), lots as (
      update credit_lots set remaining = remaining + sums.amount
      from (
        select lot_id, sum(amount)::int as amount
        from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as part (lot_id bigint, amount int)
        group by lot_id
      ) sums
      where credit_lots.id = sums.lot_id and credit_lots.id = any(${lotIds}::bigint[])
    )
    insert into ledger (user_id, type, type_detail, amount, change, balance_after, job_id, job_type, order_id)
    select user_id, type, type_detail, amount, change, balance_after, job_id, job_type, order_id
    from entries order by place`);
}
