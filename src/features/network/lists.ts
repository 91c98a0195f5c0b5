import { call } from '../../api/client.ts';
import { callAged } from '../../api/client.ts';
import type { Aged } from '../../api/client.ts';
import * as keys from '../../api/contract/network.ts';
import type { WorkerKey } from '../../api/contract/network.ts';
import * as lists from '../../api/contract/network-lists.ts';
import { queueHistory, type QueueSpan } from '../../api/contract/oversight.ts';
import { arrivedPlatform } from '../../api/local.ts';
import { asMyself } from '../../db/account/as-myself.ts';
import { listedPlaces } from '../../db/account/community.ts';
import { getSession, isSessionUsable } from '../../db/account/session.ts';
import type {
  NetworkFigures,
  NetworkModel,
  NetworkNewsItem,
  NetworkOf,
  NetworkTeam,
  NetworkUser,
  NetworkWorker,
} from '../../domain/worker-network.ts';
import type { ModelPlace } from '../../domain/model.ts';

/** Where a network is asked: the AI Horde straight from this device where it may, else through the platform. */
async function placeOf(of: NetworkOf): Promise<ModelPlace> {
  const places = await listedPlaces();
  if (of === 'here' || !places.includes('horde')) return 'platform';
  await arrivedPlatform('horde');
  return 'horde';
}

/** The networks that this device can ask; without a platform there is only the AI Horde. */
export async function knownNetworks(): Promise<NetworkOf[]> {
  return (await listedPlaces()).includes('platform') ? ['here', 'horde'] : ['horde'];
}

type ListEndpoint =
  | typeof lists.listNetworkWorkers
  | typeof lists.listNetworkTeams
  | typeof lists.listNetworkModels
  | typeof lists.listNetworkUsers
  | typeof lists.listNetworkNews
  | typeof lists.networkPerformance;

async function ask<Data>(
  endpoint: ListEndpoint,
  of: NetworkOf,
  signal: AbortSignal,
): Promise<Aged<Data>> {
  const answer = await callAged(endpoint, { place: await placeOf(of), params: { of }, signal });
  return { ...answer, data: answer.data.data as Data };
}

/** Each throws KilnError; `not-found` where the platform does not ask that network. */
export const fetchWorkers = (of: NetworkOf, signal: AbortSignal) =>
  ask<NetworkWorker[]>(lists.listNetworkWorkers, of, signal);
export const fetchTeams = (of: NetworkOf, signal: AbortSignal) =>
  ask<NetworkTeam[]>(lists.listNetworkTeams, of, signal);
export const fetchModels = (of: NetworkOf, signal: AbortSignal) =>
  ask<NetworkModel[]>(lists.listNetworkModels, of, signal);
export const fetchUsers = (of: NetworkOf, signal: AbortSignal) =>
  ask<NetworkUser[]>(lists.listNetworkUsers, of, signal);
export const fetchNews = (of: NetworkOf, signal: AbortSignal) =>
  ask<NetworkNewsItem[]>(lists.listNetworkNews, of, signal);
export const fetchFigures = (of: NetworkOf, signal: AbortSignal) =>
  ask<NetworkFigures>(lists.networkPerformance, of, signal);

/** How this platform's queue was in the last day. */
export async function fetchHistory(signal: AbortSignal): Promise<QueueSpan[]> {
  return (await call(queueHistory, { signal })).data;
}

export interface Mine {
  user: NetworkUser | null;
  workers: NetworkWorker[];
}

/** One's own; nothing where nobody is signed in. */
export async function fetchMine(of: NetworkOf, signal: AbortSignal): Promise<Mine> {
  const place = await placeOf(of);
  if (!isSessionUsable(await getSession())) return { user: null, workers: [] };
  return asMyself(
    async (session) =>
      (await call(lists.networkMine, { place, session, params: { of }, signal })).data,
  );
}

/** @throws KilnError `forbidden` for another's worker */
export async function setMaintenance(
  of: NetworkOf,
  id: string,
  maintenance: boolean,
): Promise<void> {
  const place = await placeOf(of);
  await asMyself((session) =>
    call(lists.pauseNetworkWorker, { place, session, params: { of }, body: { id, maintenance } }),
  );
}

/** Keys of one's own workers; null for who may not connect any. */
export async function fetchKeys(signal: AbortSignal): Promise<WorkerKey[] | null> {
  if (!isSessionUsable(await getSession())) return null;
  return asMyself(async (session) => {
    try {
      return (await call(keys.listWorkerKeys, { session, signal })).data;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Error && 'code' in error && error.code === 'forbidden') return null;
      throw error;
    }
  });
}

/** @returns the key itself, this once */
export const addKey = (name: string): Promise<string> =>
  asMyself(
    async (session) => (await call(keys.addWorkerKey, { session, body: { name } })).data.key,
  );

export async function removeKey(id: string): Promise<void> {
  await asMyself((session) => call(keys.removeWorkerKey, { session, params: { id } }));
}

/** Forgets one of one's own workers here. */
export async function removeWorker(id: string): Promise<void> {
  await asMyself((session) => call(keys.removeOwnWorker, { session, params: { id } }));
}

export interface OwnState {
  /** It is kept from work because it dropped too much. */
  isDropping: boolean;
  paused: boolean;
}

/** What the list of all does not tell of one's own workers here, by their ids. */
export async function fetchOwnStates(signal: AbortSignal): Promise<Map<string, OwnState>> {
  return asMyself(async (session) => {
    const { data } = await call(keys.listOwnWorkers, { session, signal });
    return new Map(
      data.map(({ id, is_dropping: isDropping, paused }) => [id, { isDropping, paused }]),
    );
  });
}
