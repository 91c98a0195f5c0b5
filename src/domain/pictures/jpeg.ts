import { emptyStructure, type Bytes, type PictureStructure } from './bytes.ts';

/** Start of frame, in any coding: C0 to CF without the three that are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** Where the next marker is after coded pixels, in which FF is followed by 00 or a restart. */
function afterPixels(bytes: Bytes, from: number): number {
  let at = bytes.data.indexOf(0xff, from);
  while (at >= 0 && at + 1 < bytes.length) {
    const marker = bytes.at(at + 1);
    if (marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return at;
    at = bytes.data.indexOf(0xff, marker === 0xff ? at + 1 : at + 2);
  }
  return bytes.length;
}

/** ITU T.81, annex B. The end is the first picture's: more of them may follow it, or a film. */
export function jpegStructure(bytes: Bytes): PictureStructure {
  const found = { ...emptyStructure(bytes.length), scans: 0 };
  for (let at = 2; at + 1 < bytes.length;) {
    if (bytes.at(at) !== 0xff) return found;
    const marker = bytes.at(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xd9) {
      found.end = at + 2;
      return found;
    }
    if (isAlone(marker)) {
      at += 2;
      continue;
    }
    const length = bytes.big16(at + 2);
    if (length < 2) return found;
    if (isFrame(marker)) {
      found.height = bytes.big16(at + 5);
      found.width = bytes.big16(at + 7);
    } else if ((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe) {
      found.metadataPieces += 1;
      found.metadataBytes += length;
    }
    at += 2 + length;
    if (marker === 0xda) {
      found.scans += 1;
      at = afterPixels(bytes, at);
    }
  }
  return found;
}
