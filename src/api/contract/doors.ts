import * as z from 'zod/mini';
import { doorKeyMaxCharacters } from '../../domain/door-keys.ts';
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

const key = z.string().check(z.minLength(1), z.maxLength(doorKeyMaxCharacters));

/**
 * Spec 2, section 4: what a link of the deployment's account provider carried. 403 `wrong-credentials` when the provider
 * knows nobody by it; 503 when it can't be reached.
 */
export const enterByProvider = defineEndpoint({
  id: 'enterByProvider',
  method: 'post',
  path: '/api/account/enter',
  summary: 'Sign in by the account provider of the deployment',
  auth: 'none',
  body: z.union([
    z.strictObject({ ck: key }),
    z.strictObject({ token: key }),
    z.strictObject({ member_id: key, platform: key, access_token: key }),
  ]),
  ok: { status: 200, schema: sessionAnswer },
  errors: [403, 404, 503],
});
