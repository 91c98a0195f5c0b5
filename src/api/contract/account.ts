import { z } from 'zod';
import { defineEndpoint, statusEnvelope } from './endpoint.ts';

/** Local accounts: letters of any script, digits, `._-`; compared without case. */
export const accountName = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{2,31}$/u);
export const password = z.string().min(8).max(200);

/** Spec 2, section 3, "User info". */
export const userInfo = z.object({
  uid: z.string(),
  /** uid, '@', platform suffix. */
  userKey: z.string(),
  account: z.string(),
  nick: z.string(),
  member_head: z.string().nullable(),
  phone_number: z.string().nullable(),
  is_vip: z.boolean(),
  is_super_user: z.boolean(),
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
  body: z.object({ account: accountName, password, nick: z.string().trim().max(100).optional() }),
  ok: { status: 200, schema: sessionAnswer },
  errors: [409],
});

export const login = defineEndpoint({
  id: 'login',
  method: 'post',
  path: '/api/account/login',
  summary: 'Log in to a local account',
  auth: 'none',
  body: z.object({
    account: z.string().trim().min(1).max(100),
    password: z.string().min(1).max(200),
  }),
  ok: { status: 200, schema: sessionAnswer },
  errors: [403],
});

export const logout = defineEndpoint({
  id: 'logout',
  method: 'post',
  path: '/api/account/logout',
  summary: 'End the session; harmless when repeated',
  auth: 'none',
  ok: { status: 200, schema: z.object({ status: z.literal(true) }) },
});

export const getUserInfo = defineEndpoint({
  id: 'getUserInfo',
  method: 'get',
  path: '/api/account/user_info',
  summary: 'Who is logged in',
  auth: 'required',
  ok: { status: 200, schema: statusEnvelope(userInfo) },
  errors: [403],
});

export const getCreditBalance = defineEndpoint({
  id: 'getCreditBalance',
  method: 'get',
  path: '/api/user/get_credit_balance',
  summary: 'Credits that can be spent, and credits held by running generations',
  auth: 'required',
  query: z.object({
    check_recharge: z.string().max(200).optional(),
    user_source: z.string().max(200).optional(),
  }),
  ok: {
    status: 200,
    schema: statusEnvelope(z.object({ balance: z.int().min(0), reserved: z.int().min(0) })),
  },
  errors: [403],
});

export const drawConfig = defineEndpoint({
  id: 'drawConfig',
  method: 'get',
  path: '/api/user/draw_config',
  summary: 'What the daily claim gives and whether today was claimed',
  auth: 'required',
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
  summary: "Claim today's free credits",
  auth: 'required',
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
  jobType: z.string().nullable(),
  job_id: z.string().nullable(),
});

export const balanceList = defineEndpoint({
  id: 'balanceList',
  method: 'post',
  path: '/api/user/get_balance_list',
  summary: 'The credit ledger, newest first',
  auth: 'required',
  body: z.object({
    per_page: z.int().min(1).max(100).default(10),
    page: z.int().min(1).max(100_000).default(1),
    /**
     * Only rows that change the balance, for people to read: a charge took its credits when they were
     * held, so the hold of a charged job comes as its charge and the charge itself is left out.
     */
    changes_only: z.boolean().default(false),
  }),
  ok: {
    status: 200,
    schema: statusEnvelope(z.object({ data: z.array(ledgerRow), total: z.int().min(0) })),
  },
  errors: [403],
});
