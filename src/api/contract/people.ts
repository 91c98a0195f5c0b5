import * as z from 'zod/mini';
import { defineEndpoint, statusEnvelope, wholeNumber } from './endpoint.ts';

/** Not in the specification: who runs a deployment sees and steers its people, and every act of theirs is written down. */

const uid = z.string().check(z.regex(/^\d{1,15}$/));
const reason = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));

const person = z.object({
  uid: z.string(),
  account: z.string(),
  nick: z.string(),
  is_vip: z.boolean(),
  /** Until when they have bought it; null where they never did. */
  vip_until: z.nullable(z.string()),
  is_super_user: z.boolean(),
  /** Since when they can't come in; null where they can. */
  locked_at: z.nullable(z.string()),
  balance: z.int(),
  reserved: z.int(),
  works: z.int(),
  sessions: z.int(),
  created_at: z.string(),
  /** To the hour; null where they are signed in nowhere. */
  seen_at: z.nullable(z.string()),
});
export type ManagedPerson = z.infer<typeof person>;

export const listPeople = defineEndpoint({
  id: 'listPeople',
  method: 'get',
  path: '/api/manage/people',
  summary: 'People by number, name or nick, the newest first',
  auth: 'super-user',
  query: z.object({
    search: z._default(z.string().check(z.maxLength(100)), ''),
    page: z._default(wholeNumber(1, 100_000), 1),
    per_page: z._default(wholeNumber(1, 100), 20),
  }),
  ok: {
    status: 200,
    schema: statusEnvelope(z.object({ total: z.int(), data: z.array(person) })),
  },
  errors: [403],
});

/** Credits of type 6, which the person's list names as a gift. */
export const giveCredits = defineEndpoint({
  id: 'giveCredits',
  method: 'post',
  path: '/api/manage/people/credits',
  summary: 'Give a person credits',
  auth: 'super-user',
  idempotent: true,
  body: z.object({ uid, amount: z.int().check(z.minimum(1), z.maximum(1_000_000)), reason }),
  ok: { status: 200, schema: statusEnvelope(person) },
  errors: [403, 404],
});

export const setPerson = defineEndpoint({
  id: 'setPerson',
  method: 'post',
  path: '/api/manage/people/set',
  summary: 'Make a person VIP or not, lock them out or let them in again, end their sessions',
  auth: 'super-user',
  body: z.object({
    uid,
    is_vip: z.optional(z.boolean()),
    /** Nobody locks themselves out, or another super user. */
    locked: z.optional(z.boolean()),
    end_sessions: z.optional(z.literal(true)),
    reason,
  }),
  ok: { status: 200, schema: statusEnvelope(person) },
  errors: [403, 404, 409],
});

const act = z.object({
  id: z.int(),
  at: z.string(),
  /** Who it was; their account may be gone. */
  uid: z.string(),
  /** Which call. */
  call: z.string(),
  /** What was asked, without secrets. */
  asked: z.string(),
  /** Empty where it was done; else the code of why not. */
  refused: z.string(),
});
export type Act = z.infer<typeof act>;

export const listActs = defineEndpoint({
  id: 'listActs',
  method: 'get',
  path: '/api/manage/acts',
  summary: 'What super users have done, the newest first; it can be neither changed nor deleted',
  auth: 'super-user',
  query: z.object({
    page: z._default(wholeNumber(1, 100_000), 1),
    per_page: z._default(wholeNumber(1, 100), 20),
  }),
  ok: { status: 200, schema: statusEnvelope(z.object({ total: z.int(), data: z.array(act) })) },
  errors: [403],
});
