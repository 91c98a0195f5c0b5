import type { FilmSize } from '../../src/domain/film-plan.ts';

/** A picture as encoders take it (I420): brightness for every pixel, two colours for every fourth. */
export interface Planes extends FilmSize {
  /** All three, one after the other. */
  bytes: Uint8Array;
  y: Uint8Array;
  u: Uint8Array;
  v: Uint8Array;
}

/** How colours become brightness and colour: BT.709, or BT.601, which is the only one that VP8 knows. */
export type ColourMatrix = 'bt709' | 'smpte170m';

/** In 65,536ths, for the limited range of 16…235. */
const matrices: Readonly<Record<ColourMatrix, { y: number[]; u: number[]; v: number[] }>> = {
  bt709: { y: [11966, 40254, 4064], u: [-6596, -22189, 28784], v: [28784, -26145, -2639] },
  smpte170m: { y: [16829, 33039, 6416], u: [-9714, -19071, 28784], v: [28784, -24103, -4681] },
};

/** Bytes of all three planes, one after the other. */
export const planeBytes = ({ width, height }: FilmSize): number => (width * height * 3) / 2;

/** Views of the three planes within one buffer. Both sides are even. */
export function planesWithin(bytes: Uint8Array, { width, height }: FilmSize): Planes {
  const luma = width * height;
  return {
    width,
    height,
    bytes,
    y: bytes.subarray(0, luma),
    u: bytes.subarray(luma, luma + luma / 4),
    v: bytes.subarray(luma + luma / 4, luma + luma / 2),
  };
}

/** Turns the pixels of a canvas into planes; the colours of four pixels become one. */
export function toPlanes(
  rgba: Uint8ClampedArray,
  { width, height }: FilmSize,
  matrix: ColourMatrix,
): Planes {
  const planes = planesWithin(new Uint8Array(planeBytes({ width, height })), { width, height });
  const [yr = 0, yg = 0, yb = 0] = matrices[matrix].y;
  const [ur = 0, ug = 0, ub = 0] = matrices[matrix].u;
  const [vr = 0, vg = 0, vb = 0] = matrices[matrix].v;
  const { y, u, v } = planes;
  const luma = (at: number) =>
    16 + ((yr * rgba[at]! + yg * rgba[at + 1]! + yb * rgba[at + 2]! + 32768) >> 16);
  let colour = 0;
  for (let row = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2) {
      const at = row * width + column;
      const first = at * 4;
      const below = first + width * 4;
      y[at] = luma(first);
      y[at + 1] = luma(first + 4);
      y[at + width] = luma(below);
      y[at + width + 1] = luma(below + 4);
      const red = rgba[first]! + rgba[first + 4]! + rgba[below]! + rgba[below + 4]!;
      const green = rgba[first + 1]! + rgba[first + 5]! + rgba[below + 1]! + rgba[below + 5]!;
      const blue = rgba[first + 2]! + rgba[first + 6]! + rgba[below + 2]! + rgba[below + 6]!;
      u[colour] = 128 + ((ur * red + ug * green + ub * blue + 131072) >> 18);
      v[colour] = 128 + ((vr * red + vg * green + vb * blue + 131072) >> 18);
      colour += 1;
    }
  }
  return planes;
}

/**
 * One picture over the other, four bytes at a time. All three are of one length.
 * @param share of the second, in 256ths
 */
export function blend(from: Uint8Array, to: Uint8Array, share: number, into: Uint8Array): void {
  const words = (bytes: Uint8Array) =>
    new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2);
  const one = words(from);
  const other = words(to);
  const result = words(into);
  const rest = 256 - share;
  for (let index = 0; index < result.length; index += 1) {
    const a = one[index]!;
    const b = other[index]!;
    const even = Math.imul(a & 0xff00ff, rest) + Math.imul(b & 0xff00ff, share) + 0x800080;
    const odd =
      Math.imul((a >>> 8) & 0xff00ff, rest) + Math.imul((b >>> 8) & 0xff00ff, share) + 0x800080;
    result[index] = ((even >>> 8) & 0xff00ff) | (odd & 0xff00ff00);
  }
  for (let index = result.length * 4; index < into.length; index += 1) {
    into[index] = (from[index]! * rest + to[index]! * share + 128) >> 8;
  }
}
