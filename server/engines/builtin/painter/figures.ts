import { lab, lighten, mix, type Lab } from './oklab.ts';
import type { Random } from './random.ts';
import type { Studio } from './studio.ts';
import { fillDisc, fillPolygon, strokeOutline, type Point } from './surface.ts';
import { project, type Camera } from './terrain.ts';

export interface FigurePlace {
  where: 'shore' | 'water' | 'ground';
  horizonY: number;
  camera: Camera;
  groundAt(x: number, z: number): number;
}

/** Small things in the distance that the words named; painted before water, so that it mirrors them. */
export function placeFigures(studio: Studio, place: FigurePlace): void {
  const { plan, width, height } = studio;
  const random = studio.random('figures');
  const { palette } = plan;
  const dark = mix(palette.flora, palette.haze, 0.12);
  for (const figure of plan.figures) {
    const x = width * random.range(0.28, 0.72);
    switch (figure) {
      case 'birds':
        paintBirds(studio, random, place.horizonY, dark);
        break;
      case 'balloon':
        paintBalloons(studio, random, place.horizonY);
        break;
      case 'boat': {
        const y = place.horizonY + (height - place.horizonY) * random.range(0.1, 0.24);
        const size = (y - place.horizonY) * 0.9 + height * 0.03;
        if (place.where !== 'ground') plan.later.push(() => paintSailboat(studio, x, y, size));
        break;
      }
      case 'cabin':
      case 'pagoda':
      case 'lighthouse': {
        const spot = findGround(place, width, random);
        const size = height * (figure === 'cabin' ? 0.055 : 0.16);
        const paint = { cabin: paintCabin, pagoda: paintPagoda, lighthouse: paintLighthouse }[
          figure
        ];
        paint(studio, spot.x, spot.y + 1, size, dark);
        break;
      }
    }
  }
}

/** Dry ground near the middle distance; the horizon if all is water. */
function findGround(place: FigurePlace, width: number, random: Random): { x: number; y: number } {
  let best: { x: number; y: number } | null = null;
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const z = random.range(8, 14);
    const x = (random.range(-0.32, 0.32) * width * z) / place.camera.focal;
    const ground = place.groundAt(x, z);
    if (ground < 0.04) continue;
    const foot = project(place.camera, width, x, z, ground);
    best ??= foot;
    if (ground < 1) return foot;
  }
  return best ?? { x: width * random.range(0.62, 0.75), y: place.horizonY };
}

function paintBirds(studio: Studio, random: Random, horizonY: number, colour: Lab): void {
  const { surface, width, height } = studio;
  const count = random.int(7, 13);
  const centreX = width * random.range(0.3, 0.7);
  const centreY = horizonY * random.range(0.25, 0.5);
  for (let bird = 0; bird < count; bird += 1) {
    const x = centreX + random.normal() * width * 0.09;
    const y = centreY + random.normal() * height * 0.045;
    const span = height * random.range(0.008, 0.022);
    const lift = span * random.range(0.25, 0.8);
    const path: Point[] = [
      [x - span, y - lift * 0.7],
      [x - span * 0.45, y - lift],
      [x, y],
      [x + span * 0.45, y - lift],
      [x + span, y - lift * 0.7],
    ];
    fillPolygon(
      surface,
      strokeOutline(path, (part) => span * 0.1 * Math.sin(Math.PI * part) + 0.2),
      colour,
      0.9,
    );
  }
}

function paintBalloons(studio: Studio, random: Random, horizonY: number): void {
  const { surface, plan, width, height } = studio;
  const count = random.int(2, 4);
  for (let index = count - 1; index >= 0; index -= 1) {
    const size = height * (index === 0 ? random.range(0.1, 0.14) : random.range(0.03, 0.065));
    const x = width * random.range(0.15, 0.85);
    const y = horizonY * random.range(0.22, 0.68);
    const far = index === 0 ? 0 : 0.35;
    const one = mix(plan.palette.accents[index % 3]!, plan.palette.haze, far);
    const other = mix(plan.palette.accents[4]!, plan.palette.haze, far);
    const outline: Point[] = Array.from({ length: 40 }, (_, step) => {
      const angle = (step / 40) * 2 * Math.PI;
      const drop = Math.max(0, Math.sin(angle));
      return [
        x + Math.cos(angle) * size * (1 - 0.42 * drop ** 2),
        y + Math.sin(angle) * size * (1 + 0.22 * drop),
      ];
    });
    fillPolygon(surface, outline, (column, row) => {
      const across = (column - x) / size;
      const stripe = Math.floor((Math.asin(Math.max(-1, Math.min(1, across))) / Math.PI + 0.5) * 8);
      const shade = -0.09 * across - 0.05 * ((row - y) / size);
      return lighten(stripe % 2 === 0 ? one : other, shade);
    });
    const dark = mix(plan.palette.flora, plan.palette.haze, far);
    const basketY = y + size * 1.5;
    for (const side of [-1, 1]) {
      fillPolygon(
        surface,
        strokeOutline(
          [
            [x + side * size * 0.3, y + size * 1.08],
            [x + side * size * 0.12, basketY],
          ],
          () => Math.max(0.3, size * 0.008),
        ),
        dark,
      );
    }
    fillPolygon(
      surface,
      [
        [x - size * 0.14, basketY],
        [x + size * 0.14, basketY],
        [x + size * 0.11, basketY + size * 0.2],
        [x - size * 0.11, basketY + size * 0.2],
      ],
      dark,
    );
  }
}

function paintSailboat(studio: Studio, x: number, y: number, size: number): void {
  const { surface, plan } = studio;
  const dark = mix(plan.palette.flora, plan.palette.shade, 0.3);
  const sail = plan.palette.night
    ? mix(plan.palette.lit, plan.palette.sun, 0.4)
    : mix(plan.palette.sun, plan.palette.haze, 0.2);
  fillPolygon(
    surface,
    [
      [x + size * 0.04, y - size * 1.5],
      [x + size * 0.62, y - size * 0.2],
      [x + size * 0.04, y - size * 0.16],
    ],
    sail,
  );
  fillPolygon(
    surface,
    [
      [x - size * 0.03, y - size * 1.35],
      [x - size * 0.03, y - size * 0.16],
      [x - size * 0.48, y - size * 0.2],
    ],
    lighten(sail, -0.07),
  );
  fillPolygon(
    surface,
    strokeOutline(
      [
        [x, y],
        [x, y - size * 1.56],
      ],
      () => Math.max(0.4, size * 0.012),
    ),
    dark,
  );
  fillPolygon(
    surface,
    [
      [x - size * 0.6, y - size * 0.14],
      [x + size * 0.72, y - size * 0.16],
      [x + size * 0.46, y + size * 0.06],
      [x - size * 0.44, y + size * 0.06],
    ],
    dark,
  );
  // What it mirrors is broken by the swell.
  for (let stripe = 0; stripe < 7; stripe += 1) {
    const down = y + size * (0.12 + 0.15 * stripe);
    const half = size * (0.5 - 0.055 * stripe);
    const path: Point[] = [
      [x - half + size * 0.05 * (stripe % 2), down],
      [x, down + size * 0.02],
      [x + half, down],
    ];
    fillPolygon(
      surface,
      strokeOutline(path, (part) => size * 0.03 * Math.sin(Math.PI * part)),
      stripe < 2 ? dark : sail,
      0.36 - 0.04 * stripe,
    );
  }
}

function paintCabin(studio: Studio, x: number, y: number, size: number, dark: Lab): void {
  const { surface, plan } = studio;
  const warm = lab('#ffcf7a');
  const wall = mix(dark, plan.palette.lit, 0.18);
  fillPolygon(
    surface,
    [
      [x - size, y],
      [x - size, y - size * 0.75],
      [x + size, y - size * 0.75],
      [x + size, y],
    ],
    wall,
  );
  fillPolygon(
    surface,
    [
      [x - size * 1.2, y - size * 0.68],
      [x - size * 0.55, y - size * 1.5],
      [x + size * 0.55, y - size * 1.5],
      [x + size * 1.2, y - size * 0.68],
    ],
    dark,
  );
  fillPolygon(
    surface,
    [
      [x + size * 0.3, y - size * 1.3],
      [x + size * 0.3, y - size * 1.75],
      [x + size * 0.52, y - size * 1.75],
      [x + size * 0.52, y - size * 1.3],
    ],
    dark,
  );
  for (const offset of [-0.62, 0.22]) {
    const left = x + size * offset;
    fillPolygon(
      surface,
      [
        [left, y - size * 0.54],
        [left + size * 0.38, y - size * 0.54],
        [left + size * 0.38, y - size * 0.2],
        [left, y - size * 0.2],
      ],
      warm,
    );
    fillDisc(surface, left + size * 0.19, y - size * 0.36, size * 0.8, warm, 0.22, 1);
  }
  for (let puff = 0; puff < 14; puff += 1) {
    const rise = puff / 14;
    fillDisc(
      surface,
      x + size * (0.41 + 0.5 * rise * rise),
      y - size * (1.8 + 1.7 * rise),
      size * (0.08 + 0.22 * rise),
      plan.palette.cloudLight,
      0.22 * (1 - rise),
      1,
    );
  }
}

function paintPagoda(studio: Studio, x: number, y: number, size: number, dark: Lab): void {
  const { surface } = studio;
  const floors = 5;
  for (let floor = 0; floor < floors; floor += 1) {
    const base = y - (size * 0.86 * floor) / floors;
    const wide = size * (0.21 - 0.026 * floor);
    const rise = (size * 0.86) / floors;
    fillPolygon(
      surface,
      [
        [x - wide * 0.7, base],
        [x - wide * 0.7, base - rise],
        [x + wide * 0.7, base - rise],
        [x + wide * 0.7, base],
      ],
      lighten(dark, 0.04),
    );
    fillDisc(surface, x, base - rise * 0.3, rise * 0.12, lab('#ffcf7a'), 0.85, 0.6);
    const eave = base - rise * 0.62;
    fillPolygon(
      surface,
      [
        [x - wide * 1.35, eave - rise * 0.1],
        [x - wide * 0.9, eave + rise * 0.06],
        [x + wide * 0.9, eave + rise * 0.06],
        [x + wide * 1.35, eave - rise * 0.1],
        [x + wide * 0.62, eave - rise * 0.34],
        [x - wide * 0.62, eave - rise * 0.34],
      ],
      dark,
    );
  }
  fillPolygon(
    surface,
    [
      [x - size * 0.012, y - size * 0.84],
      [x, y - size * 1.04],
      [x + size * 0.012, y - size * 0.84],
    ],
    dark,
  );
}

function paintLighthouse(studio: Studio, x: number, y: number, size: number, dark: Lab): void {
  const { surface, plan } = studio;
  const wall = plan.palette.night
    ? mix(plan.palette.lit, dark, 0.3)
    : mix(plan.palette.sun, plan.palette.haze, 0.35);
  const red = mix(lab('#b8452f'), dark, plan.palette.night ? 0.45 : 0.1);
  fillPolygon(
    surface,
    [
      [x - size * 0.5, y + size * 0.05],
      [x - size * 0.2, y - size * 0.06],
      [x + size * 0.25, y - size * 0.05],
      [x + size * 0.55, y + size * 0.05],
    ],
    dark,
  );
  const half = (part: number): number => size * (0.1 - 0.042 * part);
  for (let band = 0; band < 5; band += 1) {
    const from = band / 5;
    const to = (band + 1) / 5;
    fillPolygon(
      surface,
      [
        [x - half(from), y - size * 0.8 * from],
        [x - half(to), y - size * 0.8 * to],
        [x + half(to), y - size * 0.8 * to],
        [x + half(from), y - size * 0.8 * from],
      ],
      band % 2 === 0 ? wall : red,
    );
  }
  const top = y - size * 0.8;
  const lamp = lab('#ffe9a8');
  fillPolygon(
    surface,
    [
      [x - size * 0.08, top],
      [x + size * 0.08, top],
      [x + size * 0.08, top - size * 0.02],
      [x - size * 0.08, top - size * 0.02],
    ],
    dark,
  );
  fillPolygon(
    surface,
    [
      [x - size * 0.045, top - size * 0.02],
      [x + size * 0.045, top - size * 0.02],
      [x + size * 0.045, top - size * 0.12],
      [x - size * 0.045, top - size * 0.12],
    ],
    lamp,
  );
  fillPolygon(
    surface,
    [
      [x - size * 0.07, top - size * 0.11],
      [x, top - size * 0.2],
      [x + size * 0.07, top - size * 0.11],
    ],
    dark,
  );
  const shining = plan.palette.night || plan.has('dusk') || plan.has('sunset') || plan.has('storm');
  fillDisc(surface, x, top - size * 0.07, size * 0.3, lamp, shining ? 0.5 : 0.2, 1);
  if (!shining) return;
  const side = x > studio.width / 2 ? -1 : 1;
  for (const [spread, alpha] of [
    [0.16, 0.07],
    [0.09, 0.1],
    [0.04, 0.12],
  ] as const) {
    fillPolygon(
      surface,
      [
        [x, top - size * 0.07],
        [x + side * size * 3.4, top - size * (0.25 + spread * 3)],
        [x + side * size * 3.4, top - size * (0.25 - spread * 3)],
      ],
      lamp,
      alpha,
    );
  }
}
