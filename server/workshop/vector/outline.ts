/** One command of a path, absolute: M and L have 2 numbers, Q 4, C 6, Z none. */
export interface Segment {
  command: 'M' | 'L' | 'Q' | 'C' | 'Z';
  at: readonly number[];
}

export type Outline = readonly Segment[];

/** `[a, b, c, d, e, f]` as in SVG: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number];

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function scaling(by: number, x = 0, y = 0): Matrix {
  return [by, 0, 0, by, x, y];
}

export function rotation(radians: number, x = 0, y = 0): Matrix {
  const cosine = Math.cos(radians);
  const sine = Math.sin(radians);
  return [cosine, sine, -sine, cosine, x, y];
}

export function transformed(outline: Outline, matrix: Matrix): Outline {
  const [a, b, c, d, e, f] = matrix;
  return outline.map(({ command, at }) => ({
    command,
    at: at.map((value, index) =>
      index % 2 === 0 ? a * value + c * at[index + 1]! + e : b * at[index - 1]! + d * value + f,
    ),
  }));
}

/** The box of all points, control points included: never too small. Null where there are none. */
export function boxOf(outline: Outline): Box | null {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { at } of outline) {
    for (let index = 0; index < at.length; index += 2) {
      box.left = Math.min(box.left, at[index]!);
      box.right = Math.max(box.right, at[index]!);
      box.top = Math.min(box.top, at[index + 1]!);
      box.bottom = Math.max(box.bottom, at[index + 1]!);
    }
  }
  return box.right >= box.left ? box : null;
}

/** @returns the `d` of an SVG path, numbers to a hundredth */
export function pathData(outline: Outline): string {
  return outline
    .map(({ command, at }) => command + at.map((value) => Number(value.toFixed(2))).join(' '))
    .join('');
}

/** Reads `M L Q C Z` with absolute numbers, which is how the marks here are written down. */
export function readPath(data: string): Outline {
  return Array.from(data.matchAll(/([MLQCZ])([^MLQCZ]*)/g), ([, command, numbers]) => ({
    command: command as Segment['command'],
    at: (numbers ?? '').match(/-?\d*\.?\d+/g)?.map(Number) ?? [],
  }));
}

/** Control points of a quarter circle, for a radius of 1. */
const quarter = 0.5522847498;

export function ellipse(x: number, y: number, radiusX: number, radiusY = radiusX): Outline {
  const kx = radiusX * quarter;
  const ky = radiusY * quarter;
  return [
    { command: 'M', at: [x + radiusX, y] },
    { command: 'C', at: [x + radiusX, y + ky, x + kx, y + radiusY, x, y + radiusY] },
    { command: 'C', at: [x - kx, y + radiusY, x - radiusX, y + ky, x - radiusX, y] },
    { command: 'C', at: [x - radiusX, y - ky, x - kx, y - radiusY, x, y - radiusY] },
    { command: 'C', at: [x + kx, y - radiusY, x + radiusX, y - ky, x + radiusX, y] },
    { command: 'Z', at: [] },
  ];
}

export function polygon(points: readonly (readonly [x: number, y: number])[]): Outline {
  return [
    ...points.map(([x, y], index) => ({
      command: index === 0 ? ('M' as const) : ('L' as const),
      at: [x, y],
    })),
    { command: 'Z', at: [] },
  ];
}

export function roundedBox(box: Box, radius: number): Outline {
  const { left, top, right, bottom } = box;
  const r = Math.min(radius, (right - left) / 2, (bottom - top) / 2);
  const k = r * (1 - quarter);
  return [
    { command: 'M', at: [left + r, top] },
    { command: 'L', at: [right - r, top] },
    { command: 'C', at: [right - k, top, right, top + k, right, top + r] },
    { command: 'L', at: [right, bottom - r] },
    { command: 'C', at: [right, bottom - k, right - k, bottom, right - r, bottom] },
    { command: 'L', at: [left + r, bottom] },
    { command: 'C', at: [left + k, bottom, left, bottom - k, left, bottom - r] },
    { command: 'L', at: [left, top + r] },
    { command: 'C', at: [left, top + k, left + k, top, left + r, top] },
    { command: 'Z', at: [] },
  ];
}
