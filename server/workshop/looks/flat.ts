import { clamp01, createNoise, smoothstep } from '../painter/noise.ts';
import { type Lab } from '../painter/oklab.ts';
import { createRandom } from '../painter/random.ts';
import { blur, edgeFlow, planeOf } from '../picture/field.ts';
import { drawLines } from '../stylise/lines.ts';
import { flattenAlongFlow } from '../stylise/smooth.ts';
import { fewColours, nearestColour } from '../trace/colours.ts';
import { dissolveSmall, majority } from '../trace/regions.ts';
import type { LookSheet } from './sheet.ts';

/** The picture in few colours, areas cleaned up. */
function layers(
  sheet: LookSheet,
  count: number,
  size: number,
): { labels: Uint8Array; colours: Lab[] } {
  const { surface, width, height, unit, seed } = sheet;
  const flow = edgeFlow(planeOf(surface.data, 0), width, height, 2 * unit);
  const flat = flattenAlongFlow(
    surface,
    flow,
    { size: size * unit, tolerance: 0.06, rounds: 2 },
    () => undefined,
  );
  const colours = fewColours(flat, count, createRandom(seed, 'layers'));
  let labels: Uint8Array = Uint8Array.from({ length: width * height }, (_, index) =>
    nearestColour(flat, index * 3, colours),
  );
  for (let round = 0; round < 2; round += 1)
    labels = majority(labels, width, height, colours.length);
  return { labels, colours };
}

/** Mixes soft-edged layers, so that flat areas meet without stairs. */
function lay(sheet: LookSheet, labels: Uint8Array, colours: readonly Lab[]): void {
  const { surface, width, height } = sheet;
  const { data } = surface;
  data.fill(0);
  for (const [label, colour] of colours.entries()) {
    const area = blur(
      Float32Array.from(labels, (own) => (own === label ? 1 : 0)),
      width,
      height,
      0.6,
    );
    for (let index = 0; index < area.length; index += 1) {
      const share = area[index]!;
      if (share === 0) continue;
      data[index * 3]! += share * colour[0];
      data[index * 3 + 1]! += share * colour[1];
      data[index * 3 + 2]! += share * colour[2];
    }
  }
}

/** Few strong inks, clean areas. */
export function screenPrint(sheet: LookSheet): void {
  const { labels, colours } = layers(sheet, 7, 4);
  const lights = colours.map(([L]) => L);
  const [least, most] = [Math.min(...lights), Math.max(...lights)];
  const inks = colours.map(([L, a, b]): Lab => {
    const stretched = 0.16 + (0.8 * (L - least)) / Math.max(0.05, most - least);
    return [0.35 * L + 0.65 * stretched, a * 1.45, b * 1.45];
  });
  lay(sheet, labels, inks);
}

/** Japanese woodblock: flat colours that fade, wood grain, outlines in dark blue. */
export function woodblock(sheet: LookSheet): void {
  const { surface, width, height, unit, seed } = sheet;
  const L = planeOf(surface.data, 0);
  const flow = edgeFlow(L, width, height, 2.2 * unit);
  const lines = drawLines(L, width, height, flow, {
    size: Math.max(0.8, 1.1 * unit),
    follow: 5 * unit,
    threshold: 0.012,
    gain: 60,
  });
  const { labels, colours } = layers(sheet, 9, 3.4);
  const lights = colours.map(([light]) => light);
  const [least, most] = [Math.min(...lights), Math.max(...lights)];
  lay(
    sheet,
    labels,
    colours.map(([light, a, b]): Lab => {
      const spread = (light - least) / Math.max(0.08, most - least);
      return [0.28 + 0.66 * (0.4 * light + 0.6 * spread), a * 1.1, b * 1.1 + 0.014];
    }),
  );
  const grain = createNoise(seed, 'wood');
  const { data } = surface;
  for (let index = 0; index < width * height; index += 1) {
    const x = (index % width) / unit;
    const y = Math.floor(index / width) / unit;
    const fibre = grain.fractal(x * 0.012 + 0.4 * grain.at(x * 0.01, y * 0.02), y * 0.55, 3);
    const worn = 0.02 * fibre + 0.012 * grain.at(x * 0.9, y * 0.9);
    const ink = clamp01(lines[index]! * 0.92);
    const at = index * 3;
    data[at] = (data[at]! + worn) * (1 - ink) + 0.22 * ink;
    data[at + 1] = data[at + 1]! * (1 - ink) - 0.005 * ink;
    data[at + 2] = data[at + 2]! * (1 - ink) - 0.045 * ink;
  }
}

/** How near each pixel is to another area: 0 far away … 1 at the edge. */
function edgesOf(labels: Uint8Array, width: number, height: number, sigma: number): Float32Array {
  const steps = new Float32Array(labels.length);
  for (let index = 0; index < labels.length; index += 1) {
    const own = labels[index];
    const isLast = (index + 1) % width === 0;
    const beside = isLast ? own : labels[index + 1];
    const below = index + width < labels.length ? labels[index + width] : own;
    if (beside !== own || below !== own) steps[index] = 1;
  }
  // A line of ones comes out as a ridge of about 0.4 / sigma.
  return blur(steps, width, height, sigma).map((near) => clamp01((near * sigma) / 0.4));
}

/** Panes of glass in lead: the picture's own areas, cut into pieces that a glazier could cut. */
export function stainGlass(sheet: LookSheet): void {
  const { surface, width, height, unit, seed } = sheet;
  const { data } = surface;
  const { labels: rough, colours } = layers(sheet, 6, 4);
  const labels = dissolveSmall(rough, width, Math.round(220 * unit * unit));
  const kinds = colours.length;
  const pitch = 46 * unit;
  const columns = Math.ceil(width / pitch) + 2;
  const rows = Math.ceil(height / pitch) + 2;
  const random = createRandom(seed, 'glass');
  const points = Array.from(
    { length: columns * rows },
    (_, index) =>
      [
        ((index % columns) - 0.5 + random.range(-0.42, 0.42)) * pitch,
        (Math.floor(index / columns) - 0.5 + random.range(-0.42, 0.42)) * pitch,
      ] as const,
  );
  const sums = Array.from({ length: points.length * kinds }, () => [0, 0, 0, 0]);
  const cells = new Int32Array(width * height);
  const borders = new Float32Array(width * height);
  for (let index = 0; index < cells.length; index += 1) {
    const x = index % width;
    const y = Math.floor(index / width);
    const column = Math.floor(x / pitch) + 1;
    const row = Math.floor(y / pitch) + 1;
    let [nearest, next, cell] = [Infinity, Infinity, 0];
    for (let r = Math.max(0, row - 2); r <= Math.min(rows - 1, row + 2); r += 1) {
      for (let c = Math.max(0, column - 2); c <= Math.min(columns - 1, column + 2); c += 1) {
        const [px, py] = points[r * columns + c]!;
        const far = Math.hypot(px - x, py - y);
        if (far < nearest) [next, nearest, cell] = [nearest, far, r * columns + c];
        else if (far < next) next = far;
      }
    }
    const pane = cell * kinds + labels[index]!;
    cells[index] = pane;
    borders[index] = next - nearest;
    const sum = sums[pane]!;
    for (let part = 0; part < 3; part += 1) sum[part]! += data[index * 3 + part]!;
    sum[3]! += 1;
  }
  const edges = edgesOf(labels, width, height, 1.3 * unit);
  const streak = createNoise(seed, 'glass streaks');
  for (let index = 0; index < cells.length; index += 1) {
    const [L, a, b, count] = sums[cells[index]!]!;
    const at = index * 3;
    const middle = smoothstep(0, 14 * unit, borders[index]!);
    const flow = streak.fractal(
      (index % width) / (40 * unit),
      Math.floor(index / width) / (16 * unit),
      2,
    );
    const glass = clamp01(L! / count! + 0.05 * middle + 0.03 * flow);
    const between = 1 - smoothstep(1.1 * unit, 2.4 * unit, borders[index]!);
    const lead = Math.max(between, smoothstep(0.35, 0.75, edges[index]!));
    data[at] = glass * (1 - lead) + 0.14 * lead;
    data[at + 1] = (a! / count!) * 1.7 * (1 - lead);
    data[at + 2] = (b! / count!) * 1.7 * (1 - lead);
  }
}
