import { placeFigures } from '../figures.ts';
import { clamp01, smoothstep } from '../noise.ts';
import { lighten, mix, type Lab } from '../oklab.ts';
import type { Random } from '../random.ts';
import { paintBloom, paintSky, placeCelestial } from '../sky.ts';
import type { Studio } from '../studio.ts';
import { blend, fillDisc, fillPolygon } from '../surface.ts';
import { paintWater } from '../water.ts';

interface Building {
  x: number;
  wide: number;
  tall: number;
  crown: 'flat' | 'step' | 'spire' | 'slope';
}

/** Rows of buildings in the haze with lit windows, over water or a dark street line. */
export function paintCity(studio: Studio): void {
  const { plan, width, height } = studio;
  const random = studio.random('city');
  const overWater = plan.water || random.chance(0.6);
  const groundY = height * (overWater ? random.range(0.66, 0.74) : random.range(0.88, 0.93));
  const celestial = placeCelestial(studio, groundY * 0.92);
  paintSky(studio, groundY, celestial);
  studio.report(0.3);
  const rows = Math.round(4 + 2 * plan.detail);
  for (let row = 0; row < rows; row += 1) {
    paintRow(studio, row, row / (rows - 1), groundY);
    studio.report(0.3 + (0.35 * (row + 1)) / rows);
  }
  paintBloom(studio, celestial);
  const camera = { horizonY: groundY, eye: 0.6, focal: height };
  placeFigures(studio, { where: 'water', horizonY: groundY, camera, groundAt: () => 0 });
  const below = Math.floor(groundY);
  if (overWater) {
    const mask = new Uint8Array(width * height);
    mask.fill(1, below * width);
    const top = new Float32Array(width).fill(groundY);
    paintWater(studio, camera, { mask, top }, celestial, { roughness: 0.55, nearMirror: 0.6 });
  } else {
    for (let y = below; y < height; y += 1) {
      for (let x = 0; x < width; x += 1)
        blend(studio.surface, y * width + x, plan.palette.flora, 1);
    }
  }
  if (plan.palette.night || plan.has('dusk') || plan.has('neon')) shine(studio);
}

function raiseBuildings(studio: Studio, random: Random, near: number, groundY: number): Building[] {
  const { width, height } = studio;
  const skyline = studio.noise('skyline');
  const buildings: Building[] = [];
  const unit = height * (0.03 + 0.026 * near);
  let x = -unit;
  while (x < width + unit) {
    const wide = unit * random.range(0.7, 1.7);
    const downtown = 0.55 + 0.75 * skyline.fractal((x / width) * 2.2 + near * 3, near * 5, 2);
    const tall =
      groundY * (0.66 - 0.34 * near) * Math.max(0.16, downtown) * random.range(0.5, 1.2) +
      unit * 0.7;
    const slim = tall > wide * 3.4;
    const crown =
      slim && random.chance(0.5) ? random.pick(['spire', 'step', 'slope'] as const) : 'flat';
    buildings.push({ x, wide, tall, crown });
    x += wide * (random.chance(0.25) ? 1.15 : random.range(0.75, 1.02));
  }
  return buildings;
}

function paintRow(studio: Studio, row: number, near: number, groundY: number): void {
  const { plan, height } = studio;
  const random = studio.random(`row ${row}`);
  const { palette } = plan;
  // A city's own light hangs in its air.
  const haze = palette.night
    ? mix(mix(palette.haze, palette.sky[3], 0.3), palette.glow, 0.18)
    : mix(palette.haze, palette.sky[3], 0.3);
  const dark = palette.night ? palette.flora : mix(palette.flora, palette.shade, 0.5);
  const body = mix(haze, dark, 0.22 + 0.72 * near ** 1.1);
  for (const building of raiseBuildings(studio, random, near, groundY)) {
    paintBuilding(
      studio,
      random,
      building,
      groundY,
      lighten(body, random.range(-0.02, 0.025)),
      near,
    );
  }
  // Haze gathers at street level between the rows.
  if (near >= 1) return;
  const { surface, width } = studio;
  const from = groundY - height * 0.22;
  for (let y = Math.max(0, Math.floor(from)); y < groundY; y += 1) {
    const alpha = (0.16 + 0.4 * plan.fog) * (1 - near) * smoothstep(from, groundY, y);
    for (let x = 0; x < width; x += 1) blend(surface, y * width + x, haze, alpha);
  }
}

function paintBuilding(
  studio: Studio,
  random: Random,
  building: Building,
  groundY: number,
  colour: Lab,
  near: number,
): void {
  const { surface, plan, height } = studio;
  const { x, wide, tall, crown } = building;
  const top = groundY - tall;
  // A face in light, a face in shade.
  const edge = x + wide * random.range(0.6, 0.85);
  const shaded = lighten(colour, -0.025);
  const face = (from: number, to: number, roofFrom: number, roofTo: number, tone: Lab): void =>
    fillPolygon(
      surface,
      [
        [from, groundY + 1],
        [from, roofFrom],
        [to, roofTo],
        [to, groundY + 1],
      ],
      tone,
    );
  const slope = crown === 'slope' ? wide * 0.5 : 0;
  face(x, edge, top + slope, top + slope * 0.3, colour);
  face(edge, x + wide, top + slope * 0.3, top, shaded);
  if (crown === 'step') {
    for (const [inset, rise] of [
      [0.18, 0.05],
      [0.34, 0.1],
    ] as const) {
      const left = x + wide * inset;
      const right = x + wide * (1 - inset);
      fillPolygon(
        surface,
        [
          [left, top + 1],
          [left, top - tall * rise],
          [right, top - tall * rise],
          [right, top + 1],
        ],
        colour,
      );
    }
  }
  if (crown === 'spire') {
    const middle = x + wide / 2;
    fillPolygon(
      surface,
      [
        [x + wide * 0.2, top + 1],
        [middle, top - tall * 0.12],
        [x + wide * 0.8, top + 1],
      ],
      colour,
    );
    const half = Math.max(0.35, height * 0.0009);
    fillPolygon(
      surface,
      [
        [middle - half, top],
        [middle - half * 0.3, top - tall * 0.26],
        [middle + half * 0.3, top - tall * 0.26],
        [middle + half, top],
      ],
      colour,
    );
    if (plan.palette.night)
      fillDisc(surface, middle, top - tall * 0.26, height * 0.0035, [0.66, 0.2, 0.1], 0.9, 0.8);
  }
  lightWindows(studio, random, building, groundY, near);
}

function lightWindows(
  studio: Studio,
  random: Random,
  building: Building,
  groundY: number,
  near: number,
): void {
  const { surface, plan, height } = studio;
  const dusky =
    plan.has('dusk') ||
    plan.has('sunset') ||
    plan.has('bluehour') ||
    plan.palette.name === 'blue hour';
  const share = plan.palette.night ? 0.42 : dusky ? 0.26 : 0.08;
  const pitchX = height * (0.0062 + 0.0036 * near);
  const pitchY = pitchX * random.range(1.15, 1.6);
  const { x, wide, tall } = building;
  const columns = Math.max(1, Math.floor((wide - pitchX * 0.8) / pitchX));
  const rows = Math.floor((tall - pitchY * 1.6) / pitchY);
  const neon = plan.palette.name === 'neon';
  const warm = neon
    ? random.pick(plan.palette.accents)
    : mix([0.87, 0.03, 0.11], plan.palette.glow, 0.3);
  const busy = share * random.range(0.3, 1.7);
  const startX = x + (wide - columns * pitchX) / 2;
  for (let row = 0; row < rows; row += 1) {
    const floorLit = random.chance(0.06) ? 3 : 1;
    for (let column = 0; column < columns; column += 1) {
      if (!random.chance(busy * floorLit)) continue;
      const left = startX + column * pitchX + pitchX * 0.2;
      const topY = groundY - tall + pitchY * (row + 1);
      const tone = lighten(warm, random.range(-0.14, 0.08));
      const alpha = (0.4 + 0.55 * near) * random.range(0.55, 1);
      fillPolygon(
        surface,
        [
          [left, topY],
          [left + pitchX * 0.6, topY],
          [left + pitchX * 0.6, topY + pitchY * 0.5],
          [left, topY + pitchY * 0.5],
        ],
        tone,
        clamp01(alpha),
      );
    }
  }
}

/** Bright spots bleed a little light around them, as at night through damp air. */
function shine(studio: Studio): void {
  const { surface, width, height } = studio;
  const step = Math.max(2, Math.round(height / 128));
  const columns = Math.ceil(width / step);
  const rows = Math.ceil(height / step);
  let light = new Float32Array(columns * rows * 3);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      for (let y = row * step; y < Math.min(height, (row + 1) * step); y += 1) {
        for (let x = column * step; x < Math.min(width, (column + 1) * step); x += 1) {
          const at = (y * width + x) * 3;
          const bright = Math.max(0, surface.data[at]! - 0.6) / (step * step);
          const to = (row * columns + column) * 3;
          light[to]! += bright;
          light[to + 1]! += bright * surface.data[at + 1]! * 2;
          light[to + 2]! += bright * surface.data[at + 2]! * 2;
        }
      }
    }
  }
  for (let pass = 0; pass < 6; pass += 1) light = blurOnce(light, columns, rows, pass % 2 === 0);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (Math.floor(y / step) * columns + Math.floor(x / step)) * 3;
      const at = (y * width + x) * 3;
      for (let part = 0; part < 3; part += 1) surface.data[at + part]! += light[from + part]! * 1.1;
    }
  }
}

function blurOnce(
  values: Float32Array<ArrayBuffer>,
  columns: number,
  rows: number,
  across: boolean,
): Float32Array<ArrayBuffer> {
  const result = new Float32Array(values.length);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      for (let part = 0; part < 3; part += 1) {
        let sum = 0;
        for (let offset = -2; offset <= 2; offset += 1) {
          const r = across ? row : Math.min(rows - 1, Math.max(0, row + offset));
          const c = across ? Math.min(columns - 1, Math.max(0, column + offset)) : column;
          sum += values[(r * columns + c) * 3 + part]!;
        }
        result[(row * columns + column) * 3 + part] = sum / 5;
      }
    }
  }
  return result;
}
