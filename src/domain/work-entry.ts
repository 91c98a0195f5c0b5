import type { GroupId, IntentId, WorkId } from './ids.ts';

/** The columns of a work that a long list needs to lay out its tiles: position and proportions. */
export interface WorkEntry {
  id: WorkId;
  createdAtMs: number;
  width: number;
  height: number;
  intentId: IntentId | null;
  /** Of a work that was made in compare mode. */
  groupId: GroupId | null;
}

export type HistoryOrder = 'newest' | 'oldest';

/** Position in an order: negative when `left` comes before `right`. */
export function compareEntries(
  left: Pick<WorkEntry, 'id' | 'createdAtMs'>,
  right: Pick<WorkEntry, 'id' | 'createdAtMs'>,
  order: HistoryOrder,
): number {
  const byAge =
    left.createdAtMs - right.createdAtMs || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0);
  return order === 'newest' ? -byAge : byAge;
}
