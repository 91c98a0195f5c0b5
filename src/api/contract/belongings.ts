import * as z from 'zod/mini';
import { defineEndpoint, statusEnvelope } from './endpoint.ts';
import { proof } from './passkeys.ts';

/** Not in the specification: people take along what the platform knows of them, and leave. */
export const exportAccount = defineEndpoint({
  id: 'exportAccount',
  method: 'post',
  path: '/api/account/export',
  summary: 'An address, for some minutes, of an archive of everything that is yours here',
  auth: 'required',
  ok: {
    status: 200,
    schema: statusEnvelope(
      z.object({
        address: z.string(),
        /** Of all originals together; the archive is a little larger. */
        bytes: z.int().check(z.minimum(0)),
      }),
    ),
  },
  errors: [403],
});

/** 403 `wrong-credentials` where the password is missing or wrong, and the sign-in is not of the last minutes. */
export const deleteAccount = defineEndpoint({
  id: 'deleteAccount',
  method: 'post',
  path: '/api/account/delete',
  summary: 'Delete your account with everything that is yours here, at once and for good',
  auth: 'required',
  body: z.object({ password: proof }),
  ok: { status: 200, schema: z.object({ status: z.literal(true) }) },
  errors: [403, 503],
});

/**
 * 403 as for `deleteAccount`; 404 where the other session is none; 409 while the other account has requests under way, or
 * where both are one.
 */
export const joinAccounts = defineEndpoint({
  id: 'joinAccounts',
  method: 'post',
  path: '/api/account/join',
  summary: 'Take another account of yours, with everything that is its, into this one',
  auth: 'required',
  body: z.object({
    user_key: z.string().check(z.minLength(1), z.maxLength(100)),
    user_token: z.string().check(z.minLength(1), z.maxLength(200)),
    password: proof,
  }),
  ok: { status: 200, schema: z.object({ status: z.literal(true) }) },
  errors: [403, 404, 409, 503],
});
