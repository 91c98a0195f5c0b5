function greatestCommonDivisor(left: number, right: number): number {
  return right === 0 ? left : greatestCommonDivisor(right, left % right);
}

const known: readonly (readonly [number, number])[] = [
  [1, 1],
  [5, 4],
  [4, 3],
  [3, 2],
  [16, 10],
  [16, 9],
  [2, 1],
  [21, 9],
  [3, 1],
];

/** Less than the eye tells apart. */
const nearEnough = 0.03;

/** The ratio of a size as people say it: `3:2`, and `≈16:9` where the pixels only come near. */
export function aspectLabel(width: number, height: number): string {
  const divisor = greatestCommonDivisor(width, height) || 1;
  const across = width / divisor;
  const down = height / divisor;
  const landscape = width >= height;
  const ratio = landscape ? width / height : height / width;
  let nearest = known[0] ?? [1, 1];
  for (const entry of known) {
    if (Math.abs(entry[0] / entry[1] - ratio) < Math.abs(nearest[0] / nearest[1] - ratio))
      nearest = entry;
  }
  const [long, short] = nearest;
  const off = Math.abs(long / short - ratio);
  const exact = off < 0.001;
  // 9:5 is a ratio, too, but nobody calls it so who means 16:9.
  if (off > nearEnough && across <= 10 && down <= 10) return `${across}:${down}`;
  return `${exact ? '' : '≈'}${landscape ? `${long}:${short}` : `${short}:${long}`}`;
}
