import { clamp01 } from '../noise.ts';
import { lab, lighten, mix, type Lab } from '../oklab.ts';
import type { Random } from '../random.ts';
import type { Studio } from '../studio.ts';
import { fillDisc, fillPolygon, fillSurface, strokeOutline, type Point } from '../surface.ts';
import { paintFlower, type Flower } from './petals.ts';

/** A few large flowers before a soft ground. */
export function paintBlossom(studio: Studio): void {
  const { plan, width, height } = studio;
  const random = studio.random('blossom');
  paintGround(studio, random);
  studio.report(0.3);
  const { accents, glow } = plan.palette;
  const unit = Math.min(width, height);
  const count = random.int(3, 5);
  const form = plan.has('daisy')
    ? 'narrow'
    : plan.has('peony')
      ? 'full'
      : plan.has('lotus')
        ? 'pointed'
        : random.pick(['round', 'pointed', 'narrow', 'full', 'full'] as const);
  // Petals of leaf green would look like leaves.
  const petals = accents.filter(
    (colour) => !(colour[1] < -0.06 && colour[2] > 0.02) && colour[0] > 0.45,
  );
  const flowers: Flower[] = [];
  for (let index = 0; index < count; index += 1) {
    const main = index === count - 1;
    const angle = (index / (count - 1)) * Math.PI * 1.5 + random.range(0, 1);
    const away = main ? 0.06 : random.range(0.27, 0.4);
    flowers.push({
      x: width * 0.5 + Math.cos(angle) * unit * away * Math.min(1.5, width / unit),
      y: height * 0.44 + Math.sin(angle) * unit * away * 0.85,
      radius: unit * (main ? random.range(0.23, 0.28) : random.range(0.12, 0.19)),
      petal:
        petals[main ? 0 : (index + random.int(0, 1)) % Math.min(3, petals.length)] ?? accents[0]!,
      heart: mix(glow, lab('#e0a02c'), 0.6),
      form: random.chance(0.75) ? form : random.pick(['round', 'pointed', 'narrow'] as const),
    });
  }
  for (const flower of flowers) paintStem(studio, random, flower);
  studio.report(0.45);
  for (const [index, flower] of flowers.entries()) {
    paintFlower(studio, random, flower);
    studio.report(0.45 + (0.5 * (index + 1)) / flowers.length);
  }
}

function paintGround(studio: Studio, random: Random): void {
  const { surface, plan, width, height } = studio;
  const noise = studio.noise('ground');
  const { palette } = plan;
  const deep = plan.has('dark') || palette.night;
  const one = deep
    ? mix(palette.sky[0], palette.flora, 0.4)
    : mix(palette.paper, palette.sky[2], 0.4);
  const other = deep
    ? mix(palette.shade, palette.sky[1], 0.35)
    : mix(palette.haze, palette.paper, 0.35);
  fillSurface(surface, (x, y, out) => {
    const u = x / height;
    const v = y / height;
    const cloud = noise.fractal(u * 1.4 + 0.6 * noise.at(u * 2, v * 2), v * 1.4, 4);
    out.set(mix(one, other, clamp01(0.5 + 0.6 * cloud + 0.3 * (v - 0.5))));
  });
  for (let disc = 0; disc < 34; disc += 1) {
    const radius = Math.min(width, height) * random.range(0.02, 0.11);
    const colour = lighten(mix(random.pick(palette.accents), one, 0.55), deep ? 0.03 : 0.05);
    const x = random.range(0, width);
    const y = random.range(0, height);
    fillDisc(surface, x, y, radius, colour, random.range(0.08, 0.26), 0.18);
    fillDisc(surface, x, y, radius * 1.4, colour, 0.05, 1);
  }
}

function paintStem(studio: Studio, random: Random, flower: Flower): void {
  const { surface, plan, height } = studio;
  const { palette } = plan;
  const green = mix(palette.flora, lab('#5d8a4f'), palette.night ? 0.25 : 0.5);
  const footX =
    flower.x + random.range(-0.3, 0.3) * flower.radius + (studio.width / 2 - flower.x) * 0.55;
  const bend = random.range(-0.4, 0.4) * flower.radius;
  const path: Point[] = [];
  for (let part = 0; part <= 1.001; part += 0.08) {
    const x = flower.x + (footX - flower.x) * part ** 1.6 + bend * Math.sin(Math.PI * part);
    path.push([x, flower.y + (height * 1.04 - flower.y) * part]);
  }
  const half = flower.radius * 0.032;
  fillPolygon(
    surface,
    strokeOutline(path, (part) => half * (0.8 + 0.6 * part)),
    green,
  );
  fillPolygon(
    surface,
    strokeOutline(
      path.map(([x, y]): Point => [x - half * 0.4, y]),
      () => half * 0.25,
    ),
    lighten(green, 0.08),
    0.7,
  );
  for (let leaf = 0; leaf < 3; leaf += 1) {
    const [x, y] = path[Math.min(path.length - 2, 4 + leaf * 3)]!;
    const side = (leaf + (bend > 0 ? 1 : 0)) % 2 === 0 ? 1 : -1;
    paintLeaf(
      studio,
      random,
      x,
      y,
      side,
      flower.radius * random.range(0.75, 1.15),
      lighten(green, random.range(-0.05, 0.05)),
    );
  }
}

function paintLeaf(
  studio: Studio,
  random: Random,
  x: number,
  y: number,
  side: number,
  size: number,
  green: Lab,
): void {
  const rise = random.range(0.15, 0.75);
  const tipX = x + side * size;
  const tipY = y - size * rise;
  const along: Point[] = [];
  for (let part = 0; part <= 1.001; part += 0.1) {
    along.push([
      x + (tipX - x) * part,
      y + (tipY - y) * part - size * 0.2 * Math.sin(Math.PI * part) * part,
    ]);
  }
  const outline = strokeOutline(
    along,
    (part) => size * 0.15 * Math.sin(Math.PI * part ** 0.8) + 0.2,
  );
  const middle = (column: number): number =>
    clamp01((column - Math.min(x, tipX)) / Math.abs(tipX - x));
  fillPolygon(studio.surface, outline, (column) => lighten(green, -0.05 + 0.1 * middle(column)));
  fillPolygon(
    studio.surface,
    strokeOutline(along, (part) => size * 0.008 * (1 - part) + 0.2),
    lighten(green, 0.1),
    0.6,
  );
}
