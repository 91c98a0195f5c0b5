import * as z from 'zod/mini';
import { networks } from '../../domain/worker-network.ts';
import { defineEndpoint, statusEnvelope } from './endpoint.ts';

const params = z.object({ of: z.enum(networks) });
const count = z.number();
const list = <Entry extends z.ZodMiniType>(entry: Entry) =>
  statusEnvelope(z.array(entry).check(z.maxLength(5_000)));

/** Spec 2, section 4: a worker as the dashboard shows it. */
const networkWorker = z.object({
  id: z.string(),
  name: z.string(),
  info: z.string(),
  owner: z.string(),
  /** Seconds. */
  uptime: count,
  megapixelsteps_generated: count,
  /** Megapixelsteps a second; 0 where nothing has been measured. */
  speed: count,
  requests_fulfilled: count,
  kudos: count,
  threads: count,
  models: z.array(z.string()),
  maintenance: z.boolean(),
  online: z.boolean(),
  team: z.string(),
});

const networkTeam = z.object({
  id: z.string(),
  name: z.string(),
  info: z.string(),
  uptime: count,
  requests_fulfilled: count,
  kudos: count,
  worker_count: count,
  model_count: count,
});

const networkModel = z.object({
  name: z.string(),
  /** Threads of workers that have it. */
  count,
  /** Megapixelsteps that wait. */
  queued: count,
  jobs: count,
  /** Seconds until what waits is done; null where nobody is there to do it. */
  clear_seconds: z.nullable(count),
});

const networkUser = z.object({
  username: z.string(),
  /** Spec 2, section 9: the sum of `kudos_details`, or what the network says it is. */
  kudos: count,
  megapixelsteps: count,
});

const networkNewsItem = z.object({
  date_published: z.string(),
  title: z.string(),
  /** Markdown of strangers. */
  newspiece: z.string(),
  importance: z.string(),
});

const networkFigures = z.object({
  queued_requests: count,
  queued_megapixelsteps: count,
  past_minute_megapixelsteps: count,
  worker_count: count,
  thread_count: count,
});

export const listNetworkWorkers = defineEndpoint({
  id: 'listNetworkWorkers',
  method: 'get',
  path: '/api/network/{of}/workers',
  summary: 'Workers that are here now and make pictures',
  auth: 'none',
  params,
  ok: { status: 200, schema: list(networkWorker) },
  errors: [404, 502],
});

export const listNetworkTeams = defineEndpoint({
  id: 'listNetworkTeams',
  method: 'get',
  path: '/api/network/{of}/teams',
  summary: 'Teams of workers',
  auth: 'none',
  params,
  ok: { status: 200, schema: list(networkTeam) },
  errors: [404, 502],
});

export const listNetworkModels = defineEndpoint({
  id: 'listNetworkModels',
  method: 'get',
  path: '/api/network/{of}/models',
  summary: 'Models that workers have, and what waits for them',
  auth: 'none',
  params,
  ok: { status: 200, schema: list(networkModel) },
  errors: [404, 502],
});

export const listNetworkUsers = defineEndpoint({
  id: 'listNetworkUsers',
  method: 'get',
  path: '/api/network/{of}/users',
  summary: 'Who has lent most, by kudos',
  auth: 'none',
  params,
  ok: { status: 200, schema: list(networkUser) },
  errors: [404, 502],
});

export const listNetworkNews = defineEndpoint({
  id: 'listNetworkNews',
  method: 'get',
  path: '/api/network/{of}/news',
  summary: 'What whoever runs the network has to tell',
  auth: 'none',
  params,
  ok: { status: 200, schema: list(networkNewsItem) },
  errors: [404, 502],
});

export const networkPerformance = defineEndpoint({
  id: 'networkPerformance',
  method: 'get',
  path: '/api/network/{of}/performance',
  summary: 'How much waits, and how much is done',
  auth: 'none',
  params,
  ok: { status: 200, schema: statusEnvelope(networkFigures) },
  errors: [404, 502],
});

/** By the person's own key at the AI Horde; here by who is signed in. */
export const networkMine = defineEndpoint({
  id: 'networkMine',
  method: 'get',
  path: '/api/network/{of}/mine',
  summary: 'One’s own place in the network, and one’s own workers',
  auth: 'required',
  params,
  ok: {
    status: 200,
    schema: statusEnvelope(
      z.object({
        /** Null without a key there, or for a key that is nobody's. */
        user: z.nullable(networkUser),
        workers: z.array(networkWorker).check(z.maxLength(200)),
      }),
    ),
  },
  errors: [403, 404, 502],
});

export const pauseNetworkWorker = defineEndpoint({
  id: 'pauseNetworkWorker',
  method: 'post',
  path: '/api/network/{of}/maintenance',
  summary: 'Keep work from one of one’s own workers, or let it have work again',
  auth: 'required',
  params,
  body: z.strictObject({
    id: z.string().check(z.regex(/^[\w-]{1,100}$/)),
    maintenance: z.boolean(),
  }),
  ok: { status: 200, schema: z.object({ status: z.literal(true) }) },
  errors: [403, 404, 502],
});
