import { bigint, index, pgTable } from 'drizzle-orm/pg-core';

import { users } from '../accounts/tables.ts';
import { bytea, moment } from '../database/columns.ts';

/** Addresses by which people fetch what is theirs, for some minutes. */
export const exportTickets = pgTable(
  'export_tickets',
  {
    ticketHash: bytea('ticket_hash').primaryKey(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('export_tickets_user').on(table.userId),
    index('export_tickets_expires_at').on(table.expiresAt),
  ],
);
