const containers = new Set(['moov', 'trak', 'mdia']);
const timed = new Set(['mvhd', 'tkhd', 'mdhd']);

/**
 * Sets every time of making in an MP4 to "unknown" (0), in place: the same film gives the same bytes whenever
 * it is made. ISO 14496-12, sections 8.2.2, 8.3.2 and 8.4.2.
 */
export function withoutTimes(file: Uint8Array): Uint8Array {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const walk = (from: number, end: number): void => {
    for (let at = from; at + 8 <= end;) {
      const length = view.getUint32(at);
      const type = String.fromCharCode(...file.subarray(at + 4, at + 8));
      if (length < 8 || at + length > end) return;
      if (containers.has(type)) walk(at + 8, at + length);
      // Version 1 has two times of 8 bytes, version 0 of 4.
      if (timed.has(type)) file.fill(0, at + 12, at + 12 + (view.getUint8(at + 8) === 1 ? 16 : 8));
      at += length;
    }
  };
  walk(0, file.length);
  return file;
}
