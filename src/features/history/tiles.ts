import type { WorkEntry } from '../../db/works/entries.ts';
import type { GenerateIntent } from '../../domain/intent.ts';

/** What the wall consists of. `ratio` is width by height of the box. */
export type Tile =
  | { kind: 'work'; key: string; ratio: number; entry: WorkEntry }
  | { kind: 'request'; key: string; ratio: number; intent: GenerateIntent }
  /** Stands for the requests that did not get a tile of their own. */
  | { kind: 'more'; key: string; ratio: number; count: number };

/** More than this would push the finished works out of sight. */
const requestTilesMax = 8;

/** Banners and towers are cropped a little, so that they neither vanish nor fill the screen. */
export function boxRatio(width: number | null, height: number | null): number {
  if (!width || !height) return 1;
  return Math.min(2.4, Math.max(0.45, width / height));
}

function outputsOf(intent: GenerateIntent): number {
  const asked =
    intent.progress?.total ?? intent.payload.input['n'] ?? intent.payload.input['num_outputs'];
  return typeof asked === 'number' && asked > 0 ? Math.min(8, Math.round(asked)) : 1;
}

/**
 * The wall: what is being made first, then the works. A request's tile and the work it becomes share a key, so
 * that the picture appears in the place where it was waited for.
 */
export function wallTiles(
  requests: readonly GenerateIntent[],
  entries: readonly WorkEntry[],
): Tile[] {
  const arrived = new Map<string, number>();
  const works = entries.map((entry): Tile => {
    const ratio = boxRatio(entry.width, entry.height);
    if (!entry.intentId) return { kind: 'work', key: entry.id, ratio, entry };
    const ordinal = arrived.get(entry.intentId) ?? 0;
    arrived.set(entry.intentId, ordinal + 1);
    return { kind: 'work', key: `${entry.intentId}:${ordinal}`, ratio, entry };
  });
  const pending: Tile[] = [];
  let withoutTile = 0;
  for (const intent of requests) {
    const ratio = boxRatio(intent.payload.width, intent.payload.height);
    for (let ordinal = arrived.get(intent.id) ?? 0; ordinal < outputsOf(intent); ordinal += 1) {
      if (pending.length >= requestTilesMax) withoutTile += 1;
      else pending.push({ kind: 'request', key: `${intent.id}:${ordinal}`, ratio, intent });
    }
  }
  if (withoutTile > 0) pending.push({ kind: 'more', key: 'more', ratio: 1.6, count: withoutTile });
  return [...pending, ...works];
}

/** Spec 1, section 9: columns by the width of the window. */
export function columnsFor(windowWidthPx: number): number {
  if (windowWidthPx <= 480) return 2;
  if (windowWidthPx <= 768) return 3;
  if (windowWidthPx <= 1280) return 4;
  if (windowWidthPx <= 1440) return 5;
  return 6;
}
