import type { Drawing } from '../vector/drawing.ts';
import {
  ellipse,
  polygon,
  readPath,
  rotation,
  roundedBox,
  transformed,
} from '../vector/outline.ts';

/** Colours of a logo. */
export interface Inks {
  main: string;
  second: string;
  /** What is behind: it cuts shapes out of others. */
  ground: string;
}

export type Mark = (inks: Inks) => Drawing;

const fill = (data: string, colour: string): Drawing[number] => ({
  outline: readPath(data),
  fill: colour,
});
const line = (data: string, colour: string, width: number): Drawing[number] => ({
  outline: readPath(data),
  stroke: { colour, width },
});
const disc = (x: number, y: number, radius: number, colour: string): Drawing[number] => ({
  outline: ellipse(x, y, radius),
  fill: colour,
});

/** One shape, turned about the middle so many times. */
function around(count: number, data: string, colours: readonly string[]): Drawing {
  const one = readPath(data);
  return Array.from({ length: count }, (_, index) => {
    const [a, b, c, d] = rotation((2 * Math.PI * index) / count);
    const turned = transformed(one, [a, b, c, d, 50 - 50 * a - 50 * c, 50 - 50 * b - 50 * d]);
    return { outline: turned, fill: colours[index % colours.length]! };
  });
}

/** Drawn in a field of 100 × 100. */
export const marks = {
  mountain: ({ main, second, ground }) => [
    disc(68, 27, 13, second),
    fill('M4 86L40 22L76 86Z', main),
    fill('M40 22L27.6 44L35 50L41 43L47 51L52.6 44.4Z', ground),
    fill('M50 86L73 47L97 86Z', second),
  ],
  wave: ({ main, second }) => [
    disc(50, 34, 17, second),
    line('M8 58C20 44 30 44 42 58C54 72 64 72 76 58C84 49 90 50 94 53', main, 8),
    line('M8 78C20 64 30 64 42 78C54 92 64 92 76 78C84 69 90 70 94 73', main, 8),
  ],
  leaf: ({ main, second, ground }) => [
    fill('M18 84C6 40 34 10 90 10C92 64 64 96 18 84Z', main),
    line('M8 94C26 72 44 54 66 36', ground, 5),
    line('M40 58L41 38', ground, 4),
    line('M40 58L62 60', ground, 4),
    disc(9, 93, 4, second),
  ],
  flame: ({ main, second }) => [
    fill(
      'M52 4C56 24 84 38 84 64C84 84 69 97 50 97C31 97 16 84 16 65C16 50 25 42 30 30C36 38 39 42 42 44C48 34 52 22 52 4Z',
      main,
    ),
    fill(
      'M51 48C54 60 66 64 66 76C66 85 59 91 50 91C41 91 34 85 34 76C34 69 38 65 41 60C44 63 45 64 47 65C50 60 51 54 51 48Z',
      second,
    ),
  ],
  sun: ({ main, second }) => [
    ...around(12, 'M46.5 4C48 2 52 2 53.5 4L51.5 19C51 20.5 49 20.5 48.5 19Z', [second]),
    disc(50, 50, 24, main),
  ],
  moon: ({ main, second }) => [
    fill(
      'M62 8C38 4 10 22 10 52C10 78 30 94 52 94C72 94 86 82 92 66C70 78 42 68 40 42C39 26 48 14 62 8Z',
      main,
    ),
    ...[
      [72, 30, 7],
      [88, 48, 4],
    ].map(([x, y, r]) => ({
      outline: readPath(
        `M${x} ${y! - r!}C${x! + 0.2 * r!} ${y! - 0.2 * r!} ${x! + 0.2 * r!} ${y! - 0.2 * r!} ${x! + r!} ${y}C${x! + 0.2 * r!} ${y! + 0.2 * r!} ${x! + 0.2 * r!} ${y! + 0.2 * r!} ${x} ${y! + r!}C${x! - 0.2 * r!} ${y! + 0.2 * r!} ${x! - 0.2 * r!} ${y! + 0.2 * r!} ${x! - r!} ${y}C${x! - 0.2 * r!} ${y! - 0.2 * r!} ${x! - 0.2 * r!} ${y! - 0.2 * r!} ${x} ${y! - r!}Z`,
      ),
      fill: second,
    })),
  ],
  star: ({ main, second }) => [
    ...around(4, 'M50 2L57 43L50 50L43 43Z', [main]),
    ...around(4, 'M74 26L56.5 50L50 50L50 43.5Z', [second]),
  ],
  drop: ({ main, second }) => [
    fill('M50 4C64 28 84 44 84 65C84 84 69 97 50 97C31 97 16 84 16 65C16 44 36 28 50 4Z', main),
    line('M32 66C33 76 40 82 49 83', second, 6),
  ],
  flower: ({ main, second }) => [
    ...around(6, 'M50 48C36 38 36 12 50 3C64 12 64 38 50 48Z', [main, second]),
    disc(50, 50, 7, main),
  ],
  lotus: ({ main, second }) => [
    fill('M50 84C22 84 8 66 2 44C22 44 40 56 50 84Z', second),
    fill('M50 84C78 84 92 66 98 44C78 44 60 56 50 84Z', second),
    fill('M50 84C28 70 20 46 26 24C42 34 52 56 50 84Z', main),
    fill('M50 84C72 70 80 46 74 24C58 34 48 56 50 84Z', main),
    fill('M50 84C34 60 36 32 50 12C64 32 66 60 50 84Z', second),
  ],
  cup: ({ main, second }) => [
    fill('M12 42L76 42C76 70 66 88 44 88C22 88 12 70 12 42Z', main),
    line('M75 50C92 46 96 68 70 70', main, 7),
    line('M32 30C26 22 38 18 32 8', second, 6),
    line('M54 30C48 22 60 18 54 8', second, 6),
    line('M10 96L78 96', second, 5),
  ],
  book: ({ main, second }) => [
    fill('M48 26C36 16 20 14 4 17L4 81C20 78 36 80 48 90Z', main),
    fill('M52 26C64 16 80 14 96 17L96 81C80 78 64 80 52 90Z', second),
  ],
  house: ({ main, second, ground }) => [
    fill('M50 8L96 48L84 48L84 92L16 92L16 48L4 48Z', main),
    { outline: roundedBox({ left: 41, top: 58, right: 59, bottom: 92 }, 9), fill: ground },
    { outline: roundedBox({ left: 66, top: 16, right: 78, bottom: 34 }, 1), fill: second },
  ],
  tree: ({ main, second }) => [
    { outline: roundedBox({ left: 46, top: 58, right: 54, bottom: 97 }, 3), fill: second },
    disc(50, 30, 25, main),
    disc(27, 48, 19, main),
    disc(73, 48, 19, main),
    disc(50, 50, 18, main),
  ],
  bolt: ({ main, second }) => [
    { outline: ellipse(50, 50, 46), stroke: { colour: second, width: 5 } },
    fill('M58 12L24 56L46 56L40 90L76 44L53 44Z', main),
  ],
  bird: ({ main, second }) => [
    fill('M4 30C22 26 40 34 50 52C40 54 24 50 4 30Z', second),
    fill('M50 52C58 28 74 16 97 14C86 22 88 32 82 46C74 66 56 80 28 82C42 76 48 66 50 52Z', main),
  ],
  heart: ({ main, second }) => [
    fill(
      'M50 92C14 66 4 50 4 33C4 18 15 9 27 9C38 9 46 15 50 24C54 15 62 9 73 9C85 9 96 18 96 33C96 50 86 66 50 92Z',
      main,
    ),
    line('M22 38C22 30 26 26 33 25', second, 6),
  ],
  cloud: ({ main, second }) => [
    disc(70, 36, 18, second),
    fill(
      'M24 84C10 84 2 74 2 63C2 52 10 44 20 43C24 28 36 20 49 20C64 20 75 30 78 44C90 45 98 53 98 64C98 76 89 84 77 84Z',
      main,
    ),
  ],
  hexagon: ({ main, second }) => [
    fill('M50 2L50 50L8.4 26Z', second),
    fill('M8.4 26L50 50L8.4 74Z', main),
    fill('M8.4 74L50 50L50 98Z', second),
    fill('M50 98L50 50L91.6 74Z', main),
    fill('M91.6 74L50 50L91.6 26Z', second),
    fill('M91.6 26L50 50L50 2Z', main),
  ],
  orbit: ({ main, second }) => [
    disc(50, 50, 22, main),
    {
      outline: transformed(ellipse(0, 0, 47, 17), rotation(-0.5, 50, 50)),
      stroke: { colour: second, width: 5 },
    },
    disc(89, 27, 6, main),
  ],
  bamboo: ({ main, second }) => [
    ...[
      [30, 0],
      [58, 1],
    ].flatMap(([x, low]) =>
      [0, 1, 2].map((part) => ({
        outline: roundedBox(
          {
            left: x!,
            top: 4 + low! * 8 + part * 30,
            right: x! + 10,
            bottom: 32 + low! * 8 + part * 30,
          },
          2,
        ),
        fill: main,
      })),
    ),
    fill('M42 34C58 26 64 16 66 4C52 8 42 18 42 34Z', second),
    fill('M70 44C86 42 94 32 98 20C82 22 72 30 70 44Z', second),
    fill('M28 62C14 60 6 52 2 40C16 42 26 50 28 62Z', second),
  ],
  paw: ({ main, second }) => [
    fill(
      'M50 46C66 46 80 64 80 78C80 88 72 92 64 90C58 88 54 87 50 87C46 87 42 88 36 90C28 92 20 88 20 78C20 64 34 46 50 46Z',
      main,
    ),
    ...[
      [14, 46, 9],
      [35, 22, 10],
      [65, 22, 10],
      [86, 46, 9],
    ].map(([x, y, r]) => ({
      outline: ellipse(x!, y!, r!, r! * 1.35),
      fill: second,
    })),
  ],
  note: ({ main, second }) => [
    fill('M36 16L88 6L88 18L36 28Z', main),
    { outline: roundedBox({ left: 34, top: 16, right: 42, bottom: 80 }, 3), fill: main },
    { outline: roundedBox({ left: 80, top: 8, right: 88, bottom: 70 }, 3), fill: main },
    { outline: transformed(ellipse(0, 0, 17, 13), rotation(-0.35, 27, 80)), fill: second },
    { outline: transformed(ellipse(0, 0, 17, 13), rotation(-0.35, 73, 70)), fill: second },
  ],
  arrow: ({ main, second }) => [
    { outline: roundedBox({ left: 8, top: 58, right: 26, bottom: 94 }, 3), fill: second },
    { outline: roundedBox({ left: 36, top: 42, right: 54, bottom: 94 }, 3), fill: second },
    { outline: roundedBox({ left: 64, top: 26, right: 82, bottom: 94 }, 3), fill: main },
    line('M10 40L46 14', main, 6),
    {
      outline: polygon([
        [40, 6],
        [60, 4],
        [52, 22],
      ]),
      fill: main,
    },
  ],
} satisfies Record<string, Mark>;

export type MarkName = keyof typeof marks;
