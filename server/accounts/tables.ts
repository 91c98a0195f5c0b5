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
  uuid,
} from 'drizzle-orm/pg-core';

import { bytea, moment } from '../database/columns.ts';

export const users = pgTable('users', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity({ startWith: 10_001 }),
  /** The name they are known by here. */
  account: text().notNull(),
  nick: text().notNull(),
  /** By the word of an operator, or of who vouches for them. */
  isVip: boolean('is_vip').notNull().default(false),
  /** Whom the link of a start made one. */
  isSuperUser: boolean('is_super_user').notNull().default(false),
  /** Until when somebody is VIP who bought it. */
  vipUntil: moment('vip_until'),
  /** Since when an operator keeps them out; null where they may come in. */
  lockedAt: moment('locked_at'),
  /** What they do, of `careers`; null until they say so. */
  careerId: integer('career_id'),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/**
 * What the accounts' names look like (`looksOf`): each look belongs to the first who has it. Of accounts that looked
 * alike before there was this table, all but the first have none.
 */
export const accountLooks = pgTable(
  'account_looks',
  {
    look: text().primaryKey(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [index('account_looks_user').on(table.userId)],
);

/** What the names of deleted accounts looked like, as hashes: nobody becomes who somebody was. */
export const retiredLooks = pgTable('retired_looks', { lookHash: bytea('look_hash').primaryKey() });

/** Accounts that were joined into others. Devices learn from it that what they have of the one is the other's. */
export const joinedAccounts = pgTable(
  'joined_accounts',
  {
    formerId: bigint('former_id', { mode: 'number' }).primaryKey(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    joinedAt: moment('joined_at').notNull().defaultNow(),
  },
  (table) => [index('joined_accounts_user').on(table.userId)],
);

export type IdentityKind = 'local' | 'provider' | 'oidc' | 'passkey';

/** By what a person is recognised: as many as they have. What proves it is kept apart. */
export const identities = pgTable(
  'identities',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<IdentityKind>().notNull(),
    /** Who vouches for the subject: a provider's name, an OpenID issuer; empty for this platform itself. */
    issuer: text().notNull().default(''),
    /** Of a local one the account in the form that is compared: NFKC, lower case. */
    subject: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('identities_kind_issuer_subject').on(table.kind, table.issuer, table.subject),
    index('identities_user').on(table.userId),
    check('identities_kind', sql`${table.kind} in ('local', 'provider', 'oidc', 'passkey')`),
  ],
);

/** What proves an identity, where the platform keeps it: the hash of a password. Read only to check it. */
export const identitySecrets = pgTable('identity_secrets', {
  identityId: bigint('identity_id', { mode: 'number' })
    .primaryKey()
    .references(() => identities.id, { onDelete: 'cascade' }),
  secret: text().notNull(),
});

/** Of an identity that is a passkey, the key by which its signatures are checked. */
export const passkeys = pgTable('passkeys', {
  identityId: bigint('identity_id', { mode: 'number' })
    .primaryKey()
    .references(() => identities.id, { onDelete: 'cascade' }),
  /** The host that it was made for; it opens nothing by the name of another. */
  rpId: text('rp_id').notNull(),
  publicKey: bytea('public_key').notNull(),
  /** How often it was used, where it counts: a copy of it would lag behind. */
  counter: bigint({ mode: 'number' }).notNull(),
  transports: text().array().notNull(),
  /** Of the browser in which it was made, cut off. */
  userAgent: text('user_agent').notNull(),
  /** Whether its maker keeps it on several devices. */
  isSynced: boolean('is_synced').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  usedAt: moment('used_at'),
});

/** What passkeys are asked to sign; each is taken once. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text().primaryKey(),
    /** Whose passkey is made with it; null where somebody signs in. */
    userId: bigint('user_id', { mode: 'number' }).references(() => users.id, {
      onDelete: 'cascade',
    }),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_user').on(table.userId),
    index('passkey_challenges_expires_at').on(table.expiresAt),
  ],
);

/** The link by which somebody becomes who runs this: the newest start's, until it is used. */
export const adminLinks = pgTable('admin_links', {
  tokenHash: bytea('token_hash').primaryKey(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** Only a hash of the token is kept: who reads the database cannot log in with it. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    userId: bigint('user_id', { mode: 'number' })
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** By which its owner names it, to end it; opens nothing. */
    id: uuid().notNull().defaultRandom().unique('sessions_id'),
    /** As the browser named itself, cut off. */
    userAgent: text('user_agent').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** To the hour: a write for each call would cost more than it tells. */
    seenAt: moment('seen_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_expires_at').on(table.expiresAt),
  ],
);
