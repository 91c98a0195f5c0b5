import { crc32, deflateSync } from 'node:zlib';

import sharp, { type Sharp } from 'sharp';

/** A picture with smooth tones, edges and some texture, the same every time. */
export async function drawScene(width: number, height: number): Promise<Sharp> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const disc = Math.hypot(x - width * 0.35, y - height * 0.45) < height * 0.28;
      const wave = x > width * 0.7 ? 45 * Math.sin((x + 1.7 * y) / 5) : 0;
      pixels[at] = disc ? 205 : 60 + (120 * x) / width + wave;
      pixels[at + 1] = disc ? 120 + (60 * y) / height : 90 + (70 * y) / height + wave;
      pixels[at + 2] = disc ? 70 : 150 - (60 * x) / width + wave;
    }
  }
  return sharp(
    await sharp(pixels, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  );
}

/** Adds normal noise of a deviation, always the same. */
export function addNoise(pixels: Uint8Array, deviation: number): Buffer {
  let state = 12_345;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 4_294_967_296;
  };
  return Buffer.from(
    pixels.map((level) => {
      const normal = Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
      return Math.min(255, Math.max(0, Math.round(level + deviation * normal)));
    }),
  );
}

/** In decibels; higher is closer. */
export function peakSignalToNoise(one: Uint8Array, other: Uint8Array): number {
  let squares = 0;
  for (let index = 0; index < one.length; index += 1) squares += (one[index]! - other[index]!) ** 2;
  return 10 * Math.log10(255 ** 2 / Math.max(1e-9, squares / one.length));
}

/** A few bytes that claim to be a huge picture. */
export function tinyPngClaiming(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(4096))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A picture of 24 bits as it is, grey, without a profile; our picture library neither writes nor reads them. */
export function bitmap(width: number, height: number): Buffer {
  const rowBytes = Math.ceil((width * 24) / 32) * 4;
  const data = Buffer.alloc(54 + rowBytes * height, 0x40);
  data.fill(0, 0, 54);
  data.write('BM', 0, 'latin1');
  data.writeUInt32LE(data.length, 2);
  data.writeUInt32LE(54, 10);
  data.writeUInt32LE(40, 14);
  data.writeInt32LE(width, 18);
  data.writeInt32LE(height, 22);
  data.writeUInt16LE(1, 26);
  data.writeUInt16LE(24, 28);
  return data;
}
