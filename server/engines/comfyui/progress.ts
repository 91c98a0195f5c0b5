import { z } from 'zod';

import type { SocketMessage } from './answers.ts';
import type { Workflow } from './workflow.ts';

/** Nodes that do the work: everything else takes moments beside them. */
const heavy = /sampler|upscalewithmodel|ultimate.*upscale/i;
const heavyWeight = 20;

const about = z.object({ prompt_id: z.string().optional().catch(undefined) });
const nodeOf = z.object({ node: z.string().nullish().catch(undefined) });
const steps = z.object({ value: z.number(), max: z.number().positive() });
const cached = z.object({ nodes: z.array(z.string()).catch([]) });

const ends = new Set(['execution_success', 'execution_error', 'execution_interrupted']);

/** Follows one prompt by the socket's messages. */
export interface Tracker {
  /** @returns false when the message is about something else */
  take(message: SocketMessage): boolean;
  /** 0…1, never falling. */
  fraction(): number;
  isRunning(): boolean;
  /** The history may have its end. */
  isOver(): boolean;
  /** Data of an `execution_error`, which old builds' history does not keep. */
  error(): unknown;
}

/** @param isOurs whether a prompt id is the one that is followed */
export function createTracker(workflow: Workflow, isOurs: (id: string) => boolean): Tracker {
  const weights = new Map(
    Object.entries(workflow).map(([id, node]) => [
      id,
      heavy.test(node.class_type) ? heavyWeight : 1,
    ]),
  );
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const done = new Set<string>();
  let current: string | null = null;
  let part = 0;
  let fraction = 0;
  let isRunning = false;
  let isOver = false;
  let error: unknown = null;

  function settle(): void {
    let weight = current === null ? 0 : (weights.get(current) ?? 0) * part;
    for (const id of done) weight += weights.get(id) ?? 0;
    fraction = Math.max(fraction, Math.min(1, weight / Math.max(1, total)));
  }

  return {
    take({ type, data }) {
      const { prompt_id: id } = about.parse(data);
      if (type === 'status') return true;
      // Old builds name no prompt in progress; the socket is this prompt's own.
      if (id !== undefined && !isOurs(id)) return false;
      if (type === 'execution_start') isRunning = true;
      else if (type === 'execution_cached') {
        for (const node of cached.catch({ nodes: [] }).parse(data).nodes) done.add(node);
      } else if (type === 'executing') {
        const { node } = nodeOf.parse(data);
        if (current !== null) done.add(current);
        current = node ?? null;
        part = 0;
        isRunning = true;
        isOver = node === null;
      } else if (type === 'progress') {
        const told = steps.safeParse(data);
        const { node } = nodeOf.parse(data);
        if (typeof node === 'string') current = node;
        if (told.success) part = Math.max(0, Math.min(1, told.data.value / told.data.max));
      } else if (ends.has(type)) {
        isOver = true;
        if (type === 'execution_error') error = data;
      } else return false;
      settle();
      return true;
    },
    fraction: () => fraction,
    isRunning: () => isRunning,
    isOver: () => isOver,
    error: () => error,
  };
}
