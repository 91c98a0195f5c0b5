import { paintGrass, paintLeafTree } from './flora.ts';
import { lighten, mix, type Lab } from './oklab.ts';
import type { Studio } from './studio.ts';
import { fillDisc, fillPolygon, strokeOutline, type Point } from './surface.ts';

/** Someone or something in front, dark against the scene, on a rise of ground. */
export function paintForeground(studio: Studio): void {
  const { surface, plan, width, height } = studio;
  const near = plan.figures.filter((figure) => ['cat', 'person', 'tree'].includes(figure));
  if (near.length === 0) return;
  const random = studio.random('foreground');
  const line = studio.noise('foreground');
  const dark = lighten(mix(plan.palette.flora, plan.palette.shade, 0.15), -0.02);
  const side = random.chance(0.5) ? 1 : -1;
  const standX = width * (0.5 + side * random.range(0.1, 0.2));
  const ground = (x: number): number => {
    const away = (x - standX) / width;
    return height * (0.9 + 0.28 * away * away + 0.018 * line.fractal((x / height) * 2.4, 4, 3));
  };
  const outline: Point[] = [[-2, height + 2]];
  for (let x = -2; x <= width + 4; x += 3) outline.push([x, ground(x)]);
  outline.push([width + 4, height + 2]);
  fillPolygon(surface, outline, dark);
  paintGrass(surface, random, {
    fromX: -5,
    toX: width + 5,
    y: ground,
    size: height * 0.032,
    count: Math.round((width / height) * 900),
    dark,
    light: lighten(dark, 0.03),
  });
  if (near.includes('tree')) {
    const treeX = standX + side * width * 0.12;
    const leaves =
      plan.snowCaps && plan.has('winter')
        ? plan.palette.cloudLight
        : mix(plan.palette.flora, plan.palette.lit, 0.3);
    paintLeafTree(surface, random, treeX, ground(treeX) + 3, height * 0.72, dark, leaves, -side);
  }
  const rim = mix(plan.palette.glow, dark, 0.55);
  if (near.includes('person'))
    paintPerson(studio, standX, ground(standX) + height * 0.008, height * 0.2, dark);
  if (near.includes('cat')) {
    const catX = standX - side * width * (near.includes('person') ? 0.1 : 0.02);
    paintCat(studio, catX, ground(catX) + height * 0.01, height * 0.21, dark, rim, -side);
  }
}

function oval(x: number, y: number, wide: number, tall: number, turn = 0): Point[] {
  return Array.from({ length: 32 }, (_, step) => {
    const angle = (step / 32) * 2 * Math.PI;
    const across = Math.cos(angle) * wide;
    const down = Math.sin(angle) * tall;
    return [
      x + across * Math.cos(turn) - down * Math.sin(turn),
      y + across * Math.sin(turn) + down * Math.cos(turn),
    ];
  });
}

/** A cat seen from behind, sitting, looking at the view. */
function paintCat(
  studio: Studio,
  x: number,
  y: number,
  size: number,
  dark: Lab,
  rim: Lab,
  side: number,
): void {
  const { surface } = studio;
  const tail: Point[] = Array.from({ length: 14 }, (_, step) => {
    const part = step / 13;
    return [
      x + side * size * (0.2 + 0.42 * Math.sin(part * 2.2)),
      y - size * (0.07 + 0.3 * part ** 2 - 0.02 * Math.sin(part * 6)),
    ];
  });
  const body = (grow: number, colour: Lab): void => {
    fillPolygon(
      surface,
      strokeOutline(tail, (part) => size * (0.042 - 0.012 * part) + grow),
      colour,
    );
    const outline: Point[] = [];
    for (let part = 0; part <= 1.001; part += 0.05) {
      const wide =
        size * (0.115 + 0.165 * Math.sin(Math.PI * Math.min(1, part * 0.86) * 0.62) ** 1.4) + grow;
      outline.push([x - wide, y - size * 0.66 * (1 - part)]);
    }
    const other = outline.map(([px, py]): Point => [2 * x - px, py]).toReversed();
    fillPolygon(surface, [...outline, ...other], colour);
    fillPolygon(surface, oval(x, y - size * 0.02, size * 0.27 + grow, size * 0.06), colour);
    const headY = y - size * 0.75;
    fillPolygon(surface, oval(x, headY, size * 0.175 + grow, size * 0.15 + grow), colour);
    for (const ear of [-1, 1]) {
      fillPolygon(
        surface,
        [
          [x + ear * (size * 0.172 + grow), headY - size * 0.02],
          [x + ear * (size * 0.155 + grow), headY - size * 0.255 - grow],
          [x + ear * (size * 0.03 - grow), headY - size * 0.12],
        ],
        colour,
      );
    }
  };
  body(Math.max(0.6, size * 0.009), rim);
  body(0, dark);
  const whisker = Math.max(0.3, size * 0.0035);
  for (const ear of [-1, 1]) {
    for (const drop of [0.02, 0.06]) {
      const path: Point[] = [
        [x + ear * size * 0.15, y - size * (0.72 - drop)],
        [x + ear * size * 0.29, y - size * (0.73 - drop * 1.6)],
      ];
      fillPolygon(
        surface,
        strokeOutline(path, () => whisker),
        dark,
        0.7,
      );
    }
  }
}

/** A walker with a coat and a staff, small before the land. */
function paintPerson(studio: Studio, x: number, y: number, size: number, dark: Lab): void {
  const { surface } = studio;
  fillDisc(surface, x, y - size * 0.91, size * 0.066, dark, 1, 0.1);
  fillPolygon(
    surface,
    [
      [x - size * 0.05, y - size * 0.86],
      [x + size * 0.05, y - size * 0.86],
      [x + size * 0.125, y - size * 0.76],
      [x + size * 0.12, y - size * 0.52],
      [x + size * 0.16, y - size * 0.32],
      [x - size * 0.16, y - size * 0.32],
      [x - size * 0.12, y - size * 0.52],
      [x - size * 0.125, y - size * 0.76],
    ],
    dark,
  );
  for (const leg of [-1, 1]) {
    const path: Point[] = [
      [x + leg * size * 0.055, y - size * 0.36],
      [x + leg * size * 0.07, y - size * 0.18],
      [x + leg * size * 0.085, y],
    ];
    fillPolygon(
      surface,
      strokeOutline(path, (part) => size * (0.045 - 0.012 * part)),
      dark,
    );
  }
  const staff: Point[] = [
    [x + size * 0.12, y - size * 0.6],
    [x + size * 0.2, y - size * 0.56],
  ];
  fillPolygon(
    surface,
    strokeOutline(staff, () => size * 0.026),
    dark,
  );
  fillPolygon(
    surface,
    strokeOutline(
      [
        [x + size * 0.21, y - size * 0.78],
        [x + size * 0.225, y + size * 0.01],
      ],
      () => Math.max(0.4, size * 0.01),
    ),
    dark,
  );
  fillPolygon(surface, oval(x - size * 0.02, y - size * 0.68, size * 0.1, size * 0.13), dark);
}
