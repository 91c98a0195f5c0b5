import * as z from 'zod/mini';
import { password } from './account.ts';
import { defineEndpoint, statusEnvelope, uuid } from './endpoint.ts';

/** Not in the specification: where somebody is signed in, and that they may end it. */
export const getSessions = defineEndpoint({
  id: 'getSessions',
  method: 'get',
  path: '/api/account/sessions',
  summary: 'Where you are signed in, the session seen last first',
  auth: 'required',
  ok: {
    status: 200,
    schema: z.object({
      status: z.literal(true),
      /** Whether there is one to change: who came by another door has none. */
      has_password: z.boolean(),
      data: z.array(
        z.object({
          id: z.string(),
          user_agent: z.string(),
          created_at: z.string(),
          /** To the hour. */
          seen_at: z.string(),
          expires_at: z.string(),
          is_this: z.boolean(),
        }),
      ),
    }),
  },
  errors: [403],
});

const ended = statusEnvelope(z.object({ ended: z.int().check(z.minimum(0)) }));

export const endSessions = defineEndpoint({
  id: 'endSessions',
  method: 'post',
  path: '/api/account/sessions/end',
  summary: 'End one of your sessions, or without an id all but this one',
  auth: 'required',
  body: z.object({ id: z.optional(uuid) }),
  ok: { status: 200, schema: ended },
  errors: [403],
});

export const changePassword = defineEndpoint({
  id: 'changePassword',
  method: 'post',
  path: '/api/account/password',
  summary: 'Choose another password; all other sessions end',
  auth: 'required',
  body: z.object({
    password: z.string().check(z.minLength(1), z.maxLength(200)),
    new_password: password,
  }),
  ok: { status: 200, schema: ended },
  errors: [403, 503],
});
