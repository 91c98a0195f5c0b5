import { listIntentsInStages } from '../db/intents/lists.ts';
import type { UserKey } from '../domain/ids.ts';
import { useThrottledQuery } from './useThrottledQuery.ts';

async function sumHeld(owner: UserKey): Promise<number> {
  const rows = await listIntentsInStages(owner, ['saved', 'uploading']);
  return rows.reduce((sum, row) => sum + (row.kind === 'generate' ? row.payload.cost : 0), 0);
}

/** Credits of requests that the platform has not counted yet: they will be taken before the next one's. */
export function useHeldCredits(owner: UserKey | null): number {
  return useThrottledQuery(['intents'], async () => (owner ? sumHeld(owner) : 0), [owner]) ?? 0;
}
