import { lerp } from '../painter/noise.ts';
import { blur, gradients, type Values } from '../picture/field.ts';

/** Below this change of lightness per pixel nothing is an edge, however even the picture is. */
const faintest = 0.004;

/** The gradient's strength that a share of the pixels stays below. */
function quantile(strengths: Values, share: number): number {
  const steps = 2048;
  const span = 0.5;
  const histogram = new Uint32Array(steps);
  for (const value of strengths) {
    histogram[Math.min(steps - 1, Math.floor((value / span) * steps))]! += 1;
  }
  let seen = 0;
  for (let step = 0; step < steps; step += 1) {
    seen += histogram[step]!;
    if (seen >= share * strengths.length) return ((step + 1) / steps) * span;
  }
  return span;
}

/** Keeps what is strongest across its own edge. */
function thin(gx: Values, gy: Values, strengths: Values, width: number, height: number): Values {
  const result = new Float32Array(strengths.length);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const index = y * width + x;
      const own = strengths[index]!;
      if (own < faintest) continue;
      const dx = gx[index]!;
      const dy = gy[index]!;
      const steep = Math.abs(dy) > Math.abs(dx);
      const part = steep ? Math.abs(dx / dy) : Math.abs(dy / dx);
      const straight = steep ? width : 1;
      const uphill = steep ? width - 1 : 1 - width;
      const slant = dx * dy >= 0 ? width + 1 : uphill;
      const one = lerp(strengths[index + straight]!, strengths[index + slant]!, part);
      const other = lerp(strengths[index - straight]!, strengths[index - slant]!, part);
      if (own > one && own >= other) result[index] = own;
    }
  }
  return result;
}

/** Strong edges, and the weak ones that touch them. */
function follow(thinned: Values, width: number, high: number, low: number): Uint8Array {
  const edges = new Uint8Array(thinned.length);
  const open: number[] = [];
  for (let index = 0; index < thinned.length; index += 1) {
    if (thinned[index]! < high || edges[index]) continue;
    edges[index] = 1;
    open.push(index);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (let dy = -width; dy <= width; dy += width) {
        for (let dx = -1; dx <= 1; dx += 1) {
          // The border is never an edge, so there is no wrapping around.
          const there = next + dy + dx;
          if (edges[there] || thinned[there]! < low) continue;
          edges[there] = 1;
          open.push(there);
        }
      }
    }
  }
  return edges;
}

/**
 * Canny's edges (1986), with thresholds measured on the picture.
 * @param lightness 0…1
 * @param detail 0 few edges … 1 many
 * @returns 1 on an edge, one pixel wide
 */
export function cannyEdges(
  lightness: Values,
  width: number,
  height: number,
  unit: number,
  detail: number,
): Uint8Array {
  const soft = blur(lightness, width, height, lerp(1.9, 0.9, detail) * Math.max(1, unit));
  const { x, y } = gradients(soft, width, height);
  const strengths = x.map((dx, index) => Math.hypot(dx, y[index]!));
  const high = Math.max(faintest * 2, quantile(strengths, lerp(0.965, 0.84, detail)));
  const thinned = thin(x, y, strengths, width, height);
  return follow(thinned, width, high, Math.max(faintest, high * 0.4));
}
