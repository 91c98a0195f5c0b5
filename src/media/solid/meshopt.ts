import { SolidError } from '../../domain/solids/problems.ts';
import type { GltfBufferView } from './gltf-json.ts';

/*
 * Numbers that meshoptimizer has packed (EXT_meshopt_compression of glTF, and its successor KHR_meshopt_compression).
 */

/** A part of the file's numbers, packed, as its description claims it. */
export interface PackedNumbers {
  byteOffset: number;
  byteLength: number;
  /** Of one value, in bytes. */
  byteStride: number;
  count: number;
  mode: string;
  filter: string;
}

const names = ['KHR_meshopt_compression', 'EXT_meshopt_compression'];
/** The bytes of one value that there are. */
const strides = new Map<unknown, (bytes: number) => boolean>([
  ['ATTRIBUTES', (bytes) => bytes % 4 === 0 && bytes >= 4 && bytes <= 256],
  ['TRIANGLES', (bytes) => bytes === 2 || bytes === 4],
  ['INDICES', (bytes) => bytes === 2 || bytes === 4],
]);
/** The bytes of one value that a filter can work on. */
const filtered = new Map<unknown, (bytes: number) => boolean>([
  ['NONE', () => true],
  ['OCTAHEDRAL', (bytes) => bytes === 4 || bytes === 8],
  ['QUATERNION', (bytes) => bytes === 8],
  ['EXPONENTIAL', (bytes) => bytes % 4 === 0],
  ['COLOR', (bytes) => bytes === 4 || bytes === 8],
]);
const broken = (why: string) => new SolidError('broken', why);
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * What a view packs; null for one that lies in the file as it is.
 * @throws SolidError `broken` where it is none that a decoder may see
 */
export function packedIn(view: GltfBufferView, binaryBytes: number): PackedNumbers | null {
  const said = names.map((name) => view.extensions?.[name]).find((one) => one !== undefined);
  if (said === undefined) return null;
  const {
    buffer,
    byteOffset = 0,
    byteLength,
    byteStride,
    count,
    mode,
    filter = 'NONE',
  } = said as Record<string, unknown>;
  if (buffer !== 0) throw broken('Packed numbers lie in no file');
  if (!isCount(byteOffset) || !isCount(byteLength) || byteOffset + byteLength > binaryBytes)
    throw broken('Packed numbers lie outside of it');
  if (!isCount(byteStride) || !isCount(count)) throw broken('Packed numbers have no length');
  const [takes, turns] = [strides.get(mode), filtered.get(filter)];
  if (!takes?.(byteStride) || !turns?.(byteStride)) throw broken('Packed numbers of no known kind');
  if (mode === 'TRIANGLES' && count % 3 !== 0) throw broken('A triangle has three corners');
  if (view.byteLength !== count * byteStride) throw broken('Packed numbers have another length');
  return { byteOffset, byteLength, byteStride, count, mode: String(mode), filter: String(filter) };
}

/** Few files need it. @throws SolidError `unsupported` where it can't be had, or the browser has no WebAssembly */
async function loadDecoder() {
  try {
    const { MeshoptDecoder } = await import('three/examples/jsm/libs/meshopt_decoder.module.js');
    if (!MeshoptDecoder.supported) throw new Error('No WebAssembly');
    await MeshoptDecoder.ready;
    return MeshoptDecoder;
  } catch (error) {
    throw new SolidError('unsupported', 'EXT_meshopt_compression', error);
  }
}

/** @throws SolidError `broken` where they can't be unpacked, `unsupported` where nothing here can do it */
export async function unpack(
  binary: Uint8Array<ArrayBuffer>,
  { byteOffset, byteLength, byteStride, count, mode, filter }: PackedNumbers,
): Promise<ArrayBuffer> {
  const decoder = await loadDecoder();
  const numbers = new Uint8Array(count * byteStride);
  const packed = binary.subarray(byteOffset, byteOffset + byteLength);
  try {
    decoder.decodeGltfBuffer(numbers, count, byteStride, packed, mode, filter);
  } catch (error) {
    throw new SolidError('broken', 'Its packed numbers are damaged', error);
  }
  return numbers.buffer;
}
