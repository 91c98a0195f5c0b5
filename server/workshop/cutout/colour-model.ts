/** Bins an axis: fine enough for two greys, coarse enough for a few strokes. */
const bins = 24;

/** OKLab within these bounds; lightness, green–red, blue–yellow. */
const lows = [0, -0.2, -0.25] as const;
const spans = [1, 0.45, 0.45] as const;

/** What a few strokes cover. */
const fewPixels = 6_000;

/** How often each colour occurs, smoothed; sums to 1. */
export type Histogram = Float32Array;

export function binOf(lab: Float32Array, at: number): number {
  let bin = 0;
  for (let part = 0; part < 3; part += 1) {
    const place = ((lab[at + part]! - lows[part]!) / spans[part]!) * bins;
    bin = bin * bins + Math.min(bins - 1, Math.max(0, Math.floor(place)));
  }
  return bin;
}

/** @param weightOf 0 leaves a pixel out */
export function countColours(
  binsOfPixels: Int32Array,
  weightOf: (pixel: number) => number,
): Histogram {
  let counts = new Float32Array(bins ** 3);
  for (let pixel = 0; pixel < binsOfPixels.length; pixel += 1) {
    const weight = weightOf(pixel);
    if (weight > 0) counts[binsOfPixels[pixel]!]! += weight;
  }
  // Colours nearby are expected too, the more so the less was seen: binomial weights along each axis.
  const seen = counts.reduce((total, count) => total + count, 0);
  for (let turn = 0; turn < (seen < fewPixels ? 2 : 1); turn += 1) {
    for (const step of [1, bins, bins * bins]) {
      const smooth = new Float32Array(counts.length);
      for (let bin = 0; bin < counts.length; bin += 1) {
        const place = Math.floor(bin / step) % bins;
        const before = place > 0 ? counts[bin - step]! : counts[bin]!;
        const after = place < bins - 1 ? counts[bin + step]! : counts[bin]!;
        smooth[bin] = 0.25 * before + 0.5 * counts[bin]! + 0.25 * after;
      }
      counts = smooth;
    }
  }
  const sum = counts.reduce((total, count) => total + count, 0);
  return sum > 0 ? counts.map((count) => count / sum) : counts;
}
