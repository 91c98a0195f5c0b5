import { lab, lighten, mix, type Lab } from './oklab.ts';
import type { Studio } from './studio.ts';
import { fillDisc, fillPolygon, strokeOutline, type Point, type Surface } from './surface.ts';

export function paintSailboat(studio: Studio, x: number, y: number, size: number): void {
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

export function paintCabin(studio: Studio, x: number, y: number, size: number, dark: Lab): void {
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

export function paintPagoda(studio: Studio, x: number, y: number, size: number, dark: Lab): void {
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

export function paintLighthouse(
  studio: Studio,
  x: number,
  y: number,
  size: number,
  dark: Lab,
): void {
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
  throwBeam(surface, [x, top - size * 0.07], [side * size * 3.4, size * 0.18], size, lamp);
}

/** Light that loses itself in the air. */
function throwBeam(
  surface: Surface,
  [x, y]: readonly [number, number],
  [reachX, riseY]: readonly [number, number],
  size: number,
  colour: Lab,
): void {
  const pieces = 48;
  for (const [spread, alpha] of [
    [0.16, 0.07],
    [0.09, 0.1],
    [0.04, 0.12],
  ] as const) {
    const edge = (part: number, side: number): Point => [
      x + reachX * part,
      y - (riseY + side * size * spread * 3) * part,
    ];
    for (let piece = 0; piece < pieces; piece += 1) {
      const from = piece / pieces;
      const to = (piece + 1) / pieces;
      const shape = [edge(from, 1), edge(to, 1), edge(to, -1), edge(from, -1)];
      fillPolygon(surface, shape, colour, alpha * (1 - from) ** 1.2);
    }
  }
}
