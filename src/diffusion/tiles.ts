import type { Planes } from './planes.ts';

/** How something large is worked on in squares. */
export interface TileSides {
  /** Of a tile, in values of the source. */
  side: number;
  /** How much of a tile its neighbour covers, too. */
  overlap: number;
  /** Values of the result for each of the source, along a side. */
  scale: number;
}

/** Where tiles begin, so that they cover a length: the last one ends with it. */
export function tileBegins(length: number, side: number, overlap: number): number[] {
  if (length <= side) return [0];
  const count = Math.ceil((length - overlap) / (side - overlap));
  const last = length - side;
  return Array.from({ length: count }, (_, at) => Math.round((last * at) / (count - 1)));
}

/** The outermost part of an overlap is left to the neighbour: a model sees least where its tile ends. */
const unusedShare = 0.2;

/**
 * How much each tile has to say about each value of the result along one side: a ramp where two overlap, and
 * together 1 everywhere, which leaves no seam.
 */
export function tileShares(
  begins: readonly number[],
  { side, overlap, scale }: TileSides,
  length: number,
): Float32Array[] {
  const span = Math.min(side, length) * scale;
  const total = new Float32Array(length * scale);
  const unused = unusedShare * overlap * scale;
  const ramp = Math.max(1, overlap * scale - 2 * unused);
  const shares = begins.map((begin, at) => {
    const share = new Float32Array(span);
    for (let here = 0; here < span; here += 1) {
      const fromLeft = at === 0 ? Infinity : here + 0.5 - unused;
      const fromRight = at === begins.length - 1 ? Infinity : span - here - 0.5 - unused;
      const value = Math.min(1, Math.max(0, Math.min(fromLeft, fromRight) / ramp));
      share[here] = value;
      total[begin * scale + here] = (total[begin * scale + here] ?? 0) + value;
    }
    return share;
  });
  for (const [at, share] of shares.entries()) {
    const begin = (begins[at] ?? 0) * scale;
    for (let here = 0; here < span; here += 1) {
      share[here] = (share[here] ?? 0) / (total[begin + here] ?? 1);
    }
  }
  return shares;
}

/** A decoder's memory grows with what it decodes at once: 2.4 GB for 64 × 64 latents, 512 × 512 pixels. */
const latentSide = 64;
const latentOverlap = 16;

function cutPlanes({ data, width, height }: Planes, left: number, top: number): Planes {
  const w = Math.min(latentSide, width);
  const h = Math.min(latentSide, height);
  const planes = data.length / (width * height);
  const cut = new Float32Array(planes * w * h);
  for (let plane = 0; plane < planes; plane += 1) {
    for (let y = 0; y < h; y += 1) {
      const from = plane * width * height + (top + y) * width + left;
      cut.set(data.subarray(from, from + w), (plane * h + y) * w);
    }
  }
  return { data: cut, width: w, height: h };
}

/** Decodes latents of any size, in overlapping squares where they are larger than a decoder should be given. */
export async function decodeInTiles(
  latents: Planes,
  scale: number,
  decode: (latents: Planes) => Promise<Planes>,
): Promise<Planes> {
  const { width, height } = latents;
  if (width <= latentSide && height <= latentSide) return decode(latents);
  const sides = { side: latentSide, overlap: latentOverlap, scale };
  const lefts = tileBegins(width, latentSide, latentOverlap);
  const tops = tileBegins(height, latentSide, latentOverlap);
  const sharesX = tileShares(lefts, sides, width);
  const sharesY = tileShares(tops, sides, height);
  const whole = { width: width * scale, height: height * scale };
  const data = new Float32Array(3 * whole.width * whole.height);
  for (const [row, top] of tops.entries()) {
    for (const [column, left] of lefts.entries()) {
      const made = await decode(cutPlanes(latents, left, top));
      const shareX = sharesX[column] ?? new Float32Array();
      const shareY = sharesY[row] ?? new Float32Array();
      for (let plane = 0; plane < 3; plane += 1) {
        for (let y = 0; y < made.height; y += 1) {
          const weightY = shareY[y] ?? 0;
          if (weightY === 0) continue;
          let from = (plane * made.height + y) * made.width;
          let to = (plane * whole.height + top * scale + y) * whole.width + left * scale;
          for (const weightX of shareX) {
            data[to] = (data[to] ?? 0) + weightX * weightY * (made.data[from] ?? 0);
            from += 1;
            to += 1;
          }
        }
      }
    }
  }
  return { data, ...whole };
}
