const sweeps = 3;
/** Changes below this are a camera's noise. */
const grain = 0.004;

/**
 * Distance to the nearest seed along ways that change colour as little as possible (Criminisi et al. 2008), by
 * sweeps over the picture.
 * @param lab OKLab triples
 * @param isSeed per pixel
 * @param plainStep what a step costs although no colour changes, so that near is nearer than far
 */
export function geodesicDistance(
  lab: Float32Array,
  width: number,
  height: number,
  isSeed: (pixel: number) => boolean,
  plainStep: number,
): Float32Array {
  const distance = new Float32Array(width * height);
  for (let pixel = 0; pixel < distance.length; pixel += 1)
    distance[pixel] = isSeed(pixel) ? 0 : 1e9;
  const relax = (pixel: number, from: number, length: number): void => {
    if (distance[from]! >= distance[pixel]!) return;
    const dl = lab[pixel * 3]! - lab[from * 3]!;
    const da = lab[pixel * 3 + 1]! - lab[from * 3 + 1]!;
    const db = lab[pixel * 3 + 2]! - lab[from * 3 + 2]!;
    const change = Math.max(0, Math.sqrt(dl * dl + 2 * (da * da + db * db)) - grain);
    const step = change + plainStep * length;
    if (distance[from]! + step < distance[pixel]!) distance[pixel] = distance[from]! + step;
  };
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const pixel = y * width + x;
        if (x > 0) relax(pixel, pixel - 1, 1);
        if (y === 0) continue;
        relax(pixel, pixel - width, 1);
        if (x > 0) relax(pixel, pixel - width - 1, Math.SQRT2);
        if (x + 1 < width) relax(pixel, pixel - width + 1, Math.SQRT2);
      }
    }
    for (let y = height - 1; y >= 0; y -= 1) {
      for (let x = width - 1; x >= 0; x -= 1) {
        const pixel = y * width + x;
        if (x + 1 < width) relax(pixel, pixel + 1, 1);
        if (y + 1 >= height) continue;
        relax(pixel, pixel + width, 1);
        if (x + 1 < width) relax(pixel, pixel + width + 1, Math.SQRT2);
        if (x > 0) relax(pixel, pixel + width - 1, Math.SQRT2);
      }
    }
  }
  return distance;
}
