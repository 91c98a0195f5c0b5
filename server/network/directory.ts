import { uuid } from '../../src/api/contract/endpoint.ts';
import type { Database } from '../database/connect.ts';
import type { Roles } from '../http/caller.ts';
import { notFound } from '../http/problem.ts';
import { modelAnswers, performanceAnswer, userAnswer, workerAnswer } from './answers.ts';
import type { Lender } from './lenders.ts';
import { dropRule, nameKeyOf, Refusal, type Network } from './service.ts';
import { lenderBy, topLenders, totals } from './figures.ts';
import {
  changeWorker,
  nicksOf,
  removeWorker,
  workerBy,
  workersOf,
  type WorkerRow,
} from './store.ts';

const usersPerPage = 25;
const isUuid = (text: string): boolean => uuid.safeParse(text).success;
const pageMax = 10_000;

const noWorker = (id: string) =>
  new Refusal(404, 'WorkerNotFound', `Worker with ID ${id} not found.`);

/** What a worker's owner, or an operator, may change of it; absent is left as it is. */
export interface WorkerWish {
  maintenance?: boolean | undefined;
  maintenance_msg?: string | undefined;
  paused?: boolean | undefined;
  info?: string | undefined;
  name?: string | undefined;
}

/** Who takes part in the network, in the Horde's words: workers, their owners, what they have done. */
export function createDirectory(database: Database, network: Network, roles: Roles) {
  async function describe(rows: readonly WorkerRow[]): Promise<object[]> {
    const nicks = await nicksOf(database, [...new Set(rows.map(({ userId }) => userId))]);
    return rows.map((row) => workerAnswer(row, nicks.get(row.userId), network.isOnline(row)));
  }

  async function describeOne(row: WorkerRow | null, asked: string): Promise<object> {
    if (!row) throw noWorker(asked);
    const [answer] = await describe([row]);
    return answer ?? {};
  }

  async function found(id: string): Promise<WorkerRow> {
    const row = await workerBy(database, { id });
    if (!row) throw noWorker(id);
    return row;
  }

  const forget = async (row: WorkerRow): Promise<void> => {
    await removeWorker(database, row.id);
    network.forget(row);
  };

  const own = async (userId: number, id: string): Promise<WorkerRow> => {
    // Ids of the Horde's workers are of any form.
    const row = isUuid(id) ? await workerBy(database, { id }) : null;
    if (row?.userId !== userId) throw notFound('Worker');
    return row;
  };

  return {
    /** @param name only the one of this name, whether or not it is here */
    async workers(name?: string): Promise<object[]> {
      if (name === undefined || name === '') return describe(network.online());
      const row = await workerBy(database, { nameKey: nameKeyOf(name) });
      return describe(row ? [row] : []);
    },
    worker: async (id: string): Promise<object> => describeOne(await found(id), id),
    async workerNamed(name: string): Promise<object> {
      return describeOne(await workerBy(database, { nameKey: nameKeyOf(name) }), name);
    },
    /** @throws Refusal for who may not, and for a name that is taken */
    async change(lender: Lender, id: string, wish: WorkerWish): Promise<object> {
      const row = await found(id);
      const isOperator = roles.isSuperUser({ id: lender.userId, isSuperUser: lender.isSuperUser });
      if (row.userId !== lender.userId && !isOperator) {
        throw new Refusal(403, 'NotOwner', 'Only its owner can change a worker.');
      }
      const { maintenance, maintenance_msg: message, paused, info, name } = wish;
      if (paused !== undefined && !isOperator) {
        throw new Refusal(403, 'NotModerator', 'Only an operator can pause a worker.');
      }
      const changed = await changeWorker(database, row.id, {
        ...(maintenance !== undefined && { maintenance }),
        ...(maintenance === true && { maintenanceMessage: message ?? null }),
        ...(paused !== undefined && { paused }),
        ...(info !== undefined && { info: info || null }),
        ...(name !== undefined && { name: name.trim(), nameKey: nameKeyOf(name) }),
      });
      if (changed === 'taken') {
        throw new Refusal(400, 'WorkerNameAlreadyExists', `The name "${name}" is taken.`);
      }
      network.forget(row);
      return Object.fromEntries(
        Object.entries({ maintenance, paused, info, name }).filter(
          ([, value]) => value !== undefined,
        ),
      );
    },
    async remove(lender: Lender, id: string): Promise<object> {
      const row = await found(id);
      if (row.userId !== lender.userId) {
        throw new Refusal(403, 'NotOwner', 'Only its owner can remove a worker.');
      }
      await forget(row);
      return { deleted_id: row.id, deleted_name: row.name };
    },
    async findUser(lender: Lender): Promise<object> {
      const [row, workers] = await Promise.all([
        lenderBy(database, lender.userId),
        workersOf(database, lender.userId),
      ]);
      if (!row) throw new Refusal(404, 'UserNotFound', 'No user with that key.');
      return userAnswer(
        row,
        workers.map(({ id }) => id),
      );
    },
    async users(page: number): Promise<object[]> {
      const at = Math.min(pageMax, Math.max(1, Math.floor(page) || 1)) - 1;
      const rows = await topLenders(database, { limit: usersPerPage, offset: at * usersPerPage });
      return rows.map((row) => userAnswer(row, null));
    },
    async user(id: string): Promise<object> {
      const row = /^\d{1,15}$/.test(id) ? await lenderBy(database, Number(id)) : null;
      if (!row || Number(row.workers) === 0) {
        throw new Refusal(404, 'UserNotFound', `User with ID ${id} not found.`);
      }
      return userAnswer(row, null);
    },
    /** Somebody's place, and their workers; nothing for who lends none. */
    async mine(userId: number): Promise<{ user: object | null; workers: object[] }> {
      const [row, own] = await Promise.all([
        lenderBy(database, userId),
        workersOf(database, userId),
      ]);
      const lends = row !== null && (own.length > 0 || row.kudos > 0);
      return { user: lends ? userAnswer(row, null) : null, workers: await describe(own) };
    },
    models: async () => modelAnswers(network.served(), await network.figures()),
    performance: async () => performanceAnswer(network.online(), await network.figures()),
    totals: () => totals(database),
    /** A person's own, as the contract's calls tell them. */
    async ownWorkers(userId: number) {
      const rows = await workersOf(database, userId);
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        online: network.isOnline(row),
        maintenance: row.maintenance,
        is_dropping: row.droppedInARow >= dropRule.workerMost,
        paused: row.paused,
        models: row.models,
        threads: row.abilities.threads,
        fulfilled: row.fulfilled,
        uncompleted: row.uncompleted,
        kudos: row.kudos,
        speed: row.speed,
        uptime_seconds: row.uptimeSeconds,
        seen_at: row.seenAt.toISOString(),
        bridge_agent: row.bridgeAgent,
      }));
    },
    /** @throws Problem 404 for what is somebody else's */
    async setMaintenance(userId: number, id: string, maintenance: boolean): Promise<void> {
      const row = await own(userId, id);
      await changeWorker(database, row.id, { maintenance, maintenanceMessage: null });
      network.forget(row);
    },
    /** Harmless when repeated. @throws Problem 404 for what is somebody else's */
    async forgetOwn(userId: number, id: string): Promise<void> {
      const row = await workerBy(database, { id });
      if (!row) return;
      await forget(await own(userId, id));
    },
  };
}
