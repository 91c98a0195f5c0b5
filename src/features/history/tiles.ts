import type { HistoryLayout } from '../../domain/history-layout.ts';
import type { WorkEntry } from '../../domain/work-entry.ts';
import type { GroupId } from '../../domain/ids.ts';
import type { GenerateIntent } from '../../domain/intent.ts';
import { boxRatio } from '../../ui/wall/boxes.ts';

/** What the wall consists of. `ratio` is width by height of the box. */
export type Tile =
  | { kind: 'work'; key: string; ratio: number; entry: WorkEntry }
  /** All works of one job. */
  | { kind: 'job'; key: string; ratio: number; entries: WorkEntry[] }
  /** Stands for all works and requests of a comparison. */
  | { kind: 'group'; key: string; ratio: number; id: GroupId; entry: WorkEntry | null }
  | { kind: 'request'; key: string; ratio: number; intent: GenerateIntent }
  /** Stands for the requests that did not get a tile of their own. */
  | { kind: 'more'; key: string; ratio: number; count: number };

/** More than this would push the finished works out of sight. */
const requestTilesMax = 8;

function outputsOf(intent: GenerateIntent): number {
  const asked =
    intent.progress?.total ?? intent.payload.input['n'] ?? intent.payload.input['num_outputs'];
  return typeof asked === 'number' && asked > 0 ? Math.min(8, Math.round(asked)) : 1;
}

/**
 * The wall: what is being made first, then the works. A request's tile and the work it becomes share a key, so
 * that the picture appears in the place where it was waited for.
 * @param asGroups what was made by one press in compare mode is one tile, where the first of it stands
 */
export function wallTiles(
  requests: readonly GenerateIntent[],
  entries: readonly WorkEntry[],
  asGroups = true,
  layout: HistoryLayout = 'dynamic',
): Tile[] {
  const tiles = tilesOf(requests, entries, asGroups);
  if (layout === 'group') return joinJobs(tiles);
  return layout === 'grid' ? tiles.map((tile) => ({ ...tile, ratio: 1 })) : tiles;
}

/** Works of one job that follow each other become one tile, in the place of the first. */
function joinJobs(tiles: readonly Tile[]): Tile[] {
  const joined: Tile[] = [];
  for (const tile of tiles) {
    const last = joined.at(-1);
    const job = tile.kind === 'work' ? tile.entry.intentId : null;
    if (tile.kind !== 'work' || job === null) joined.push(tile);
    else if (last?.kind === 'work' && last.entry.intentId === job) {
      const { key, ratio } = last;
      joined.splice(-1, 1, { kind: 'job', key, ratio, entries: [last.entry, tile.entry] });
    } else if (last?.kind === 'job' && last.entries[0]?.intentId === job) {
      last.entries.push(tile.entry);
    } else joined.push(tile);
  }
  return joined;
}

function tilesOf(
  requests: readonly GenerateIntent[],
  entries: readonly WorkEntry[],
  asGroups: boolean,
): Tile[] {
  const arrived = new Map<string, number>();
  const groups = new Set<GroupId>();
  const groupTile = (id: GroupId, ratio: number, entry: WorkEntry | null): Tile[] => {
    if (groups.has(id)) return [];
    groups.add(id);
    return [{ kind: 'group', key: id, ratio, id, entry }];
  };
  const newest = new Map<GroupId, WorkEntry>();
  for (const entry of entries) {
    if (entry.groupId && !newest.has(entry.groupId)) newest.set(entry.groupId, entry);
  }
  const pending: Tile[] = [];
  let withoutTile = 0;
  const counts = new Map<string, number>();
  for (const { intentId } of entries) {
    if (intentId) counts.set(intentId, (counts.get(intentId) ?? 0) + 1);
  }
  for (const intent of requests) {
    const ratio = boxRatio(intent.payload.width, intent.payload.height);
    if (asGroups && intent.group) {
      const { id } = intent.group;
      const isShown = groups.has(id) || pending.length < requestTilesMax;
      if (isShown) pending.push(...groupTile(id, ratio, newest.get(id) ?? null));
      else withoutTile += 1;
      continue;
    }
    for (let ordinal = counts.get(intent.id) ?? 0; ordinal < outputsOf(intent); ordinal += 1) {
      if (pending.length >= requestTilesMax) withoutTile += 1;
      else pending.push({ kind: 'request', key: `${intent.id}:${ordinal}`, ratio, intent });
    }
  }
  if (withoutTile > 0) pending.push({ kind: 'more', key: 'more', ratio: 1.6, count: withoutTile });
  const works = entries.flatMap((entry): Tile[] => {
    const ratio = boxRatio(entry.width, entry.height);
    if (asGroups && entry.groupId) return groupTile(entry.groupId, ratio, entry);
    if (!entry.intentId) return [{ kind: 'work', key: entry.id, ratio, entry }];
    const ordinal = arrived.get(entry.intentId) ?? 0;
    arrived.set(entry.intentId, ordinal + 1);
    return [{ kind: 'work', key: `${entry.intentId}:${ordinal}`, ratio, entry }];
  });
  return [...pending, ...works];
}
