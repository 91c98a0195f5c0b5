import { bigint, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';

import type { PushPayload } from '../../src/domain/push.ts';
import { users } from '../accounts/tables.ts';
import { bytea, moment } from '../database/columns.ts';

/** Where a device of a person can be woken. It moves with the device when somebody else signs in there. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The sign-in that made it. Signing out ends it; a session that merely runs out does not. */
    sessionHash: bytea('session_hash').notNull(),
    endpoint: text().notNull(),
    /** The device's public key and secret (RFC 8291), base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('push_subscriptions_endpoint').on(table.endpoint),
    index('push_subscriptions_user').on(table.userId),
    index('push_subscriptions_session').on(table.sessionHash),
  ],
);

/** Messages that have not left yet; written with the fact they tell of, so that none is lost. */
export const pushMessages = pgTable(
  'push_messages',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    subscriptionId: bigint('subscription_id', { mode: 'number' })
      .notNull()
      .references(() => pushSubscriptions.id, { onDelete: 'cascade' }),
    payload: jsonb().$type<PushPayload>().notNull(),
    attempts: integer().notNull().default(0),
    runAfter: moment('run_after').notNull().defaultNow(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('push_messages_subscription').on(table.subscriptionId),
    index('push_messages_due').on(table.runAfter),
  ],
);
