import { paintCabin, paintLighthouse, paintPagoda, paintSailboat } from './landmarks.ts';
import { lighten, mix, type Lab } from './oklab.ts';
import type { Random } from './random.ts';
import type { Studio } from './studio.ts';
import { fillPolygon, strokeOutline, type Point } from './surface.ts';
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
