import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';

import { users } from '../accounts/tables.ts';
import { bytea, moment } from '../database/columns.ts';

/** Sign-ins elsewhere that are under way. They live for minutes; each step of them is made once. */
export const doorAttempts = pgTable(
  'door_attempts',
  {
    /** By which the provider leads back. */
    state: text().primaryKey(),
    /** What the provider has to have been asked with. */
    verifier: text().notNull(),
    nonce: text().notNull(),
    /** SHA-256 of what the device that began it keeps. */
    challenge: text().notNull(),
    /** Who it is, once the provider has said so, and a hash of the ticket that they were given. */
    userId: bigint('user_id', { mode: 'number' }).references(() => users.id, {
      onDelete: 'cascade',
    }),
    ticketHash: bytea('ticket_hash').unique('door_attempts_ticket'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('door_attempts_user').on(table.userId),
    index('door_attempts_expires_at').on(table.expiresAt),
  ],
);
