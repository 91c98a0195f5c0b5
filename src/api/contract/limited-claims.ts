import * as z from 'zod/mini';
import { claimIdPattern } from '../../domain/credits.ts';
import { defineEndpoint, statusEnvelope } from './endpoint.ts';

/** Spec 2, section 7: the id that the link carried. */
const pointBody = z.object({ pointstr: z.string().check(z.trim(), z.regex(claimIdPattern)) });

/** 404 for an id that gives nothing here, or nothing any more. */
export const limitedConfig = defineEndpoint({
  id: 'limitedConfig',
  method: 'post',
  path: '/api/user/draw_config',
  userCall: true,
  summary: 'What a link with credits gives, and whether you have taken it',
  auth: 'required',
  body: pointBody,
  ok: {
    status: 200,
    schema: statusEnvelope(
      z.object({
        amount: z.int().check(z.minimum(1)),
        /** For how many days; 0 is until the day is over. */
        valid_days: z.int().check(z.minimum(0)),
        claimed: z.boolean(),
      }),
    ),
  },
  errors: [403, 404],
});

/** A second claim of the same link changes nothing and says so. */
export const drawLimitedCredit = defineEndpoint({
  id: 'drawLimitedCredit',
  method: 'post',
  path: '/api/user/draw_credit_balance',
  userCall: true,
  summary: 'Take the credits of a link, once',
  auth: 'required',
  body: pointBody,
  ok: {
    status: 200,
    schema: statusEnvelope(z.object({ claimed: z.boolean(), amount: z.int(), balance: z.int() })),
  },
  errors: [403, 404],
});
