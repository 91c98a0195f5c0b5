import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import { users } from '../accounts/tables.ts';
import { moment } from '../database/columns.ts';

export const creditAccounts = pgTable(
  'credit_accounts',
  {
    userId: bigint('user_id', { mode: 'number' })
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    balance: integer().notNull().default(0),
    reserved: integer().notNull().default(0),
  },
  (table) => [
    check('credit_accounts_balance', sql`${table.balance} >= 0`),
    check('credit_accounts_reserved', sql`${table.reserved} >= 0`),
  ],
);

/** Credits that came together and end together (docs/adr/0015). */
export const creditLots = pgTable(
  'credit_lots',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Where they came from, as in the ledger. */
    typeDetail: integer('type_detail').notNull(),
    amount: integer().notNull(),
    /** What of them can be spent: neither spent nor held, nor lost at their end. */
    remaining: integer().notNull(),
    grantedAt: moment('granted_at').notNull().defaultNow(),
    /** When what is left is lost; null is never. */
    endsAt: moment('ends_at'),
  },
  (table) => [
    index('credit_lots_user').on(table.userId),
    index('credit_lots_open')
      .on(table.userId, table.endsAt, table.id)
      .where(sql`${table.remaining} > 0`),
    index('credit_lots_ends_at')
      .on(table.endsAt)
      .where(sql`${table.remaining} > 0`),
    check('credit_lots_remaining', sql`${table.remaining} between 0 and ${table.amount}`),
  ],
);

/** Of which lots a job's cost is: what is held, and after the end what was spent. */
export const jobCredits = pgTable(
  'job_credits',
  {
    jobId: uuid('job_id').notNull(),
    lotId: bigint('lot_id', { mode: 'number' })
      .notNull()
      .references(() => creditLots.id, { onDelete: 'cascade' }),
    amount: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.lotId] }),
    index('job_credits_lot').on(table.lotId),
    check('job_credits_amount', sql`${table.amount} > 0`),
  ],
);

/** Never changed, never deleted. The plain sum of a person's changes is their balance. */
export const ledger = pgTable(
  'ledger',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: integer().notNull(),
    typeDetail: integer('type_detail').notNull(),
    amount: integer().notNull(),
    /** What it did to the balance: the amount with its sign, or nothing where a hold becomes a charge. */
    change: integer().notNull(),
    balanceAfter: integer('balance_after').notNull(),
    jobId: uuid('job_id'),
    jobType: text('job_type'),
    /** The order that it was bought with, or leaves with. */
    orderId: uuid('order_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('ledger_user').on(table.userId, table.id),
    // Whatever else went wrong: no order is booked twice.
    uniqueIndex('ledger_order')
      .on(table.orderId)
      .where(sql`${table.typeDetail} = 5`),
    check('ledger_amount', sql`${table.amount} >= 0`),
    check('ledger_change', sql`${table.change} in (${table.amount}, -${table.amount}, 0)`),
  ],
);

export const dailyClaims = pgTable(
  'daily_claims',
  {
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    day: date({ mode: 'string' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day] })],
);

/** Credits by a link (spec 2, section 9), once per person and link. */
export const limitedClaims = pgTable(
  'limited_claims',
  {
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    claimId: text('claim_id').notNull(),
    claimedAt: moment('claimed_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.claimId] })],
);
