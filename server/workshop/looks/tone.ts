import { clamp01, createNoise, smoothstep } from '../painter/noise.ts';
import { hashText } from '../painter/random.ts';
import { blur, planeOf } from '../picture/field.ts';
import { stretched } from '../stylise/drawn.ts';
import type { LookSheet } from './sheet.ts';

/** Even noise −1…1 of a position. */
function grainAt(x: number, y: number, seed: number): number {
  let hash = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ seed;
  hash = Math.imul(hash ^ (hash >>> 13), 1274126177);
  return ((hash ^ (hash >>> 16)) & 0xffff) / 32768 - 1;
}

/** Noise of about `size` pixels, as silver grains clump. */
function grainOf(
  { width, height, unit, seed }: LookSheet,
  name: string,
  size: number,
): Float32Array {
  const key = hashText(`${name} ${seed}`);
  const raw = Float32Array.from({ length: width * height }, (_, index) =>
    grainAt(index % width, Math.floor(index / width), key),
  );
  const sigma = size * unit;
  if (sigma < 0.4) return raw;
  const soft = blur(raw, width, height, sigma);
  // Blurring takes strength away; give it back.
  const gain = Math.min(6, 2 * Math.sqrt(Math.PI) * sigma);
  return soft.map((value) => value * gain);
}

const curve = (L: number, contrast: number): number =>
  clamp01(0.5 + (L - 0.5) * (1 + contrast) - contrast * 0.55 * (2 * L - 1) ** 3);

/** Warm lights, cool shadows, a glow around what is bright, grain. */
export function film(sheet: LookSheet): void {
  const { surface, width, height, unit } = sheet;
  const { data } = surface;
  const L = planeOf(data, 0);
  const bright = blur(
    L.map((value) => smoothstep(0.72, 0.98, value)),
    width,
    height,
    9 * unit,
  );
  const grain = grainOf(sheet, 'film', 0.7);
  for (let index = 0; index < L.length; index += 1) {
    const at = index * 3;
    const tone = curve(L[index]!, 0.18);
    const light = smoothstep(0.35, 0.95, tone);
    const halo = 0.55 * bright[index]!;
    data[at] = clamp01(0.035 + 0.945 * tone + 0.05 * halo + 0.02 * grain[index]! * (1.2 - tone));
    data[at + 1] = data[at + 1]! * 0.92 + 0.012 * light - 0.01 * (1 - light) + 0.05 * halo;
    data[at + 2] = data[at + 2]! * 0.92 + 0.03 * light - 0.014 * (1 - light) + 0.04 * halo;
  }
}

/** Black and white with deep skies (as through an orange filter), contrast and grain. */
export function noir(sheet: LookSheet): void {
  const { surface } = sheet;
  const { data } = surface;
  const grain = grainOf(sheet, 'noir', 0.8);
  for (let at = 0; at < data.length; at += 3) {
    const filtered = data[at]! + 0.75 * data[at + 2]! + 0.35 * data[at + 1]!;
    const tone = curve(clamp01(filtered), 0.5);
    data[at] = clamp01(tone + 0.028 * grain[at / 3]! * (1.15 - tone));
    data[at + 1] = 0;
    data[at + 2] = 0.004;
  }
}

/** Chalk on toothed paper: light, low in contrast, colour in the grooves only. */
export function pastel(sheet: LookSheet): void {
  const { surface, width, height, unit, seed } = sheet;
  const { data } = surface;
  const soft = ([0, 1, 2] as const).map((part) => {
    const plane = planeOf(data, part);
    return blur(part === 0 ? stretched(plane) : plane, width, height, 1.3 * unit);
  });
  const tooth = createNoise(seed, 'pastel tooth');
  const strokes = createNoise(seed, 'pastel strokes');
  for (let index = 0; index < width * height; index += 1) {
    const at = index * 3;
    const x = (index % width) / unit;
    const y = Math.floor(index / width) / unit;
    const grooves = 0.6 * tooth.fractal(x * 0.42, y * 0.42, 3);
    const hatch = strokes.fractal((x + y) * 0.5, (x - y) * 0.05, 2);
    const chalk = smoothstep(-0.55, 0.35, grooves + 0.5 * hatch);
    const L = 0.3 + 0.64 * soft[0]![index]!;
    data[at] = 0.955 + (L - 0.955) * (0.55 + 0.45 * chalk);
    data[at + 1] = soft[1]![index]! * 1.2 * (0.35 + 0.65 * chalk);
    data[at + 2] = 0.012 + (soft[2]![index]! * 1.2 - 0.012) * (0.35 + 0.65 * chalk);
  }
}

/** Orton's glow: the picture with its own blur screened over it. */
export function glow({ surface, width, height, unit }: LookSheet): void {
  const { data } = surface;
  const wide = [0, 1, 2].map((part) =>
    blur(planeOf(data, part as 0 | 1 | 2), width, height, 10 * unit),
  );
  for (let index = 0; index < width * height; index += 1) {
    const at = index * 3;
    const L = data[at]!;
    const screened = 1 - (1 - L) * (1 - 0.5 * wide[0]![index]!);
    data[at] = clamp01(0.3 * L + 0.7 * curve(screened - 0.08, 0.25));
    data[at + 1] = (0.6 * data[at + 1]! + 0.4 * wide[1]![index]!) * 1.25;
    data[at + 2] = (0.6 * data[at + 2]! + 0.4 * wide[2]![index]!) * 1.25;
  }
}
