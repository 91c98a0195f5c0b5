import { gaussianKernel, sample, type Flow, type Values } from '../picture/field.ts';

export interface LineOptions {
  /** Deviation of the inner Gaussian, in pixels: about half the line's width. */
  size: number;
  /** How far a line is followed to close its gaps, in pixels. */
  follow: number;
  /** Response where a line begins; higher leaves weak edges away. */
  threshold: number;
  /** How steeply a line turns black. */
  gain: number;
}

/**
 * Lines as one would draw them: a difference of Gaussians across the edge, gathered along it (flow-based
 * DoG, Kang, Lee and Chui 2007).
 * @returns darkness of the line, 0…1
 */
export function drawLines(
  lightness: Values,
  width: number,
  height: number,
  flow: Flow,
  options: LineOptions,
): Values {
  const inner = gaussianKernel(options.size);
  const outer = gaussianKernel(options.size * 1.6);
  const reach = (outer.length - 1) / 2;
  const shift = reach - (inner.length - 1) / 2;
  const weights = outer.map((weight, index) => (inner[index - shift] ?? 0) - weight);
  const response = new Float32Array(lightness.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      const nx = -flow.y[index]!;
      const ny = flow.x[index]!;
      let sum = weights[reach]! * lightness[index]!;
      for (let tap = 1; tap <= reach; tap += 1) {
        sum +=
          weights[reach + tap]! *
          (sample(lightness, width, height, x + nx * tap, y + ny * tap) +
            sample(lightness, width, height, x - nx * tap, y - ny * tap));
      }
      response[index] = sum;
    }
  }
  return gatherAlong(response, width, height, flow, options.follow, (sum) =>
    Math.tanh(Math.max(0, -sum - options.threshold) * options.gain),
  );
}

/** Mean along the flow, then a tone. */
function gatherAlong(
  values: Values,
  width: number,
  height: number,
  flow: Flow,
  follow: number,
  tone: (mean: number) => number,
): Values {
  const result = new Float32Array(values.length);
  const reach = Math.max(1, Math.round(2 * follow));
  const weights = Float32Array.from({ length: reach + 1 }, (_, step) =>
    Math.exp(-(step * step) / (2 * follow * follow)),
  );
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const index = y * width + x;
      let sum = values[index]!;
      let total = 1;
      for (let side = -1; side <= 1; side += 2) {
        let px = x;
        let py = y;
        let dx = flow.x[index]! * side;
        let dy = flow.y[index]! * side;
        for (let step = 1; step <= reach; step += 1) {
          px += dx;
          py += dy;
          const column = Math.round(px);
          const row = Math.round(py);
          if (column < 0 || row < 0 || column >= width || row >= height) break;
          const there = row * width + column;
          sum += weights[step]! * values[there]!;
          total += weights[step]!;
          const fx = flow.x[there]!;
          const fy = flow.y[there]!;
          const turn = fx * dx + fy * dy < 0 ? -1 : 1;
          dx = fx * turn;
          dy = fy * turn;
        }
      }
      result[index] = tone(sum / total);
    }
  }
  return result;
}
