import type { works } from './tables.ts';

/** Days; 0 keeps for ever. See docs/adr/0010. */
export interface Retention {
  resultDays: number;
  acknowledgedDays: number;
}

type Kept = Pick<typeof works.$inferSelect, 'keptFrom' | 'acknowledgedAt' | 'expiredAt' | 'heldAt'>;

const dayMs = 86_400_000;

/** How a work's original is kept, in the contract's form. */
export function describeKeeping(
  { keptFrom, acknowledgedAt, expiredAt, heldAt }: Kept,
  { resultDays, acknowledgedDays }: Retention,
): { original: 'kept' | 'expired'; expires_at: string | null } {
  if (expiredAt) return { original: 'expired', expires_at: null };
  const days = acknowledgedAt ? acknowledgedDays : resultDays;
  const expiresAt = days === 0 || heldAt ? null : new Date(keptFrom.getTime() + days * dayMs);
  return { original: 'kept', expires_at: expiresAt?.toISOString() ?? null };
}
