import { placeFigures } from '../figures.ts';
import { paintPine } from '../flora.ts';
import { clamp01, smoothstep } from '../noise.ts';
import { lighten, mix, type Lab } from '../oklab.ts';
import { paintBloom, paintSky, placeCelestial } from '../sky.ts';
import type { Studio } from '../studio.ts';
import { blend, fillPolygon, strokeOutline, type Point } from '../surface.ts';

/** Tree lines one behind the other, each paler than the one before it, mist lying between. */
export function paintForest(studio: Studio): void {
  const { plan, height } = studio;
  const random = studio.random('forest');
  const horizonY = height * random.range(0.6, 0.72);
  const celestial = placeCelestial(studio, horizonY);
  paintSky(studio, horizonY, celestial);
  studio.report(0.25);
  const bamboo = plan.has('bamboo');
  const layers = Math.round(5 + 3 * plan.detail);
  for (let layer = 0; layer < layers; layer += 1) {
    const near = layer / (layers - 1);
    if (bamboo) paintBambooLayer(studio, near, layer);
    else paintPineLayer(studio, near, layer, horizonY);
    studio.report(0.25 + (0.6 * (layer + 1)) / layers);
  }
  const focal = height;
  placeFigures(studio, {
    where: 'ground',
    horizonY,
    camera: { horizonY, eye: 1.2, focal },
    groundAt: () => 0,
  });
  paintBloom(studio, celestial);
}

function layerColour(studio: Studio, near: number): Lab {
  const { palette } = studio.plan;
  const haze = mix(palette.haze, palette.sky[3], 0.35);
  return mix(haze, palette.flora, 0.1 + 0.9 * near ** 1.25);
}

function paintPineLayer(studio: Studio, near: number, layer: number, horizonY: number): void {
  const { surface, plan, width, height } = studio;
  const random = studio.random(`tree line ${layer}`);
  const line = studio.noise(`line ${layer}`);
  const colour = layerColour(studio, near);
  const base = horizonY * 0.72 + (height * 1.02 - horizonY * 0.72) * near ** 1.15;
  const swing = height * (0.13 - 0.06 * near);
  const lineAt = (x: number): number =>
    base + swing * line.fractal((x / height) * (1.1 - 0.4 * near) + layer * 3.1, layer, 3);
  const outline: Point[] = [[-2, height + 2]];
  for (let x = -2; x <= width + 4; x += 3) outline.push([x, lineAt(x)]);
  outline.push([width + 4, height + 2]);
  fillPolygon(surface, outline, colour);
  const treeSize = height * (0.05 + 0.3 * near ** 1.7);
  const count = Math.round((width / treeSize) * (9 - 3.5 * near));
  const opening = random.range(0.3, 0.7) * width;
  const autumn = plan.has('autumn');
  for (let tree = 0; tree < count; tree += 1) {
    const x = random.range(-0.05, 1.05) * width;
    // The nearest line leaves a window in the middle.
    const gap = near > 0.7 ? smoothstep(0.05, 0.34, Math.abs(x - opening) / width) : 1;
    const size = treeSize * random.range(0.45, 1.1) * (0.3 + 0.7 * gap);
    const warm = autumn && random.chance(0.5) ? plan.palette.accents[random.int(0, 2)]! : null;
    const tone = lighten(
      warm ? mix(colour, warm, 0.15 + 0.3 * near) : colour,
      random.range(-0.018, 0.018),
    );
    paintPine(surface, random, x, lineAt(x) + size * 0.06, size, tone);
  }
  spreadMist(studio, base, treeSize, near, layer);
}

/** Mist rises from the foot of a layer and covers it towards the next. */
function spreadMist(
  studio: Studio,
  base: number,
  treeSize: number,
  near: number,
  layer: number,
): void {
  const { surface, plan, width, height } = studio;
  if (near >= 1) return;
  const drift = studio.noise('mist');
  const mist = mix(plan.palette.haze, plan.palette.sky[3], 0.55);
  const strength = (0.3 + 0.65 * plan.fog) * (1 - 0.75 * near);
  const from = base - treeSize * 0.55;
  const reach = height * 0.16 + treeSize * 0.4;
  for (let y = Math.max(0, Math.floor(from)); y < height; y += 1) {
    const rise = smoothstep(0, 1, (y - from) / reach);
    for (let x = 0; x < width; x += 1) {
      const veil = 0.72 + 0.5 * drift.fractal((x / height) * 1.6 + layer * 5, (y / height) * 5, 4);
      blend(surface, y * width + x, mist, clamp01(strength * rise * veil));
    }
  }
}

function paintBambooLayer(studio: Studio, near: number, layer: number): void {
  const { surface, width, height } = studio;
  const random = studio.random(`bamboo ${layer}`);
  const colour = layerColour(studio, near);
  const count = Math.round((4 + 15 * (1 - near)) * (0.6 + (0.5 * width) / height));
  for (let stalk = 0; stalk < count; stalk += 1) {
    const x = random.range(-0.02, 1.02) * width;
    const lean = random.range(-0.05, 0.05) * height;
    const half = height * (0.003 + 0.015 * near ** 1.4) * random.range(0.7, 1.2);
    const tone = lighten(colour, random.range(-0.03, 0.03));
    const sections = Math.round(random.range(7, 11));
    const path = (part: number): Point => [
      x + lean * part + half * Math.sin(part * 5 + stalk),
      height * (1.02 - 1.05 * part),
    ];
    for (let section = 0; section < sections; section += 1) {
      const from = section / sections;
      const to = (section + 1) / sections - 0.006;
      const points = [0, 0.25, 0.5, 0.75, 1].map((part) => path(from + (to - from) * part));
      const waist = (part: number): number => half * (0.86 + 0.5 * Math.abs(part - 0.5) ** 2);
      fillPolygon(surface, strokeOutline(points, waist), tone);
      const shine = points.map(([px, py]): Point => [px - half * 0.4, py]);
      fillPolygon(
        surface,
        strokeOutline(shine, () => half * 0.22),
        lighten(tone, 0.06),
        0.5,
      );
      if (random.chance(0.35 + 0.3 * from))
        paintBambooLeaves(studio, random, path(to), height * (0.03 + 0.07 * near), tone);
    }
  }
  spreadMist(studio, height * 0.72, height * 0.3, near, layer);
}

function paintBambooLeaves(
  studio: Studio,
  random: ReturnType<Studio['random']>,
  [x, y]: Point,
  size: number,
  colour: Lab,
): void {
  const side = random.chance(0.5) ? 1 : -1;
  const leaves = random.int(4, 8);
  for (let leaf = 0; leaf < leaves; leaf += 1) {
    const angle = random.range(-0.35, 1.05);
    const length = size * random.range(0.7, 1.4);
    const rootX = x + side * size * random.range(0, 0.9);
    const rootY = y + size * random.range(-0.5, 0.5);
    const path: Point[] = [0, 0.3, 0.65, 1].map((part) => [
      rootX + side * Math.cos(angle) * length * part,
      rootY + Math.sin(angle) * length * part + 0.16 * length * part * part,
    ]);
    const wide = (part: number): number =>
      size * 0.085 * Math.sin(Math.PI * Math.min(1, part + 0.12) ** 0.8) + 0.2;
    fillPolygon(
      studio.surface,
      strokeOutline(path, wide),
      lighten(colour, random.range(-0.03, 0.05)),
      0.92,
    );
  }
}
