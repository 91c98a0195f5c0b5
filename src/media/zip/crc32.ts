/**
 * ISO 3309, as ZIP and PNG use it; sixteen bytes at a time, because every byte of an archive goes through it. The sixteen
 * tables of 256 lie in one: a processor has no registers for the addresses of so many.
 */
const tables = makeTables();

function makeTables(): Int32Array {
  const all = new Int32Array(16 * 256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    all[byte] = crc;
  }
  for (let at = 256; at < all.length; at += 1) {
    const before = all[at - 256]!;
    all[at] = all[before & 0xff]! ^ (before >>> 8);
  }
  return all;
}

/** Goes on over whole groups of four words, lowest byte first, as every processor with a browser has them. */
function overWords(words: Int32Array, before: number): number {
  const t = tables;
  let crc = before;
  for (let at = 0; at < words.length; at += 4) {
    const a = crc ^ words[at]!;
    const b = words[at + 1]!;
    const c = words[at + 2]!;
    const d = words[at + 3]!;
    crc =
      t[0xf00 + (a & 0xff)]! ^
      t[0xe00 + ((a >>> 8) & 0xff)]! ^
      t[0xd00 + ((a >>> 16) & 0xff)]! ^
      t[0xc00 + (a >>> 24)]! ^
      t[0xb00 + (b & 0xff)]! ^
      t[0xa00 + ((b >>> 8) & 0xff)]! ^
      t[0x900 + ((b >>> 16) & 0xff)]! ^
      t[0x800 + (b >>> 24)]! ^
      t[0x700 + (c & 0xff)]! ^
      t[0x600 + ((c >>> 8) & 0xff)]! ^
      t[0x500 + ((c >>> 16) & 0xff)]! ^
      t[0x400 + (c >>> 24)]! ^
      t[0x300 + (d & 0xff)]! ^
      t[0x200 + ((d >>> 8) & 0xff)]! ^
      t[0x100 + ((d >>> 16) & 0xff)]! ^
      t[d >>> 24]!;
  }
  return crc;
}

function overBytes(bytes: Uint8Array, before: number): number {
  let crc = before;
  for (const byte of bytes) crc = tables[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return crc;
}

/**
 * Goes on from the checksum of what came before.
 * @param before 0 at the beginning
 * @returns an unsigned 32-bit number
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  // Words begin at multiples of four alone.
  const head = Math.min(bytes.length, -bytes.byteOffset & 3);
  const words = ((bytes.length - head) >>> 4) << 2;
  let crc = overBytes(bytes.subarray(0, head), ~before);
  if (words > 0) crc = overWords(new Int32Array(bytes.buffer, bytes.byteOffset + head, words), crc);
  return ~overBytes(bytes.subarray(head + words * 4), crc) >>> 0;
}

/** 1 as a polynomial: in these checksums the highest bit is the lowest power. */
const one = 0x80_00_00_00;

/** Product of two polynomials over bits, modulo that of the checksum. */
function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ 0xedb88320 : shifted >>> 1;
  }
  return product >>> 0;
}

/** What a checksum is multiplied with when so many bytes follow: x to the power of their bits. */
function shiftBy(bytes: number): number {
  let shift = one;
  // x⁸, and from there on its squares.
  let power = one >>> 8;
  for (let left = bytes; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shift = multiply(shift, power);
    power = multiply(power, power);
  }
  return shift;
}

/**
 * The checksum of two pieces, one after the other, from those of each: whoever reads them need not do it in turn.
 * @param afterBytes how long the second piece is
 */
export const joinCrc32 = (before: number, after: number, afterBytes: number): number =>
  (multiply(shiftBy(afterBytes), before) ^ after) >>> 0;
