/** ISO 3309, as ZIP and PNG use it; eight bytes at a time, because every byte of an archive goes through it. */
const tables: readonly Uint32Array[] = makeTables();

function makeTables(): Uint32Array[] {
  const first = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    first[byte] = crc >>> 0;
  }
  const all = [first];
  for (let slice = 1; slice < 8; slice += 1) {
    const before = all[slice - 1]!;
    all.push(before.map((crc) => (first[crc & 0xff]! ^ (crc >>> 8)) >>> 0));
  }
  return all;
}

/**
 * Goes on from the checksum of what came before.
 * @param before 0 at the beginning
 * @returns an unsigned 32-bit number
 */
export function crc32(bytes: Uint8Array, before = 0): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
  let crc = ~before;
  let at = 0;
  const inEights = bytes.length - (bytes.length % 8);
  while (at < inEights) {
    const low =
      crc ^ (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24));
    crc =
      t7[low & 0xff]! ^
      t6[(low >>> 8) & 0xff]! ^
      t5[(low >>> 16) & 0xff]! ^
      t4[low >>> 24]! ^
      t3[bytes[at + 4]!]! ^
      t2[bytes[at + 5]!]! ^
      t1[bytes[at + 6]!]! ^
      t0[bytes[at + 7]!]!;
    at += 8;
  }
  while (at < bytes.length) {
    crc = t0[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8);
    at += 1;
  }
  return ~crc >>> 0;
}
