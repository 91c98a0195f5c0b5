import { clamp01, createNoise, lerp, type Noise } from '../painter/noise.ts';
import { createRandom, type Random } from '../painter/random.ts';
import { blur, edgeFlow, gradients, planeOf, type Flow } from '../picture/field.ts';
import type { Easel } from './easel.ts';

const bristles = 24;
const longestStroke = 7;

interface Layer {
  easel: Easel;
  /** The photo, as much blurred as the brush is wide. */
  wanted: Float32Array;
  canvas: Float32Array;
  /** How thick the paint is. */
  relief: Float32Array;
  flow: Flow;
  half: number;
  random: Random;
  drift: Noise;
}

function blurTriples(easel: Easel, sigma: number): Float32Array {
  const { surface, width, height } = easel;
  const result = new Float32Array(surface.data.length);
  for (const part of [0, 1, 2] as const) {
    const plane = blur(planeOf(surface.data, part), width, height, sigma);
    for (let index = 0; index < plane.length; index += 1) result[index * 3 + part] = plane[index]!;
  }
  return result;
}

function apart(one: Float32Array, at: number, L: number, a: number, b: number): number {
  return Math.hypot(one[at]! - L, 1.5 * (one[at + 1]! - a), 1.5 * (one[at + 2]! - b));
}

/** Drags the brush along one straight piece of a stroke. */
function drag(
  layer: Layer,
  from: readonly [number, number],
  to: readonly [number, number],
  colour: readonly [number, number, number],
  marks: Float32Array,
  travelled: number,
): void {
  const { canvas, relief, half, easel, drift } = layer;
  const { width, height } = easel;
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const length = Math.hypot(dx, dy);
  if (length < 0.01) return;
  const left = Math.max(0, Math.floor(Math.min(from[0], to[0]) - half));
  const right = Math.min(width - 1, Math.ceil(Math.max(from[0], to[0]) + half));
  const top = Math.max(0, Math.floor(Math.min(from[1], to[1]) - half));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(from[1], to[1]) + half));
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const px = x - from[0];
      const py = y - from[1];
      const along = (px * dx + py * dy) / length;
      const across = (py * dx - px * dy) / length;
      const beyond = along < 0 ? -along : along > length ? along - length : 0;
      const away = Math.hypot(across, beyond) / half;
      if (away >= 1) continue;
      const place = clamp01(0.5 + (0.5 * across) / half) * (bristles - 1);
      const slot = place | 0;
      const mark =
        marks[slot]! + ((marks[slot + 1] ?? marks[slot]!) - marks[slot]!) * (place - slot);
      const streak = mark + 0.35 * drift.at((travelled + along) / (half * 3), place * 0.9);
      const alpha = clamp01((1 - away) * Math.max(1.3, half * 0.55)) * (0.9 + 0.1 * streak);
      const index = y * width + x;
      const at = index * 3;
      canvas[at]! += (colour[0] + 0.022 * streak - canvas[at]!) * alpha;
      canvas[at + 1]! += (colour[1] - canvas[at + 1]!) * alpha;
      canvas[at + 2]! += (colour[2] - canvas[at + 2]!) * alpha;
      // Paint is pushed aside: a ridge at the rim, furrows of the bristles between.
      const ridge = 0.5 + 0.35 * streak + 0.3 * away * away;
      relief[index]! += (ridge - relief[index]!) * alpha;
    }
  }
}

/** One curved stroke, as long as it makes the canvas better (Hertzmann 1998). */
function stroke(layer: Layer, startX: number, startY: number): void {
  const { wanted, canvas, flow, half, random, easel, drift } = layer;
  const { width, height, unit } = easel;
  const start = (startY * width + startX) * 3;
  const own = random.range(-0.018, 0.018);
  const colour = [
    wanted[start]! + own,
    wanted[start + 1]! * random.range(1, 1.18),
    wanted[start + 2]! * random.range(1, 1.18),
  ] as const;
  const marks = Float32Array.from({ length: bristles }, () => random.range(-1, 1));
  let x = startX;
  let y = startY;
  let lastX = 0;
  let lastY = 0;
  let travelled = 0;
  for (let step = 0; step < longestStroke; step += 1) {
    const column = Math.min(width - 1, Math.max(0, Math.round(x)));
    const row = Math.min(height - 1, Math.max(0, Math.round(y)));
    const index = row * width + column;
    const at = index * 3;
    if (
      step > 2 &&
      apart(wanted, at, ...colour) >
        apart(wanted, at, canvas[at]!, canvas[at + 1]!, canvas[at + 2]!) + 0.01
    ) {
      return;
    }
    // Where the photo has no direction, the hand has one of its own.
    const free = 2.6 * drift.at(x / (unit * 120), y / (unit * 120) + 50);
    const clear = clamp01((flow.clarity[index]! - 0.15) * 2.5);
    let dx = flow.x[index]! * clear;
    let dy = flow.y[index]! * clear;
    const side = dx * Math.cos(free) + dy * Math.sin(free) < 0 ? -1 : 1;
    dx += Math.cos(free) * (1 - clear) * side;
    dy += Math.sin(free) * (1 - clear) * side;
    if (step > 0 && dx * lastX + dy * lastY < 0) {
      dx = -dx;
      dy = -dy;
    }
    if (step > 0) {
      dx = 0.6 * dx + 0.4 * lastX;
      dy = 0.6 * dy + 0.4 * lastY;
    }
    const norm = Math.hypot(dx, dy) || 1;
    lastX = dx / norm;
    lastY = dy / norm;
    const reach = half * 1.1;
    drag(layer, [x, y], [x + lastX * reach, y + lastY * reach], colour, marks, travelled);
    x += lastX * reach;
    y += lastY * reach;
    travelled += reach;
    if (x < -half || y < -half || x > width + half || y > height + half) return;
  }
}

function paintLayer(layer: Layer, tolerance: number, report: (part: number) => void): void {
  const { easel, half, wanted, canvas, random } = layer;
  const { width, height } = easel;
  const pitch = Math.max(1, Math.round(half * 0.9));
  const columns = Math.ceil(width / pitch);
  const order = Uint32Array.from(
    { length: columns * Math.ceil(height / pitch) },
    (_, index) => index,
  );
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random.next() * (index + 1));
    const held = order[index]!;
    order[index] = order[other]!;
    order[other] = held;
  }
  for (const [done, cell] of order.entries()) {
    const left = (cell % columns) * pitch;
    const top = Math.floor(cell / columns) * pitch;
    let worst = -1;
    let worstX = left;
    let worstY = top;
    let sum = 0;
    let count = 0;
    for (let y = top; y < Math.min(height, top + pitch); y += 1) {
      for (let x = left; x < Math.min(width, left + pitch); x += 1) {
        const at = (y * width + x) * 3;
        const missed = apart(wanted, at, canvas[at]!, canvas[at + 1]!, canvas[at + 2]!);
        sum += missed;
        count += 1;
        if (missed <= worst) continue;
        worst = missed;
        worstX = x;
        worstY = y;
      }
    }
    if (sum / count > tolerance) stroke(layer, worstX, worstY);
    if (done % 512 === 0) report(done / order.length);
  }
}

/** Curved strokes of a bristle brush, broad ones first, lit from the upper left. */
export function paintOil(easel: Easel): void {
  const { surface, width, height, unit, seed, detail, report } = easel;
  const canvas = new Float32Array(surface.data.length).fill(-9);
  const relief = new Float32Array(width * height);
  const drift = createNoise(seed, 'drift');
  const finest = lerp(2.4, 1.15, detail);
  const sizes = [15, 7.5, 4, finest];
  for (const [pass, size] of sizes.entries()) {
    const half = Math.max(1, size * unit * lerp(1.2, 0.85, detail));
    const wanted = blurTriples(easel, half * 0.4);
    const flow = edgeFlow(planeOf(wanted, 0), width, height, Math.max(1.5, half * 0.8));
    const random = createRandom(seed, `brush ${pass}`);
    const layer = { easel, wanted, canvas, relief, flow, half, random, drift };
    paintLayer(layer, pass === 0 ? 0 : lerp(0.075, 0.045, detail), (part) =>
      report((pass + part) / (sizes.length + 0.2)),
    );
  }
  const ground = blurTriples(easel, 6 * unit);
  const soft = blur(relief, width, height, 0.55 * unit);
  const slope = gradients(soft, width, height);
  for (let index = 0; index < relief.length; index += 1) {
    const at = index * 3;
    const bare = canvas[at]! < -1;
    const lit = (slope.x[index]! + slope.y[index]!) * unit;
    const light = Math.tanh(lit * 1.6) * 0.075;
    for (let part = 0; part < 3; part += 1) {
      surface.data[at + part] = bare ? ground[at + part]! : canvas[at + part]!;
    }
    surface.data[at]! += light;
  }
}
