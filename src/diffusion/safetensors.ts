import * as z from 'zod/mini';
import { fromBfloat, fromHalf } from './half.ts';

/** Files of weights as `safetensors` writes them: a length, a list in JSON, and the numbers. */

const bytesPer = { F32: 4, F16: 2, BF16: 2 } as const;

const entry = z.object({
  dtype: z.enum(['F32', 'F16', 'BF16']),
  shape: z.array(z.int().check(z.nonnegative())).check(z.maxLength(8)),
  data_offsets: z.tuple([z.int().check(z.nonnegative()), z.int().check(z.nonnegative())]),
});

export interface WeightTensor {
  shape: readonly number[];
  /** Read when they are asked for. */
  values: () => Float32Array;
}

const headerBytes = 8;
/** The format's own limit. */
const listMaxBytes = 100_000_000;

/**
 * @returns all tensors of a file, by their names
 * @throws Error that says what is wrong with it
 */
export function readSafetensors(bytes: Uint8Array): Map<string, WeightTensor> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < headerBytes) throw new Error('it is too short');
  const listBytes = Number(view.getBigUint64(0, true));
  const start = headerBytes + listBytes;
  if (listBytes > listMaxBytes || start > bytes.byteLength) throw new Error('its list is cut off');
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(headerBytes, start));
  const list = z.parse(z.record(z.string(), z.unknown()), JSON.parse(text));
  const found = new Map<string, WeightTensor>();
  for (const [name, told] of Object.entries(list)) {
    if (name === '__metadata__') continue;
    const { dtype, shape, data_offsets: offsets } = z.parse(entry, told);
    const [from, to] = offsets;
    const count = shape.reduce((product, side) => product * side, 1);
    if (to - from !== count * bytesPer[dtype] || start + to > bytes.byteLength) {
      throw new Error(`${name} is not as long as it says`);
    }
    found.set(name, { shape, values: () => numbersOf(view, start + from, count, dtype) });
  }
  return found;
}

function numbersOf(
  view: DataView,
  at: number,
  count: number,
  dtype: keyof typeof bytesPer,
): Float32Array {
  const numbers = new Float32Array(count);
  for (let index = 0; index < count; index += 1) {
    const place = at + index * bytesPer[dtype];
    if (dtype === 'F32') numbers[index] = view.getFloat32(place, true);
    else {
      const bits = view.getUint16(place, true);
      numbers[index] = dtype === 'F16' ? fromHalf(bits) : fromBfloat(bits);
    }
  }
  return numbers;
}
