import { createMp3Encoder } from 'wasm-media-encoders';

export const sampleRate = 44_100;

/** Left and right, −1…1, of the same length. */
export interface Stereo {
  left: Float32Array;
  right: Float32Array;
}

/** Samples that are handed over at once; the encoder copies them. */
const portion = sampleRate;

/**
 * MP3 at a constant bit rate (LAME as WebAssembly): plays in every browser, and its length can be told from its
 * size. One thread: the same sound gives the same bytes.
 * @param bitrate kbit/s
 */
export async function encodeMp3(
  { left, right }: Stereo,
  bitrate: 64 | 96 | 160,
  report: (fraction: number) => void,
): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 2, bitrate });
  const parts: Uint8Array[] = [];
  for (let at = 0; at < left.length; at += portion) {
    const slice = [left.subarray(at, at + portion), right.subarray(at, at + portion)];
    // The answer lies in the encoder's memory, which the next call overwrites.
    parts.push(encoder.encode(slice).slice());
    report(Math.min(1, (at + portion) / left.length));
  }
  parts.push(encoder.finalize().slice());
  return new Uint8Array(Buffer.concat(parts));
}
