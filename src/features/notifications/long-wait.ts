import type { Intent } from '../../domain/intent.ts';

/** After this time nobody just sits and looks. */
const longAfterMs = 20_000;
/** Known beforehand to take so long that one had better go away at once. */
const longWaitSeconds = 60;

/** From when on the wait for what is under way counts as long; null when nothing is. */
export function longWaitStartMs(intents: readonly Intent[]): number | null {
  const times = intents.flatMap((intent) => {
    if (intent.kind !== 'generate' || intent.submittedAtMs === null) return [];
    const isLongKnown = (intent.progress?.waitSeconds ?? 0) >= longWaitSeconds;
    return [isLongKnown ? intent.submittedAtMs : intent.submittedAtMs + longAfterMs];
  });
  return times.length === 0 ? null : Math.min(...times);
}
