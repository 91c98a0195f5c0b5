import * as z from 'zod/mini';
import { sessionAnswer } from './account.ts';
import { defineEndpoint, statusEnvelope } from './endpoint.ts';

/** 256 bits in base64url, without padding. */
const secret = z.string().check(z.regex(/^[\w-]{43}$/));

/** Not in the specification: people sign in by OpenID Connect, beside passwords and the deployment's provider. */
export const startOidc = defineEndpoint({
  id: 'startOidc',
  method: 'post',
  path: '/api/account/oidc/start',
  summary: 'Where to sign in elsewhere',
  auth: 'none',
  /** SHA-256 of a secret that the device keeps: only who has it can finish what begins here. */
  body: z.object({ challenge: secret }),
  ok: { status: 200, schema: statusEnvelope(z.object({ address: z.string() })) },
  errors: [404, 503],
});

/** 403 `wrong-credentials` for a ticket that is none, was used, is too old, or was begun by another device. */
export const finishOidc = defineEndpoint({
  id: 'finishOidc',
  method: 'post',
  path: '/api/account/oidc/finish',
  summary: 'Sign in with what the provider led back with',
  auth: 'none',
  body: z.object({ ticket: secret, verifier: secret }),
  ok: { status: 200, schema: sessionAnswer },
  errors: [403, 404],
});
