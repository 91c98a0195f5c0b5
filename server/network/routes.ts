import type { IncomingMessage } from 'node:http';

import type { Context } from 'hono';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import * as z from 'zod/mini';

import {
  addWorkerKey,
  listOwnWorkers,
  listWorkerKeys,
  removeOwnWorker,
  removeWorkerKey,
} from '../../src/api/contract/network.ts';
import {
  listNetworkModels,
  listNetworkNews,
  listNetworkTeams,
  listNetworkUsers,
  listNetworkWorkers,
  networkMine,
  networkPerformance,
  pauseNetworkWorker,
} from '../../src/api/contract/network-lists.ts';
import type { NetworkOf } from '../../src/domain/worker-network.ts';
import { warningsOf } from '../../src/horde/results.ts';
import type { Database } from '../database/connect.ts';
import { bytesOfBase64 } from '../engines/pictures.ts';
import type { Roles } from '../http/caller.ts';
import { callerNetwork, clientAddress } from '../http/client-address.ts';
import type { App, HttpEnvironment, Mount } from '../http/mount.ts';
import { notFound } from '../http/problem.ts';
import { readBounded, readJson } from '../http/read-body.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { originOf } from '../pages/visitor.ts';
import { version } from '../version.ts';
import { popAnswer } from './answers.ts';
import { createDirectory } from './directory.ts';
import { createLenders } from './lenders.ts';
import { ownLists, type NetworkLists } from './lists.ts';
import { Refusal, type Network } from './service.ts';
import { modifyBody, popBody, submitBody } from './worker-calls.ts';

/** A picture of a worker, enlarged four times, stays below it. */
const pictureMaxBytes = 64 * 1024 * 1024;
const textMaxBytes = 256 * 1024;
/** Of one owner, who has a hundred workers at most; each asks about once a second. */
const popsPerSecond = 200;

type Asked = Context<HttpEnvironment>;

export interface NetworkRouteOptions {
  network: Network;
  database: Database;
  roles: Roles;
  limits: RateLimits;
  trustedProxies: number;
  news: () => readonly object[];
  /** Those of the AI Horde; null where this platform does not ask it. */
  hordeLists: NetworkLists | null;
}

function check<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = Object.fromEntries(
    parsed.error.issues.map((issue) => [issue.path.map(String).join('.') || 'body', issue.message]),
  );
  throw new ValidationRefusal(errors);
}

/** The Horde's answer to a body of a wrong form: no code, a message for each field. */
class ValidationRefusal extends Error {
  readonly errors: Record<string, string>;

  constructor(errors: Record<string, string>) {
    super('Input payload validation failed');
    this.errors = errors;
  }
}

const incomingOf = (context: Asked): IncomingMessage => context.env.incoming;

/**
 * The Horde's worker side at `/api/v2`: whatever works for the AI Horde can work for this platform (docs/workers.md).
 * Beside it the calls of the contract by which people look after their keys and workers.
 */
export function mountNetwork(app: App, mount: Mount, options: NetworkRouteOptions): void {
  const { network, database, roles, limits, trustedProxies, news } = options;
  const lenders = createLenders(database, roles);
  const directory = createDirectory(database, network, roles);
  const pops = new RateLimiterMemory({ points: popsPerSecond, duration: 1 });

  const json = (context: Asked, body: object, status: 200 | 400 | 401 | 403 | 404 | 429 = 200) =>
    context.json(body, status, { 'Cache-Control': 'no-store' });

  /** Runs a call of the Horde's and tells refusals as the Horde does. */
  const horde =
    (id: string, work: (context: Asked) => Promise<object>) =>
    async (context: Asked): Promise<Response> => {
      context.set('call', id);
      try {
        return json(context, await work(context));
      } catch (error) {
        if (error instanceof Refusal) {
          return json(context, { message: error.message, rc: error.rc }, error.status);
        }
        if (error instanceof ValidationRefusal) {
          return json(context, { errors: error.errors, message: error.message }, 400);
        }
        throw error;
      }
    };

  const networkOf = (context: Asked): string =>
    callerNetwork(clientAddress(incomingOf(context), trustedProxies));

  /** Whoever reads: as often as any visitor. */
  const read = (id: string, work: (context: Asked) => Promise<object> | object) =>
    horde(id, async (context) => {
      await limits.visitor(networkOf(context));
      return work(context);
    });

  const lender = (context: Asked) => lenders.of(context.req.header('apikey'));

  /** An id of a path; what is none is nobody's. */
  function idOf(context: Asked): string {
    const id = context.req.param('id') ?? '';
    if (z.uuid().safeParse(id).success) return id;
    throw new Refusal(404, 'WorkerNotFound', `Worker with ID ${id} not found.`);
  }

  app.post(
    '/api/v2/generate/pop',
    horde('workerPop', async (context) => {
      const owner = await lender(context);
      await pops.consume(owner.key).catch(() => {
        throw new Refusal(429, 'TooManyRequests', `${popsPerSecond} per 1 second`);
      });
      const body = check(popBody, await readJson(incomingOf(context), textMaxBytes));
      const {
        name,
        models,
        bridge_agent: bridgeAgent,
        amount,
        priority_usernames: first,
        ...abilities
      } = body;
      const said = { name, models: [...new Set(models)], bridgeAgent, amount, first, abilities };
      const pop = await network.pop(owner.userId, said);
      return popAnswer(pop, originOf(context, trustedProxies));
    }),
  );

  app.post(
    '/api/v2/generate/submit',
    horde('workerSubmit', async (context) => {
      const owner = await lender(context);
      const sent = await readJson(incomingOf(context), (pictureMaxBytes * 4) / 3 + textMaxBytes);
      const body = check(submitBody, sent);
      const isThere = body.generation === 'R2';
      const flagged = body.gen_metadata.some(({ type }) => type === 'censorship');
      const reward = await network.submit(owner.userId, {
        leaseId: body.id,
        data: isThere ? null : Buffer.from(bytesOfBase64(body.generation)),
        seed:
          String(body.seed ?? '')
            .replaceAll(/\D/g, '')
            .slice(0, 20) || '0',
        state: body.state,
        isCensored: flagged,
        warnings: warningsOf({ id: body.id, gen_metadata: body.gen_metadata }),
      });
      return { reward };
    }),
  );

  app.put('/api/network/uploads/:id/:token', async (context) => {
    context.set('call', 'workerUpload');
    const { id, token } = context.req.param();
    if (!z.uuid().safeParse(id).success) throw notFound('Address');
    const read = () => readBounded(incomingOf(context), pictureMaxBytes);
    if (!(await network.upload(id, token, read))) throw notFound('Address');
    return context.body(null, 200);
  });

  app.get(
    '/api/v2/workers',
    read('hordeWorkers', ({ req }) => {
      const { type = 'image', name } = req.query();
      return type === 'image' || type === 'all' ? directory.workers(name) : [];
    }),
  );
  app.get(
    '/api/v2/workers/name/:name',
    read('hordeWorker', ({ req }) => directory.workerNamed(req.param('name') ?? '')),
  );
  app.get(
    '/api/v2/workers/:id',
    read('hordeWorker', (context) => directory.worker(idOf(context))),
  );
  app.put(
    '/api/v2/workers/:id',
    horde('hordeChangeWorker', async (context) => {
      const owner = await lender(context);
      const wish = check(modifyBody, await readJson(incomingOf(context), textMaxBytes));
      return directory.change(owner, idOf(context), wish);
    }),
  );
  app.delete(
    '/api/v2/workers/:id',
    horde('hordeRemoveWorker', async (context) =>
      directory.remove(await lender(context), idOf(context)),
    ),
  );

  app.get(
    '/api/v2/find_user',
    read('hordeFindUser', async (context) => directory.findUser(await lender(context))),
  );
  app.get(
    '/api/v2/users',
    read('hordeUsers', ({ req }) => directory.users(Number(req.query('page') ?? 1))),
  );
  app.get(
    '/api/v2/users/:id',
    read('hordeUser', ({ req }) => directory.user(req.param('id') ?? '')),
  );

  const readModels = read('hordeModels', async (context) =>
    context.req.query('type') === 'image' ? directory.models() : [],
  );
  // The contract's own call of this name lists what all engines offer; readers of the Horde say which type they want.
  app.get('/api/v2/status/models', (context, next) =>
    context.req.query('type') === undefined ? next() : readModels(context),
  );
  app.get(
    '/api/v2/status/models/:name',
    read('hordeModel', async (context) => {
      const name = context.req.param('name');
      return (await directory.models()).filter((model) => model.name === name);
    }),
  );
  app.get(
    '/api/v2/status/performance',
    read('hordePerformance', () => directory.performance()),
  );
  app.get(
    '/api/v2/status/news',
    read('hordeNews', () => news()),
  );
  app.get(
    '/api/v2/status/modes',
    read('hordeModes', () => ({
      maintenance_mode: false,
      invite_only_mode: false,
    })),
  );
  app.get(
    '/api/v2/status/heartbeat',
    read('hordeHeartbeat', () => ({ message: 'OK', version })),
  );
  app.get(
    '/api/v2/stats/img/totals',
    read('hordeTotals', () => directory.totals()),
  );
  // Teams are the Horde's own: a network of one's own has none.
  app.get(
    '/api/v2/teams',
    read('hordeTeams', () => []),
  );

  const own = ownLists(directory, news);
  function of({ of: network }: { of: NetworkOf }): NetworkLists {
    const lists = network === 'here' ? own : options.hordeLists;
    if (!lists) throw notFound('Network');
    return lists;
  }
  const told = async <Data>(data: Promise<Data>) => ({ status: true as const, data: await data });
  mount(listNetworkWorkers, ({ params }) => told(of(params).workers()));
  mount(listNetworkTeams, ({ params }) => told(of(params).teams()));
  mount(listNetworkModels, ({ params }) => told(of(params).models()));
  mount(listNetworkUsers, ({ params }) => told(of(params).users()));
  mount(listNetworkNews, ({ params }) => told(of(params).news()));
  mount(networkPerformance, ({ params }) => told(of(params).performance()));
  mount(networkMine, ({ params, user }) => told(of(params).mine(user.id)));
  mount(pauseNetworkWorker, async ({ params, user, body }) => {
    await of(params).setMaintenance(user.id, body.id, body.maintenance);
    return { status: true as const };
  });

  mount(listWorkerKeys, async ({ user }) => ({
    status: true as const,
    data: await lenders.list(user.id),
  }));
  mount(addWorkerKey, async ({ user, body }) => ({
    status: true as const,
    data: await lenders.add(user.id, body.name),
  }));
  mount(removeWorkerKey, async ({ user, params }) => {
    await lenders.remove(user.id, params.id);
    return { status: true as const };
  });
  mount(listOwnWorkers, async ({ user }) => ({
    status: true as const,
    data: await directory.ownWorkers(user.id),
  }));
  mount(removeOwnWorker, async ({ user, params }) => {
    await directory.forgetOwn(user.id, params.id);
    return { status: true as const };
  });
}
