const dayMs = 86_400_000;

/** Not in the specification: days that a deleted work lies in the bin before it goes for good (docs/adr/0037). */
export const binDays = 30;
export const binMs = binDays * dayMs;

/** When a work that was put into the bin goes for good. */
export function binnedUntilMs(binnedAtMs: number): number {
  return binnedAtMs + binMs;
}

/** Whole days until an original goes; 0 on its last day and after it. */
export function daysLeft(expiresAtMs: number, nowMs: number): number {
  return Math.max(0, Math.floor((expiresAtMs - nowMs) / dayMs));
}
