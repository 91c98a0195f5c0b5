import { tileBegins, tileShares } from '../../src/diffusion/tiles.ts';

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
