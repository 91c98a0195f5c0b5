import * as z from 'zod/mini';
import { sessionAnswer } from './account.ts';
import { defineEndpoint, statusEnvelope } from './endpoint.ts';

/** By which somebody shows anew who they are; without one only a sign-in of a few minutes ago does. */
export const proof = z.optional(z.string().check(z.minLength(1), z.maxLength(200)));

const base64url = (most: number) =>
  z.string().check(z.regex(/^[\w-]*$/), z.minLength(1), z.maxLength(most));
/** WebAuthn bounds credential ids by 1,023 bytes. */
const credentialId = base64url(1_400);
const signed = base64url(16_000);
const transports = z.array(z.string().check(z.maxLength(40))).check(z.maxLength(10));

/** What a browser hands over; WebAuthn (Level 3), section 5.1, in its form as JSON. */
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}),
  authenticatorAttachment: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
};
const made = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: signed,
    attestationObject: signed,
    transports: z.optional(transports),
  }),
});
const used = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: signed,
    authenticatorData: signed,
    signature: signed,
    userHandle: z.optional(z.nullable(base64url(200))),
  }),
});
/** Options as `navigator.credentials` takes them, in their form as JSON. */
const options = statusEnvelope(z.looseObject({ challenge: z.string() }));

const passkey = z.object({
  id: z.string(),
  /** Of the browser in which it was made, as it names itself. */
  user_agent: z.string(),
  created_at: z.string(),
  used_at: z.nullable(z.string()),
  /** Whether its maker keeps it on several devices. */
  is_synced: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

/** Not in the specification: people sign in without a password. */
export const getPasskeys = defineEndpoint({
  id: 'getPasskeys',
  method: 'get',
  path: '/api/account/passkeys',
  summary: 'Your passkeys, the newest first',
  auth: 'required',
  ok: { status: 200, schema: statusEnvelope(z.array(passkey)) },
  errors: [403],
});

/** 403 `wrong-credentials` where the password is missing or wrong, and the sign-in is not of the last minutes. */
export const beginPasskey = defineEndpoint({
  id: 'beginPasskey',
  method: 'post',
  path: '/api/account/passkeys/begin',
  summary: 'What a browser needs to make a passkey',
  auth: 'required',
  body: z.object({ password: proof }),
  ok: { status: 200, schema: options },
  errors: [403, 503],
});

/** 409 for a passkey that is known already. */
export const addPasskey = defineEndpoint({
  id: 'addPasskey',
  method: 'post',
  path: '/api/account/passkeys',
  summary: 'Keep a passkey that a browser has made',
  auth: 'required',
  body: made,
  ok: { status: 200, schema: statusEnvelope(passkey) },
  errors: [403, 409],
});

/** 409 for the only way in. */
export const removePasskey = defineEndpoint({
  id: 'removePasskey',
  method: 'post',
  path: '/api/account/passkeys/remove',
  summary: 'Let a passkey open nothing any more; harmless when repeated',
  auth: 'required',
  body: z.object({ id: credentialId }),
  ok: { status: 200, schema: z.object({ status: z.literal(true) }) },
  errors: [403, 409],
});

export const beginPasskeyLogin = defineEndpoint({
  id: 'beginPasskeyLogin',
  method: 'post',
  path: '/api/account/passkey_login/begin',
  summary: 'What a browser needs to sign in by a passkey',
  auth: 'none',
  ok: { status: 200, schema: options },
  errors: [403],
});

/** 403 `wrong-credentials` for a passkey that nobody has, or that did not sign what it was asked. */
export const passkeyLogin = defineEndpoint({
  id: 'passkeyLogin',
  method: 'post',
  path: '/api/account/passkey_login',
  summary: 'Sign in by a passkey',
  auth: 'none',
  body: used,
  ok: { status: 200, schema: sessionAnswer },
  errors: [403],
});
