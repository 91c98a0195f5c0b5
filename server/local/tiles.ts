/** A picture as models take it: red, green and blue of each pixel in turn, 0…255. */
export interface Rgb {
  data: Uint8Array;
  width: number;
  height: number;
}

export interface TileRules {
  /** Of a tile, in pixels of the source. */
  side: number;
  /** How much of a tile its neighbour covers, too. */
  overlap: number;
  /** Pixels of the result for each of the source, along a side. */
  scale: number;
  /** Whether a tile may be smaller where the picture is. */
  mayBeSmaller: boolean;
}

/** Values 0…1, as above; the result is `scale` times as wide and as high. */
export type TileModel = (
  tile: Float32Array,
  width: number,
  height: number,
) => Promise<Float32Array>;

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
 * How much each tile has to say about each pixel of the result along one side: a ramp where two overlap, and
 * together 1 everywhere, which leaves no seam.
 */
export function tileShares(
  begins: readonly number[],
  { side, overlap, scale }: Pick<TileRules, 'side' | 'overlap' | 'scale'>,
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

/** Beyond its edge a picture goes on as in a mirror. */
function mirrored(at: number, length: number): number {
  if (length === 1) return 0;
  const period = 2 * (length - 1);
  const inside = at % period;
  return inside < length ? inside : period - inside;
}

function cut({ data, width, height }: Rgb, left: number, top: number, w: number, h: number) {
  const tile = new Float32Array(w * h * 3);
  for (let y = 0; y < h; y += 1) {
    const row = mirrored(top + y, height) * width;
    for (let x = 0; x < w; x += 1) {
      const from = (row + mirrored(left + x, width)) * 3;
      const to = (y * w + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        tile[to + channel] = (data[from + channel] ?? 0) / 255;
      }
    }
  }
  return tile;
}

/**
 * Lets a model work on a picture of any size, tile by tile, at constant memory beside the result.
 * @param report 0…1, after each tile
 */
export async function inTiles(
  picture: Rgb,
  rules: TileRules,
  model: TileModel,
  report: (fraction: number) => void,
): Promise<Rgb> {
  const { width, height } = picture;
  const { side, overlap, scale, mayBeSmaller } = rules;
  const tileWidth = mayBeSmaller ? Math.min(side, width) : side;
  const tileHeight = mayBeSmaller ? Math.min(side, height) : side;
  const lefts = tileBegins(width, side, overlap);
  const tops = tileBegins(height, side, overlap);
  const sharesX = tileShares(lefts, rules, width);
  const sharesY = tileShares(tops, rules, height);
  const resultWidth = width * scale;
  const sum = new Float32Array(resultWidth * height * scale * 3);
  let done = 0;
  for (const [row, top] of tops.entries()) {
    for (const [column, left] of lefts.entries()) {
      const made = await model(
        cut(picture, left, top, tileWidth, tileHeight),
        tileWidth,
        tileHeight,
      );
      const shareX = sharesX[column] ?? new Float32Array();
      const shareY = sharesY[row] ?? new Float32Array();
      for (let y = 0; y < shareY.length; y += 1) {
        const weightY = shareY[y] ?? 0;
        if (weightY === 0) continue;
        let from = y * tileWidth * scale * 3;
        let to = ((top * scale + y) * resultWidth + left * scale) * 3;
        for (const weightX of shareX) {
          const weight = weightX * weightY;
          for (let channel = 0; channel < 3; channel += 1) {
            sum[to] = (sum[to] ?? 0) + weight * (made[from] ?? 0);
            from += 1;
            to += 1;
          }
        }
      }
      done += 1;
      report(done / (tops.length * lefts.length));
    }
  }
  // Clamped and rounded by the array itself.
  const data = new Uint8ClampedArray(sum.length);
  for (const [at, value] of sum.entries()) data[at] = value * 255;
  return {
    data: new Uint8Array(data.buffer),
    width: resultWidth,
    height: height * scale,
  };
}
