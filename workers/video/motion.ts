import { samplePlane, type SampledPlane } from './sampled-plane.ts';

/** Pixels of a side of what moves as one. */
export const blockSide = 8;
/** Vectors are counted in parts of a pixel. */
export const vectorUnit = 16;
/** Longest move that is looked for, as a share of the shorter side, and in pixels. */
const reachShare = 1 / 7;
const reachMax = 128;
/** What is compared around the middle of a block, every second pixel of every second row. */
const windowRadius = 8;
/** What a vector costs that leaves its prediction, or moves at all, in brightness of all pixels that are compared. */
const smoothCost = 24;
const moveCost = 6;
/** Mean difference of pixels up to which parts are taken to have moved, and from which on they only fade. */
const sureDifference = 12;
const lostDifference = 40;

/** How the parts of one picture move until they are those of the next. */
export interface MotionField {
  columns: number;
  rows: number;
  /** Of each block, in 16ths of a pixel: from the first picture to the second. */
  x: Int16Array;
  y: Int16Array;
}

interface Level {
  width: number;
  height: number;
  first: SampledPlane;
  second: SampledPlane;
}

/** How far parts may move between pictures of this size. */
export function motionReach(width: number, height: number): number {
  return Math.min(reachMax, Math.max(blockSide, Math.floor(Math.min(width, height) * reachShare)));
}

function halve(plane: Uint8Array, width: number, height: number): Uint8Array {
  const across = width >> 1;
  const down = height >> 1;
  const small = new Uint8Array(across * down);
  for (let row = 0; row < down; row += 1) {
    for (let column = 0; column < across; column += 1) {
      const at = row * 2 * width + column * 2;
      small[row * across + column] =
        (plane[at]! + plane[at + 1]! + plane[at + width]! + plane[at + width + 1]! + 2) >> 2;
    }
  }
  return small;
}

/**
 * Difference of a window when the first picture is read half a move before it and the second one half a move behind.
 * @param x half a move, in 16ths of a pixel
 * @param enough a difference from which on nobody wants to know
 */
function difference(
  { first, second }: Level,
  centreX: number,
  centreY: number,
  x: number,
  y: number,
  enough: number,
): number {
  const { stride, border } = first;
  const one = first.data;
  const other = second.data;
  const firstX = -x;
  const firstY = -y;
  const fx = firstX & 15;
  const fy = firstY & 15;
  const sx = x & 15;
  const sy = y & 15;
  const left = centreX - windowRadius + border;
  const top = centreY - windowRadius + border;
  let a = (top + (firstY >> 4)) * stride + left + (firstX >> 4);
  let b = (top + (y >> 4)) * stride + left + (x >> 4);
  let sum = 0;
  const isWhole = (fx | fy | sx | sy) === 0;
  for (let row = 0; row < 2 * windowRadius; row += 2) {
    if (isWhole) {
      for (let column = 0; column < 2 * windowRadius; column += 2) {
        sum += Math.abs((one[a + column]! & 255) - (other[b + column]! & 255));
      }
    } else {
      for (let column = 0; column < 2 * windowRadius; column += 2) {
        const p = one[a + column]!;
        const q = other[b + column]!;
        const pm = (p & 0xff00ff) * (16 - fy) + ((p >>> 8) & 0xff00ff) * fy;
        const qm = (q & 0xff00ff) * (16 - sy) + ((q >>> 8) & 0xff00ff) * sy;
        const pv = (pm & 0xffff) * (16 - fx) + (pm >>> 16) * fx;
        const qv = (qm & 0xffff) * (16 - sx) + (qm >>> 16) * sx;
        sum += Math.abs(pv - qv) >> 8;
      }
    }
    if (sum >= enough) return sum;
    a += 2 * stride;
    b += 2 * stride;
  }
  return sum;
}

const comparedPixels = windowRadius * windowRadius;

interface Halves {
  columns: number;
  rows: number;
  /** Half moves in 16ths of a pixel of their level. */
  x: Int16Array;
  y: Int16Array;
}

/** Half moves of one level, from those of the level above, which is half as large. */
function matchLevel(level: Level, above: Halves | null, reach: number): Halves {
  const columns = Math.ceil(level.width / blockSide);
  const rows = Math.ceil(level.height / blockSide);
  const x = new Int16Array(columns * rows);
  const y = new Int16Array(columns * rows);
  const limit = (reach * vectorUnit) >> 1;
  const clamp = (value: number) => Math.max(-limit, Math.min(limit, value));
  const whole = Math.floor(limit / vectorUnit);

  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      const centreX = column * blockSide + blockSide / 2;
      const centreY = row * blockSide + blockSide / 2;
      let likelyX = 0;
      let likelyY = 0;
      if (above) {
        const parent =
          Math.min(above.rows - 1, row >> 1) * above.columns +
          Math.min(above.columns - 1, column >> 1);
        likelyX = clamp(above.x[parent]! * 2);
        likelyY = clamp(above.y[parent]! * 2);
      }
      let bestX = 0;
      let bestY = 0;
      let best = Infinity;
      const attempt = (tryX: number, tryY: number) => {
        if (tryX < -limit || tryX > limit || tryY < -limit || tryY > limit) return;
        const extra =
          ((Math.abs(tryX - likelyX) + Math.abs(tryY - likelyY)) * (above ? smoothCost : 0) +
            (Math.abs(tryX) + Math.abs(tryY)) * moveCost) /
          vectorUnit;
        if (extra >= best) return;
        const cost = extra + difference(level, centreX, centreY, tryX, tryY, best - extra);
        if (cost < best) {
          best = cost;
          bestX = tryX;
          bestY = tryY;
        }
      };
      attempt(0, 0);
      if (above) {
        attempt(likelyX, likelyY);
        for (let down = -1; down <= 1; down += 1) {
          for (let across = -1; across <= 1; across += 1) {
            const parentRow = Math.min(above.rows - 1, Math.max(0, (row >> 1) + down));
            const parentColumn = Math.min(above.columns - 1, Math.max(0, (column >> 1) + across));
            const parent = parentRow * above.columns + parentColumn;
            attempt(clamp(above.x[parent]! * 2), clamp(above.y[parent]! * 2));
          }
        }
        if (column > 0) attempt(x[at - 1]!, y[at - 1]!);
        if (row > 0) attempt(x[at - columns]!, y[at - columns]!);
        if (row > 0 && column + 1 < columns) attempt(x[at - columns + 1]!, y[at - columns + 1]!);
      } else {
        for (let down = -whole; down <= whole; down += 1) {
          for (let across = -whole; across <= whole; across += 1) {
            attempt(across * vectorUnit, down * vectorUnit);
          }
        }
      }
      // Finer and finer around the best so far.
      for (let step = vectorUnit; step >= 4; step >>= 1) {
        const fromX = bestX;
        const fromY = bestY;
        for (let down = -step; down <= step; down += step) {
          for (let across = -step; across <= step; across += step) {
            if (across !== 0 || down !== 0) attempt(fromX + across, fromY + down);
          }
        }
      }
      x[at] = bestX;
      y[at] = bestY;
    }
  }
  return { columns, rows, x, y };
}

const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1]!;

/** Takes out vectors that none of their neighbours share. */
function withoutStrays({ columns, rows, x, y }: Halves): Halves {
  const settled = { columns, rows, x: new Int16Array(x), y: new Int16Array(y) };
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const nearX: number[] = [];
      const nearY: number[] = [];
      for (let down = Math.max(0, row - 1); down <= Math.min(rows - 1, row + 1); down += 1) {
        for (
          let across = Math.max(0, column - 1);
          across <= Math.min(columns - 1, column + 1);
          across += 1
        ) {
          nearX.push(x[down * columns + across]!);
          nearY.push(y[down * columns + across]!);
        }
      }
      settled.x[row * columns + column] = median(nearX);
      settled.y[row * columns + column] = median(nearY);
    }
  }
  return settled;
}

/**
 * How the parts of one picture move to become the next, by comparing blocks on both sides of the middle between them,
 * from a small copy to the full size. Parts that have no match stay where they are, and fade.
 */
export function findMotion(
  first: Uint8Array,
  second: Uint8Array,
  width: number,
  height: number,
): MotionField {
  const reach = motionReach(width, height);
  let planes: [Uint8Array, Uint8Array] = [first, second];
  let size: [number, number] = [width, height];
  const levels: (Level & { reach: number })[] = [];
  for (let depth = 0; ; depth += 1) {
    const own = Math.max(2, Math.ceil(reach / 2 ** depth));
    const border = Math.ceil(own / 2) + windowRadius + blockSide + 2;
    const [across, down] = size;
    levels.push({
      width: across,
      height: down,
      reach: own,
      first: samplePlane(planes[0], across, down, border),
      second: samplePlane(planes[1], across, down, border),
    });
    if (own <= blockSide || Math.min(across, down) < 4 * blockSide) break;
    planes = [halve(planes[0], across, down), halve(planes[1], across, down)];
    size = [across >> 1, down >> 1];
  }
  let halves: Halves | null = null;
  for (const level of levels.toReversed()) {
    halves = withoutStrays(matchLevel(level, halves, level.reach));
  }
  const { columns, rows, x, y } = halves!;
  const field: MotionField = {
    columns,
    rows,
    x: new Int16Array(columns * rows),
    y: new Int16Array(columns * rows),
  };
  const [finest] = levels;
  for (let at = 0; at < x.length; at += 1) {
    const centreX = (at % columns) * blockSide + blockSide / 2;
    const centreY = Math.floor(at / columns) * blockSide + blockSide / 2;
    const sum = difference(finest!, centreX, centreY, x[at]!, y[at]!, Infinity);
    const mean = sum / comparedPixels;
    const trust = Math.min(
      1,
      Math.max(0, (lostDifference - mean) / (lostDifference - sureDifference)),
    );
    field.x[at] = Math.round(x[at]! * 2 * trust);
    field.y[at] = Math.round(y[at]! * 2 * trust);
  }
  return field;
}

/**
 * A plane between two: each pixel is read where it comes from and where it goes to, and blended. The vectors of blocks
 * flow into each other, so that no block shows its edge.
 * @param side pixels of a block in this plane: half as many for colours
 * @param share how far on the way, in 256ths
 */
export function movePlane(
  first: SampledPlane,
  second: SampledPlane,
  field: MotionField,
  { width, height, side, share }: { width: number; height: number; side: number; share: number },
  into: Uint8Array,
): void {
  const { columns, rows } = field;
  const { stride, border } = first;
  const one = first.data;
  const other = second.data;
  const rest = 256 - share;
  // Vectors are of full size; positions are counted in 65,536ths of a pixel, and 2,048 of them are half a step.
  const scale = (65536 / vectorUnit) * (side / blockSide);
  const rounding = 2048 + border * 65536;
  const rowX = new Float64Array(columns + 2);
  const rowY = new Float64Array(columns + 2);
  for (let row = 0; row < height; row += 1) {
    const place = (row + 0.5) / side - 0.5;
    const upper = Math.min(rows - 1, Math.max(0, Math.floor(place)));
    const lower = Math.min(rows - 1, upper + 1);
    const part = Math.min(1, Math.max(0, place - upper));
    for (let column = 0; column < columns; column += 1) {
      const a = upper * columns + column;
      const b = lower * columns + column;
      rowX[column + 1] = (field.x[a]! * (1 - part) + field.x[b]! * part) * scale;
      rowY[column + 1] = (field.y[a]! * (1 - part) + field.y[b]! * part) * scale;
    }
    rowX[0] = rowX[1]!;
    rowY[0] = rowY[1]!;
    rowX[columns + 1] = rowX[columns]!;
    rowY[columns + 1] = rowY[columns]!;

    const out = row * width;
    // From the middle of one block to the middle of the next the vector changes evenly.
    for (let segment = 0; segment <= columns; segment += 1) {
      const start = Math.max(0, segment * side - side / 2);
      const end = Math.min(width, segment * side + side / 2);
      if (start >= end) break;
      const lead = (start + 0.5 - (segment * side - side / 2)) / side;
      const stepX = (rowX[segment + 1]! - rowX[segment]!) / side;
      const stepY = (rowY[segment + 1]! - rowY[segment]!) / side;
      const moveX = rowX[segment]! + (rowX[segment + 1]! - rowX[segment]!) * lead;
      const moveY = rowY[segment]! + (rowY[segment + 1]! - rowY[segment]!) * lead;
      const behind = share / 256;
      const ahead = 1 - behind;
      let ax = (start * 65536 + rounding - moveX * behind) | 0;
      let ay = (row * 65536 + rounding - moveY * behind) | 0;
      let bx = (start * 65536 + rounding + moveX * ahead) | 0;
      let by = (row * 65536 + rounding + moveY * ahead) | 0;
      const axStep = (65536 - stepX * behind) | 0;
      const ayStep = (-stepY * behind) | 0;
      const bxStep = (65536 + stepX * ahead) | 0;
      const byStep = (stepY * ahead) | 0;
      for (let column = start; column < end; column += 1) {
        const p = one[Math.imul(ay >> 16, stride) + (ax >> 16)]!;
        const q = other[Math.imul(by >> 16, stride) + (bx >> 16)]!;
        const afx = (ax >> 12) & 15;
        const afy = (ay >> 12) & 15;
        const bfx = (bx >> 12) & 15;
        const bfy = (by >> 12) & 15;
        const pm = Math.imul(p & 0xff00ff, 16 - afy) + Math.imul((p >>> 8) & 0xff00ff, afy);
        const qm = Math.imul(q & 0xff00ff, 16 - bfy) + Math.imul((q >>> 8) & 0xff00ff, bfy);
        const pv = Math.imul(pm & 0xffff, 16 - afx) + Math.imul(pm >>> 16, afx);
        const qv = Math.imul(qm & 0xffff, 16 - bfx) + Math.imul(qm >>> 16, bfx);
        into[out + column] = (Math.imul(pv, rest) + Math.imul(qv, share) + 32768) >> 16;
        ax += axStep;
        ay += ayStep;
        bx += bxStep;
        by += byStep;
      }
    }
  }
}
