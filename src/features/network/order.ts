import type {
  NetworkModel,
  NetworkTeam,
  NetworkUser,
  NetworkWorker,
} from '../../domain/worker-network.ts';
import { leaderboardRows } from '../../domain/worker-network.ts';

export const networkTabs = ['workers', 'teams', 'models', 'users', 'news'] as const;
export type NetworkTab = (typeof networkTabs)[number];

/** Spec 2, section 9: what lists are sorted by; not every list has each. */
export const sortKeys = [
  'default',
  'name',
  'info',
  'uptime',
  'speed',
  'requests',
  'mps',
  'workers',
  'models',
  'queued',
  'clear',
  'kudos',
] as const;
export type SortKey = (typeof sortKeys)[number];
export type Direction = 'descending' | 'ascending';

const everywhere: readonly SortKey[] = ['default', 'name', 'info', 'uptime', 'speed', 'requests'];

/** Those of each tab, in the order in which they are offered. */
export const sortKeysOf: Readonly<Record<NetworkTab, readonly SortKey[]>> = {
  workers: [...everywhere, 'mps'],
  teams: [...everywhere, 'mps', 'workers', 'models'],
  models: ['default', 'name', 'info', 'queued', 'clear', 'workers'],
  users: ['kudos', 'mps'],
  news: [],
};

/** Spec 2, section 5: a key that the tab does not have becomes Info; the leaderboard has none, and goes by kudos. */
export function validSort(tab: NetworkTab, asked: SortKey): SortKey {
  if (sortKeysOf[tab].includes(asked)) return asked;
  return tab === 'users' ? 'kudos' : 'info';
}

type Field = string | number | null;

/** Text by its words, numbers by size; what has none of it stands last whichever way. */
function sorted<Row>(
  rows: readonly Row[],
  field: ((row: Row) => Field) | null,
  direction: Direction,
): Row[] {
  if (field === null) return direction === 'descending' ? [...rows] : rows.toReversed();
  const sign = direction === 'ascending' ? 1 : -1;
  return rows.toSorted((one, other) => {
    const left = field(one);
    const right = field(other);
    if (left === right) return 0;
    if (left === null || left === '') return 1;
    if (right === null || right === '') return -1;
    return typeof left === 'string'
      ? sign * left.localeCompare(String(right))
      : sign * (left - Number(right));
  });
}

/** A team with what its workers do together: the network tells that of workers only. */
export type SummedTeam = NetworkTeam & { speed: number; megapixelsteps_generated: number };

export function withSums(
  teams: readonly NetworkTeam[],
  workers: readonly NetworkWorker[],
): SummedTeam[] {
  const sums = new Map<string, { speed: number; made: number }>();
  for (const { team, speed, megapixelsteps_generated: made } of workers) {
    if (team === '') continue;
    const before = sums.get(team) ?? { speed: 0, made: 0 };
    sums.set(team, { speed: before.speed + speed, made: before.made + made });
  }
  return teams.map((team) => {
    const { speed, made } = sums.get(team.id) ?? { speed: 0, made: 0 };
    return { ...team, speed, megapixelsteps_generated: made };
  });
}

const workerFields: Partial<Record<SortKey, (row: NetworkWorker | SummedTeam) => Field>> = {
  name: ({ name }) => name,
  info: ({ info }) => info,
  uptime: ({ uptime }) => uptime,
  speed: ({ speed }) => speed,
  requests: ({ requests_fulfilled: count }) => count,
  mps: ({ megapixelsteps_generated: made }) => made,
};

export const sortWorkers = (
  rows: readonly NetworkWorker[],
  key: SortKey,
  direction: Direction,
): NetworkWorker[] => sorted(rows, workerFields[key] ?? null, direction);

const teamFields: Partial<Record<SortKey, (row: SummedTeam) => Field>> = {
  ...workerFields,
  workers: ({ worker_count: count }) => count,
  models: ({ model_count: count }) => count,
};

export const sortTeams = (
  rows: readonly SummedTeam[],
  key: SortKey,
  direction: Direction,
): SummedTeam[] => sorted(rows, teamFields[key] ?? null, direction);

const modelFields: Partial<Record<SortKey, (row: NetworkModel) => Field>> = {
  name: ({ name }) => name,
  info: () => '',
  queued: ({ queued }) => queued,
  clear: ({ clear_seconds: seconds }) => seconds,
  workers: ({ count }) => count,
};

export const sortModels = (
  rows: readonly NetworkModel[],
  key: SortKey,
  direction: Direction,
): NetworkModel[] => sorted(rows, modelFields[key] ?? null, direction);

export interface Ranked extends NetworkUser {
  /** From 1, by what the board is sorted by. */
  rank: number;
  isMe: boolean;
}

/** The first ten, and one's own row wherever it stands; beyond what was told it has no rank. */
export function leaderboard(
  users: readonly NetworkUser[],
  me: NetworkUser | null,
  key: SortKey,
  direction: Direction,
): Ranked[] {
  const field = key === 'mps' ? 'megapixelsteps' : 'kudos';
  const isMe = ({ username }: NetworkUser) => username === me?.username;
  const all = me === null || users.some(isMe) ? users : [...users, me];
  const sign = direction === 'ascending' ? 1 : -1;
  const ranked = all
    .toSorted((one, other) => sign * (one[field] - other[field]))
    .map((user, index) => ({ ...user, rank: index + 1, isMe: isMe(user) }));
  const shown = ranked.slice(0, leaderboardRows);
  const own = ranked.find((user) => user.isMe);
  return own === undefined || shown.includes(own) ? shown : [...shown, own];
}

/** Spec 2, section 9: kudos are compacted as in English, with two decimals at most. */
export const compactKudos = (kudos: number): string =>
  new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 }).format(kudos);
