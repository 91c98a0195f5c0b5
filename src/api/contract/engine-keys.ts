import * as z from 'zod/mini';
import { defineEndpoint, statusEnvelope } from './endpoint.ts';

const done = z.object({ status: z.literal(true) });
const engine = z.string().check(z.minLength(1), z.maxLength(100));

/** Tells whether a key is kept, never the key. */
export const listEngineKeys = defineEndpoint({
  id: 'listEngineKeys',
  method: 'get',
  path: '/api/account/engine_keys',
  summary: 'Engines that take a key of one’s own, and whether one is kept',
  auth: 'required',
  ok: {
    status: 200,
    schema: statusEnvelope(
      z.array(z.object({ engine, is_set: z.boolean() })).check(z.maxLength(100)),
    ),
  },
  errors: [403],
});

export const setEngineKey = defineEndpoint({
  id: 'setEngineKey',
  method: 'post',
  path: '/api/account/engine_keys',
  summary: 'Keep a key of one’s own for an engine, in place of any before',
  auth: 'required',
  body: z.object({
    engine,
    key: z.string().check(z.trim(), z.regex(/^[\x21-\x7e]{8,200}$/)),
  }),
  ok: { status: 200, schema: done },
  errors: [403, 404],
});

export const removeEngineKey = defineEndpoint({
  id: 'removeEngineKey',
  method: 'delete',
  path: '/api/account/engine_keys/{engine}',
  summary: 'Forget the key of one’s own; harmless when repeated',
  auth: 'required',
  params: z.object({ engine }),
  ok: { status: 200, schema: done },
  errors: [403, 404],
});
