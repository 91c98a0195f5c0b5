/** Less than this of 255 in every channel is what encoders do by themselves, not a difference that anybody sees. */
export const seenDifference = 8;

/**
 * What differs between two pictures of one size: of each channel the distance, opaque.
 * @param left RGBA
 * @param right RGBA, of the same length
 * @param out where the distances go, RGBA; may be `left`
 * @returns the share of pixels that differ visibly, 0 to 1
 */
export function differenceOf(
  left: Uint8ClampedArray,
  right: Uint8ClampedArray,
  out: Uint8ClampedArray,
): number {
  let changed = 0;
  for (let at = 0; at < left.length; at += 4) {
    let most = 0;
    for (let channel = at; channel < at + 3; channel += 1) {
      const distance = Math.abs((left[channel] ?? 0) - (right[channel] ?? 0));
      out[channel] = distance;
      if (distance > most) most = distance;
    }
    out[at + 3] = 255;
    if (most >= seenDifference) changed += 1;
  }
  const pixels = left.length / 4;
  return pixels === 0 ? 0 : changed / pixels;
}
