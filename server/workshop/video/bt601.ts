import type { Size } from './planes.ts';

/** BT.709 to BT.601 between codes of limited range, in parts of 65536 (ITU-R BT.709-6 and BT.601-7, 3.2 each). */
const one = 65_536;
const half = one / 2;
const lightFromBlue = Math.round(0.09932 * one);
const lightFromRed = Math.round(0.19171 * one);
const blueFromBlue = Math.round(0.98985 * one);
const blueFromRed = Math.round(-0.11066 * one);
const redFromRed = Math.round(0.98338 * one);
const redFromBlue = Math.round(-0.07246 * one);

/**
 * The same colours for a codec that knows only BT.601.
 * @param frame I420, BT.709, limited range
 * @param to of the same length
 */
export function toBt601(frame: Uint8Array, to: Uint8ClampedArray, { width, height }: Size): void {
  const columns = width / 2;
  const blueAt = width * height;
  const redAt = blueAt + blueAt / 4;
  for (let row = 0; row < height / 2; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      const blue = frame[blueAt + at]! - 128;
      const red = frame[redAt + at]! - 128;
      const light = (lightFromBlue * blue + lightFromRed * red + half) >> 16;
      const first = 2 * row * width + 2 * column;
      to[first] = frame[first]! + light;
      to[first + 1] = frame[first + 1]! + light;
      to[first + width] = frame[first + width]! + light;
      to[first + width + 1] = frame[first + width + 1]! + light;
      to[blueAt + at] = 128 + ((blueFromBlue * blue + blueFromRed * red + half) >> 16);
      to[redAt + at] = 128 + ((redFromRed * red + redFromBlue * blue + half) >> 16);
    }
  }
}
