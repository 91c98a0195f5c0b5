/** Numbers of half precision (IEEE 754 binary16) and bfloat16, for browsers that have no Float16Array yet. */

const word = new Uint32Array(1);
const asFloat = new Float32Array(word.buffer);

/** A number of half precision, by its bits. */
export function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** The bits of the nearest number of half precision; of two that are as near, the even one. */
export function toHalf(value: number): number {
  asFloat[0] = value;
  const bits = word[0]!;
  const sign = (bits >>> 16) & 0x8000;
  const rest = bits & 0x7fffffff;
  if (rest > 0x7f800000) return sign | 0x7e00;
  // From the middle between the largest number and the next one that there would be.
  if (rest >= 0x477ff000) return sign | 0x7c00;
  if (rest < 0x38800000) {
    // Below the smallest that has a leading one: in steps of 2^-24.
    const steps = Math.abs(value) * 2 ** 24;
    const floor = Math.floor(steps);
    const part = steps - floor;
    const up = part > 0.5 || (part === 0.5 && floor % 2 === 1);
    return sign | (floor + (up ? 1 : 0));
  }
  const lowest = (rest >>> 13) & 1;
  return sign | ((rest - 0x38000000 + 0xfff + lowest) >>> 13);
}

/** A number of bfloat16, by its bits. */
export function fromBfloat(bits: number): number {
  word[0] = bits << 16;
  return asFloat[0]!;
}
