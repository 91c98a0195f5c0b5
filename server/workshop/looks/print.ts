import { clamp01, createNoise, smoothstep } from '../painter/noise.ts';
import { lab, type Lab } from '../painter/oklab.ts';
import { createRandom } from '../painter/random.ts';
import { blur, planeOf } from '../picture/field.ts';
import { stretched } from '../stylise/drawn.ts';
import { fewColours, nearestColour } from '../trace/colours.ts';
import type { LookSheet } from './sheet.ts';

/** Inks as they are sold: dark one, warm one. */
const inkPairs: readonly (readonly [dark: string, warm: string])[] = [
  ['#1f3a8a', '#ff5a4f'],
  ['#0f5c5c', '#ff8a3c'],
  ['#3b2a78', '#ff6fa0'],
  ['#1d4d35', '#ffb02e'],
];
const paper: Lab = [0.955, 0.002, 0.016];

/** Two inks in dots on warm paper, not quite in register. */
export function risograph({ surface, width, height, unit, seed }: LookSheet): void {
  const { data } = surface;
  const random = createRandom(seed, 'riso');
  const L = blur(stretched(planeOf(data, 0)), width, height, 0.8 * unit);
  const warmth = blur(
    planeOf(data, 2).map((b, index) => b + 0.6 * data[index * 3 + 1]!),
    width,
    height,
    1.2 * unit,
  );
  const [darkInk, warmInk] = random.pick(inkPairs).map(lab) as [Lab, Lab];
  const speckle = createNoise(seed, 'riso ink');
  const pitch = Math.max(2.6, 3.4 * unit);
  const shift = [random.range(-1.6, 1.6) * unit, random.range(-1.6, 1.6) * unit] as const;
  /** How much of a dot's cell is inked, turned into ink or paper at a place. */
  const dot = (x: number, y: number, angle: number, tone: number): number => {
    const u = (x * Math.cos(angle) + y * Math.sin(angle)) / pitch;
    const v = (y * Math.cos(angle) - x * Math.sin(angle)) / pitch;
    const wave = 0.5 + 0.25 * (Math.cos(2 * Math.PI * u) + Math.cos(2 * Math.PI * v));
    return smoothstep(0.5 - 0.16, 0.5 + 0.16, tone + wave - 0.5 + 0.5 * (tone - 0.5));
  };
  const at = (x: number, y: number): number =>
    Math.min(height - 1, Math.max(0, Math.round(y))) * width +
    Math.min(width - 1, Math.max(0, Math.round(x)));
  for (let index = 0; index < width * height; index += 1) {
    const x = index % width;
    const y = Math.floor(index / width);
    const moved = at(x + shift[0], y + shift[1]);
    const dark = clamp01(1.02 - 1.3 * L[index]!);
    const warm = clamp01(0.3 + 4 * warmth[moved]! + 0.7 * (0.5 - L[moved]!));
    const rough = 0.9 + 0.14 * speckle.fractal(x / (1.6 * unit), y / (1.6 * unit), 2);
    const inkedDark = dot(x, y, 0.79, dark) * clamp01(rough);
    const inkedWarm = dot(x + 0.5 * pitch, y, 0.26, warm) * clamp01(rough) * 0.92;
    const out = index * 3;
    // Inks let each other through: what they leave of the light multiplies.
    let [light, a, b] = paper;
    for (const [ink, amount] of [
      [warmInk, inkedWarm],
      [darkInk, inkedDark],
    ] as const) {
      light *= 1 + (ink[0] / paper[0] - 1) * amount;
      a += (ink[1] - a * 0.6) * amount;
      b += (ink[2] - b * 0.6) * amount;
    }
    data[out] = light;
    data[out + 1] = a;
    data[out + 2] = b;
  }
}

/** Large pixels in few colours, mixed by an ordered pattern. */
export function pixelate({ surface, width, height, seed }: LookSheet): void {
  const { data } = surface;
  const across = 112;
  const side = Math.max(1, Math.round(Math.max(width, height) / across));
  const columns = Math.ceil(width / side);
  const rows = Math.ceil(height / side);
  const small = new Float32Array(columns * rows * 3);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const sum = [0, 0, 0];
      let count = 0;
      for (let y = row * side; y < Math.min(height, (row + 1) * side); y += 1) {
        for (let x = column * side; x < Math.min(width, (column + 1) * side); x += 1) {
          for (let part = 0; part < 3; part += 1) sum[part]! += data[(y * width + x) * 3 + part]!;
          count += 1;
        }
      }
      const at = (row * columns + column) * 3;
      small[at] = clamp01((sum[0]! / count - 0.5) * 1.12 + 0.5);
      small[at + 1] = (sum[1]! / count) * 1.2;
      small[at + 2] = (sum[2]! / count) * 1.2;
    }
  }
  const colours = fewColours(small, 20, createRandom(seed, 'pixel'));
  const pattern = [0, 2, 3, 1];
  for (let index = 0; index < columns * rows; index += 1) {
    const threshold = pattern[((index % columns) % 2) + 2 * (Math.floor(index / columns) % 2)]!;
    small[index * 3]! += (threshold / 3 - 0.5) * 0.03;
  }
  const labels = Uint8Array.from({ length: columns * rows }, (_, index) =>
    nearestColour(small, index * 3, colours),
  );
  for (let index = 0; index < width * height; index += 1) {
    const column = Math.floor((index % width) / side);
    const row = Math.floor(Math.floor(index / width) / side);
    data.set(colours[labels[row * columns + column]!]!, index * 3);
  }
}
