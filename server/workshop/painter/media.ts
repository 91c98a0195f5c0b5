import { clamp01, lerp, smoothstep } from './noise.ts';
import { lighten, mix, type Lab } from './oklab.ts';
import type { Studio } from './studio.ts';
import { blend, fillPolygon, strokeOutline, type Point } from './surface.ts';

/** Sums of everything above and left, for means over any rectangle in constant time. */
function summed(width: number, height: number, value: (at: number) => number): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let row = 0;
    for (let x = 0; x < width; x += 1) {
      row += value((y * width + x) * 3);
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row;
    }
  }
  return sums;
}

/** Of the four squares around each pixel, the calmest one's mean: flat patches with crisp edges. */
function simplify(data: Float32Array, width: number, height: number, radius: number): Float32Array {
  const L = summed(width, height, (at) => data[at]!);
  const a = summed(width, height, (at) => data[at + 1]!);
  const b = summed(width, height, (at) => data[at + 2]!);
  const squares = summed(width, height, (at) => data[at]! ** 2);
  const result = new Float32Array(data.length);
  const stride = width + 1;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let calmest = Infinity;
      const at = (y * width + x) * 3;
      for (let quarter = 0; quarter < 4; quarter += 1) {
        const left = Math.max(0, quarter % 2 === 0 ? x - radius : x);
        const right = Math.min(width, quarter % 2 === 0 ? x + 1 : x + radius + 1);
        const top = Math.max(0, quarter < 2 ? y - radius : y);
        const bottom = Math.min(height, quarter < 2 ? y + 1 : y + radius + 1);
        const area = (right - left) * (bottom - top);
        const i = top * stride + left;
        const j = top * stride + right;
        const k = bottom * stride + left;
        const m = bottom * stride + right;
        const mean = (L[m]! - L[j]! - L[k]! + L[i]!) / area;
        const unrest = (squares[m]! - squares[j]! - squares[k]! + squares[i]!) / area - mean * mean;
        if (unrest >= calmest) continue;
        calmest = unrest;
        result[at] = mean;
        result[at + 1] = (a[m]! - a[j]! - a[k]! + a[i]!) / area;
        result[at + 2] = (b[m]! - b[j]! - b[k]! + b[i]!) / area;
      }
    }
  }
  return result;
}

/** Turns the finished scene into a watercolour: washes, pooled edges, granulation, paper, a torn border. */
export function washOver(studio: Studio): void {
  const { surface, width, height } = studio;
  const noise = studio.noise('wash');
  const paperNoise = studio.noise('cold press');
  const paper: Lab = [0.965, 0.002, 0.012];
  const unit = Math.sqrt(width * height) / 512;
  // Pigment wanders a little before it dries.
  const source = surface.data;
  const wandered = new Float32Array(source.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const u = x / (unit * 512);
      const v = y / (unit * 512);
      const dx = noise.fractal(u * 16, v * 16, 3) * 5 * unit;
      const dy = noise.fractal(u * 16 + 40, v * 16, 3) * 5 * unit;
      const fromX = Math.min(width - 1, Math.max(0, Math.round(x + dx)));
      const fromY = Math.min(height - 1, Math.max(0, Math.round(y + dy)));
      const from = (fromY * width + fromX) * 3;
      wandered.set(source.subarray(from, from + 3), (y * width + x) * 3);
    }
  }
  const flat = simplify(wandered, width, height, Math.max(2, Math.round(3.2 * unit)));
  const soft = simplify(flat, width, height, Math.max(2, Math.round(2 * unit)));
  const sums = summed(width, height, (at) => soft[at]!);
  const reach = Math.max(2, Math.round(4 * unit));
  const stride = width + 1;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      const at = index * 3;
      const u = x / (unit * 512);
      const v = y / (unit * 512);
      const left = Math.max(0, x - reach);
      const right = Math.min(width, x + reach + 1);
      const top = Math.max(0, y - reach);
      const bottom = Math.min(height, y + reach + 1);
      const around =
        (sums[bottom * stride + right]! -
          sums[top * stride + right]! -
          sums[bottom * stride + left]! +
          sums[top * stride + left]!) /
        ((right - left) * (bottom - top));
      const pooled = clamp01((around - soft[at]!) * 5) * 0.07;
      const wash = noise.fractal(u * 2.6 + 9, v * 2.6, 4);
      const tooth = paperNoise.fractal(u * 95, v * 95, 3);
      const density = clamp01(0.86 + 0.2 * wash + 0.1 * tooth);
      const edge = Math.min(x, width - x, y, height - y) / (Math.min(width, height) * 0.045);
      const rim = smoothstep(0.62, 0.86, edge + 0.34 * noise.fractal(u * 5, v * 5 + 70, 4));
      const dryRim = rim * (1 - rim) * 0.16;
      const amount = density * rim;
      surface.data[at] = lerp(paper[0], soft[at]! + 0.02 - pooled, amount) - dryRim + 0.009 * tooth;
      surface.data[at + 1] = lerp(paper[1], soft[at + 1]! * 1.08, amount);
      surface.data[at + 2] = lerp(paper[2], soft[at + 2]! * 1.08, amount);
    }
  }
}

/** Paints the finished scene again in strokes of a bristle brush, broad ones first. */
export function brushOver(studio: Studio): void {
  const { surface, plan, width, height } = studio;
  const random = studio.random('brush');
  const drift = studio.noise('brush drift');
  const source = surface.data.slice();
  const unit = Math.sqrt(width * height) / 512;
  const tone = (x: number, y: number): number => {
    const column = Math.min(width - 1, Math.max(0, Math.round(x)));
    const row = Math.min(height - 1, Math.max(0, Math.round(y)));
    return source[(row * width + column) * 3]!;
  };
  const sizes = plan.detail > 0.3 ? [15, 8, 4.2, 2.4] : [15, 8, 4.2];
  for (const [pass, size] of sizes.entries()) {
    const half = (size * unit) / 2;
    const pitch = half * (pass === 0 ? 1 : 1.25);
    for (let gridY = 0; gridY < height + pitch; gridY += pitch) {
      for (let gridX = 0; gridX < width + pitch; gridX += pitch) {
        const x = gridX + random.range(-0.5, 0.5) * pitch;
        const y = gridY + random.range(-0.5, 0.5) * pitch;
        const column = Math.min(width - 1, Math.max(0, Math.round(x)));
        const row = Math.min(height - 1, Math.max(0, Math.round(y)));
        const at = (row * width + column) * 3;
        const colour: Lab = [source[at]!, source[at + 1]!, source[at + 2]!];
        if (pass > 0) {
          const missed = Math.hypot(
            surface.data[at]! - colour[0],
            surface.data[at + 1]! - colour[1],
            surface.data[at + 2]! - colour[2],
          );
          if (missed < 0.035 + 0.012 * random.next()) continue;
        }
        const span = half * 1.5;
        const slopeX = tone(x + span, y) - tone(x - span, y);
        const slopeY = tone(x, y + span) - tone(x, y - span);
        const calm = Math.hypot(slopeX, slopeY) < 0.02;
        const wander = drift.fractal((x / width) * 2.5, (y / height) * 2.5, 2) * 2.4;
        const angle = calm ? wander : Math.atan2(slopeX, -slopeY) + random.range(-0.25, 0.25);
        const length = half * random.range(4, 7) * (pass === 0 ? 1 : 0.8);
        const bend = random.range(-0.3, 0.3);
        const path: Point[] = [-0.5, -0.2, 0.1, 0.5].map((part) => [
          x + Math.cos(angle + bend * part) * length * part,
          y + Math.sin(angle + bend * part) * length * part,
        ]);
        const own = random.range(-0.022, 0.022);
        const bristles = size * unit > 5 ? 4 : 2;
        for (let bristle = 0; bristle < bristles; bristle += 1) {
          const offset = ((bristle + 0.5) / bristles - 0.5) * 2 * half;
          const shifted = path.map(([px, py]): Point => [
            px - Math.sin(angle) * offset,
            py + Math.cos(angle) * offset,
          ]);
          const shade = lighten(colour, own + random.range(-0.016, 0.016));
          fillPolygon(
            surface,
            strokeOutline(
              shifted,
              (part) => (half / bristles) * (1.25 - 0.5 * Math.abs(part - 0.5)),
            ),
            shade,
            0.93,
          );
        }
      }
    }
    studio.report(0.9 + (0.09 * (pass + 1)) / sizes.length);
  }
  // Light catches the ridges of the paint.
  const ridges = studio.noise('impasto');
  for (let index = 0; index < width * height; index += 1) {
    const weave = ridges.at(
      (index % width) / (1.7 * unit),
      Math.floor(index / width) / (1.7 * unit),
    );
    blend(
      surface,
      index,
      mix([0.95, 0, 0], [0.2, 0, 0], weave > 0 ? 0 : 1),
      0.018 * Math.abs(weave),
    );
  }
}
