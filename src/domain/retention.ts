const dayMs = 86_400_000;

/** Whole days until an original goes; 0 on its last day and after it. */
export function daysLeft(expiresAtMs: number, nowMs: number): number {
  return Math.max(0, Math.floor((expiresAtMs - nowMs) / dayMs));
}
