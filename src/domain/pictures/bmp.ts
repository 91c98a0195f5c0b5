import { emptyStructure, type Bytes, type PictureStructure } from './bytes.ts';

const headerBytes = 26;
/** Sizes stand at other places in the older header. */
const newerHeaderBytes = 40;
/** BI_RGB and BI_BITFIELDS: rows of pixels as they are. */
const plainCodings: ReadonlySet<number> = new Set([0, 3]);

const signed32 = (value: number): number => value | 0;

/** BITMAPFILEHEADER and BITMAPINFOHEADER (Microsoft). Some encoders leave the length out, or claim less than they write. */
export function bmpStructure(bytes: Bytes): PictureStructure {
  const found = emptyStructure(bytes.length);
  if (bytes.length < headerBytes || bytes.little32(14) < newerHeaderBytes) return found;
  found.width = Math.abs(signed32(bytes.little32(18)));
  found.height = Math.abs(signed32(bytes.little32(22)));
  const rowBytes = Math.ceil((found.width * bytes.little16(28)) / 32) * 4;
  const isPlain = plainCodings.has(bytes.little32(30));
  const pixelBytes = isPlain ? rowBytes * found.height : bytes.little32(34);
  const end = Math.max(bytes.little32(2), bytes.little32(10) + pixelBytes);
  found.end = Math.min(bytes.length, Math.max(headerBytes, end));
  return found;
}
