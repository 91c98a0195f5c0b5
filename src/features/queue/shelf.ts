import { compareOrder, lineOf, type LineGroup } from '../../db/intents/order.ts';
import type { GeneratorType } from '../../domain/generator-types.ts';
import type { IntentId } from '../../domain/ids.ts';
import { isEndedStage, isOpenStage, isQuiet, type Intent } from '../../domain/intent.ts';
import { needsYou } from '../../requests/actions/permitted.ts';

export const queueFilters = ['all', 'waiting', 'running', 'trouble', 'done'] as const;
export type QueueFilter = (typeof queueFilters)[number];

export type QueueSection = 'trouble' | 'running' | 'waiting' | 'ended';

export function sectionOf(intent: Intent): QueueSection {
  if (needsYou(intent)) return 'trouble';
  if (isEndedStage(intent.stage)) return 'ended';
  return intent.stage === 'running' || intent.stage === 'bringing-home' ? 'running' : 'waiting';
}

export function matchesFilter(intent: Intent, filter: QueueFilter): boolean {
  if (filter === 'all') return true;
  return sectionOf(intent) === (filter === 'done' ? 'ended' : filter);
}

/** The tool that a request is for; null for short calls, which have none. */
export function toolOf(intent: Intent): GeneratorType | null {
  return intent.kind === 'generate' ? intent.payload.jobType : null;
}

/** The tools that the shelf's requests are for, in the order of their first. */
export function toolsOn(intents: readonly Intent[]): GeneratorType[] {
  return [...new Set(intents.flatMap((intent) => toolOf(intent) ?? []))];
}

/**
 * Claims, ratings and deletions are not requests for a picture; they show only while they wait for a network or
 * are in trouble.
 */
export function belongsOnShelf(intent: Intent, online: boolean): boolean {
  if (intent.kind === 'generate') return true;
  if (isQuiet(intent)) return needsYou(intent);
  return needsYou(intent) || (isOpenStage(intent.stage) && (!online || intent.error !== null));
}

const sectionOrder: readonly QueueSection[] = ['trouble', 'running', 'waiting', 'ended'];

/** What has left stands before what has not, whatever the order among either. */
function lineRank(intent: Intent): number {
  return intent.stage === 'submitted' ? 0 : 1;
}

/**
 * Order on the shelf: what asks for the person, what is being made, what waits in the order in which it leaves,
 * then what has ended, newest first.
 */
export function shelfOrder(intents: readonly Intent[]): Intent[] {
  return intents.toSorted((left, right) => {
    const section = sectionOf(left);
    const bySection = sectionOrder.indexOf(section) - sectionOrder.indexOf(sectionOf(right));
    if (bySection !== 0) return bySection;
    if (section === 'waiting') {
      return lineRank(left) - lineRank(right) || compareOrder(left, right);
    }
    if (section === 'running') return compareOrder(left, right);
    return left.id < right.id ? 1 : left.id > right.id ? -1 : 0;
  });
}

/** How many of each filter there are; one pass, because there may be a thousand. */
export function countByFilter(intents: readonly Intent[]): Record<QueueFilter, number> {
  const counts: Record<QueueFilter, number> = {
    all: intents.length,
    waiting: 0,
    running: 0,
    trouble: 0,
    done: 0,
  };
  for (const intent of intents) {
    const section = sectionOf(intent);
    counts[section === 'ended' ? 'done' : section] += 1;
  }
  return counts;
}

/** A request's place among those that it can change places with; `place` from 1. */
export interface InLine {
  group: LineGroup;
  place: number;
  of: number;
  /** The one behind it, before which a request dropped after this one goes; null at the end. */
  nextId: IntentId | null;
}

/** @param intents in the order of the shelf */
export function linesOf(intents: readonly Intent[]): Map<IntentId, InLine> {
  const groups: Record<LineGroup, IntentId[]> = { here: [], platform: [] };
  for (const intent of intents) {
    const group = intent.kind === 'generate' ? lineOf(intent) : null;
    if (group) groups[group].push(intent.id);
  }
  const lines = new Map<IntentId, InLine>();
  for (const group of ['platform', 'here'] as const) {
    const ids = groups[group];
    for (const [index, id] of ids.entries()) {
      lines.set(id, { group, place: index + 1, of: ids.length, nextId: ids[index + 1] ?? null });
    }
  }
  return lines;
}
