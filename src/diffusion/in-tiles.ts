import { tileBegins, tileShares } from './tiles.ts';

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
 * @param report 0…1, after each tile, and a way to look at what there is; awaited
 */
export async function inTiles(
  picture: Rgb,
  rules: TileRules,
  model: TileModel,
  report: (fraction: number, glance: (side: number) => Rgb) => Promise<void> | void,
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
  const resultHeight = height * scale;
  const sum = new Float32Array(resultWidth * resultHeight * 3);
  // How much of each line and column is there already: of whole rows of tiles, and of the one that is being made.
  const ofRows = new Float32Array(resultHeight);
  const ofRow = { lines: new Float32Array(resultHeight), columns: new Float32Array(resultWidth) };

  /** What is made already, over the source. @param most of a side, in pixels */
  function glance(most: number): Rgb {
    const shrink = Math.min(1, most / Math.max(resultWidth, resultHeight));
    const size = [resultWidth, resultHeight].map((side) => Math.max(1, Math.round(side * shrink)));
    const [w = 1, h = 1] = size;
    const data = new Uint8ClampedArray(w * h * 3);
    for (let y = 0; y < h; y += 1) {
      const line = Math.floor((y * resultHeight) / h);
      for (let x = 0; x < w; x += 1) {
        const at = Math.floor((x * resultWidth) / w);
        const made = (ofRows[line] ?? 0) + (ofRow.lines[line] ?? 0) * (ofRow.columns[at] ?? 0);
        const source = (Math.floor(line / scale) * width + Math.floor(at / scale)) * 3;
        const from = (line * resultWidth + at) * 3;
        const to = (y * w + x) * 3;
        for (let channel = 0; channel < 3; channel += 1) {
          data[to + channel] =
            (sum[from + channel] ?? 0) * 255 + (1 - made) * (picture.data[source + channel] ?? 0);
        }
      }
    }
    return { data: new Uint8Array(data.buffer), width: w, height: h };
  }

  let done = 0;
  for (const [row, top] of tops.entries()) {
    ofRow.lines.fill(0).set(sharesY[row] ?? [], top * scale);
    ofRow.columns.fill(0);
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
      for (const [at, share] of shareX.entries()) {
        ofRow.columns[left * scale + at] = (ofRow.columns[left * scale + at] ?? 0) + share;
      }
      done += 1;
      await report(done / (tops.length * lefts.length), glance);
    }
    for (const [at, share] of ofRow.lines.entries()) ofRows[at] = (ofRows[at] ?? 0) + share;
  }
  // Clamped and rounded by the array itself.
  const data = new Uint8ClampedArray(sum.length);
  for (const [at, value] of sum.entries()) data[at] = value * 255;
  return {
    data: new Uint8Array(data.buffer),
    width: resultWidth,
    height: resultHeight,
  };
}
