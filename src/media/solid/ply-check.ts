import {
  solidMaxBytes,
  solidMaxTriangles,
  solidMaxVertices,
  solidTextMaxBytes,
} from '../../domain/solids/limits.ts';
import { SolidError } from '../../domain/solids/problems.ts';

const sizes: Readonly<Record<string, number>> = {
  char: 1,
  int8: 1,
  uchar: 1,
  uint8: 1,
  short: 2,
  int16: 2,
  ushort: 2,
  uint16: 2,
  int: 4,
  int32: 4,
  uint: 4,
  uint32: 4,
  float: 4,
  float32: 4,
  double: 8,
  float64: 8,
};
const headerMaxBytes = 64 * 1024;
/** Corners of one face, or numbers of any other list. */
const listMax = 4_096;

interface Property {
  /** Null for one number. */
  count: string | null;
  type: string;
}

interface PlyElement {
  name: string;
  count: number;
  properties: Property[];
}

export interface PlyHeader {
  isText: boolean;
  vertices: number;
  faces: number;
}

const broken = (why: string) => new SolidError('broken', why);

function propertyOf(words: string[]): Property {
  const [first = '', second = '', third = ''] = words;
  const property = first === 'list' ? { count: second, type: third } : { count: null, type: first };
  if (!(property.type in sizes) || (property.count !== null && !(property.count in sizes)))
    throw broken('A property has no type');
  return property;
}

function readHeader(bytes: Uint8Array) {
  let text = '';
  for (const byte of bytes.subarray(0, headerMaxBytes)) text += String.fromCharCode(byte);
  const [header] = /^ply\r?\n[\s\S]*?\nend_header\r?\n/.exec(text) ?? [];
  if (header === undefined) throw broken('It has no header');
  let format = '';
  const elements: PlyElement[] = [];
  for (const line of header.split(/\r?\n/)) {
    const [key, ...words] = line.trim().split(/\s+/);
    if (key === 'format') format = words[0] ?? '';
    if (key === 'element') {
      const count = Number(words[1]);
      if (!Number.isSafeInteger(count) || count < 0) throw broken('An element has no number');
      elements.push({ name: words[0] ?? '', count, properties: [] });
    }
    if (key === 'property') {
      const element = elements.at(-1);
      if (!element) throw broken('A property of nothing');
      element.properties.push(propertyOf(words));
    }
  }
  if (!/^(?:ascii|binary_(?:little|big)_endian)$/.test(format)) throw broken('An unknown format');
  return { format, elements, start: header.length };
}

/** Walks over the lists, which say themselves how long they are. */
function walk(data: DataView, elements: readonly PlyElement[], isLittle: boolean): void {
  let at = 0;
  const lengthAt = (type: string): number => {
    const size = sizes[type]!;
    if (at + size > data.byteLength) throw broken('It ends too early');
    if (size === 1) return data.getUint8(at);
    return size === 2 ? data.getUint16(at, isLittle) : data.getUint32(at, isLittle);
  };
  for (const { count, properties } of elements) {
    if (properties.every((property) => property.count === null)) {
      at += count * properties.reduce((sum, { type }) => sum + sizes[type]!, 0);
      if (at > data.byteLength) throw broken('It ends too early');
      continue;
    }
    for (let number = 0; number < count; number += 1) {
      for (const { count: lengthType, type } of properties) {
        if (lengthType === null) {
          at += sizes[type]!;
          continue;
        }
        const length = lengthAt(lengthType);
        if (length > listMax) throw broken('A list is too long');
        at += sizes[lengthType]! + length * sizes[type]!;
      }
    }
    if (at > data.byteLength) throw broken('It ends too early');
  }
}

/**
 * Holds what a PLY claims against what it is, before a reader believes it.
 * @throws SolidError
 */
export function checkPly(bytes: Uint8Array<ArrayBuffer>): PlyHeader {
  const { format, elements, start } = readHeader(bytes);
  const isText = format === 'ascii';
  if (bytes.length > (isText ? solidTextMaxBytes : solidMaxBytes))
    throw new SolidError('too-large');
  // Each takes a byte at least, and what has nothing in it is no element.
  const claimed = elements.reduce((sum, { count }) => sum + count, 0);
  if (elements.some(({ properties }) => properties.length === 0)) throw broken('An empty element');
  const countOf = (name: string) =>
    elements.reduce((sum, element) => sum + (element.name === name ? element.count : 0), 0);
  const [vertices, faces] = [countOf('vertex'), countOf('face')];
  if (claimed > bytes.length) throw broken('It has fewer numbers than it says');
  if (vertices > solidMaxVertices || faces > solidMaxTriangles || claimed > 2 * solidMaxVertices)
    throw new SolidError('too-detailed');
  if (vertices === 0) throw new SolidError('empty');
  if (!isText) {
    const body = new DataView(bytes.buffer, bytes.byteOffset + start, bytes.length - start);
    walk(body, elements, format === 'binary_little_endian');
  }
  return { isText, vertices, faces };
}
