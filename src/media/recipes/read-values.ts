/** Strangers wrote these values: each is taken only if it is what it claims to be. */

/** A finite number, also one that is written as text. */
export function readNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** A text of at most so many characters, without spaces around it; null for an empty one. */
export function readText(value: unknown, most: number): string | null {
  if (typeof value !== 'string') return null;
  return value.trim().slice(0, most) || null;
}

/** A seed as decimal digits. Numbers beyond 2^53 have lost some of theirs and are none. */
export function readSeed(value: unknown): string | null {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value >= 0 ? String(value) : null;
  }
  return typeof value === 'string' && /^\d{1,20}$/.test(value.trim()) ? value.trim() : null;
}
