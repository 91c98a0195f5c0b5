/** Credits that came together and end together, as far as nobody has spent or held them yet. */
export interface Lot {
  id: number;
  remaining: number;
}

/** So much of a lot. */
export interface Part {
  lotId: number;
  amount: number;
}

/**
 * Takes an amount from lots, from the first as much as there is.
 * @param lots in the order they are spent in: what ends first, then what came first; changed
 * @throws RangeError when they hold less; the books of that account would not agree
 */
export function takeParts(lots: readonly Lot[], amount: number): Part[] {
  const parts: Part[] = [];
  let left = amount;
  for (const lot of lots) {
    const taken = Math.min(lot.remaining, left);
    if (taken === 0) continue;
    lot.remaining -= taken;
    left -= taken;
    parts.push({ lotId: lot.id, amount: taken });
  }
  if (left > 0) throw new RangeError(`the lots hold ${left} too few`);
  return parts;
}

/**
 * Divides a hold into what is spent and what goes back. Spent is what ends first.
 * @param parts of the hold, in the order they are spent in
 */
export function divideParts(
  parts: readonly Part[],
  charged: number,
): { spent: Part[]; returned: Part[] } {
  const left = parts.map(({ lotId, amount }) => ({ id: lotId, remaining: amount }));
  const spent = takeParts(left, charged);
  const returned = left
    .filter((lot) => lot.remaining > 0)
    .map((lot) => ({ lotId: lot.id, amount: lot.remaining }));
  return { spent, returned };
}
