import { emptyStructure, type Bytes, type PictureStructure } from './bytes.ts';

const riffBytes = 12;

/** RFC 9649. Animated pictures have their frames in ANMF, with a size of their own. */
export function webpStructure(bytes: Bytes): PictureStructure {
  const claimed = 8 + bytes.little32(4);
  const found = emptyStructure(Math.min(bytes.length, claimed + (claimed % 2)));
  const grow = (width: number, height: number): void => {
    found.width = Math.max(found.width, width);
    found.height = Math.max(found.height, height);
  };
  let frames = 0;
  for (let at = riffBytes; at + 8 <= found.end;) {
    const type = bytes.text(at, 4);
    const length = bytes.little32(at + 4);
    const from = at + 8;
    if (type === 'VP8 ') {
      grow(bytes.little16(from + 6) & 0x3fff, bytes.little16(from + 8) & 0x3fff);
    } else if (type === 'VP8L') {
      const packed = bytes.little32(from + 1);
      grow((packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1);
    } else if (type === 'VP8X') {
      grow(bytes.little24(from + 4) + 1, bytes.little24(from + 7) + 1);
    } else if (type === 'ANMF') {
      frames += 1;
      grow(bytes.little24(from + 6) + 1, bytes.little24(from + 9) + 1);
    } else if (type !== 'ALPH' && type !== 'ANIM') {
      found.metadataPieces += 1;
      found.metadataBytes += Math.min(length, found.end - from);
    }
    at = from + length + (length % 2);
  }
  found.frames = Math.max(1, frames);
  return found;
}
