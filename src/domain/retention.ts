const dayMs = 86_400_000;

/** Not in the specification: days that a deleted work lies in the bin before it goes for good (docs/adr/0037). */
export const binDays = 30;
export const binMs = binDays * dayMs;

/** Days that a work is still in the bin, begun ones too: it comes in with all of them. */
export function binDaysLeft(binnedAtMs: number, nowMs: number): number {
  return Math.min(binDays, Math.max(0, Math.ceil((binnedAtMs + binMs - nowMs) / dayMs)));
}

/** Whole days until an original goes; 0 on its last day and after it. */
export function daysLeft(expiresAtMs: number, nowMs: number): number {
  return Math.max(0, Math.floor((expiresAtMs - nowMs) / dayMs));
}
