import type { IntentId, JobId, UserKey } from '../../domain/ids.ts';
import type { GenerateIntent } from '../../domain/intent.ts';
import { db, guardStorage } from '../database.ts';
import { addIntent, appendLog } from './rows.ts';
import { isLeased } from './rules.ts';
import { sentPlaces } from '../../domain/model.ts';
import type { ModelPlace } from '../../domain/model.ts';

/** Only requests of one group can be reordered among each other: those still here, or those in line at the platform. */
export type LineGroup = 'here' | 'platform';

/** The group of a waiting request; null if it doesn't wait any more. */
export function lineOf(intent: GenerateIntent): LineGroup | null {
  if (intent.cancelRequestedAtMs !== null) return null;
  if (intent.stage === 'submitted') return 'platform';
  return intent.stage === 'saved' || intent.stage === 'uploading' ? 'here' : null;
}

/** Sorts by the order in which requests leave, or are made at the platform. */
export function compareOrder(
  left: Pick<GenerateIntent, 'order' | 'id'>,
  right: Pick<GenerateIntent, 'order' | 'id'>,
): number {
  return left.order - right.order || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);
}

async function readLine(owner: UserKey, group: LineGroup): Promise<GenerateIntent[]> {
  const stages = group === 'platform' ? ['submitted'] : ['saved', 'uploading'];
  const rows = await db.intents
    .where('[owner+kind+stage]')
    .anyOf(stages.map((stage) => [owner, 'generate', stage]))
    .toArray();
  return rows
    .filter((row): row is GenerateIntent => row.kind === 'generate' && lineOf(row) === group)
    .toSorted(compareOrder);
}

export interface Moved {
  /** Place in its line, from 1. */
  place: number;
  of: number;
}

/**
 * Puts a waiting request directly before another of its line.
 * @param beforeId null for the end of the line
 * @returns where it stands now; null when it (or the other) waits no longer
 */
export async function moveIntent(
  id: IntentId,
  beforeId: IntentId | null,
  nowMs: number = Date.now(),
): Promise<Moved | null> {
  return guardStorage(() =>
    db.transaction('rw', db.intents, async () => {
      const intent = await db.intents.get(id);
      const group = intent?.kind === 'generate' ? lineOf(intent) : null;
      if (intent?.kind !== 'generate' || group === null) return null;
      const line = await readLine(intent.owner, group);
      const from = line.findIndex((row) => row.id === id);
      const others = line.filter((row) => row.id !== id);
      const to = beforeId === null ? others.length : others.findIndex((row) => row.id === beforeId);
      if (from < 0 || to < 0) return null;
      if (to !== from) {
        await placeAt(line, from, to, nowMs);
        if (group === 'platform') await tellPlatform(intent.owner, nowMs);
      }
      return { place: to + 1, of: line.length };
    }),
  );
}

/** Moves one step (or to an end) as keys and buttons do. */
export async function stepIntent(
  id: IntentId,
  to: 'first' | 'earlier' | 'later' | 'last',
  nowMs: number = Date.now(),
): Promise<Moved | null> {
  return guardStorage(() =>
    db.transaction('rw', db.intents, async () => {
      const intent = await db.intents.get(id);
      const group = intent?.kind === 'generate' ? lineOf(intent) : null;
      if (intent?.kind !== 'generate' || group === null) return null;
      const line = await readLine(intent.owner, group);
      const from = line.findIndex((row) => row.id === id);
      const target = {
        first: 0,
        earlier: Math.max(0, from - 1),
        later: Math.min(line.length - 1, from + 1),
        last: line.length - 1,
      }[to];
      const others = line.filter((row) => row.id !== id);
      return moveIntent(id, others[target]?.id ?? null, nowMs);
    }),
  );
}

/** Gives a row an order key between its new neighbours. If no number is left between them, all rows get new keys. */
async function placeAt(
  line: readonly GenerateIntent[],
  from: number,
  to: number,
  nowMs: number,
): Promise<void> {
  const wished = [...line];
  const [moved] = wished.splice(from, 1);
  if (!moved) return;
  wished.splice(to, 0, moved);
  const previous = wished[to - 1];
  const next = wished[to + 1];
  const key =
    previous && next
      ? (previous.order + next.order) / 2
      : previous
        ? previous.order + 1
        : (next?.order ?? moved.order) - 1;
  appendLog(moved, nowMs, 'moved', `place ${to + 1} of ${line.length}`);
  const fits = (!previous || key > previous.order) && (!next || key < next.order);
  if (fits) {
    moved.order = key;
    await db.intents.put(moved);
    return;
  }
  const first = Math.min(...line.map((row) => row.order));
  for (const [index, row] of wished.entries()) row.order = first + index;
  await db.intents.bulkPut(wished);
}

/** Keeps one intent that tells the platform the current order. One that has not left is replaced. */
async function tellPlatform(owner: UserKey, nowMs: number): Promise<void> {
  const jobIds = (await readLine(owner, 'platform')).flatMap((row) => row.jobId ?? []);
  const earlier = await db.intents
    .where('[owner+kind+stage]')
    .anyOf([
      [owner, 'reorder-jobs', 'saved'],
      [owner, 'reorder-jobs', 'needs-attention'],
    ])
    .toArray();
  const onTheWay = earlier.filter((row) => isLeased(row, nowMs));
  await db.intents.bulkDelete(
    earlier.filter((row) => !onTheWay.includes(row)).map((row) => row.id),
  );
  await addIntent(owner, 'reorder-jobs', { jobIds }, nowMs, {
    after: onTheWay.map((row) => row.id),
  });
}

/** Makes the next poll of these jobs due at once, because their places in line have changed. */
export async function makePollsDue(owner: UserKey, jobIds: readonly JobId[]): Promise<void> {
  const wanted = new Set(jobIds);
  await db.intents
    .where('[owner+kind+stage]')
    .equals([owner, 'generate', 'submitted'])
    .modify((row) => {
      if (row.kind !== 'generate' || row.jobId === null || !wanted.has(row.jobId)) return;
      if (row.progress) row.progress.checkedAtMs = 0;
    });
}

/** Groups jobs by the place whose queue they are in; each group keeps the given order. */
export async function groupJobsByPlace(
  jobIds: readonly JobId[],
): Promise<{ place: ModelPlace; ids: JobId[] }[]> {
  const rows = await db.intents
    .where('jobId')
    .anyOf([...jobIds])
    .toArray();
  const places = new Map(
    rows.flatMap((row): [JobId | null, ModelPlace][] =>
      row.kind === 'generate' ? [[row.jobId, row.payload.place]] : [],
    ),
  );
  return sentPlaces.flatMap((place) => {
    const ids = jobIds.filter((id) => (places.get(id) ?? 'platform') === place);
    return ids.length > 0 ? [{ place, ids }] : [];
  });
}
