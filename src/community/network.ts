import * as lists from '../api/contract/network-lists.ts';
import type { CallRequest } from '../api/request.ts';
import { KilnError } from '../domain/errors.ts';
import { anonymousKey } from '../domain/volunteers.ts';
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
} from '../horde/network.ts';
import type { Horde } from './horde.ts';

type Answer = (options: CallRequest) => Promise<unknown>;

const ownWorkersMax = 20;

/** What these answers need of the rest, handed over: importing it would bring half of it to who never asks. */
export interface NetworkParts {
  horde: Horde;
  /** @throws KilnError for what the Horde's calls throw */
  rethrow: (error: unknown) => never;
  currentKey: () => Promise<string>;
}

/** The network's lists straight from the Horde, by the platform's contract. */
export function networkAnswers({
  horde,
  rethrow,
  currentKey,
}: NetworkParts): Readonly<Record<string, Answer>> {
  /** The person's own key; null for ten zeros and without one (spec 2, section 5). */
  async function ownKey(): Promise<string | null> {
    const key = await currentKey();
    return key === anonymousKey ? null : key;
  }
  const list =
    (path: string, read: (value: unknown) => unknown): Answer =>
    async ({ signal }) => {
      const data = read(await horde.network(path, { signal }).catch(rethrow));
      if (data === null) throw new KilnError('engine-unavailable', { retryable: true });
      return { status: true, data };
    };
  return {
    [lists.listNetworkWorkers.id]: list(networkPaths.workers, readWorkers),
    [lists.listNetworkTeams.id]: list(networkPaths.teams, readTeams),
    [lists.listNetworkModels.id]: list(networkPaths.models, readModels),
    [lists.listNetworkUsers.id]: list(networkPaths.users, readUsers),
    [lists.listNetworkNews.id]: list(networkPaths.news, readNews),
    [lists.networkPerformance.id]: list(networkPaths.performance, readFigures),
    async [lists.networkMine.id]({ signal }) {
      const key = await ownKey();
      if (key === null) return { status: true, data: { user: null, workers: [] } };
      const found = await horde.network(networkPaths.mine, { key, signal }).catch(rethrow);
      const ids = readWorkerIds(found).slice(0, ownWorkersMax);
      const workers = await Promise.all(
        ids.map((id) => horde.network(networkWorkerPath(id), { signal }).catch(() => null)),
      );
      return { status: true, data: { user: readUser(found), workers: readWorkers(workers) } };
    },
    async [lists.pauseNetworkWorker.id]({ body, signal }) {
      const { id, maintenance } = lists.pauseNetworkWorker.body.parse(body);
      const key = await ownKey();
      if (key === null) throw new KilnError('not-found', { retryable: false });
      await horde
        .network(networkWorkerPath(id), { key, body: { maintenance }, signal })
        .catch(rethrow);
      return { status: true };
    },
  };
}
