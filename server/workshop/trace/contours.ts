import type { Dot } from '../vector/fit-curve.ts';

/**
 * Lines at half height around a field of 0…1 (marching squares), each closed and with the higher side on its
 * right. Outside the field it is 0, so that every line closes.
 */
export function contours(field: Float32Array, width: number, height: number): Dot[][] {
  const at = (x: number, y: number): number =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : field[y * width + x]!;
  // Each crossing of a grid edge is named by the edge; a line goes from crossing to crossing.
  const stride = width + 2;
  const across = (x: number, y: number): number => ((y + 1) * stride + x + 1) * 2;
  const down = (x: number, y: number): number => across(x, y) + 1;
  const next = new Map<number, number>();
  const joins: readonly (readonly [from: number, to: number])[][] = [
    [],
    [[3, 2]],
    [[2, 1]],
    [[3, 1]],
    [[1, 0]],
    [
      [1, 0],
      [3, 2],
    ],
    [[2, 0]],
    [[3, 0]],
    [[0, 3]],
    [[0, 2]],
    [
      [0, 3],
      [2, 1],
    ],
    [[0, 1]],
    [[1, 3]],
    [[1, 2]],
    [[2, 3]],
    [],
  ];
  for (let y = -1; y < height; y += 1) {
    for (let x = -1; x < width; x += 1) {
      const kind =
        (at(x, y) > 0.5 ? 8 : 0) |
        (at(x + 1, y) > 0.5 ? 4 : 0) |
        (at(x + 1, y + 1) > 0.5 ? 2 : 0) |
        (at(x, y + 1) > 0.5 ? 1 : 0);
      if (kind === 0 || kind === 15) continue;
      const edges = [across(x, y), down(x + 1, y), across(x, y + 1), down(x, y)];
      for (const [from, to] of joins[kind]!) next.set(edges[from]!, edges[to]!);
    }
  }
  const point = (edge: number): Dot => {
    const cell = edge >> 1;
    const x = (cell % stride) - 1;
    const y = Math.floor(cell / stride) - 1;
    const vertical = (edge & 1) === 1;
    const here = at(x, y);
    const there = vertical ? at(x, y + 1) : at(x + 1, y);
    const part = Math.min(1, Math.max(0, (0.5 - here) / (there - here || 1)));
    return vertical ? [x + 0.5, y + 0.5 + part] : [x + 0.5 + part, y + 0.5];
  };
  const lines: Dot[][] = [];
  while (next.size > 0) {
    const first = next.keys().next().value!;
    const line: Dot[] = [];
    let edge: number | undefined = first;
    while (edge !== undefined && next.has(edge)) {
      line.push(point(edge));
      const following: number = next.get(edge)!;
      next.delete(edge);
      edge = following;
    }
    if (line.length >= 8) lines.push(line);
  }
  return lines;
}
