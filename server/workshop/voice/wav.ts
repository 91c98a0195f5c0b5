export interface Speech {
  /** −1…1, one channel. */
  samples: Float32Array;
  sampleRate: number;
}

/**
 * Reads a WAV of 16-bit samples. What comes through a pipe has no true length in its header: all that is there
 * counts.
 */
export function readWav(wav: Buffer): Speech | null {
  if (wav.length < 44 || wav.toString('latin1', 0, 4) !== 'RIFF') return null;
  let sampleRate = 0;
  for (let at = 12; at + 8 <= wav.length;) {
    const type = wav.toString('latin1', at, at + 4);
    const length = wav.readUInt32LE(at + 4);
    if (type === 'fmt ') {
      const [format, channels, bits] = [8, 10, 22].map((field) => wav.readUInt16LE(at + field));
      if (format !== 1 || channels !== 1 || bits !== 16) return null;
      sampleRate = wav.readUInt32LE(at + 12);
    }
    if (type === 'data') {
      const count = Math.floor(Math.min(length, wav.length - at - 8) / 2);
      const samples = new Float32Array(count);
      for (let index = 0; index < count; index += 1) {
        samples[index] = wav.readInt16LE(at + 8 + 2 * index) / 32_768;
      }
      return sampleRate > 0 ? { samples, sampleRate } : null;
    }
    at += 8 + length + (length % 2);
  }
  return null;
}
