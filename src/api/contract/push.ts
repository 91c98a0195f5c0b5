import * as z from 'zod/mini';
import { defineEndpoint, statusEnvelope } from './endpoint.ts';

const done = z.object({ status: z.literal(true) });
/** Who may be asked to deliver is decided by the platform, not here. */
const endpointAddress = z.string().check(z.minLength(1), z.maxLength(2_000));

export const pushConfig = defineEndpoint({
  id: 'pushConfig',
  method: 'get',
  path: '/api/push/config',
  summary: 'The key by which a push service knows this platform (VAPID)',
  auth: 'none',
  ok: {
    status: 200,
    schema: statusEnvelope(z.object({ public_key: z.string().check(z.regex(/^[\w-]{87}$/)) })),
  },
});

/** The same endpoint again replaces what was known of it, its owner too. */
export const pushSubscribe = defineEndpoint({
  id: 'pushSubscribe',
  method: 'post',
  path: '/api/push/subscribe',
  summary: 'Have this device woken when a generation ends; until its log-out',
  auth: 'required',
  body: z.object({
    endpoint: endpointAddress,
    keys: z.object({
      /** Uncompressed point of P-256, base64url. */
      p256dh: z.string().check(z.regex(/^[\w-]{87}=?$/)),
      /** 16 bytes, base64url. */
      auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/)),
    }),
  }),
  ok: { status: 200, schema: done },
  errors: [403],
});

export const pushUnsubscribe = defineEndpoint({
  id: 'pushUnsubscribe',
  method: 'post',
  path: '/api/push/unsubscribe',
  summary: 'No longer wake this device; harmless when repeated',
  auth: 'required',
  body: z.object({ endpoint: endpointAddress }),
  ok: { status: 200, schema: done },
  errors: [403],
});
