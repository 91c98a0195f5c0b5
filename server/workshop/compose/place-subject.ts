import { smoothstep } from '../painter/noise.ts';
import type { Surface } from '../painter/surface.ts';
import { blur } from '../picture/field.ts';
import type { Subject } from './subject.ts';

export interface Placing {
  /** Middle of the subject, 0…1 of the width. */
  across: number;
  /** Where it stands, 0…1 of the height. */
  foot: number;
  /** 0…1 */
  shadow: number;
  /** How far the subject's tones go towards those of the scene, 0…1. */
  tone: number;
}

/** How flat the shadow lies on the ground. */
const flatness = 0.16;

/** Darkens the ground: close along the subject's lower outline, and wide where it would stand. */
function castShadow(
  ground: Surface,
  subject: Subject,
  left: number,
  foot: number,
  strength: number,
): void {
  const { width, height, data } = ground;
  const size = Math.max(subject.width, subject.height);
  const lying = new Float32Array(width * height);
  const close = new Float32Array(width * height);
  const lift = Math.round(size * 0.018);
  const top = foot - subject.height;
  for (let y = Math.max(0, top); y < Math.min(height, foot + lift); y += 1) {
    const flat = Math.floor(subject.height - 1 - (foot + lift - 1 - y) / flatness);
    const shifted = y - top - lift;
    const low = smoothstep(0.4, 0.95, shifted / subject.height);
    for (let x = Math.max(0, -left); x < subject.width && left + x < width; x += 1) {
      const to = y * width + left + x;
      if (flat >= 0) lying[to] = subject.alpha[flat * subject.width + x]!;
      if (shifted >= 0) close[to] = low * subject.alpha[shifted * subject.width + x]!;
    }
  }
  const wide = blur(lying, width, height, size * 0.045);
  const tight = blur(close, width, height, Math.max(1, size * 0.014));
  for (let pixel = 0; pixel < lying.length; pixel += 1) {
    const dark = 1 - (1 - 0.5 * wide[pixel]!) * (1 - 0.6 * tight[pixel]!);
    data[pixel * 3]! *= 1 - strength * dark;
  }
}

/** Mean OKLab, by weights. */
function meanOf(data: Float32Array, weightOf: (pixel: number) => number): number[] {
  const sums = [0, 0, 0];
  let total = 0;
  for (let pixel = 0; pixel * 3 < data.length; pixel += 1) {
    const weight = weightOf(pixel);
    total += weight;
    for (let part = 0; part < 3; part += 1) sums[part]! += weight * data[pixel * 3 + part]!;
  }
  return sums.map((sum) => sum / Math.max(1e-6, total));
}

/** Puts a subject on a ground, in place, with the shadow that belongs to it. */
export function placeSubject(ground: Surface, subject: Subject, placing: Placing): void {
  const { width, height, data } = ground;
  const left = Math.round(placing.across * width - subject.width / 2);
  const foot = subject.isCutBelow ? height : Math.round(placing.foot * height);
  const top = foot - subject.height;
  const scene = meanOf(data, () => 1);
  const own = meanOf(subject.data, (pixel) => subject.alpha[pixel]!);
  const shift = scene.map((mean, part) => (mean - own[part]!) * placing.tone);
  if (!subject.isCutBelow) castShadow(ground, subject, left, foot, placing.shadow);
  for (let y = 0; y < subject.height; y += 1) {
    if (top + y < 0 || top + y >= height) continue;
    for (let x = 0; x < subject.width; x += 1) {
      if (left + x < 0 || left + x >= width) continue;
      const from = y * subject.width + x;
      const to = ((top + y) * width + left + x) * 3;
      const opacity = subject.alpha[from]!;
      for (let part = 0; part < 3; part += 1) {
        const value = subject.data[from * 3 + part]! + shift[part]!;
        data[to + part]! += (value - data[to + part]!) * opacity;
      }
    }
  }
}
