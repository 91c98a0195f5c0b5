/**
 * A size of about the given area with a source's proportions.
 * @param step both sides are multiples of it
 */
export function sizeLike(
  source: { width: number; height: number },
  area: number,
  step: number,
  range: { min: number; max: number },
): { width: number; height: number } {
  const scale = Math.sqrt(area / (source.width * source.height));
  const side = (length: number) =>
    Math.min(range.max, Math.max(range.min, Math.round((length * scale) / step) * step));
  return { width: side(source.width), height: side(source.height) };
}
