import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';

import { moment } from '../database/columns.ts';

/**
 * What super users have asked for, written before it is done. A trigger refuses every change and every deletion; who it
 * was is a number without a key, so that it outlives their account.
 */
export const acts = pgTable(
  'acts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull().defaultNow(),
    userId: bigint('user_id', { mode: 'number' }).notNull(),
    call: text().notNull(),
    /** Parameters and body as JSON, cut off, without what is secret. */
    asked: text().notNull(),
    /** Of a second row: the first, and why it was refused. */
    ofId: bigint('of_id', { mode: 'number' }),
    refused: text().notNull().default(''),
  },
  (table) => [index('acts_at').on(table.at), index('acts_of').on(table.ofId)],
);

/** Credits that were given, by the key under which their call is repeated. */
export const givenCredits = pgTable(
  'given_credits',
  {
    id: uuid().primaryKey().defaultRandom(),
    byId: bigint('by_id', { mode: 'number' }).notNull(),
    key: text().notNull(),
    /** No key: it is what an operator did, whatever becomes of the person. */
    toId: bigint('to_id', { mode: 'number' }).notNull(),
    amount: integer().notNull(),
    reason: text().notNull(),
    at: moment('at').notNull().defaultNow(),
  },
  (table) => [
    unique('given_credits_key').on(table.byId, table.key),
    check('given_credits_amount', sql`${table.amount} > 0`),
  ],
);
