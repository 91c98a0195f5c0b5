import { countQueue, listIntentsInStages } from '../db/intents/lists.ts';
import { currentOwner } from '../db/account/session.ts';
import { useThrottledQuery } from './useThrottledQuery.ts';

export interface QueueGlance {
  /** Waiting or being made. */
  open: number;
  needsAttention: number;
  /** 0…1, the mean of what is being made; undefined when nothing is. */
  progress: number | undefined;
}

const nothing: QueueGlance = { open: 0, needsAttention: 0, progress: undefined };

async function readGlance(): Promise<QueueGlance> {
  const owner = await currentOwner();
  const counts = await countQueue(owner);
  if (counts.waiting + counts.running === 0) {
    return { ...nothing, needsAttention: counts.needsAttention };
  }
  const rows = await listIntentsInStages(owner, ['running', 'bringing-home']);
  const shares = rows.flatMap((row) =>
    row.kind === 'generate' && row.progress ? [row.progress.percent / 100] : [],
  );
  return {
    open: counts.waiting + counts.running,
    needsAttention: counts.needsAttention,
    progress:
      shares.length > 0 ? shares.reduce((sum, share) => sum + share, 0) / shares.length : undefined,
  };
}

/** The queue at a glance, for badge and mark. */
export function useQueueGlance(): QueueGlance {
  return useThrottledQuery(['intents', 'settings'], readGlance, []) ?? nothing;
}
