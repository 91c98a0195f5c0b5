import type { BoundedPicture } from '../picture/canvas.ts';

/** How near each place is, 0 (far) … 1 (near), on a coarse grid. */
export interface Depth {
  data: Float32Array;
  width: number;
  height: number;
}

/** Cells along the longer side: parallax needs no more, and smooth depth tears nothing. */
const cells = 96;

/** Means over squares of `2 * radius + 1`, cut at the border. */
export function boxBlur(
  data: Float32Array,
  width: number,
  height: number,
  radius: number,
): Float32Array {
  const pass = (from: Float32Array, along: number, across: number, step: number, jump: number) => {
    const to = new Float32Array(from.length);
    for (let line = 0; line < across; line += 1) {
      let sum = 0;
      let count = 0;
      const at = (index: number): number => line * jump + index * step;
      for (let index = 0; index < Math.min(radius, along); index += 1) {
        sum += from[at(index)]!;
        count += 1;
      }
      for (let index = 0; index < along; index += 1) {
        if (index + radius < along) {
          sum += from[at(index + radius)]!;
          count += 1;
        }
        if (index - radius > 0) {
          sum -= from[at(index - radius - 1)]!;
          count -= 1;
        }
        to[at(index)] = sum / count;
      }
    }
    return to;
  };
  return pass(pass(data, width, height, 1, width), height, width, width, 1);
}

/** He, Sun and Tang 2010: smooths a map so that its edges are those of the guide. */
function guidedFilter(guide: Float32Array, map: Float32Array, width: number, height: number) {
  const radius = Math.max(2, Math.round(Math.max(width, height) / 14));
  const blur = (data: Float32Array) => boxBlur(data, width, height, radius);
  const meanGuide = blur(guide);
  const meanMap = blur(map);
  const products = blur(guide.map((value, index) => value * map[index]!));
  const squares = blur(guide.map((value) => value * value));
  const slope = meanGuide.map((mean, index) => {
    const covariance = products[index]! - mean * meanMap[index]!;
    return covariance / (squares[index]! - mean * mean + 0.004);
  });
  const offset = meanMap.map((mean, index) => mean - slope[index]! * meanGuide[index]!);
  const meanSlope = blur(slope);
  const meanOffset = blur(offset);
  return guide.map((value, index) => meanSlope[index]! * value + meanOffset[index]!);
}

/** Means of the picture's pixels in each cell, 0…1. */
function shrink({ data, width, height }: BoundedPicture['picture']) {
  const scale = Math.min(1, cells / Math.max(width, height));
  const columns = Math.max(2, Math.round(width * scale));
  const rows = Math.max(2, Math.round(height * scale));
  const colours = new Float32Array(columns * rows * 3);
  for (let row = 0; row < rows; row += 1) {
    const top = Math.floor((row * height) / rows);
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / rows));
    for (let column = 0; column < columns; column += 1) {
      const left = Math.floor((column * width) / columns);
      const right = Math.max(left + 1, Math.floor(((column + 1) * width) / columns));
      const at = (row * columns + column) * 3;
      // A handful of pixels of a large cell is enough.
      const stepY = Math.max(1, (bottom - top) >> 2);
      const stepX = Math.max(1, (right - left) >> 2);
      let count = 0;
      for (let y = top; y < bottom; y += stepY) {
        for (let x = left; x < right; x += stepX) {
          const pixel = (Math.min(y, height - 1) * width + Math.min(x, width - 1)) * 3;
          for (let part = 0; part < 3; part += 1) colours[at + part]! += data[pixel + part]! / 255;
          count += 1;
        }
      }
      for (let part = 0; part < 3; part += 1) colours[at + part]! /= count;
    }
  }
  return { colours, columns, rows };
}

/** How unlike the picture's top and side edges a colour is: things stand before backgrounds. */
function distanceFromEdges(colours: Float32Array, columns: number, rows: number): Float32Array {
  const samples: number[] = [];
  for (let column = 0; column < columns; column += 2) samples.push(column * 3);
  for (let row = 0; row < (rows * 3) / 4; row += 2) {
    samples.push(row * columns * 3, (row * columns + columns - 1) * 3);
  }
  const distances = new Float32Array(columns * rows);
  for (let cell = 0; cell < distances.length; cell += 1) {
    const nearest: number[] = [];
    for (const at of samples) {
      let square = 0;
      for (let part = 0; part < 3; part += 1) {
        square += (colours[cell * 3 + part]! - colours[at + part]!) ** 2;
      }
      nearest.push(square);
    }
    nearest.sort((one, other) => one - other);
    distances[cell] = Math.sqrt(nearest[Math.min(nearest.length - 1, 4)]!);
  }
  return distances;
}

/**
 * Guesses depth from what is usual in pictures: ground comes nearer towards the bottom, what differs from the
 * edges and stands in the middle is in front. It knows no things; smooth steps make its errors gentle.
 */
export function guessDepth(picture: BoundedPicture['picture']): Depth {
  const { colours, columns, rows } = shrink(picture);
  const distances = distanceFromEdges(colours, columns, rows);
  const largest = distances.toSorted()[Math.floor(distances.length * 0.95)]! || 1;
  const light = new Float32Array(columns * rows);
  const map = new Float32Array(columns * rows);
  for (let cell = 0; cell < map.length; cell += 1) {
    const x = (cell % columns) / (columns - 1) - 0.5;
    const y = Math.floor(cell / columns) / (rows - 1);
    light[cell] =
      0.3 * colours[cell * 3]! + 0.59 * colours[cell * 3 + 1]! + 0.11 * colours[cell * 3 + 2]!;
    const middle = Math.exp(-(x * x) / 0.12 - (y - 0.58) ** 2 / 0.16);
    const stands = Math.min(1, distances[cell]! / largest);
    map[cell] = 0.6 * y ** 1.3 + 0.55 * stands * middle;
  }
  const filtered = guidedFilter(light, map, columns, rows);
  const smooth = boxBlur(filtered, columns, rows, Math.max(1, Math.round(cells / 48)));
  const sorted = smooth.toSorted();
  const low = sorted[Math.floor(sorted.length * 0.02)]!;
  const high = sorted[Math.floor(sorted.length * 0.98)]!;
  const data = smooth.map((value) =>
    Math.min(1, Math.max(0, (value - low) / Math.max(1e-6, high - low))),
  );
  return { data, width: columns, height: rows };
}

/** @param x 0…1 @param y 0…1 */
export function depthAt({ data, width, height }: Depth, x: number, y: number): number {
  const column = Math.min(width - 1.001, Math.max(0, x * (width - 1)));
  const row = Math.min(height - 1.001, Math.max(0, y * (height - 1)));
  const left = Math.floor(column);
  const top = Math.floor(row);
  const across = column - left;
  const down = row - top;
  const at = top * width + left;
  const upper = data[at]! + (data[at + 1]! - data[at]!) * across;
  const lower = data[at + width]! + (data[at + width + 1]! - data[at + width]!) * across;
  return upper + (lower - upper) * down;
}
