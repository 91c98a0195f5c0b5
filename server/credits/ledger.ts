import { asc, eq, sql } from 'drizzle-orm';

import { ledgerTypeDetails } from '../../src/domain/credits.ts';
import type { Transaction } from '../database/connect.ts';
import { lockAccount } from './accounts.ts';
import type { CreditState, LockedAccount } from './accounts.ts';
import { writeBooks } from './book.ts';
import type { Detail, Entry, JobOfEntry } from './book.ts';
import { divideParts, takeParts } from './lots.ts';
import type { Part } from './lots.ts';
import { creditAccounts, creditLots, jobCredits } from './tables.ts';

/** A hold for a job, and the lots that it is taken from. */
export interface Hold {
  userId: number;
  amount: number;
  balanceAfter: number;
  job: JobOfEntry;
  parts: Part[];
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

/**
 * Gives credits, as a lot of their own.
 * @param endsAt when what is left of them is lost; null is never
 * @param orderId the order that they were bought with
 * @returns the account after the income, and the lot
 */
export async function grant(
  transaction: Transaction,
  userId: number,
  amount: number,
  detail: Detail,
  endsAt: Date | null = null,
  orderId?: string,
): Promise<CreditState & { lotId: number }> {
  const { balance, reserved } = await lockAccount(transaction, userId);
  const balanceAfter = balance + amount;
  const [lot] = await transaction
    .insert(creditLots)
    .values({ userId, typeDetail: detail, amount, remaining: amount, endsAt })
    .returning({ id: creditLots.id });
  if (!lot) throw new Error('no lot was made');
  const entry: Entry = { userId, detail, amount, balanceAfter, ...(orderId && { orderId }) };
  await writeBooks(transaction, [entry], []);
  return { balance: balanceAfter, reserved, lotId: lot.id };
}

/**
 * Takes what is left of a lot out of an account, with a row that says so, and ends the lot: what running jobs still
 * hold of it is lost when it comes back.
 * @returns how many credits that were, of how many the lot had at first
 */
export async function takeBackLot(
  transaction: Transaction,
  userId: number,
  lotId: number,
  orderId: string,
): Promise<{ taken: number; given: number; endsAt: Date | null }> {
  // Under the lock, which also takes out what has ended.
  const { balance } = await lockAccount(transaction, userId);
  const [lot] = await transaction.select().from(creditLots).where(eq(creditLots.id, lotId));
  if (!lot || lot.userId !== userId) throw new Error(`lot ${lotId} is not of user ${userId}`);
  const { remaining: taken, amount: given, endsAt } = lot;
  await writeBooks(
    transaction,
    [
      {
        userId,
        detail: ledgerTypeDetails.purchaseRefunded,
        amount: taken,
        balanceAfter: balance - taken,
        orderId,
      },
    ],
    [{ lotId, amount: -taken }],
  );
  await transaction
    .update(creditLots)
    .set({ endsAt: sql`least(${creditLots.endsAt}, now())` })
    .where(eq(creditLots.id, lotId));
  return { taken, given, endsAt };
}

/**
 * Sets credits of a locked account aside for a job, in memory; `reserveAll` writes it down.
 * @returns null when there are too few
 */
export function takeHold(
  account: LockedAccount,
  userId: number,
  amount: number,
  job: JobOfEntry,
): Hold | null {
  if (account.balance < amount) return null;
  const parts = takeParts(account.lots, amount);
  account.balance -= amount;
  account.reserved += amount;
  return { userId, amount, balanceAfter: account.balance, job, parts };
}

/** Writes holds down, in the order they were taken. */
export async function reserveAll(transaction: Transaction, holds: readonly Hold[]): Promise<void> {
  const entries = holds.map(({ userId, amount, balanceAfter, job }): Entry => ({
    userId,
    detail: ledgerTypeDetails.generationReserved,
    amount,
    balanceAfter,
    job,
  }));
  const parts = holds.flatMap((hold) => hold.parts);
  if (parts.length === 0) return;
  await writeBooks(
    transaction,
    entries,
    parts.map(({ lotId, amount }) => ({ lotId, amount: -amount })),
  );
  const rows = holds.flatMap(({ job, parts: own }) =>
    own.map(({ lotId, amount }) => ({ job_id: job.id, lot_id: lotId, amount })),
  );
  await transaction.execute(sql`
    insert into job_credits (job_id, lot_id, amount)
    select job_id, lot_id, amount
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as part (job_id uuid, lot_id bigint, amount int)`);
}

/** Of which lots a job's hold is, in the order they are spent in. */
async function partsOf(
  transaction: Transaction,
  jobId: string,
): Promise<(Part & { hasEnded: boolean })[]> {
  return transaction
    .select({
      lotId: jobCredits.lotId,
      amount: jobCredits.amount,
      hasEnded: sql<boolean>`coalesce(${creditLots.endsAt} <= now(), false)`,
    })
    .from(jobCredits)
    .innerJoin(creditLots, eq(creditLots.id, jobCredits.lotId))
    .where(eq(jobCredits.jobId, jobId))
    .orderBy(sql`${creditLots.endsAt} asc nulls last`, asc(creditLots.id));
}

/** What a job paid from which lot stands where its hold stood. */
async function keepSpent(
  transaction: Transaction,
  jobId: string,
  spent: readonly Part[],
): Promise<void> {
  await transaction.delete(jobCredits).where(eq(jobCredits.jobId, jobId));
  if (spent.length === 0) return;
  await transaction.insert(jobCredits).values(spent.map((part) => ({ jobId, ...part })));
}

/**
 * Ends a hold: `charged` of it is spent, of what ends first, and the rest goes back to the lots it came from. What
 * comes back to a lot that has ended meanwhile is lost with it.
 * @param held what was held for this job
 */
export async function settle(
  transaction: Transaction,
  userId: number,
  held: number,
  charged: number,
  job: JobOfEntry,
): Promise<void> {
  if (held === 0) return;
  const returned = held - charged;
  if (charged < 0 || returned < 0) throw new RangeError(`${charged} of ${held} can't be charged`);
  const { balance } = await lockAccount(transaction, userId);
  const parts = await partsOf(transaction, job.id);
  const back = divideParts(parts, charged);
  const ended = new Set(parts.filter((part) => part.hasEnded).map(({ lotId }) => lotId));
  const lost = back.returned.filter(({ lotId }) => ended.has(lotId));
  const { generationCharged, generationReturned, pointsExpired } = ledgerTypeDetails;
  const after = balance + returned;
  const entries: Entry[] = [
    { userId, detail: generationCharged, amount: charged, balanceAfter: balance, job },
    { userId, detail: generationReturned, amount: returned, balanceAfter: after, job },
  ];
  let left = after;
  for (const { amount } of lost) {
    left -= amount;
    entries.push({ userId, detail: pointsExpired, amount, balanceAfter: left });
  }
  const kept = back.returned.filter(({ lotId }) => !ended.has(lotId));
  await writeBooks(transaction, entries, kept);
  await keepSpent(transaction, job.id, back.spent);
}
