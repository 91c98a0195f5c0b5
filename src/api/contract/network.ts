import * as z from 'zod/mini';
import { workerKeyNameMax } from '../../domain/worker-network.ts';
import { defineEndpoint, statusEnvelope, uuid } from './endpoint.ts';

const done = z.object({ status: z.literal(true) });
const moment = z.iso.datetime();

const workerKey = z.object({
  id: uuid,
  name: z.string(),
  /** The key's last four characters. */
  ending: z.string(),
  created_at: moment,
  used_at: z.nullable(moment),
});
export type WorkerKey = z.output<typeof workerKey>;

export const listWorkerKeys = defineEndpoint({
  id: 'listWorkerKeys',
  method: 'get',
  path: '/api/network/keys',
  summary: 'Keys of one’s own workers, without the keys themselves',
  auth: 'required',
  privilege: 'workers',
  ok: { status: 200, schema: statusEnvelope(z.array(workerKey).check(z.maxLength(100))) },
  errors: [403],
});

export const addWorkerKey = defineEndpoint({
  id: 'addWorkerKey',
  method: 'post',
  path: '/api/network/keys',
  summary: 'Make a key for workers; it is told this once',
  auth: 'required',
  privilege: 'workers',
  body: z.strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(workerKeyNameMax)),
  }),
  ok: {
    status: 200,
    schema: statusEnvelope(z.extend(workerKey, { key: z.string() })),
  },
  errors: [403, 409],
});

export const removeWorkerKey = defineEndpoint({
  id: 'removeWorkerKey',
  method: 'delete',
  path: '/api/network/keys/{id}',
  summary: 'End a key: workers that have it are nobody’s from then on',
  auth: 'required',
  privilege: 'workers',
  params: z.object({ id: uuid }),
  ok: { status: 200, schema: done },
  errors: [403, 404],
});

const ownWorker = z.object({
  id: uuid,
  name: z.string(),
  online: z.boolean(),
  maintenance: z.boolean(),
  /** It dropped as many in a row as keep a worker from work. */
  is_dropping: z.boolean(),
  /** By an operator. */
  paused: z.boolean(),
  models: z.array(z.string()),
  threads: z.int(),
  fulfilled: z.int(),
  uncompleted: z.int(),
  kudos: z.number(),
  /** Pixel steps a second; null before the first picture. */
  speed: z.nullable(z.number()),
  uptime_seconds: z.int(),
  seen_at: moment,
  bridge_agent: z.string(),
});
export type OwnWorker = z.output<typeof ownWorker>;

export const listOwnWorkers = defineEndpoint({
  id: 'listOwnWorkers',
  method: 'get',
  path: '/api/network/workers',
  summary: 'One’s own workers, whether or not they are here',
  auth: 'required',
  privilege: 'workers',
  ok: { status: 200, schema: statusEnvelope(z.array(ownWorker).check(z.maxLength(1_000))) },
  errors: [403],
});

export const removeOwnWorker = defineEndpoint({
  id: 'removeOwnWorker',
  method: 'delete',
  path: '/api/network/workers/{id}',
  summary: 'Forget one of one’s workers; harmless when repeated',
  auth: 'required',
  privilege: 'workers',
  params: z.object({ id: uuid }),
  ok: { status: 200, schema: done },
  errors: [403, 404],
});
