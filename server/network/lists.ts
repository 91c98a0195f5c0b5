import type { NetworkUser, NetworkWorker } from '../../src/domain/worker-network.ts';
import {
  networkPaths,
  networkWorkerPath,
  readFigures,
  readModels,
  readNews,
  readTeams,
  readUser,
  readUsers,
  readWorkerIds,
  readWorkers,
} from '../../src/horde/network.ts';
import { createOutgoing, OutgoingError } from '../http/outgoing.ts';
import { notFound, Problem } from '../http/problem.ts';
import type { createDirectory } from './directory.ts';

const answerMaxBytes = 16 * 1024 * 1024;
const answerTimeoutMs = 15_000;
/** The Horde builds its lists anew about as often. */
const keptMs = 30_000;
const ownWorkersMax = 20;

const away = (cause?: unknown) =>
  new Problem(502, 'engine-unavailable', 'The AI Horde gave no usable answer', { cause });

/** What a dashboard asks of one network. */
export interface NetworkLists {
  workers(): Promise<NetworkWorker[]>;
  teams(): Promise<ReturnType<typeof readTeams>>;
  models(): Promise<ReturnType<typeof readModels>>;
  users(): Promise<NetworkUser[]>;
  news(): Promise<ReturnType<typeof readNews>>;
  performance(): Promise<NonNullable<ReturnType<typeof readFigures>>>;
  mine(userId: number): Promise<{ user: NetworkUser | null; workers: NetworkWorker[] }>;
  setMaintenance(userId: number, id: string, maintenance: boolean): Promise<void>;
}

/** Those of the AI Horde, asked for everybody together: one address has ninety questions a minute. */
export function hordeLists(options: {
  baseUrl: string;
  clientAgent: string;
  /** The person's own key there. */
  keyOf: (userId: number) => Promise<string | null>;
}): NetworkLists {
  const { baseUrl, clientAgent, keyOf } = options;
  const ask = createOutgoing({ hosts: [baseUrl], others: 'refused' });
  const kept = new Map<string, { untilMs: number; answer: Promise<unknown> }>();

  async function call(
    path: string,
    { key, body }: { key?: string; body?: unknown } = {},
  ): Promise<unknown> {
    try {
      const response = await ask(`${baseUrl}/v2${path}`, {
        method: body === undefined ? 'GET' : 'PUT',
        headers: {
          'Client-Agent': clientAgent,
          ...(key !== undefined && { apikey: key }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        timeoutMs: answerTimeoutMs,
        maxBytes: answerMaxBytes,
      });
      const text = await response.text();
      if (response.status === 401 || response.status === 404) throw notFound('At the AI Horde: it');
      if (response.status === 403) {
        throw new Problem(403, 'forbidden', 'The AI Horde does not let this key do that');
      }
      if (!response.ok) throw away(`status ${response.status}`);
      return JSON.parse(text) as unknown;
    } catch (error) {
      if (error instanceof Problem) throw error;
      if (error instanceof OutgoingError || error instanceof SyntaxError) throw away(error);
      throw error;
    }
  }

  function list(path: string): Promise<unknown> {
    const known = kept.get(path);
    if (known && known.untilMs > Date.now()) return known.answer;
    const answer = call(path);
    kept.set(path, { untilMs: Date.now() + keptMs, answer });
    // What failed is asked for again by the next who wants it.
    answer.catch(() => kept.delete(path));
    return answer;
  }

  return {
    workers: async () => readWorkers(await list(networkPaths.workers)),
    teams: async () => readTeams(await list(networkPaths.teams)),
    models: async () => readModels(await list(networkPaths.models)),
    users: async () => readUsers(await list(networkPaths.users)),
    news: async () => readNews(await list(networkPaths.news)),
    async performance() {
      const figures = readFigures(await list(networkPaths.performance));
      if (!figures) throw away();
      return figures;
    },
    async mine(userId) {
      const key = await keyOf(userId);
      if (key === null) return { user: null, workers: [] };
      let found: unknown;
      try {
        found = await call(networkPaths.mine, { key });
      } catch (error) {
        if (error instanceof Problem && error.status === 404) return { user: null, workers: [] };
        throw error;
      }
      const ids = readWorkerIds(found).slice(0, ownWorkersMax);
      const workers = await Promise.all(
        ids.map((id) => call(networkWorkerPath(id)).catch(() => null)),
      );
      return { user: readUser(found), workers: readWorkers(workers) };
    },
    async setMaintenance(userId, id, maintenance) {
      const key = await keyOf(userId);
      if (key === null) throw notFound('A key of yours for the AI Horde');
      await call(networkWorkerPath(id), { key, body: { maintenance } });
    },
  };
}

/** Those of this platform, through the same readers: what the Horde's own tools see is what is shown. */
export function ownLists(
  directory: ReturnType<typeof createDirectory>,
  news: () => readonly object[],
): NetworkLists {
  return {
    workers: async () => readWorkers(await directory.workers()),
    teams: () => Promise.resolve([]),
    models: async () => readModels(await directory.models()),
    users: async () => readUsers(await directory.users(1)),
    news: () => Promise.resolve(readNews(news())),
    async performance() {
      const figures = readFigures(await directory.performance());
      if (!figures) throw new Error('figures of our own were not understood');
      return figures;
    },
    async mine(userId) {
      const { user, workers } = await directory.mine(userId);
      return { user: readUser(user), workers: readWorkers(workers) };
    },
    setMaintenance: (userId, id, maintenance) => directory.setMaintenance(userId, id, maintenance),
  };
}
