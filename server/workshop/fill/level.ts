/** Radius of the patches that are compared: 7 × 7 pixels. */
export const patchRadius = 3;
export const patchSide = 2 * patchRadius + 1;

/** Red, green, blue (0…255), and how textured it is across and down. */
export const parts = 5;

/** Weighs texture against colour: enough to tell waves from a calm sky of the same blue. */
const textureWeight = 4;

/** A picture with holes at one size. */
export interface Level {
  width: number;
  height: number;
  /** `parts` values a pixel, row by row; in holes what is thought of so far. */
  data: Float32Array;
  /** 1 where something is to be made up. */
  hole: Uint8Array;
  /** 1 where nothing may be copied from, although it is known. */
  closed: Uint8Array;
}

/** From 8-bit sRGB triples; the colours in the holes are forgotten. */
export function levelOf(
  rgb: Uint8Array,
  hole: Uint8Array,
  closed: Uint8Array,
  width: number,
  height: number,
): Level {
  const data = new Float32Array(width * height * parts);
  for (let pixel = 0; pixel < hole.length; pixel += 1) {
    if (hole[pixel]) continue;
    for (let part = 0; part < 3; part += 1) data[pixel * parts + part] = rgb[pixel * 3 + part]!;
  }
  const level = { width, height, data, hole, closed };
  measureTexture(level);
  return level;
}

/** Half the size. A pixel is known when at least half of what it covers is; only that counts. */
export function halve({ width, height, data, hole, closed }: Level): Level {
  const halfWidth = Math.max(1, width >> 1);
  const halfHeight = Math.max(1, height >> 1);
  const half: Level = {
    width: halfWidth,
    height: halfHeight,
    data: new Float32Array(halfWidth * halfHeight * parts),
    hole: new Uint8Array(halfWidth * halfHeight),
    closed: new Uint8Array(halfWidth * halfHeight),
  };
  for (let y = 0; y < halfHeight; y += 1) {
    for (let x = 0; x < halfWidth; x += 1) {
      let known = 0;
      const at = (y * halfWidth + x) * parts;
      for (let corner = 0; corner < 4; corner += 1) {
        const fromX = Math.min(width - 1, 2 * x + (corner & 1));
        const fromY = Math.min(height - 1, 2 * y + (corner >> 1));
        const from = fromY * width + fromX;
        if (closed[from]) half.closed[y * halfWidth + x] = 1;
        if (hole[from]) continue;
        known += 1;
        for (let part = 0; part < parts; part += 1)
          half.data[at + part]! += data[from * parts + part]!;
      }
      if (known < 2) {
        half.hole[y * halfWidth + x] = 1;
        half.data.fill(0, at, at + parts);
      } else {
        for (let part = 0; part < parts; part += 1) half.data[at + part]! /= known;
      }
    }
  }
  return half;
}

/** Mean strength of the change of brightness around each known pixel, across and down. */
function measureTexture({ width, height, data, hole }: Level): void {
  const across = new Float32Array(width * height);
  const down = new Float32Array(width * height);
  const light = (pixel: number): number =>
    0.3 * data[pixel * parts]! + 0.59 * data[pixel * parts + 1]! + 0.11 * data[pixel * parts + 2]!;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const pixel = y * width + x;
      if (hole[pixel]) continue;
      if (x + 1 < width && !hole[pixel + 1])
        across[pixel] = Math.abs(light(pixel + 1) - light(pixel));
      if (y + 1 < height && !hole[pixel + width])
        down[pixel] = Math.abs(light(pixel + width) - light(pixel));
    }
  }
  const radius = 4;
  for (const [part, values] of [
    [3, across],
    [4, down],
  ] as const) {
    const rows = runningMean(values, hole, width, height, radius);
    for (let pixel = 0; pixel < rows.length; pixel += 1)
      data[pixel * parts + part] = textureWeight * rows[pixel]!;
  }
}

/** Mean over a square of known pixels; 0 where there is none. */
function runningMean(
  values: Float32Array,
  hole: Uint8Array,
  width: number,
  height: number,
  radius: number,
): Float32Array {
  const sums = new Float32Array(width * height);
  const counts = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const row = y * width;
    let sum = 0;
    let count = 0;
    for (let x = -radius; x < width; x += 1) {
      const enters = x + radius;
      if (enters < width && !hole[row + enters]) {
        sum += values[row + enters]!;
        count += 1;
      }
      const leaves = x - radius - 1;
      if (leaves >= 0 && !hole[row + leaves]) {
        sum -= values[row + leaves]!;
        count -= 1;
      }
      if (x >= 0) {
        sums[row + x] = sum;
        counts[row + x] = count;
      }
    }
  }
  const means = new Float32Array(width * height);
  const columnSums = new Float64Array(width);
  const columnCounts = new Float64Array(width);
  for (let y = -radius; y < height; y += 1) {
    const enters = y + radius;
    const leaves = y - radius - 1;
    for (let x = 0; x < width; x += 1) {
      if (enters < height) {
        columnSums[x]! += sums[enters * width + x]!;
        columnCounts[x]! += counts[enters * width + x]!;
      }
      if (leaves >= 0) {
        columnSums[x]! -= sums[leaves * width + x]!;
        columnCounts[x]! -= counts[leaves * width + x]!;
      }
      if (y >= 0 && columnCounts[x]! > 0 && !hole[y * width + x])
        means[y * width + x] = columnSums[x]! / columnCounts[x]!;
    }
  }
  return means;
}

/** Steps (city block and diagonal: 1 and 1.4) from each hole pixel to the nearest known one; 0 outside. */
export function depthOfHoles(hole: Uint8Array, width: number, height: number): Float32Array {
  const far = 1e9;
  const depth = new Float32Array(hole.length);
  const diagonal = Math.SQRT2;
  for (let pixel = 0; pixel < hole.length; pixel += 1) depth[pixel] = hole[pixel] ? far : 0;
  const relax = (pixel: number, from: number, step: number): void => {
    const through = depth[from]! + step;
    if (through < depth[pixel]!) depth[pixel] = through;
  };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const pixel = y * width + x;
      if (!hole[pixel]) continue;
      if (x > 0) relax(pixel, pixel - 1, 1);
      if (y > 0) relax(pixel, pixel - width, 1);
      if (x > 0 && y > 0) relax(pixel, pixel - width - 1, diagonal);
      if (x + 1 < width && y > 0) relax(pixel, pixel - width + 1, diagonal);
    }
  }
  for (let y = height - 1; y >= 0; y -= 1) {
    for (let x = width - 1; x >= 0; x -= 1) {
      const pixel = y * width + x;
      if (!hole[pixel]) continue;
      if (x + 1 < width) relax(pixel, pixel + 1, 1);
      if (y + 1 < height) relax(pixel, pixel + width, 1);
      if (x + 1 < width && y + 1 < height) relax(pixel, pixel + width + 1, diagonal);
      if (x > 0 && y + 1 < height) relax(pixel, pixel + width - 1, diagonal);
    }
  }
  return depth;
}
