import { blockSide, forwardDct, inverseDct } from './dct.ts';

export interface Plane {
  data: Float32Array;
  width: number;
  height: number;
}

const cell = 16;
/** Blocks overlap at this distance: the smaller, the smoother and the slower. */
const stride = 3;

/**
 * Standard deviation of the noise, from the quietest parts of the plane so that texture is not taken for
 * noise (Laplacian of Immerkær on cells, a low percentile over them).
 */
export function estimateNoise(plane: Plane): number {
  const { data, width, height } = plane;
  const found: number[] = [];
  const step = Math.max(cell, Math.floor(Math.sqrt((width * height) / 6000)));
  for (let top = 1; top + cell < height; top += step) {
    for (let left = 1; left + cell < width; left += step) {
      let sum = 0;
      let mean = 0;
      for (let y = top; y < top + cell; y += 1) {
        for (let x = left; x < left + cell; x += 1) {
          const at = y * width + x;
          const up = at - width;
          const down = at + width;
          const cross = data[up]! + data[down]! + data[at - 1]! + data[at + 1]!;
          const corners = data[up - 1]! + data[up + 1]! + data[down - 1]! + data[down + 1]!;
          sum += Math.abs(4 * data[at]! - 2 * cross + corners);
          mean += data[at]!;
        }
      }
      mean /= cell * cell;
      // Clipped black or white hides its noise.
      if (mean > 6 && mean < 249) found.push((sum / (cell * cell) / 6) * Math.sqrt(Math.PI / 2));
    }
  }
  if (found.length === 0) return 0;
  found.sort((left, right) => left - right);
  return found[Math.floor(found.length * 0.2)] ?? 0;
}

/**
 * Sliding DCT with hard thresholding (Yu and Sapiro): every block is transformed, small coefficients are
 * dropped, and the overlapping results are averaged, sparser blocks counting more.
 * @param threshold in grey levels; below it a coefficient is taken for noise
 */
export function denoisePlane(plane: Plane, threshold: number): Plane {
  const { data, width, height } = plane;
  if (threshold <= 0 || width < blockSide || height < blockSide) return plane;
  const sum = new Float32Array(width * height);
  const weights = new Float32Array(width * height);
  const block = new Float64Array(blockSide * blockSide);
  const coefficients = new Float64Array(blockSide * blockSide);
  const lastTop = height - blockSide;
  const lastLeft = width - blockSide;
  for (let wantedTop = 0; wantedTop < lastTop + stride; wantedTop += stride) {
    const top = Math.min(wantedTop, lastTop);
    for (let wantedLeft = 0; wantedLeft < lastLeft + stride; wantedLeft += stride) {
      const left = Math.min(wantedLeft, lastLeft);
      for (let y = 0; y < blockSide; y += 1) {
        const from = (top + y) * width + left;
        for (let x = 0; x < blockSide; x += 1) block[y * blockSide + x] = data[from + x]!;
      }
      forwardDct(block, coefficients);
      let kept = 1;
      for (let index = 1; index < coefficients.length; index += 1) {
        if (Math.abs(coefficients[index]!) < threshold) coefficients[index] = 0;
        else kept += 1;
      }
      const weight = 1 / kept;
      if (kept === 1) block.fill(coefficients[0]! / blockSide);
      else inverseDct(coefficients, block);
      for (let y = 0; y < blockSide; y += 1) {
        const to = (top + y) * width + left;
        for (let x = 0; x < blockSide; x += 1) {
          sum[to + x]! += weight * block[y * blockSide + x]!;
          weights[to + x]! += weight;
        }
      }
    }
  }
  for (let index = 0; index < sum.length; index += 1) sum[index]! /= weights[index]!;
  return { data: sum, width, height };
}
