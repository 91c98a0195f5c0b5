import * as z from 'zod/mini';
import { userInfo } from './account.ts';
import { defineEndpoint, statusEnvelope } from './endpoint.ts';

/** Not in the specification: the first start prints a link; who opens it runs the platform. */
export const becomeAdmin = defineEndpoint({
  id: 'becomeAdmin',
  method: 'post',
  path: '/api/account/admin',
  summary: 'Become who runs this, by the link that a start printed',
  auth: 'required',
  body: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) }),
  ok: { status: 200, schema: statusEnvelope(userInfo) },
  errors: [403, 404],
});
