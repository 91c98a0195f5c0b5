import { clamp01, createNoise, lerp, smoothstep } from '../painter/noise.ts';
import { blur, edgeFlow, planeOf, type Values } from '../picture/field.ts';
import { drawLines } from './lines.ts';
import { flattenAlongFlow } from './smooth.ts';
import type { Easel } from './easel.ts';

/** Lightness stretched so that 1 % is black and 1 % is white. */
export function stretched(lightness: Values): Values {
  const histogram = new Uint32Array(512);
  for (const value of lightness) histogram[Math.round(clamp01(value) * 511)]! += 1;
  const find = (share: number): number => {
    let seen = 0;
    for (let level = 0; level < 512; level += 1) {
      seen += histogram[level]!;
      if (seen >= share * lightness.length) return level / 511;
    }
    return 1;
  };
  const darkest = find(0.01);
  const spread = find(0.99) - darkest;
  const range = Math.max(0.3, spread);
  // What is nearly even keeps its own tone: white paper stays white.
  const low = darkest - (range - spread) * darkest;
  return lightness.map((value) => clamp01((value - low) / range));
}

/** Graphite on tinted paper: contours, and tone laid on in up to three directions of hatching. */
export function drawPencil(easel: Easel): void {
  const { surface, width, height, unit, seed, detail, report } = easel;
  const lightness = stretched(planeOf(surface.data, 0));
  const flow = edgeFlow(lightness, width, height, 2.2 * unit);
  report(0.15);
  const fine = drawLines(lightness, width, height, flow, {
    size: Math.max(0.7, lerp(1.1, 0.75, detail) * unit),
    follow: 3.5 * unit,
    threshold: lerp(0.012, 0.004, detail),
    gain: 34,
  });
  report(0.45);
  const soft = blur(lightness, width, height, lerp(1.6, 0.7, detail) * unit);
  const hatching = createNoise(seed, 'hatching');
  const pressure = createNoise(seed, 'pressure');
  const tooth = createNoise(seed, 'tooth');
  // Each direction joins in where the drawing is darker still.
  const layers = [
    { cosine: Math.cos(-0.9), sine: Math.sin(-0.9), from: 0.1, to: 0.62, weight: 0.56 },
    { cosine: Math.cos(-0.35), sine: Math.sin(-0.35), from: 0.42, to: 0.84, weight: 0.36 },
    { cosine: Math.cos(-1.5), sine: Math.sin(-1.5), from: 0.66, to: 1, weight: 0.34 },
  ];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      const u = x / unit;
      const v = y / unit;
      const dark = 1 - soft[index]!;
      let graphite = 0;
      for (const [order, layer] of layers.entries()) {
        const amount = smoothstep(layer.from, layer.to, dark);
        if (amount <= 0) break;
        const along = u * layer.cosine - v * layer.sine;
        const across = u * layer.sine + v * layer.cosine;
        const wander = 1.2 * hatching.at(along / 60 + 31 * order, across / 40);
        const stroke = hatching.at(along / 26 + 7 * order, (across + wander) / 1.55);
        const mark = smoothstep(0.5 - 1.1 * amount, 1.1 - 0.9 * amount, stroke + 0.25);
        graphite += layer.weight * lerp(mark, 1, 0.35) * amount;
      }
      const grain = 0.5 + 0.5 * tooth.fractal(u / 1.7, v / 1.7, 2);
      graphite *= 0.74 + 0.5 * grain;
      const press = 0.8 + 0.3 * pressure.fractal(u / 45, v / 45, 2);
      const line = fine[index]! * press * (0.72 + 0.4 * grain);
      const covered = 1 - (1 - clamp01(graphite)) * (1 - clamp01(0.9 * line));
      const paper = 0.966 + 0.008 * grain;
      surface.data[index * 3] = lerp(paper, 0.24, covered * 0.94);
      surface.data[index * 3 + 1] = lerp(0.001, 0, covered);
      surface.data[index * 3 + 2] = lerp(0.008, -0.004, covered);
    }
  }
  report(0.95);
}

/** Flat, bright colour in a few steps of light, with black contours. */
export function drawCartoon(easel: Easel): void {
  const { surface, width, height, unit, detail, report } = easel;
  const photo = planeOf(surface.data, 0);
  const flow = edgeFlow(photo, width, height, 2 * unit);
  const flat = flattenAlongFlow(
    surface,
    flow,
    { size: lerp(4.2, 2.4, detail) * unit, tolerance: lerp(0.08, 0.035, detail), rounds: 3 },
    (part) => report(0.05 + 0.6 * part),
  );
  const contours = drawLines(photo, width, height, flow, {
    size: Math.max(0.8, 1.15 * unit),
    follow: 4 * unit,
    threshold: lerp(0.02, 0.01, detail),
    gain: 55,
  });
  report(0.88);
  const steps = Math.round(lerp(6, 10, detail));
  for (let index = 0; index < width * height; index += 1) {
    const at = index * 3;
    const lifted = clamp01((flat[at]! - 0.06) * 1.1);
    const level = lifted * steps;
    const nearest = Math.floor(level) + 0.5;
    // A soft stair: steps are seen, and no gradient breaks into ragged bands.
    const stair = (nearest + 0.5 * Math.tanh((level - nearest) * 2) - 0.02) / steps;
    const ink = contours[index]!;
    surface.data[at] = lerp(0.05 + 0.93 * stair, 0.12, ink);
    surface.data[at + 1] = flat[at + 1]! * 1.3 * (1 - ink);
    surface.data[at + 2] = flat[at + 2]! * 1.3 * (1 - ink);
  }
}
