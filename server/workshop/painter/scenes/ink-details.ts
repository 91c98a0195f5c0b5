import { lab, lighten, mix } from '../oklab.ts';
import type { Random } from '../random.ts';
import type { Studio } from '../studio.ts';
import { fillDisc, fillPolygon, strokeOutline, type Point } from '../surface.ts';

export const ricePaper = lab('#f1eadb');
export const soot = lab('#1d1f22');
export const vermilion = lab('#b8392c');

export function paintSkiff(studio: Studio, x: number, y: number, size: number): void {
  const { surface } = studio;
  const hull: Point[] = [
    [x - size, y - size * 0.16],
    [x - size * 0.55, y + size * 0.06],
    [x + size * 0.5, y + size * 0.06],
    [x + size * 1.05, y - size * 0.2],
    [x + size * 0.45, y - size * 0.06],
    [x - size * 0.5, y - size * 0.05],
  ];
  fillPolygon(surface, hull, soot, 0.9);
  // An awning and a man with a hat.
  fillPolygon(
    surface,
    [
      [x - size * 0.3, y - size * 0.04],
      [x - size * 0.2, y - size * 0.32],
      [x + size * 0.2, y - size * 0.32],
      [x + size * 0.3, y - size * 0.04],
    ],
    soot,
    0.75,
  );
  const manX = x + size * 0.62;
  fillPolygon(
    surface,
    [
      [manX - size * 0.08, y - size * 0.08],
      [manX - size * 0.05, y - size * 0.42],
      [manX + size * 0.06, y - size * 0.42],
      [manX + size * 0.1, y - size * 0.08],
    ],
    soot,
    0.9,
  );
  fillPolygon(
    surface,
    [
      [manX - size * 0.16, y - size * 0.4],
      [manX, y - size * 0.56],
      [manX + size * 0.16, y - size * 0.4],
    ],
    soot,
    0.9,
  );
  const half = Math.max(0.4, size * 0.014);
  fillPolygon(
    surface,
    strokeOutline(
      [
        [manX + size * 0.1, y - size * 0.5],
        [manX + size * 0.5, y + size * 0.24],
      ],
      () => half,
    ),
    soot,
    0.85,
  );
  fillPolygon(
    surface,
    strokeOutline(
      [
        [x - size * 0.9, y + size * 0.15],
        [x, y + size * 0.19],
        [x + size * 0.9, y + size * 0.15],
      ],
      (part) => size * 0.02 * Math.sin(Math.PI * part),
    ),
    soot,
    0.3,
  );
}

export function paintFlight(studio: Studio, random: Random): void {
  const { surface, width, height } = studio;
  const count = random.int(4, 9);
  const startX = width * random.range(0.25, 0.6);
  const startY = height * random.range(0.12, 0.3);
  for (let bird = 0; bird < count; bird += 1) {
    const x = startX + bird * width * 0.032 + random.range(-0.008, 0.008) * width;
    const y =
      startY + Math.abs(bird - count / 3) * height * 0.016 + random.range(-0.005, 0.005) * height;
    const span = height * random.range(0.008, 0.014);
    const lift = span * random.range(0.35, 0.75);
    const path: Point[] = [
      [x - span, y - lift],
      [x - span * 0.4, y - lift * 0.75],
      [x, y],
      [x + span * 0.4, y - lift * 0.75],
      [x + span, y - lift],
    ];
    fillPolygon(
      surface,
      strokeOutline(path, (part) => span * 0.11 * Math.sin(Math.PI * part) + 0.15),
      soot,
      0.75,
    );
  }
}

/** A bent branch with blossoms, reaching in from one side. */
export function paintBranch(studio: Studio, side: number): void {
  const { surface, plan, width, height } = studio;
  const random = studio.random('branch');
  const blossom = plan.has('autumn')
    ? lab('#c8762c')
    : plan.has('winter')
      ? lab('#f7f2ec')
      : lab('#c9506b');
  const rootX = side > 0 ? -0.02 * width : 1.02 * width;
  const buds: Point[] = [];
  const grow = (
    x: number,
    y: number,
    angle: number,
    length: number,
    half: number,
    depth: number,
  ): void => {
    const path: Point[] = [[x, y]];
    let turned = angle;
    for (let part = 0; part < 5; part += 1) {
      turned += random.range(-0.3, 0.3);
      const [lastX, lastY] = path.at(-1)!;
      path.push([lastX + Math.cos(turned) * (length / 5), lastY - Math.sin(turned) * (length / 5)]);
      if (depth < 2 || part > 2) buds.push(path.at(-1)!);
    }
    fillPolygon(
      surface,
      strokeOutline(path, (part) => half * (1 - 0.6 * part) * (0.8 + 0.4 * random.next())),
      soot,
      0.88,
    );
    if (depth === 0) return;
    for (let twig = 0; twig < 3; twig += 1) {
      const [twigX, twigY] = path[random.int(2, 5)]!;
      grow(
        twigX,
        twigY,
        turned + random.range(-1, 1),
        length * random.range(0.4, 0.65),
        half * 0.45,
        depth - 1,
      );
    }
  };
  const unit = Math.min(width, height);
  grow(
    rootX,
    height * random.range(0.02, 0.22),
    side > 0 ? random.range(-0.5, -0.05) : Math.PI + random.range(0.05, 0.5),
    unit * 0.42,
    unit * 0.0095,
    2,
  );
  for (const [x, y] of buds) {
    if (random.chance(0.35)) continue;
    const size = unit * random.range(0.006, 0.0135);
    const turn = random.range(0, 2 * Math.PI);
    const colour = lighten(
      mix(blossom, ricePaper, random.range(0, 0.4)),
      random.range(-0.04, 0.04),
    );
    for (let petal = 0; petal < 5; petal += 1) {
      const angle = turn + (petal * 2 * Math.PI) / 5;
      fillDisc(
        surface,
        x + Math.cos(angle) * size * 0.75,
        y + Math.sin(angle) * size * 0.75,
        size * 0.62,
        colour,
        0.82,
        0.5,
      );
    }
    fillDisc(surface, x, y, size * 0.24, mix(soot, blossom, 0.4), 0.9, 0.4);
  }
}

/** A square of red with pale strokes: no writing, only the place where a name would be. */
export function stampSeal(studio: Studio, random: Random, side: number): void {
  const { surface, width, height } = studio;
  const size = Math.min(width, height) * 0.044;
  const x = side > 0 ? width * 0.915 - size : width * 0.085;
  const y = height * 0.9 - size;
  fillPolygon(
    surface,
    [
      [x, y],
      [x + size, y],
      [x + size, y + size],
      [x, y + size],
    ],
    vermilion,
    0.9,
  );
  for (const [fromX, fromY, wide, tall] of [
    [0.18, 0.16, 0.62, 0.09],
    [0.18, 0.4, 0.26, 0.09],
    [0.54, 0.4, 0.28, 0.09],
    [0.26, 0.22, 0.09, 0.6],
    [0.62, 0.34, 0.09, 0.5],
    [0.18, 0.72, 0.64, 0.09],
  ] as const) {
    const left = x + size * (fromX + random.range(-0.015, 0.015));
    const top = y + size * fromY;
    fillPolygon(
      surface,
      [
        [left, top],
        [left + size * wide, top],
        [left + size * wide, top + size * tall],
        [left, top + size * tall],
      ],
      ricePaper,
      0.92,
    );
  }
}
