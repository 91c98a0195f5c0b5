import type { RawPicture } from '../../engines/contract/open-picture.ts';

/** Neighbours on either side that count. */
const reach = 3;
const taps = 2 * reach;

function lanczos(distance: number): number {
  if (distance === 0) return 1;
  if (Math.abs(distance) >= reach) return 0;
  const turn = Math.PI * distance;
  return (reach * Math.sin(turn) * Math.sin(turn / reach)) / (turn * turn);
}

interface Weights {
  /** First neighbour per output position; may lie outside, edges repeat. */
  first: Int32Array;
  /** `taps` weights per output position. */
  weights: Float32Array;
}

function weightsOf(from: number, to: number): Weights {
  const first = new Int32Array(to);
  const weights = new Float32Array(to * taps);
  for (let position = 0; position < to; position += 1) {
    // Centres of pixels lie on halves: without this an enlargement would shift the picture.
    const centre = ((position + 0.5) * from) / to - 0.5;
    const start = Math.floor(centre) - reach + 1;
    let sum = 0;
    for (let tap = 0; tap < taps; tap += 1) {
      const weight = lanczos(start + tap - centre);
      weights[position * taps + tap] = weight;
      sum += weight;
    }
    for (let tap = 0; tap < taps; tap += 1) weights[position * taps + tap]! /= sum;
    first[position] = start;
  }
  return { first, weights };
}

/**
 * Enlarges by Lanczos3, row by row, so that only a few rows are held as numbers at a time. (libvips' own
 * enlargement is bicubic whatever kernel it is given.) Colour is weighted by alpha: no dark seams.
 */
export function enlarge(
  picture: RawPicture,
  width: number,
  height: number,
  report: (fraction: number) => void,
): Buffer {
  const { data, channels } = picture;
  const across = weightsOf(picture.width, width);
  const down = weightsOf(picture.height, height);
  const result = Buffer.allocUnsafe(width * height * channels);
  const rowLength = width * channels;
  const line = new Float32Array(picture.width * channels);
  const ring = Array.from({ length: taps }, () => new Float32Array(rowLength));
  const held = new Int32Array(taps).fill(-1);

  const widened = (sourceRow: number): Float32Array => {
    const row = Math.min(picture.height - 1, Math.max(0, sourceRow));
    const slot = row % taps;
    const out = ring[slot]!;
    if (held[slot] === row) return out;
    held[slot] = row;
    const offset = row * picture.width * channels;
    for (let index = 0; index < line.length; index += 1) line[index] = data[offset + index]!;
    if (channels === 4) {
      for (let index = 0; index < line.length; index += 4) {
        const alpha = line[index + 3]! / 255;
        line[index]! *= alpha;
        line[index + 1]! *= alpha;
        line[index + 2]! *= alpha;
      }
    }
    const last = picture.width - 1;
    for (let x = 0; x < width; x += 1) {
      const start = across.first[x]!;
      for (let channel = 0; channel < channels; channel += 1) {
        let sum = 0;
        for (let tap = 0; tap < taps; tap += 1) {
          const from = start + tap;
          const column = from < 0 ? 0 : from > last ? last : from;
          sum += across.weights[x * taps + tap]! * line[column * channels + channel]!;
        }
        out[x * channels + channel] = sum;
      }
    }
    return out;
  };

  const sums = new Float32Array(rowLength);
  for (let y = 0; y < height; y += 1) {
    sums.fill(0);
    for (let tap = 0; tap < taps; tap += 1) {
      const weight = down.weights[y * taps + tap]!;
      const row = widened(down.first[y]! + tap);
      for (let index = 0; index < rowLength; index += 1) sums[index]! += weight * row[index]!;
    }
    writeRow(sums, channels, result, y * rowLength);
    if ((y & 63) === 0) report(y / height);
  }
  return result;
}

function toByte(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value);
}

function writeRow(sums: Float32Array, channels: 3 | 4, result: Buffer, offset: number): void {
  if (channels === 3) {
    for (let index = 0; index < sums.length; index += 1)
      result[offset + index] = toByte(sums[index]!);
    return;
  }
  for (let index = 0; index < sums.length; index += 4) {
    const alpha = toByte(sums[index + 3]!);
    const scale = alpha === 0 ? 0 : 255 / alpha;
    result[offset + index] = toByte(sums[index]! * scale);
    result[offset + index + 1] = toByte(sums[index + 1]! * scale);
    result[offset + index + 2] = toByte(sums[index + 2]! * scale);
    result[offset + index + 3] = alpha;
  }
}
