import {
  bigint,
  boolean,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';

import type { AlbumRule } from '../../src/domain/albums.ts';
import { users } from '../accounts/tables.ts';
import { moment } from '../database/columns.ts';

const person = () =>
  bigint('user_id', { mode: 'number' })
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
/** Where a row's last change stands among all changes of the person's albums. */
const changeSeq = () => bigint('change_seq', { mode: 'number' }).notNull();

/** Each field has the time of its last tap, so that two devices can change two fields of one album. */
export const albums = pgTable(
  'albums',
  {
    userId: person(),
    id: uuid().notNull(),
    name: text().notNull().default(''),
    namedAt: moment('named_at'),
    cover: uuid(),
    coveredAt: moment('covered_at'),
    rule: jsonb().$type<AlbumRule>(),
    ruledAt: moment('ruled_at'),
    place: doublePrecision().notNull().default(0),
    placedAt: moment('placed_at'),
    /** A deleted one stays, with what is in it, for whoever brings it back. */
    deleted: boolean().notNull().default(false),
    deletedAt: moment('deleted_at'),
    changeSeq: changeSeq(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('albums_change').on(table.userId, table.changeSeq),
  ],
);

/**
 * What is in an album or has a tag (`#…`). Neither has to be known: changes arrive in any order. A work that is
 * deleted is taken out by a trigger.
 */
export const memberships = pgTable(
  'memberships',
  {
    userId: person(),
    collection: text().notNull(),
    workId: uuid('work_id').notNull(),
    /** The time of the work's making, in ms since the epoch. */
    at: bigint({ mode: 'number' }).notNull(),
    /** False on one that was taken out: what an older tap on another device must not bring back. */
    present: boolean().notNull(),
    tappedAt: moment('tapped_at').notNull(),
    changeSeq: changeSeq(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.collection, table.workId] }),
    index('memberships_change').on(table.userId, table.changeSeq),
    index('memberships_work').on(table.workId),
  ],
);

/** One row per person who ever had an album: the number of the last change, as `change_heads` has it for works. */
export const albumHeads = pgTable('album_heads', {
  userId: bigint('user_id', { mode: 'number' })
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  seq: bigint({ mode: 'number' }).notNull().default(0),
  epoch: uuid().notNull().defaultRandom(),
});
