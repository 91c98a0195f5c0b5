import { catch as orElse } from 'zod/mini';
import * as z from 'zod/mini';
import type {
  NetworkFigures,
  NetworkModel,
  NetworkNewsItem,
  NetworkTeam,
  NetworkUser,
  NetworkWorker,
} from '../domain/worker-network.ts';

/**
 * What a network of the Horde's kind answers (horde-contract, section 6), read as carefully as strangers' words are:
 * a field of another kind is as if it were absent, a strange entry is passed over.
 */
const number = z._default(orElse(z.number(), 0), 0);
const maybeNumber = orElse(z.nullish(z.number()), null);
const words = (most: number) =>
  z.pipe(
    orElse(z.nullish(z.string()), null),
    z.transform((text) => (text ?? '').slice(0, most)),
  );
const flag = z._default(orElse(z.boolean(), false), false);

function entriesOf<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  most: number,
): z.output<Schema>[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, most).flatMap((entry) => {
    const parsed = schema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}

const worker = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  type: orElse(z.optional(z.string()), undefined),
  info: words(1_000),
  owner: words(200),
  uptime: number,
  megapixelsteps_generated: number,
  performance: words(200),
  requests_fulfilled: number,
  kudos_rewards: number,
  threads: number,
  models: z._default(orElse(z.array(z.string().check(z.maxLength(200))), []), []),
  maintenance_mode: flag,
  online: z._default(orElse(z.boolean(), true), true),
  team: orElse(z.nullish(z.object({ id: z.nullish(z.string().check(z.maxLength(100))) })), null),
});

/** Spec 2, section 9: the first number of what a worker says of its speed. */
const speedOf = (performance: string): number =>
  Number.parseFloat(/^\s*\d+(\.\d+)?/.exec(performance)?.[0] ?? '0');

/** Only those that make pictures (spec 2, section 7). */
export function readWorkers(value: unknown): NetworkWorker[] {
  return entriesOf(worker, value, 5_000)
    .filter(({ type }) => type === 'image')
    .map((one) => ({
      id: one.id,
      name: one.name,
      info: one.info,
      owner: one.owner,
      uptime: one.uptime,
      megapixelsteps_generated: one.megapixelsteps_generated,
      speed: speedOf(one.performance),
      requests_fulfilled: one.requests_fulfilled,
      kudos: one.kudos_rewards,
      threads: one.threads,
      models: one.models.slice(0, 500),
      maintenance: one.maintenance_mode,
      online: one.online,
      team: one.team?.id ?? '',
    }));
}

const team = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  info: words(1_000),
  uptime: number,
  requests_fulfilled: number,
  kudos: number,
  worker_count: number,
  models: z._default(orElse(z.array(z.unknown()), []), []),
});

export function readTeams(value: unknown): NetworkTeam[] {
  return entriesOf(team, value, 2_000).map(({ models, ...one }) => ({
    ...one,
    model_count: models.length,
  }));
}

const model = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  count: number,
  queued: number,
  jobs: number,
  eta: number,
  type: orElse(z.optional(z.string()), undefined),
});

/** The Horde's own number for: something waits, and nobody is there to do it. */
const neverSeconds = 10_000;

export function readModels(value: unknown): NetworkModel[] {
  return entriesOf(model, value, 5_000)
    .filter(({ type }) => (type ?? 'image') === 'image')
    .map(({ name, count, queued, jobs, eta }) => ({
      name,
      count,
      queued: Math.round(queued / 1e5) / 10,
      jobs,
      clear_seconds: eta >= neverSeconds || (count === 0 && jobs > 0) ? null : eta,
    }));
}

const user = z.object({
  username: z.string().check(z.minLength(1), z.maxLength(200)),
  kudos: maybeNumber,
  kudos_details: orElse(z.nullish(z.record(z.string(), z.unknown())), null),
  records: orElse(
    z.nullish(z.object({ contribution: z.nullish(z.object({ megapixelsteps: maybeNumber })) })),
    null,
  ),
  contributions: orElse(z.nullish(z.object({ megapixelsteps: maybeNumber })), null),
});

const total = (details: Record<string, unknown>): number =>
  Object.values(details).reduce<number>(
    (sum, value) => sum + (typeof value === 'number' && Number.isFinite(value) ? value : 0),
    0,
  );

/**
 * The specification sums `kudos_details`, and `contributions` holds the megapixelsteps. The Horde's own total is
 * `kudos`, and what it has in place of the other is `records` (horde-gotchas, section 4).
 */
export function readUsers(value: unknown): NetworkUser[] {
  return entriesOf(user, value, 1_000).map((one) => ({
    username: one.username,
    kudos: one.kudos ?? total(one.kudos_details ?? {}),
    megapixelsteps:
      one.records?.contribution?.megapixelsteps ?? one.contributions?.megapixelsteps ?? 0,
  }));
}

export const readUser = (value: unknown): NetworkUser | null => readUsers([value])[0] ?? null;

const workerId = z.string().check(z.regex(/^[\w-]{1,100}$/));
const owner = z.object({ worker_ids: z._default(orElse(z.array(z.unknown()), []), []) });

/** Ids of the workers of whoever's key it was. */
export function readWorkerIds(value: unknown): string[] {
  const parsed = owner.safeParse(value);
  return parsed.success ? entriesOf(workerId, parsed.data.worker_ids, 200) : [];
}

const news = z.object({
  date_published: words(40),
  title: words(300),
  newspiece: z.string().check(z.minLength(1), z.maxLength(20_000)),
  importance: words(50),
});

export const readNews = (value: unknown): NetworkNewsItem[] => entriesOf(news, value, 100);

const figures = z.object({
  queued_requests: number,
  queued_megapixelsteps: number,
  past_minute_megapixelsteps: number,
  worker_count: number,
  thread_count: number,
});

export function readFigures(value: unknown): NetworkFigures | null {
  const parsed = figures.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** Where each list is asked for, behind the version. */
export const networkPaths = {
  workers: '/workers?type=image',
  teams: '/teams',
  models: '/status/models?type=image',
  users: '/users?sort=kudos',
  news: '/status/news',
  performance: '/status/performance',
  mine: '/find_user',
} as const;
export const networkWorkerPath = (id: string): string => `/workers/${encodeURIComponent(id)}`;
