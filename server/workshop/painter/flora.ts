import { lighten, mix, type Lab } from './oklab.ts';
import type { Random } from './random.ts';
import { fillDisc, fillPolygon, strokeOutline, type Point, type Surface } from './surface.ts';

/** A conifer. @param size height in pixels */
export function paintPine(
  surface: Surface,
  random: Random,
  x: number,
  groundY: number,
  size: number,
  colour: Lab,
  alpha = 1,
): void {
  const tiers = Math.max(4, Math.min(26, Math.round(size / 5.5)));
  const spread = size * random.range(0.15, 0.22);
  const trunk = Math.max(0.5, size * 0.014);
  const lean = random.range(-0.015, 0.015) * size;
  const left: Point[] = [];
  const right: Point[] = [];
  for (let tier = 0; tier <= tiers; tier += 1) {
    const part = tier / tiers;
    const y = groundY - size + size * 0.93 * part;
    const reach = spread * part ** 0.85;
    const centre = x + lean * (1 - part);
    const droop = (size / tiers) * 0.45;
    left.push(
      [centre - reach * 0.34 - trunk * 0.3, y],
      [centre - reach * random.range(0.5, 1.1), y + droop * random.range(0.6, 1.5)],
    );
    right.push(
      [centre + reach * 0.34 + trunk * 0.3, y],
      [centre + reach * random.range(0.5, 1.1), y + droop * random.range(0.6, 1.5)],
    );
  }
  const outline: Point[] = [
    [x + lean, groundY - size * 1.02],
    ...right,
    [x + trunk, groundY - size * 0.05],
    [x + trunk, groundY + size * 0.01],
    [x - trunk, groundY + size * 0.01],
    [x - trunk, groundY - size * 0.05],
    ...left.toReversed(),
  ];
  fillPolygon(surface, outline, colour, alpha);
}

/** A broad-leaved tree: branches first, then leaves in clusters, lit from one side. */
export function paintLeafTree(
  surface: Surface,
  random: Random,
  x: number,
  groundY: number,
  size: number,
  bark: Lab,
  leaves: Lab,
  lightSide: number,
): void {
  const tips: Point[] = [];
  const grow = (from: Point, angle: number, length: number, width: number, depth: number): void => {
    const bend = random.range(-0.18, 0.18);
    const middle: Point = [
      from[0] + Math.cos(angle + bend) * length * 0.5,
      from[1] - Math.sin(angle + bend) * length * 0.5,
    ];
    const end: Point = [from[0] + Math.cos(angle) * length, from[1] - Math.sin(angle) * length];
    fillPolygon(
      surface,
      strokeOutline([from, middle, end], (part) => width * (1 - 0.4 * part)),
      bark,
    );
    if (depth === 0 || length < 2) {
      tips.push(end);
      return;
    }
    if (depth <= 2) tips.push(end);
    const branches = random.int(2, 3);
    for (let branch = 0; branch < branches; branch += 1) {
      const turn =
        (branch - (branches - 1) / 2) * random.range(0.5, 0.85) + random.range(-0.15, 0.15);
      grow(end, angle + turn, length * random.range(0.66, 0.82), width * 0.58, depth - 1);
    }
  };
  grow([x, groundY], Math.PI / 2 + random.range(-0.08, 0.08), size * 0.3, size * 0.026, 4);
  const ordered = tips.toSorted((one, other) => other[1] - one[1]);
  for (let pass = 0; pass < 3; pass += 1) {
    for (const [tipX, tipY] of ordered) {
      const clusters = 5;
      for (let leaf = 0; leaf < clusters; leaf += 1) {
        const dx = random.normal() * size * 0.05;
        const dy = random.normal() * size * 0.042;
        const towards = (dx * lightSide - dy * 1.2) / (size * 0.05);
        const tone = -0.09 + 0.07 * pass + 0.035 * towards;
        fillDisc(
          surface,
          tipX + dx + lightSide * pass * size * 0.008,
          tipY + dy - pass * size * 0.01,
          size * random.range(0.012, 0.028) * (1 - 0.22 * pass),
          lighten(leaves, tone + random.range(-0.03, 0.03)),
          0.9,
          0.3,
        );
      }
    }
  }
}

/** Blades along a base line, nearer ones taller. */
export function paintGrass(
  surface: Surface,
  random: Random,
  options: {
    fromX: number;
    toX: number;
    y(x: number): number;
    size: number;
    count: number;
    dark: Lab;
    light: Lab;
  },
): void {
  for (let blade = 0; blade < options.count; blade += 1) {
    const x = random.range(options.fromX, options.toX);
    const y = options.y(x);
    const length = options.size * random.range(0.4, 1);
    const sway = length * random.range(-0.35, 0.35);
    const path: Point[] = [
      [x, y + length * 0.15],
      [x + sway * 0.25, y - length * 0.5],
      [x + sway, y - length],
    ];
    const half = Math.max(0.35, options.size * 0.012);
    fillPolygon(
      surface,
      strokeOutline(path, (part) => half * (1 - part) + 0.15),
      mix(options.dark, options.light, random.next() ** 2),
    );
  }
}
