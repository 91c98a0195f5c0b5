import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';

import { ledgerTypeDetails } from '../../src/domain/credits.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { writeBooks } from './book.ts';
import type { Entry } from './book.ts';
import type { Lot, Part } from './lots.ts';
import { creditAccounts, creditLots } from './tables.ts';

export interface CreditState {
  balance: number;
  reserved: number;
}

/** An account whose row is locked, with the lots that can be spent, in the order they are. */
export interface LockedAccount extends CreditState {
  lots: Lot[];
}

/** Of all lots with something in them: what has ended can't be spent any more. */
const hasEnded = sql<boolean>`coalesce(${creditLots.endsAt} <= now(), false)`;

/**
 * Locks accounts, always in the same order: whoever locks several can't wait for another one who does. What has
 * ended by now leaves the balance, with its row in the ledger.
 * @returns the accounts by user; who has none is absent
 */
export async function lockAccounts(
  transaction: Transaction,
  userIds: readonly number[],
): Promise<Map<number, LockedAccount>> {
  const ids = [...new Set(userIds)];
  const rows = await transaction
    .select()
    .from(creditAccounts)
    .where(inArray(creditAccounts.userId, ids))
    .orderBy(asc(creditAccounts.userId))
    .for('update');
  const accounts = new Map<number, LockedAccount>(
    rows.map(({ userId, balance, reserved }) => [userId, { balance, reserved, lots: [] }]),
  );
  // After the locks, or another one's changes could be missed.
  const lots = await transaction
    .select({
      id: creditLots.id,
      userId: creditLots.userId,
      remaining: creditLots.remaining,
      hasEnded,
    })
    .from(creditLots)
    .where(and(inArray(creditLots.userId, ids), sql`${creditLots.remaining} > 0`))
    .orderBy(sql`${creditLots.endsAt} asc nulls last`, asc(creditLots.id));
  const expiries: Entry[] = [];
  const taken: Part[] = [];
  for (const { id, userId, remaining, hasEnded: isOver } of lots) {
    const account = accounts.get(userId);
    if (!account) continue;
    if (!isOver) {
      account.lots.push({ id, remaining });
      continue;
    }
    account.balance -= remaining;
    taken.push({ lotId: id, amount: -remaining });
    expiries.push({
      userId,
      detail: ledgerTypeDetails.pointsExpired,
      amount: remaining,
      balanceAfter: account.balance,
    });
  }
  await writeBooks(transaction, expiries, taken);
  return accounts;
}

/**
 * Locks one account.
 * @throws when the person has none
 */
export async function lockAccount(
  transaction: Transaction,
  userId: number,
): Promise<LockedAccount> {
  const account = (await lockAccounts(transaction, [userId])).get(userId);
  if (!account) throw new Error(`the credit account of user ${userId} is missing`);
  return account;
}

/** What a person has now; what has ended is taken out first. */
export async function creditState(
  database: Database | Transaction,
  userId: number,
): Promise<CreditState> {
  const [row] = await database
    .select({
      balance: creditAccounts.balance,
      reserved: creditAccounts.reserved,
      hasEnded: sql<boolean>`exists (
        select 1 from credit_lots where user_id = ${userId} and remaining > 0 and ends_at <= now())`,
    })
    .from(creditAccounts)
    .where(eq(creditAccounts.userId, userId));
  if (!row) return { balance: 0, reserved: 0 };
  const { balance, reserved } = row.hasEnded
    ? await database.transaction((transaction) => lockAccount(transaction, userId))
    : row;
  return { balance, reserved };
}

const peopleAtOnce = 100;

/** Takes out what has ended, of everybody who has not looked since. */
export async function expireCredits(database: Database): Promise<void> {
  for (;;) {
    const due = await database
      .selectDistinct({ userId: creditLots.userId })
      .from(creditLots)
      .where(and(sql`${creditLots.remaining} > 0`, lte(creditLots.endsAt, sql`now()`)))
      .limit(peopleAtOnce);
    if (due.length === 0) return;
    await database.transaction((transaction) =>
      lockAccounts(
        transaction,
        due.map(({ userId }) => userId),
      ),
    );
  }
}
