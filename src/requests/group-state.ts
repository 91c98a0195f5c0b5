import type { GroupWithMembers } from '../db/intents/groups.ts';
import type { WorkRow } from '../db/schema.ts';
import { isOpenStage, type GenerateIntent } from '../domain/intent.ts';
import { needsYou } from './actions/permitted.ts';

/** What is in a cell of a comparison: its request, for as long as the queue has it, and what it became. */
export interface GroupCell {
  request: GenerateIntent | null;
  work: WorkRow | null;
}

/** The cells that anything is left of. */
export function groupCells({
  requests,
  works,
}: Pick<GroupWithMembers, 'requests' | 'works'>): ReadonlyMap<number, GroupCell> {
  const cells = new Map<number, GroupCell>();
  const change = (cell: number | undefined, changed: Partial<GroupCell>) => {
    if (cell === undefined) return;
    cells.set(cell, { ...(cells.get(cell) ?? { request: null, work: null }), ...changed });
  };
  for (const request of requests) change(request.group?.cell, { request });
  for (const work of works) change(work.group?.cell, { work });
  return cells;
}

export interface GroupProgress {
  total: number;
  done: number;
  /** Waiting here, in line, being made, coming home. */
  underWay: number;
  /** Failed, or waiting for the person. */
  trouble: number;
}

/** How far all requests of one press are. */
export function groupProgress(members: GroupWithMembers): GroupProgress {
  const progress = { total: members.group.cells.length, done: 0, underWay: 0, trouble: 0 };
  for (const { request, work } of groupCells(members).values()) {
    if (!request || request.stage === 'done') progress.done += work ? 1 : 0;
    else if (needsYou(request)) progress.trouble += 1;
    else if (isOpenStage(request.stage)) progress.underWay += 1;
  }
  return progress;
}
