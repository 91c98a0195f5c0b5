import { emptyStructure, type Bytes, type PictureStructure } from './bytes.ts';

const signatureBytes = 8;
/** Length, type and checksum. */
const frameBytes = 12;

/** Where the zlib stream of a text or a colour profile begins; -1 where nothing is deflated. */
function deflatedFrom(bytes: Bytes, type: string, from: number, to: number): number {
  const zero = (start: number): number => {
    const at = bytes.data.subarray(start, to).indexOf(0);
    return at < 0 ? to : start + at;
  };
  // Keyword, zero, method.
  const afterName = zero(from) + 1;
  if (type === 'zTXt' || type === 'iCCP') return afterName + 1;
  if (type !== 'iTXt' || bytes.at(afterName) === 0) return -1;
  // Flag and method, then language and translated keyword, each with its zero.
  return zero(zero(afterName + 2) + 1) + 1;
}

/** PNG (W3C), third edition, sections 5 and 11. */
export function pngStructure(bytes: Bytes): PictureStructure {
  const found = emptyStructure(bytes.length);
  for (let at = signatureBytes; at + frameBytes <= bytes.length;) {
    const length = bytes.big32(at);
    const type = bytes.text(at + 4, 4);
    const from = at + 8;
    const to = Math.min(bytes.length, from + length);
    const next = from + length + 4;
    if (type === 'IHDR') {
      found.width = bytes.big32(from);
      found.height = bytes.big32(from + 4);
    } else if (type === 'acTL') {
      found.frames = Math.max(1, bytes.big32(from));
    } else if (type === 'IEND') {
      found.end = Math.min(bytes.length, next);
      return found;
    } else if (type !== 'IDAT' && type !== 'fdAT' && type !== 'fcTL') {
      found.metadataPieces += 1;
      found.metadataBytes += to - from;
      const start = deflatedFrom(bytes, type, from, to);
      if (start >= 0 && start < to) found.deflated.push(bytes.data.subarray(start, to));
    }
    at = next;
  }
  return found;
}
