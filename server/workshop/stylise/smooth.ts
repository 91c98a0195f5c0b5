import type { Surface } from '../painter/surface.ts';
import type { Flow } from '../picture/field.ts';

interface Pass {
  from: Float32Array;
  to: Float32Array;
  width: number;
  height: number;
  flow: Flow;
  along: boolean;
  reach: number;
  near: Float32Array;
  alike: Float32Array;
}

/** Steps of the table of likeness, over squared distances up to `alikeSpan`. */
const alikeSteps = 1024;
const alikeSpan = 0.25;

function smoothPass({ from, to, width, height, flow, along, reach, near, alike }: Pass): void {
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      const at = index * 3;
      const L = from[at]!;
      const a = from[at + 1]!;
      const b = from[at + 2]!;
      let sumL = L;
      let sumA = a;
      let sumB = b;
      let total = 1;
      for (let side = -1; side <= 1; side += 2) {
        let px = x;
        let py = y;
        let dx = (along ? flow.x[index]! : -flow.y[index]!) * side;
        let dy = (along ? flow.y[index]! : flow.x[index]!) * side;
        for (let step = 1; step <= reach; step += 1) {
          px += dx;
          py += dy;
          const column = Math.round(px);
          const row = Math.round(py);
          if (column < 0 || row < 0 || column >= width || row >= height) break;
          const there = row * width + column;
          const other = there * 3;
          const dL = from[other]! - L;
          const dA = from[other + 1]! - a;
          const dB = from[other + 2]! - b;
          const apart = dL * dL + 2 * (dA * dA + dB * dB);
          const slot = (apart * (alikeSteps / alikeSpan)) | 0;
          if (slot >= alikeSteps) continue;
          const weight = near[step]! * alike[slot]!;
          sumL += weight * from[other]!;
          sumA += weight * from[other + 1]!;
          sumB += weight * from[other + 2]!;
          total += weight;
          if (along) {
            const fx = flow.x[there]!;
            const fy = flow.y[there]!;
            const turn = fx * dx + fy * dy < 0 ? -1 : 1;
            dx = fx * turn;
            dy = fy * turn;
          }
        }
      }
      to[at] = sumL / total;
      to[at + 1] = sumA / total;
      to[at + 2] = sumB / total;
    }
  }
}

/**
 * Bilateral smoothing across and along the edges by turns (Kyprianidis and Döllner, 2008): areas become
 * flat, edges stay where they are and become clean.
 * @param size deviation of the distance, in pixels
 * @param tolerance deviation of the colour, in OKLab
 */
export function flattenAlongFlow(
  surface: Surface,
  flow: Flow,
  options: { size: number; tolerance: number; rounds: number },
  report: (part: number) => void,
): Float32Array {
  const { width, height } = surface;
  const reach = Math.max(1, Math.min(24, Math.round(2 * options.size)));
  const near = Float32Array.from({ length: reach + 1 }, (_, step) =>
    Math.exp(-(step * step) / (2 * options.size * options.size)),
  );
  const alike = Float32Array.from({ length: alikeSteps }, (_, slot) =>
    Math.exp(-((slot / alikeSteps) * alikeSpan) / (2 * options.tolerance ** 2)),
  );
  let from = surface.data.slice();
  let to = new Float32Array(from.length);
  for (let round = 0; round < options.rounds; round += 1) {
    for (const along of [false, true]) {
      smoothPass({ from, to, width, height, flow, along, reach, near, alike });
      [from, to] = [to, from];
      report((round + (along ? 1 : 0.5)) / options.rounds);
    }
  }
  return from;
}
