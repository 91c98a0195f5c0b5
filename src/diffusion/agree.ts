/** Whether two ways of running the same network gave the same: far apart, one of them is wrong. */
export function agree(one: Float32Array, other: Float32Array): boolean {
  let apart = 0;
  let size = 0;
  for (const [at, value] of one.entries()) {
    apart += (value - (other[at] ?? 0)) ** 2;
    size += value ** 2;
  }
  return Number.isFinite(apart) && Math.sqrt(apart / Math.max(size, 1e-12)) < 0.05;
}
