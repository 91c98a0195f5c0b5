import { clamp01, createNoise, lerp, smoothstep } from '../painter/noise.ts';
import { blur, edgeFlow, planeOf } from '../picture/field.ts';
import { stretched } from './drawn.ts';
import type { Easel } from './easel.ts';
import { drawLines } from './lines.ts';
import { flattenAlongFlow } from './smooth.ts';

/** Moves every pixel a little, as wet paint runs. */
function wander(easel: Easel, source: Float32Array, reach: number, grain: number): Float32Array {
  const { width, height, unit, seed } = easel;
  const noise = createNoise(seed, 'wander');
  const moved = new Float32Array(source.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const u = x / (unit * grain);
      const v = y / (unit * grain);
      const fromX = Math.round(x + noise.fractal(u, v, 3) * reach * unit);
      const fromY = Math.round(y + noise.fractal(u + 40, v, 3) * reach * unit);
      const column = fromX < 0 ? 0 : fromX >= width ? width - 1 : fromX;
      const row = fromY < 0 ? 0 : fromY >= height ? height - 1 : fromY;
      const from = (row * width + column) * 3;
      const at = (y * width + x) * 3;
      moved[at] = source[from]!;
      moved[at + 1] = source[from + 1]!;
      moved[at + 2] = source[from + 2]!;
    }
  }
  return moved;
}

/** Washes of clear colour with pooled edges, granulation and a white rim, over a light pencil drawing. */
export function paintWatercolour(easel: Easel): void {
  const { surface, width, height, unit, seed, detail, report } = easel;
  const photo = planeOf(surface.data, 0);
  const flow = edgeFlow(photo, width, height, 2.5 * unit);
  const pencil = drawLines(photo, width, height, flow, {
    size: Math.max(0.7, 0.9 * unit),
    follow: 4 * unit,
    threshold: 0.012,
    gain: 30,
  });
  report(0.25);
  const flat = flattenAlongFlow(
    surface,
    flow,
    { size: lerp(5, 2.6, detail) * unit, tolerance: lerp(0.07, 0.03, detail), rounds: 3 },
    (part) => report(0.25 + 0.45 * part),
  );
  const wet = wander(easel, flat, lerp(4, 2, detail), 26);
  const lightness = planeOf(wet, 0);
  // Pigment gathers where a wash ends: darker on the dark side of an edge.
  const around = blur(lightness, width, height, 3.2 * unit);
  const close = blur(lightness, width, height, 0.9 * unit);
  report(0.8);
  const washes = createNoise(seed, 'washes');
  const tooth = createNoise(seed, 'cold press');
  const rims = createNoise(seed, 'rim');
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      const at = index * 3;
      const u = x / unit;
      const v = y / unit;
      const pooled = clamp01((around[index]! - close[index]!) * 6) * 0.13;
      const wash = washes.fractal(u / 150, v / 150, 4);
      const grain = tooth.fractal(u / 4.6, v / 4.6, 3);
      const edge = Math.min(x, width - 1 - x, y, height - 1 - y) / (Math.min(width, height) * 0.05);
      const rim = smoothstep(0.5, 0.72, edge + 0.42 * rims.fractal(u / 70, v / 70, 4));
      // Colour is a layer over white paper: density multiplies what it takes away.
      const dark = 0.9 * (1 - clamp01(lightness[index]! * 1.03 + 0.035));
      const density = clamp01(0.93 + 0.34 * wash + 0.13 * grain);
      const taken = (dark * density + pooled * (0.5 + dark)) * rim + 0.07 * rim * (1 - rim);
      const line = 0.34 * pencil[index]! * smoothstep(0.1, 0.5, edge);
      surface.data[at] = (0.985 - taken) * (1 - line) + 0.008 * grain;
      const strength = 1.28 * rim * Math.min(1.2, density + 0.06);
      surface.data[at + 1] = wet[at + 1]! * strength;
      surface.data[at + 2] = wet[at + 2]! * strength + 0.008 * (1 - rim);
    }
  }
}

/** Lights and darks of each part against its surroundings: snow keeps its ridges, shade its shapes. */
function modelled(light: Float32Array, width: number, height: number, reach: number): Float32Array {
  const around = blur(light, width, height, reach);
  return light.map((own, index) => clamp01(own * 0.9 + 1.1 * (own - around[index]!)));
}

/** Chinese ink: a few tones of wash on absorbent paper, and contours of a brush that runs dry. */
export function paintInk(easel: Easel): void {
  const { surface, width, height, unit, seed, detail, report } = easel;
  const photo = modelled(stretched(planeOf(surface.data, 0)), width, height, 26 * unit);
  const first = edgeFlow(photo, width, height, 2.6 * unit);
  for (const [index, light] of photo.entries()) surface.data[index * 3] = light;
  const flat = flattenAlongFlow(
    surface,
    first,
    { size: lerp(6, 3, detail) * unit, tolerance: lerp(0.09, 0.05, detail), rounds: 3 },
    (part) => report(0.05 + 0.45 * part),
  );
  const tones = stretched(planeOf(flat, 0));
  const contours = drawLines(photo, width, height, first, {
    size: Math.max(0.9, lerp(1.8, 1.05, detail) * unit),
    follow: 5 * unit,
    threshold: lerp(0.018, 0.007, detail),
    gain: 42,
  });
  report(0.75);
  const toned = new Float32Array(width * height * 3);
  for (let index = 0; index < tones.length; index += 1) {
    const dark = (1 - tones[index]!) ** 1.1 * 5.2;
    const step = Math.floor(dark);
    toned[index * 3] = (step + smoothstep(0.25, 0.75, dark - step)) / 5.2;
    toned[index * 3 + 1] = flat[index * 3 + 1]!;
    toned[index * 3 + 2] = flat[index * 3 + 2]!;
  }
  const run = wander(easel, toned, lerp(7, 3, detail), 34);
  const wash = blur(planeOf(run, 0), width, height, 1.1 * unit);
  const spread = blur(wash, width, height, 5 * unit);
  report(0.85);
  const cloud = createNoise(seed, 'wash');
  const fibre = createNoise(seed, 'fibre');
  const dry = createNoise(seed, 'dry brush');
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      const at = index * 3;
      const u = x / unit;
      const v = y / unit;
      const fibres = fibre.fractal(u / 9, v / 2.4, 3);
      const rim = clamp01((wash[index]! - spread[index]!) * 2) * 0.3;
      const uneven = 0.9 + 0.28 * cloud.fractal(u / 110, v / 110, 4) + 0.06 * fibres;
      const washed = clamp01((lerp(wash[index]!, spread[index]!, 0.3) * 0.88 + rim) * uneven);
      const fx = first.x[index]!;
      const fy = first.y[index]!;
      const bristle = dry.fractal((u * fx + v * fy) / 22, (v * fx - u * fy) / 2.2, 2);
      const stroke = clamp01(contours[index]! * (1.08 + 0.5 * bristle));
      const ink = 1 - (1 - washed) * (1 - 0.92 * stroke);
      const paper = 0.945 + 0.012 * fibres;
      surface.data[at] = lerp(paper, 0.15, ink);
      const tint = 0.12 * (1 - stroke);
      surface.data[at + 1] = 0.003 * (1 - ink) + run[at + 1]! * tint;
      surface.data[at + 2] = 0.022 * (1 - ink) + run[at + 2]! * tint - 0.004 * ink;
    }
  }
}
