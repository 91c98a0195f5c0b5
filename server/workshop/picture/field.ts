/** One value per pixel, row by row. */
export type Values = Float32Array;

function clampIndex(index: number, count: number): number {
  return index < 0 ? 0 : index >= count ? count - 1 : index;
}

function boxRows(from: Values, to: Values, width: number, height: number, radius: number): void {
  const weight = 1 / (2 * radius + 1);
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    let sum = 0;
    for (let x = -radius; x <= radius; x += 1) sum += from[row + clampIndex(x, width)]!;
    for (let x = 0; x < width; x += 1) {
      to[row + x] = sum * weight;
      sum += from[row + clampIndex(x + radius + 1, width)]!;
      sum -= from[row + clampIndex(x - radius, width)]!;
    }
  }
}

function transpose(from: Values, to: Values, width: number, height: number): void {
  const tile = 32;
  for (let top = 0; top < height; top += tile) {
    for (let left = 0; left < width; left += tile) {
      const bottom = Math.min(height, top + tile);
      const right = Math.min(width, left + tile);
      for (let y = top; y < bottom; y += 1) {
        for (let x = left; x < right; x += 1) to[x * height + y] = from[y * width + x]!;
      }
    }
  }
}

function kernelRows(
  from: Values,
  to: Values,
  width: number,
  height: number,
  kernel: readonly number[],
): void {
  const radius = (kernel.length - 1) / 2;
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let tap = -radius; tap <= radius; tap += 1) {
        sum += kernel[tap + radius]! * from[row + clampIndex(x + tap, width)]!;
      }
      to[row + x] = sum;
    }
  }
}

/** A Gaussian's weights on both sides of the middle, which sum to 1. */
export function gaussianKernel(sigma: number): number[] {
  const radius = Math.max(1, Math.ceil(sigma * 2.6));
  const raw = Array.from({ length: 2 * radius + 1 }, (_, index) =>
    Math.exp(-((index - radius) ** 2) / (2 * sigma * sigma)),
  );
  const sum = raw.reduce((total, weight) => total + weight, 0);
  return raw.map((weight) => weight / sum);
}

/** Gaussian blur; wide ones as three boxes, whose cost does not grow with their width. */
export function blur(values: Values, width: number, height: number, sigma: number): Values {
  if (sigma < 0.2) return values.slice();
  const one = values.slice();
  const other = new Float32Array(values.length);
  const pass = (w: number, h: number): void => {
    if (sigma < 1.8) {
      kernelRows(one, other, w, h, gaussianKernel(sigma));
      one.set(other);
      return;
    }
    const radius = Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2));
    boxRows(one, other, w, h, radius);
    boxRows(other, one, w, h, radius);
    boxRows(one, other, w, h, radius);
    one.set(other);
  };
  pass(width, height);
  transpose(one, other, width, height);
  one.set(other);
  pass(height, width);
  transpose(one, other, height, width);
  return other;
}

/** One part of interleaved triples. */
export function planeOf(triples: Float32Array, part: 0 | 1 | 2): Values {
  const plane = new Float32Array(triples.length / 3);
  for (let index = 0; index < plane.length; index += 1) plane[index] = triples[index * 3 + part]!;
  return plane;
}

/** Between four pixels; outside counts as the border. */
export function sample(
  values: Values,
  width: number,
  height: number,
  x: number,
  y: number,
): number {
  const cx = x < 0 ? 0 : x > width - 1 ? width - 1 : x;
  const cy = y < 0 ? 0 : y > height - 1 ? height - 1 : y;
  const left = cx | 0;
  const top = cy | 0;
  const fx = cx - left;
  const fy = cy - top;
  const at = top * width + left;
  const right = left + 1 < width ? 1 : 0;
  const down = top + 1 < height ? width : 0;
  const upper = values[at]! + (values[at + right]! - values[at]!) * fx;
  const lower = values[at + down]! + (values[at + down + right]! - values[at + down]!) * fx;
  return upper + (lower - upper) * fy;
}

/** Sobel's gradient, per pixel of distance. */
export function gradients(values: Values, width: number, height: number): { x: Values; y: Values } {
  const gx = new Float32Array(values.length);
  const gy = new Float32Array(values.length);
  for (let y = 0; y < height; y += 1) {
    const up = (y > 0 ? y - 1 : 0) * width;
    const row = y * width;
    const down = (y + 1 < height ? y + 1 : y) * width;
    for (let x = 0; x < width; x += 1) {
      const l = x > 0 ? x - 1 : 0;
      const r = x + 1 < width ? x + 1 : x;
      const nw = values[up + l]!;
      const ne = values[up + r]!;
      const sw = values[down + l]!;
      const se = values[down + r]!;
      gx[row + x] = (ne - nw + 2 * (values[row + r]! - values[row + l]!) + se - sw) / 8;
      gy[row + x] = (sw - nw + 2 * (values[down + x]! - values[up + x]!) + se - ne) / 8;
    }
  }
  return { x: gx, y: gy };
}

/** The direction along edges, as unit vectors, and how clear it is, 0…1. */
export interface Flow {
  x: Values;
  y: Values;
  clarity: Values;
}

/** The smoothed structure tensor's minor eigenvector (Brox et al.; Kyprianidis and Döllner). */
export function edgeFlow(values: Values, width: number, height: number, sigma: number): Flow {
  const gradient = gradients(values, width, height);
  const xx = new Float32Array(values.length);
  const xy = new Float32Array(values.length);
  const yy = new Float32Array(values.length);
  for (let index = 0; index < values.length; index += 1) {
    const gx = gradient.x[index]!;
    const gy = gradient.y[index]!;
    xx[index] = gx * gx;
    xy[index] = gx * gy;
    yy[index] = gy * gy;
  }
  const E = blur(xx, width, height, sigma);
  const F = blur(xy, width, height, sigma);
  const G = blur(yy, width, height, sigma);
  for (let index = 0; index < values.length; index += 1) {
    const e = E[index]!;
    const f = F[index]!;
    const g = G[index]!;
    const across = 0.5 * Math.atan2(2 * f, e - g);
    xx[index] = -Math.sin(across);
    xy[index] = Math.cos(across);
    yy[index] = Math.sqrt((e - g) ** 2 + 4 * f * f) / (e + g + 1e-5);
  }
  return { x: xx, y: xy, clarity: yy };
}
