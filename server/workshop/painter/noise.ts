import { createRandom } from './random.ts';

const directions = 16;
const gradientX = Float64Array.from({ length: directions }, (_, index) =>
  Math.cos((2 * Math.PI * (index + 0.5)) / directions),
);
const gradientY = Float64Array.from({ length: directions }, (_, index) =>
  Math.sin((2 * Math.PI * (index + 0.5)) / directions),
);

/** Smooth noise of two coordinates; octaves may be fractional, so that detail fades in without a seam. */
export interface Noise {
  /** About −1…1, wavelength 1. */
  at(x: number, y: number): number;
  /** Sum of octaves, about −1…1. */
  fractal(x: number, y: number, octaves: number): number;
  /** Sharp crests: about 0…1. */
  ridged(x: number, y: number, octaves: number): number;
}

// Each octave is turned, else the lattice shows.
const turnCosine = 0.8 * 2.02;
const turnSine = 0.6 * 2.02;

export function createNoise(seed: number, name: string): Noise {
  const random = createRandom(seed, `noise:${name}`);
  const table = new Uint8Array(512);
  for (let index = 0; index < 256; index += 1) table[index] = index;
  for (let index = 255; index > 0; index -= 1) {
    const other = Math.floor(random.next() * (index + 1));
    const held = table[index]!;
    table[index] = table[other]!;
    table[other] = held;
  }
  table.copyWithin(256, 0, 256);

  const at = (x: number, y: number): number => {
    const cellX = Math.floor(x);
    const cellY = Math.floor(y);
    const fx = x - cellX;
    const fy = y - cellY;
    const column = cellX & 255;
    const row = cellY & 255;
    const left = table[column]! + row;
    const right = table[column + 1]! + row;
    const g00 = table[left & 511]! & 15;
    const g10 = table[right & 511]! & 15;
    const g01 = table[(left + 1) & 511]! & 15;
    const g11 = table[(right + 1) & 511]! & 15;
    const n00 = gradientX[g00]! * fx + gradientY[g00]! * fy;
    const n10 = gradientX[g10]! * (fx - 1) + gradientY[g10]! * fy;
    const n01 = gradientX[g01]! * fx + gradientY[g01]! * (fy - 1);
    const n11 = gradientX[g11]! * (fx - 1) + gradientY[g11]! * (fy - 1);
    const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
    const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
    const top = n00 + (n10 - n00) * u;
    const bottom = n01 + (n11 - n01) * u;
    return (top + (bottom - top) * v) * 1.5;
  };

  const fractal = (x: number, y: number, octaves: number): number => {
    let sum = 0;
    let amplitude = 0.5;
    let px = x;
    let py = y;
    for (let left = octaves; left > 0; left -= 1) {
      sum += amplitude * (left < 1 ? left : 1) * at(px, py);
      amplitude *= 0.5;
      const turned = px * turnCosine - py * turnSine + 17.3;
      py = px * turnSine + py * turnCosine - 9.1;
      px = turned;
    }
    return sum * 1.3;
  };

  const ridged = (x: number, y: number, octaves: number): number => {
    let sum = 0;
    let amplitude = 0.5;
    let weight = 1;
    let px = x;
    let py = y;
    for (let left = octaves; left > 0; left -= 1) {
      let crest = 1 - Math.abs(at(px, py));
      crest = crest * crest * weight;
      // Detail gathers where the land is already high, as erosion leaves it.
      weight = crest * 1.8;
      if (weight > 1) weight = 1;
      sum += amplitude * (left < 1 ? left : 1) * crest;
      amplitude *= 0.45;
      const turned = px * turnCosine - py * turnSine + 5.7;
      py = px * turnSine + py * turnCosine + 3.9;
      px = turned;
    }
    return sum;
  };

  return { at, fractal, ridged };
}

export function clamp01(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}

/** 0 below `from`, 1 above `to`, smooth between; `from` may be the larger. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp01((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}

export function lerp(from: number, to: number, t: number): number {
  return from + (to - from) * t;
}
