import * as z from 'zod/mini';
import {
  passwordMaxCharacters,
  passwordMinCharacters,
  userSourceMaxCharacters,
} from '../../domain/limits.ts';
import { defineEndpoint, statusEnvelope, wholeNumber } from './endpoint.ts';

/** Local accounts: letters of any script, digits, `._-`; compared without case. */
export const accountName = z
  .string()
  .check(z.trim(), z.regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{2,31}$/u));
/** One that is chosen now; OWASP ASVS 4.0.3, 2.1.1 and 2.1.2. Older ones may be shorter. */
export const password = z
  .string()
  .check(z.minLength(passwordMinCharacters), z.maxLength(passwordMaxCharacters));

/** Spec 2, section 3, "User info". */
export const userInfo = z.object({
  uid: z.string(),
  /** uid, '@', platform suffix. */
  userKey: z.string(),
  account: z.string(),
  nick: z.string(),
  member_head: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  is_vip: z.boolean(),
  is_super_user: z.boolean(),
  /** User keys of accounts that were joined into this one: what a device has of them is this one's. */
  former_keys: z._default(z.array(z.string()), []),
});

export const sessionAnswer = z.object({
  user: userInfo,
  userToken: z.string(),
  /** ISO 8601, UTC; 12 hours after log-in (spec 2, section 9). */
  expires_at: z.string(),
});

export const register = defineEndpoint({
  id: 'register',
  method: 'post',
  path: '/api/account/register',
  summary: 'Create a local account and log in',
  auth: 'none',
  body: z.object({
    account: accountName,
    password,
    nick: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  }),
  ok: { status: 200, schema: sessionAnswer },
  errors: [409, 503],
});

export const login = defineEndpoint({
  id: 'login',
  method: 'post',
  path: '/api/account/login',
  summary: 'Log in to a local account',
  auth: 'none',
  body: z.object({
    account: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    password: z.string().check(z.minLength(1), z.maxLength(200)),
  }),
  ok: { status: 200, schema: sessionAnswer },
  errors: [403, 503],
});

export const logout = defineEndpoint({
  id: 'logout',
  method: 'post',
  path: '/api/account/logout',
  summary: 'End the session; harmless when repeated',
  auth: 'none',
  ok: { status: 200, schema: z.object({ status: z.literal(true) }) },
});

/** Every GET of the user endpoints may say once where the person came from (spec 2, section 7). */
const userQuery = z.object({
  user_source: z.optional(z.string().check(z.maxLength(userSourceMaxCharacters))),
});

export const getUserInfo = defineEndpoint({
  id: 'getUserInfo',
  method: 'get',
  path: '/api/account/user_info',
  userCall: true,
  summary: 'Who is logged in',
  auth: 'required',
  query: userQuery,
  ok: { status: 200, schema: statusEnvelope(userInfo) },
  errors: [403],
});

export const getCreditBalance = defineEndpoint({
  id: 'getCreditBalance',
  method: 'get',
  path: '/api/user/get_credit_balance',
  userCall: true,
  summary: 'Credits that can be spent, and credits held by running generations',
  auth: 'required',
  query: z.extend(userQuery, {
    check_recharge: z.optional(z.string().check(z.maxLength(200))),
  }),
  ok: {
    status: 200,
    schema: statusEnvelope(
      z.object({ balance: z.int().check(z.minimum(0)), reserved: z.int().check(z.minimum(0)) }),
    ),
  },
  errors: [403],
});

/** Not in the specification: what the platform keeps of a person's files, counted in bytes. */
export const getStoredBytes = defineEndpoint({
  id: 'getStoredBytes',
  method: 'get',
  path: '/api/user/get_stored_bytes',
  userCall: true,
  summary: 'How much the platform keeps for you, and how much it may',
  auth: 'required',
  query: userQuery,
  ok: {
    status: 200,
    schema: statusEnvelope(
      z.object({
        /** Originals of works; small pictures are not counted. */
        works: z.int().check(z.minimum(0)),
        /** Everything else: what was sent. */
        uploads: z.int().check(z.minimum(0)),
        /** Of both together; null where there is none. */
        limit: z.nullable(z.int().check(z.minimum(1))),
      }),
    ),
  },
  errors: [403],
});

export const drawConfig = defineEndpoint({
  id: 'drawConfig',
  method: 'get',
  path: '/api/user/draw_config',
  userCall: true,
  summary: 'What the daily claim gives and whether today was claimed',
  auth: 'required',
  query: userQuery,
  ok: {
    status: 200,
    schema: statusEnvelope(
      z.object({ general_users: z.int(), vip_users: z.int(), draw_today: z.boolean() }),
    ),
  },
  errors: [403],
});

/** A GET by specification; a second claim on the same day changes nothing and says so. */
export const drawCredit = defineEndpoint({
  id: 'drawCredit',
  method: 'get',
  path: '/api/user/draw_credit_balance',
  userCall: true,
  summary: "Claim today's free credits",
  auth: 'required',
  query: userQuery,
  ok: {
    status: 200,
    schema: statusEnvelope(z.object({ claimed: z.boolean(), amount: z.int(), balance: z.int() })),
  },
  errors: [403],
});

/** Spec 2, section 3, "Credit ledger row"; `balance` is the row's amount, `balance_after` what was left. */
export const ledgerRow = z.object({
  id: z.int(),
  type: z.int(),
  type_detail: z.int(),
  balance: z.int(),
  balance_after: z.int(),
  created_at: z.string(),
  jobType: z.nullable(z.string()),
  job_id: z.nullable(z.string()),
});

export const balanceList = defineEndpoint({
  id: 'balanceList',
  method: 'post',
  path: '/api/user/get_balance_list',
  userCall: true,
  summary: 'The credit ledger, newest first',
  auth: 'required',
  body: z.object({
    per_page: z._default(wholeNumber(1, 100), 10),
    page: z._default(wholeNumber(1, 100_000), 1),
    /**
     * Only rows that change the balance, so that each charge stands once and the rows add up: all income less
     * all spending is what is left. A charge took its credits when they were held, so the hold of a finished job
     * comes as its charge. With `false` come the books themselves, hold and charge as two rows, of which the
     * charge moves nothing.
     */
    changes_only: z._default(z.boolean(), true),
  }),
  ok: {
    status: 200,
    schema: statusEnvelope(
      z.object({ data: z.array(ledgerRow), total: z.int().check(z.minimum(0)) }),
    ),
  },
  errors: [403],
});
