import { emptyStructure, type Bytes, type PictureStructure } from './bytes.ts';

/** Bytes of a table of colours, by the flags that announce it. */
const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Sub-blocks: each says its length, zero is the last. */
function afterBlocks(bytes: Bytes, from: number): number {
  let at = from;
  while (at < bytes.length && bytes.at(at) !== 0) at += bytes.at(at) + 1;
  return at + 1;
}

/** GIF89a. A frame may be larger than the screen it is shown on. */
export function gifStructure(bytes: Bytes): PictureStructure {
  const found = { ...emptyStructure(bytes.length), frames: 0 };
  found.width = bytes.little16(6);
  found.height = bytes.little16(8);
  for (let at = 13 + tableBytes(bytes.at(10)); at < bytes.length;) {
    const introducer = bytes.at(at);
    if (introducer === 0x3b) {
      found.end = at + 1;
      return found;
    }
    if (introducer === 0x21) {
      const next = afterBlocks(bytes, at + 2);
      // The graphic control that each frame has is no metadata.
      if (bytes.at(at + 1) !== 0xf9) {
        found.metadataPieces += 1;
        found.metadataBytes += next - at;
      }
      at = next;
    } else if (introducer === 0x2c) {
      found.frames += 1;
      found.width = Math.max(found.width, bytes.little16(at + 1) + bytes.little16(at + 5));
      found.height = Math.max(found.height, bytes.little16(at + 3) + bytes.little16(at + 7));
      at = afterBlocks(bytes, at + 11 + tableBytes(bytes.at(at + 9)));
    } else {
      return found;
    }
  }
  return found;
}
