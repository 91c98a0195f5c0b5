import { parts, patchRadius } from './level.ts';
import type { Field } from './search.ts';

/** How much less a patch deep in a hole is trusted than one at its edge, per pixel. */
const trustPerPixel = 1.06;

/** The 3/4 quantile of the likenesses: what counts as a good match in this picture. */
function usualDistance(distance: Float32Array): number {
  if (distance.length === 0) return 1;
  const stride = Math.max(1, Math.floor(distance.length / 4_096));
  const some = new Float32Array(Math.ceil(distance.length / stride));
  for (let index = 0; index < some.length; index += 1) some[index] = distance[index * stride]!;
  some.sort();
  return Math.max(1, some[Math.floor(some.length * 0.75)]!);
}

/**
 * Every pixel of the holes becomes the weighted mean of what all patches over it propose (Wexler et al.
 * 2007), those that match well and lie near known ground first.
 * @param sharpness 1 mixes, larger ones choose
 */
export function voteInHoles(field: Field, depth: Float32Array, sharpness: number): void {
  const { level, targetAt, targets, match, distance } = field;
  const { width, height, data, hole } = level;
  const usual = usualDistance(distance) / sharpness;
  const weights = new Float32Array(targets.length);
  for (let index = 0; index < weights.length; index += 1) {
    const trust = trustPerPixel ** -Math.min(200, depth[targets[index]!]!);
    weights[index] = Math.exp(-distance[index]! / (2 * usual)) * trust + 1e-12;
  }
  const fresh = new Float32Array(parts);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const pixel = y * width + x;
      if (!hole[pixel]) continue;
      fresh.fill(0);
      let total = 0;
      for (let dy = -patchRadius; dy <= patchRadius; dy += 1) {
        const row = y + dy;
        if (row < patchRadius || row >= height - patchRadius) continue;
        for (let dx = -patchRadius; dx <= patchRadius; dx += 1) {
          const column = x + dx;
          if (column < patchRadius || column >= width - patchRadius) continue;
          const back = dy * width + dx;
          const index = targetAt[pixel + back]!;
          const weight = weights[index]!;
          const from = (match[index]! - back) * parts;
          for (let part = 0; part < parts; part += 1) fresh[part]! += weight * data[from + part]!;
          total += weight;
        }
      }
      for (let part = 0; part < parts; part += 1) data[pixel * parts + part] = fresh[part]! / total;
    }
  }
}

/** For each hole pixel, where the best patch over it takes it from: a copy stays as sharp as its source. */
function chooseOrigins(field: Field): Int32Array {
  const { level, targetAt, match, distance } = field;
  const { width, height, hole } = level;
  const origin = new Int32Array(width * height).fill(-1);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const pixel = y * width + x;
      if (!hole[pixel]) continue;
      let best = Infinity;
      for (let dy = -patchRadius; dy <= patchRadius; dy += 1) {
        const row = y + dy;
        if (row < patchRadius || row >= height - patchRadius) continue;
        for (let dx = -patchRadius; dx <= patchRadius; dx += 1) {
          const column = x + dx;
          if (column < patchRadius || column >= width - patchRadius) continue;
          const back = dy * width + dx;
          const index = targetAt[pixel + back]!;
          // The patch around the pixel itself is preferred to one that has it in a corner.
          const found = distance[index]! * (1 + 0.02 * (dx * dx + dy * dy));
          if (found >= best) continue;
          best = found;
          origin[pixel] = match[index]! - back;
        }
      }
    }
  }
  return origin;
}

/**
 * Steps in tone, over three colours: a seam to be levelled up to the first, two things that meet from the other
 * on. At the rim more is levelled, as the light of the whole picture changes there.
 */
const seamTones = [45, 110] as const;
const rimTones = [80, 190] as const;

const relaxations = 120;
const overRelaxation = 1.88;

/**
 * Copies the best pixels into the holes and levels the seams: edges inside stay as they were copied, the
 * tone is led over from the rim (a Poisson equation after Pérez et al. 2003, held to the copy by `hold`).
 * @param hold 0 free … 1 hardly
 */
export function composeHoles(field: Field, hold: number): void {
  const { level } = field;
  const { width, height, data, hole } = level;
  const origin = chooseOrigins(field);
  const pixels: number[] = [];
  for (let pixel = 0; pixel < hole.length; pixel += 1) if (hole[pixel]) pixels.push(pixel);
  for (const pixel of pixels) {
    const from = origin[pixel]! * parts;
    for (let part = 0; part < parts; part += 1) data[pixel * parts + part] = data[from + part]!;
  }
  const steps = [-1, 1, -width, width];
  const isBeside = (pixel: number, direction: number): boolean => {
    const x = pixel % width;
    if (direction === 0) return x > 0;
    if (direction === 1) return x + 1 < width;
    return direction === 2 ? pixel >= width : pixel < width * (height - 1);
  };
  const colour = new Float64Array(pixels.length * 3);
  const constant = new Float64Array(pixels.length * 3);
  const placeOf = new Int32Array(hole.length).fill(-1);
  for (let index = 0; index < pixels.length; index += 1) placeOf[pixels[index]!] = index;
  const slopes = [0, 0, 0];
  const copied = [0, 0, 0];
  const weightOf = new Float64Array(pixels.length);
  for (let index = 0; index < pixels.length; index += 1) {
    const pixel = pixels[index]!;
    const own = origin[pixel]!;
    let weight = hold;
    for (let part = 0; part < 3; part += 1) {
      colour[index * 3 + part] = data[pixel * parts + part]!;
      constant[index * 3 + part] = hold * data[pixel * parts + part]!;
    }
    for (const [direction, step] of steps.entries()) {
      if (!isBeside(pixel, direction)) continue;
      const beside = pixel + step;
      weight += 1;
      const mine = isBeside(own, direction) && !hole[own + step] ? own : -1;
      const other = origin[beside]!;
      const backwards = direction ^ 1;
      const theirs =
        other >= 0 && isBeside(other, backwards) && !hole[other - step] ? other - step : -1;
      let seam = 0;
      for (let part = 0; part < 3; part += 1) {
        let slope = 0;
        if (mine >= 0) slope += data[mine * parts + part]! - data[(mine + step) * parts + part]!;
        if (theirs >= 0)
          slope += data[theirs * parts + part]! - data[(theirs + step) * parts + part]!;
        if (mine >= 0 && theirs >= 0) slope /= 2;
        slopes[part] = slope;
        copied[part] = data[pixel * parts + part]! - data[beside * parts + part]!;
        seam += Math.abs(copied[part]! - slope);
      }
      const [seams, things] = hole[beside] ? seamTones : rimTones;
      const isEdge = Math.min(1, Math.max(0, (seam - seams) / (things - seams)));
      for (let part = 0; part < 3; part += 1) {
        constant[index * 3 + part]! += slopes[part]! + isEdge * (copied[part]! - slopes[part]!);
        if (!hole[beside]) constant[index * 3 + part]! += data[beside * parts + part]!;
      }
    }
    weightOf[index] = weight;
  }
  for (let turn = 0; turn < relaxations; turn += 1) {
    for (let index = 0; index < pixels.length; index += 1) {
      const pixel = pixels[index]!;
      let red = constant[index * 3]!;
      let green = constant[index * 3 + 1]!;
      let blue = constant[index * 3 + 2]!;
      for (let direction = 0; direction < 4; direction += 1) {
        if (!isBeside(pixel, direction)) continue;
        const place = placeOf[pixel + steps[direction]!]!;
        if (place < 0) continue;
        red += colour[place * 3]!;
        green += colour[place * 3 + 1]!;
        blue += colour[place * 3 + 2]!;
      }
      const share = overRelaxation / weightOf[index]!;
      const rest = 1 - overRelaxation;
      colour[index * 3] = rest * colour[index * 3]! + share * red;
      colour[index * 3 + 1] = rest * colour[index * 3 + 1]! + share * green;
      colour[index * 3 + 2] = rest * colour[index * 3 + 2]! + share * blue;
    }
  }
  for (let index = 0; index < pixels.length; index += 1) {
    for (let part = 0; part < 3; part += 1)
      data[pixels[index]! * parts + part] = colour[index * 3 + part]!;
  }
}
