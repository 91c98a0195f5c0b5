/** A rectangle in the coordinates of `position: fixed`. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Where the list goes: it hangs from `top`, or stands on `bottom`, never both. */
export interface ListPlace {
  left: number;
  width: number;
  maxHeight: number;
  top?: number;
  bottom?: number;
}

const margin = 8;
const widthMax = 384;
/** Between the line and the list. */
const gap = 6;

/**
 * At the caret, below its line where the list has room there, else on the side that has more; within what a keyboard
 * on the screen leaves free.
 * @param seen what is to be seen of the page
 * @param pageHeight what `bottom` of a fixed element counts from
 */
export function placeList(
  caret: Box,
  seen: Box,
  pageHeight: number,
  wantedHeight: number,
): ListPlace {
  const width = Math.min(widthMax, seen.width - 2 * margin);
  const right = seen.left + seen.width - margin;
  const left = Math.max(seen.left + margin, Math.min(caret.left, right - width));
  const below = seen.top + seen.height - margin - (caret.top + caret.height + gap);
  const above = caret.top - gap - (seen.top + margin);
  if (below >= wantedHeight || below >= above) {
    const top = caret.top + caret.height + gap;
    return { left, width, top, maxHeight: Math.max(0, Math.min(below, wantedHeight)) };
  }
  return {
    left,
    width,
    bottom: pageHeight - caret.top + gap,
    maxHeight: Math.max(0, Math.min(above, wantedHeight)),
  };
}
