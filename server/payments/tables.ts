import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';

import type { OrderState, PayWay, PlanName } from '../../src/domain/payments.ts';
import { users } from '../accounts/tables.ts';
import { creditLots } from '../credits/tables.ts';
import { moment } from '../database/columns.ts';

/** What somebody wants to buy, and what became of it (docs/adr/0045). Kept when the account is gone: it is money. */
export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** As providers and people see it. */
    number: text().notNull().unique('orders_number'),
    userId: bigint('user_id', { mode: 'number' }).references(() => users.id, {
      onDelete: 'set null',
    }),
    /** By which the device repeats its order, and a hash of what it ordered. */
    key: text().notNull(),
    plan: text().$type<PlanName>().notNull(),
    months: integer().notNull(),
    way: text().$type<PayWay>().notNull(),
    amountFen: integer('amount_fen').notNull(),
    credits: integer().notNull(),
    /** On top, if it is still the person's first when it is paid. */
    firstBonus: integer('first_bonus').notNull(),
    limitedBonus: integer('limited_bonus').notNull(),
    givesVip: boolean('gives_vip').notNull(),
    state: text().$type<OrderState>().notNull().default('open'),
    /** The provider's number of the payment. */
    transaction: text(),
    lotId: bigint('lot_id', { mode: 'number' }).references(() => creditLots.id, {
      onDelete: 'set null',
    }),
    /** Credits that were booked, with what came on top. */
    granted: integer().notNull().default(0),
    refundFen: integer('refund_fen').notNull().default(0),
    refundCredits: integer('refund_credits').notNull().default(0),
    /** An operator's words, with which the provider is asked each time: others would be another refund to it. */
    refundReason: text('refund_reason').notNull().default(''),
    /** The end that the credits had before they were taken back. */
    refundEndsAt: moment('refund_ends_at'),
    /** How often a refund was begun: each has a number of its own. */
    refunds: integer().notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    paidAt: moment('paid_at'),
    /** When the provider is asked next; null when nothing more is to be known. */
    askAt: moment('ask_at'),
    asks: integer().notNull().default(0),
  },
  (table) => [
    unique('orders_user_key').on(table.userId, table.key),
    index('orders_user').on(table.userId, table.createdAt),
    index('orders_lot').on(table.lotId),
    index('orders_ask_at')
      .on(table.askAt)
      .where(sql`${table.askAt} is not null`),
    uniqueIndex('orders_transaction')
      .on(table.way, table.transaction)
      .where(sql`${table.transaction} is not null`),
    check('orders_amount', sql`${table.amountFen} > 0`),
    check('orders_credits', sql`${table.credits} > 0`),
    check('orders_refund', sql`${table.refundFen} between 0 and ${table.amountFen}`),
    check(
      'orders_state',
      sql`${table.state} in ('open', 'paid', 'closed', 'refunding', 'refunded')`,
    ),
    check(
      'orders_paid',
      sql`${table.state} in ('open', 'closed') or (${table.paidAt} is not null and ${table.transaction} is not null)`,
    ),
  ],
);

/** What happened to orders, and what was refused in their name. Never changed, never deleted. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: uuid('order_id').references(() => orders.id),
    kind: text().notNull(),
    detail: text().notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('payment_events_order').on(table.orderId, table.id)],
);
