import * as z from 'zod/mini';
import { careers } from '../../domain/careers.ts';
import { userSourceMaxCharacters } from '../../domain/limits.ts';
import { defineEndpoint, statusEnvelope, wholeNumber } from './endpoint.ts';

/** Spec 2, section 7: reads `user_career_id`; empty means not set. */
export const checkUserInfo = defineEndpoint({
  id: 'checkUserInfo',
  method: 'get',
  path: '/api/user/check_userinfo',
  userCall: true,
  summary: 'What you do, if you have said so',
  auth: 'required',
  query: z.object({
    user_source: z.optional(z.string().check(z.maxLength(userSourceMaxCharacters))),
  }),
  ok: {
    status: 200,
    schema: statusEnvelope(
      z.object({ user_career_id: z.union([z.literal(''), z.literal(careers)]) }),
    ),
  },
  errors: [403],
});

export const updateCareer = defineEndpoint({
  id: 'updateCareer',
  method: 'post',
  path: '/api/user/update_career',
  userCall: true,
  summary: 'Say what you do',
  auth: 'required',
  body: z.object({ cid: wholeNumber(1, careers.length) }),
  ok: { status: 200, schema: statusEnvelope(z.object({})) },
  errors: [403],
});
