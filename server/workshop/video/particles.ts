import { createRandom } from '../painter/random.ts';
import type { Plane, Planes } from './planes.ts';

export const airs = ['none', 'snow', 'rain', 'petals', 'leaves', 'fireflies'] as const;
export type Air = (typeof airs)[number];

interface Particle {
  /** 0…1 at the first moment. */
  x: number;
  y: number;
  /** 0 (far) … 1 (near). */
  near: number;
  /** Radians at the first moment, and per second. */
  phase: number;
  turn: number;
  tone: number;
}

interface Nature {
  /** For a frame of 768 × 512. */
  count: number;
  /** Frame heights per second, far and near. */
  fall: readonly [number, number];
  /** Frame widths per second. */
  drift: number;
  /** How far it swings aside, in frame widths. */
  sway: number;
  /** In 1/512 of the frame's shorter side, far and near. */
  radius: readonly [number, number];
  alpha: readonly [number, number];
  /** Length of a streak in radii; 1 is round. */
  streak: number;
  /** Y, U, V (limited range), one by chance. */
  colours: readonly (readonly [number, number, number])[];
}

const natures: Readonly<Record<Exclude<Air, 'none'>, Nature>> = {
  snow: {
    count: 170,
    fall: [0.05, 0.16],
    drift: 0.015,
    sway: 0.012,
    radius: [0.9, 3.6],
    alpha: [0.5, 0.85],
    streak: 1,
    colours: [[235, 128, 128]],
  },
  rain: {
    count: 190,
    fall: [1.1, 2],
    drift: 0.12,
    sway: 0,
    radius: [0.45, 0.8],
    alpha: [0.14, 0.32],
    streak: 26,
    colours: [[215, 132, 126]],
  },
  petals: {
    count: 46,
    fall: [0.05, 0.14],
    drift: 0.05,
    sway: 0.03,
    radius: [2.2, 6],
    alpha: [0.75, 0.9],
    streak: 1.7,
    colours: [
      [205, 122, 152],
      [220, 125, 141],
      [186, 119, 164],
    ],
  },
  leaves: {
    count: 40,
    fall: [0.06, 0.16],
    drift: 0.04,
    sway: 0.04,
    radius: [2.4, 6.5],
    alpha: [0.8, 0.92],
    streak: 1.9,
    colours: [
      [125, 72, 180],
      [95, 95, 178],
      [150, 60, 158],
    ],
  },
  fireflies: {
    count: 42,
    fall: [-0.012, -0.03],
    drift: 0.008,
    sway: 0.035,
    radius: [2.5, 5.5],
    alpha: [0.5, 0.85],
    streak: 1,
    colours: [
      [220, 70, 150],
      [210, 60, 140],
    ],
  },
};

const words: readonly [air: Exclude<Air, 'none'>, pattern: RegExp][] = [
  ['snow', /下雪|飘雪|大雪|雪花|暴雪|落雪|snowing|snowfall|snowflakes?|blizzard/i],
  ['rain', /雨(?!林|伞|衣|靴|棚|季)|\brain(?:y|ing|fall)?\b|drizzle|downpour/i],
  ['petals', /花瓣|落花|落樱|樱花|花雨|petals?|cherry blossoms?|sakura/i],
  ['leaves', /落叶|枫叶|红叶|falling leaves|autumn leaves|maple/i],
  ['fireflies', /萤火|流萤|firefl(?:y|ies)/i],
];

/** What was chosen to fly in the air, else what the words name. */
export function chooseAir(chosen: unknown, prompt: string): Air {
  const known = airs.find((air) => air === chosen);
  return known ?? words.find(([, pattern]) => pattern.test(prompt))?.[0] ?? 'none';
}

const wrap = (value: number, from: number, to: number): number => {
  const length = to - from;
  return from + ((((value - from) % length) + length) % length);
};

/** Lays an ellipse with a soft edge over a plane. */
function dab(
  to: Plane,
  spot: { x: number; y: number; radius: number; streak: number; angle: number },
  level: number,
  alpha: number,
): void {
  const { x, y, streak, angle } = spot;
  const radius = Math.max(0.5, spot.radius);
  // A spot smaller than a pixel is paler instead.
  const strength = alpha * Math.min(1, spot.radius / 0.5);
  const reach = radius * streak + 1;
  const alongX = Math.sin(angle);
  const alongY = Math.cos(angle);
  const top = Math.max(0, Math.ceil(y - reach));
  const bottom = Math.min(to.height - 1, Math.floor(y + reach));
  const left = Math.max(0, Math.ceil(x - reach));
  const right = Math.min(to.width - 1, Math.floor(x + reach));
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const dx = column - x;
      const dy = row - y;
      const along = (dx * alongX + dy * alongY) / (radius * streak);
      const across = (dx * alongY - dy * alongX) / radius;
      const distance = along * along + across * across;
      if (distance >= 1.6) continue;
      const cover = strength * Math.min(1, Math.max(0, 1.6 - distance));
      const at = row * to.width + column;
      to.data[at] = to.data[at]! + (level - to.data[at]!) * cover + 0.5;
    }
  }
}

/**
 * What falls or flies through a film.
 * @returns draws it over a frame at a moment in seconds
 */
export function createAir(
  air: Air,
  { width, height }: { width: number; height: number },
  seed: number,
): (planes: Planes, seconds: number) => void {
  if (air === 'none') return () => undefined;
  const nature = natures[air];
  const random = createRandom(seed, `air-${air}`);
  const unit = Math.min(width, height) / 512;
  const count = Math.round(nature.count * Math.sqrt((width * height) / (768 * 512)));
  const particles = Array.from({ length: count }, (): Particle => ({
    x: random.next(),
    y: random.next(),
    near: random.next() ** 2,
    phase: random.range(0, 2 * Math.PI),
    turn: random.range(0.6, 2),
    tone: random.next(),
  })).toSorted((one, other) => one.near - other.near);
  const mixed = (pair: readonly [number, number], near: number): number =>
    pair[0] + (pair[1] - pair[0]) * near;
  return (planes, seconds) => {
    for (const { x, y, near, phase, turn, tone } of particles) {
      const fall = mixed(nature.fall, near);
      const swing = Math.sin(phase + turn * seconds);
      const aside = nature.drift * (0.4 + 0.6 * near) * seconds + nature.sway * swing;
      const atX = wrap(x + aside, -0.06, 1.06) * width;
      const atY = wrap(y + fall * seconds, -0.08, 1.08) * height;
      const flutters = nature.streak > 1 && nature.streak < 3;
      const angle = flutters
        ? phase + turn * seconds
        : Math.atan2(nature.drift * width, Math.max(1e-6, fall) * height);
      const glow = air === 'fireflies' ? Math.max(0, Math.sin(phase * 3 + turn * 2 * seconds)) : 1;
      const alpha = mixed(nature.alpha, near) * glow;
      const radius =
        mixed(nature.radius, near) * unit * (flutters ? 0.75 + 0.25 * Math.abs(swing) : 1);
      const spot = { x: atX, y: atY, radius, streak: nature.streak, angle };
      const colour = nature.colours[Math.floor(tone * nature.colours.length)]!;
      const half = { ...spot, x: atX / 2, y: atY / 2, radius: radius / 2 };
      dab(planes.y, spot, colour[0], alpha);
      dab(planes.u, half, colour[1], alpha);
      dab(planes.v, half, colour[2], alpha);
    }
  };
}
