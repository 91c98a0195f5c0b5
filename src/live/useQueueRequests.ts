import { listEnded, listIntentsInSlices } from '../db/intents/lists.ts';
import type { UserKey } from '../domain/ids.ts';
import { openStages, type Intent } from '../domain/intent.ts';
import { useThrottledQuery } from './useThrottledQuery.ts';

/** Ended requests stay listed until cleared, but the queue only reaches back this far. */
const endedShownMax = 300;

async function readQueue(owner: UserKey): Promise<Intent[]> {
  const rows = await listIntentsInSlices(owner, [...openStages, 'needs-attention', 'failed']);
  // One that ended meanwhile is in both.
  const known = new Set(rows.map(({ id }) => id));
  const ended = await listEnded(owner, endedShownMax);
  return [...rows, ...ended.filter(({ id }) => !known.has(id))];
}

/** Everything in an owner's queue, in no order; undefined until read. */
export function useQueueRequests(owner: UserKey | null): Intent[] | undefined {
  return useThrottledQuery(['intents'], async () => (owner ? await readQueue(owner) : []), [owner]);
}
