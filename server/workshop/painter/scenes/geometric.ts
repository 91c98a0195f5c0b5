import { lighten, mix, type Lab } from '../oklab.ts';
import type { Random } from '../random.ts';
import type { Studio } from '../studio.ts';
import { fillPolygon, fillSurface, type Point } from '../surface.ts';

interface Tile {
  x: number;
  y: number;
  wide: number;
  tall: number;
}

/** Planes, arcs and stripes on a grid, in few colours, on paper. */
export function paintGeometric(studio: Studio): void {
  const { surface, plan, width, height } = studio;
  const random = studio.random('geometric');
  const fibre = studio.noise('paper');
  const { palette } = plan;
  fillSurface(surface, (_x, _y, out) => out.set(palette.paper));
  const dark = palette.night ? palette.sky[0] : mix(palette.accents[3]!, palette.sky[0], 0.4);
  const colours: Lab[] = [
    palette.accents[0]!,
    palette.accents[1]!,
    palette.accents[2]!,
    dark,
    palette.accents[4]!,
  ];
  const across = random.int(3, 5) + (plan.detail > 0.7 ? 1 : 0);
  const margin = Math.min(width, height) * 0.055;
  const side = (Math.min(width, height) - 2 * margin) / across;
  const columns = Math.floor((width - 2 * margin) / side + 1e-6);
  const rows = Math.floor((height - 2 * margin) / side + 1e-6);
  const left = (width - columns * side) / 2;
  const top = (height - rows * side) / 2;
  const taken = new Set<string>();
  let done = 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (taken.has(`${column},${row}`)) continue;
      const free = column + 1 < columns && row + 1 < rows && !taken.has(`${column + 1},${row}`);
      const span = free && random.chance(0.24) ? 2 : 1;
      for (let dx = 0; dx < span; dx += 1) {
        for (let dy = 0; dy < span; dy += 1) taken.add(`${column + dx},${row + dy}`);
      }
      const tile = {
        x: left + column * side,
        y: top + row * side,
        wide: side * span,
        tall: side * span,
      };
      paintTile(
        studio,
        random,
        tile,
        colours,
        span === 1 && random.chance(0.12 + 0.2 * plan.detail) ? 1 : 0,
      );
      done += 1;
      studio.report(done / (rows * columns));
    }
  }
  // Printed by hand: ink lies unevenly on the fibres.
  const unit = 512 / Math.min(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const speckle = fibre.fractal(x * unit * 0.3, y * unit * 0.3, 3);
      const wash = fibre.fractal(x * unit * 0.012, y * unit * 0.012, 3);
      surface.data[(y * width + x) * 3]! += 0.014 * speckle + 0.018 * wash;
    }
  }
}

function two(random: Random, colours: readonly Lab[]): [Lab, Lab] {
  const first = random.int(0, colours.length - 1);
  const second = (first + random.int(1, colours.length - 1)) % colours.length;
  return [colours[first]!, colours[second]!];
}

function arc(centreX: number, centreY: number, radius: number, from: number, to: number): Point[] {
  const steps = 48;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const angle = from + ((to - from) * step) / steps;
    return [centreX + Math.cos(angle) * radius, centreY + Math.sin(angle) * radius] as const;
  });
}

function paintTile(
  studio: Studio,
  random: Random,
  tile: Tile,
  colours: readonly Lab[],
  split: number,
): void {
  const { surface } = studio;
  const { x, y, wide, tall } = tile;
  if (split > 0) {
    const half = { wide: wide / 2, tall: tall / 2 };
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      paintTile(
        studio,
        random,
        { x: x + dx * half.wide, y: y + dy * half.tall, ...half },
        colours,
        0,
      );
    }
    return;
  }
  const [ground, shape] = two(random, colours);
  const accent = random.pick(colours);
  fillPolygon(
    surface,
    [
      [x, y],
      [x + wide, y],
      [x + wide, y + tall],
      [x, y + tall],
    ],
    ground,
  );
  const middleX = x + wide / 2;
  const middleY = y + tall / 2;
  const corner = random.int(0, 3);
  const cornerX = corner % 2 === 0 ? x : x + wide;
  const cornerY = corner < 2 ? y : y + tall;
  const start = [0, 0.5, 1.5, 1][corner]! * Math.PI;
  switch (random.int(0, 8)) {
    case 0: {
      fillPolygon(
        surface,
        [[cornerX, cornerY], ...arc(cornerX, cornerY, wide, start, start + Math.PI / 2)],
        shape,
      );
      fillPolygon(
        surface,
        [[cornerX, cornerY], ...arc(cornerX, cornerY, wide * 0.5, start, start + Math.PI / 2)],
        accent,
      );
      break;
    }
    case 1: {
      fillPolygon(surface, arc(middleX, middleY, wide * 0.42, 0, 2 * Math.PI), shape);
      if (random.chance(0.6))
        fillPolygon(surface, arc(middleX, middleY, wide * 0.2, 0, 2 * Math.PI), accent);
      break;
    }
    case 2: {
      const from = random.int(0, 3) * (Math.PI / 2);
      fillPolygon(surface, arc(middleX, middleY, wide * 0.5, from, from + Math.PI), shape);
      fillPolygon(
        surface,
        arc(middleX, middleY, wide * 0.25, from + Math.PI, from + 2 * Math.PI),
        accent,
      );
      break;
    }
    case 3: {
      const stripes = random.int(3, 6);
      const upright = random.chance(0.5);
      for (let stripe = 0; stripe < stripes; stripe += 1) {
        const at = (stripe + 0.25) / stripes;
        const thick = 0.5 / stripes;
        const points: Point[] = upright
          ? [
              [x + wide * at, y],
              [x + wide * (at + thick), y],
              [x + wide * (at + thick), y + tall],
              [x + wide * at, y + tall],
            ]
          : [
              [x, y + tall * at],
              [x + wide, y + tall * at],
              [x + wide, y + tall * (at + thick)],
              [x, y + tall * (at + thick)],
            ];
        fillPolygon(surface, points, shape);
      }
      break;
    }
    case 4: {
      const points: Point[] = [
        [x, y],
        [x + wide, y],
        [x + wide, y + tall],
        [x, y + tall],
      ];
      points.splice(corner, 1);
      fillPolygon(surface, points, shape);
      break;
    }
    case 5: {
      for (let ring = 4; ring >= 1; ring -= 1) {
        const radius = (wide * ring) / 4;
        fillPolygon(
          surface,
          [[cornerX, cornerY], ...arc(cornerX, cornerY, radius, start, start + Math.PI / 2)],
          ring % 2 === 0 ? shape : ground,
        );
      }
      break;
    }
    case 6: {
      const dots = random.int(2, 4);
      for (let row = 0; row < dots; row += 1) {
        for (let column = 0; column < dots; column += 1) {
          const pitch = wide / dots;
          fillPolygon(
            surface,
            arc(x + pitch * (column + 0.5), y + pitch * (row + 0.5), pitch * 0.27, 0, 2 * Math.PI),
            shape,
          );
        }
      }
      break;
    }
    case 7: {
      fillPolygon(
        surface,
        [
          [middleX, y],
          [x + wide, middleY],
          [middleX, y + tall],
          [x, middleY],
        ],
        shape,
      );
      fillPolygon(surface, arc(middleX, middleY, wide * 0.17, 0, 2 * Math.PI), accent);
      break;
    }
    default: {
      const one = random.chance(0.5);
      const opposite: [number, number] = one ? [x + wide, y + tall] : [x, y + tall];
      const other: [number, number] = one ? [x, y] : [x + wide, y];
      const turn = one ? 0 : Math.PI / 2;
      fillPolygon(
        surface,
        [other, ...arc(other[0], other[1], wide, turn, turn + Math.PI / 2)],
        shape,
      );
      fillPolygon(
        surface,
        [
          opposite,
          ...arc(opposite[0], opposite[1], wide * 0.45, turn + Math.PI, turn + 1.5 * Math.PI),
        ],
        lighten(accent, 0.02),
      );
    }
  }
}
