import { listEnded } from '../db/intents/lists.ts';
import { effortOf, type Effort } from '../domain/compare.ts';
import type { UserKey } from '../domain/ids.ts';
import type { GenerateIntent } from '../domain/intent.ts';
import { useThrottledQuery } from './useThrottledQuery.ts';

/** More would say nothing about how long it takes today. */
const readMax = 80;

/** Seconds in which an output was made, without its wait in line; null where the row no longer tells. */
function makingSeconds(intent: GenerateIntent): number | null {
  const entered = (stage: string) =>
    intent.log.findLast(({ event, detail }) => event === 'stage-changed' && detail === stage)?.atMs;
  const fromMs = entered('running') ?? intent.submittedAtMs ?? undefined;
  const toMs = entered('bringing-home') ?? entered('done');
  if (fromMs === undefined || toMs === undefined || toMs < fromMs) return null;
  return (toMs - fromMs) / 1_000 / Math.max(1, intent.workIds.length);
}

/** How long a person's latest pictures took to be made, by model; undefined until read. */
export function useMakingTimes(owner: UserKey): (Effort & { seconds: number })[] | undefined {
  return useThrottledQuery(
    ['intents'],
    async () => {
      const ended = await listEnded(owner, readMax);
      return ended.flatMap((intent) => {
        if (intent.kind !== 'generate' || intent.stage !== 'done') return [];
        const seconds = makingSeconds(intent);
        if (seconds === null) return [];
        const { model, input } = intent.payload;
        return [{ ...effortOf(model, input), seconds }];
      });
    },
    [owner],
  );
}
