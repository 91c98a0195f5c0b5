/** Areas between lines. */
export interface Regions {
  /** Of each pixel, from 0; lines belong to the area next to them. */
  of: Int32Array;
  count: number;
  areas: Int32Array;
  /** Whether an area reaches the rim of the picture. */
  open: Uint8Array;
}

/** Pixels within a radius of a marked one (square, by rows and columns). */
function grown(mask: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const pass = (from: Uint8Array, length: number, lines: number, step: number, jump: number) => {
    const to = new Uint8Array(from.length);
    for (let line = 0; line < lines; line += 1) {
      let last = -Infinity;
      for (let at = 0; at < length + radius; at += 1) {
        if (at < length && from[line * jump + at * step]) last = at;
        const back = at - radius;
        if (back >= 0 && last >= back - radius) to[line * jump + back * step] = 1;
      }
    }
    return to;
  };
  return pass(pass(mask, width, height, 1, width), height, width, width, 1);
}

/**
 * Finds the areas between lines, gaps up to twice `gap` pixels closed.
 * @param lines 1 where a line is
 * @param least pixels of an area of its own; smaller ones go to a neighbour
 */
export function findRegions(
  lines: Uint8Array,
  width: number,
  height: number,
  gap: number,
  least: number,
): Regions {
  const pixels = width * height;
  const closed = grown(lines, width, height, gap);
  const of = new Int32Array(pixels).fill(-1);
  const queue = new Int32Array(pixels);
  const areas: number[] = [];
  let touches = false;
  const spread = (start: number, region: number, blocked: Uint8Array): number => {
    let [head, tail] = [0, 1];
    touches = false;
    queue[0] = start;
    of[start] = region;
    while (head < tail) {
      const index = queue[head]!;
      head += 1;
      const x = index % width;
      const visit = (other: number): void => {
        if (of[other]! >= 0 && of[other] !== region) touches = true;
        if (of[other] !== -1 || blocked[other]) return;
        of[other] = region;
        queue[tail] = other;
        tail += 1;
      };
      if (x > 0) visit(index - 1);
      if (x < width - 1) visit(index + 1);
      if (index >= width) visit(index - width);
      if (index + width < pixels) visit(index + width);
    }
    return tail;
  };
  // Areas that closing gaps would swallow whole come second: what does not touch one that is known.
  for (const blocked of [closed, lines]) {
    for (let start = 0; start < pixels; start += 1) {
      if (of[start] !== -1 || blocked[start]) continue;
      const area = spread(start, areas.length, blocked);
      if (area >= least && !touches) areas.push(area);
      else for (let index = 0; index < area; index += 1) of[queue[index]!] = -2;
    }
    for (let index = 0; index < pixels; index += 1) if (of[index] === -2) of[index] = -1;
  }
  if (areas.length === 0) {
    of.fill(0);
    areas.push(pixels);
  }
  claimRest(of, width, queue);
  const open = new Uint8Array(areas.length);
  for (let x = 0; x < width; x += 1) {
    open[of[x]!] = 1;
    open[of[pixels - width + x]!] = 1;
  }
  for (let y = 0; y < height; y += 1) {
    open[of[y * width]!] = 1;
    open[of[y * width + width - 1]!] = 1;
  }
  return { of, count: areas.length, areas: Int32Array.from(areas), open };
}

/** Gives what belongs to nobody to the nearest area. */
function claimRest(of: Int32Array, width: number, queue: Int32Array): void {
  let [head, tail] = [0, 0];
  for (let index = 0; index < of.length; index += 1) {
    if (of[index] !== -1) {
      queue[tail] = index;
      tail += 1;
    }
  }
  while (head < tail) {
    const index = queue[head]!;
    head += 1;
    const x = index % width;
    for (const other of [
      x > 0 ? index - 1 : -1,
      x < width - 1 ? index + 1 : -1,
      index - width,
      index + width < of.length ? index + width : -1,
    ]) {
      if (other < 0 || of[other] !== -1) continue;
      of[other] = of[index]!;
      queue[tail] = other;
      tail += 1;
    }
  }
}
