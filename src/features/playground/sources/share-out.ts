/** A field as far as it matters for what is dropped or pasted. */
export interface Place {
  /** It has room without anything being replaced. */
  isEmpty: boolean;
  /** Also takes what was dropped beside every field; what is drawn on a picture has to be aimed at. */
  takesStray: boolean;
  /** So many files at once. */
  most: number;
}

/**
 * Which field takes how many of the files that arrive together: the one that was aimed at takes the first, what is
 * more goes to the fields that are empty, in their order. A form's only picture is replaced without being aimed at.
 * @param places in the form's order
 * @param aimed the one that files were dropped on, or that had the focus
 */
export function shareOut<Here extends Place>(
  places: readonly Here[],
  aimed: Here | null,
  count: number,
): { shares: Map<Here, number>; left: number } {
  const stray = places.filter(({ takesStray }) => takesStray);
  const empty = stray.filter((place) => place.isEmpty && place !== aimed);
  const order = aimed ? [aimed, ...empty] : empty.length > 0 || stray.length > 1 ? empty : stray;
  const shares = new Map<Here, number>();
  let left = count;
  for (const place of order) {
    if (left === 0) break;
    const share = Math.min(left, place.most);
    shares.set(place, share);
    left -= share;
  }
  return { shares, left };
}
