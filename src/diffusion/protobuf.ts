import { joined } from '../domain/joined.ts';

/** As much of protobuf's encoding as graphs of ONNX need, to read them and to write them changed. */

export interface Field {
  number: number;
  /** 0: a number; 2: bytes; 1 and 5: eight and four bytes. */
  wire: number;
  /** Where it begins, with its tag. */
  start: number;
  /** Its content; of a number nothing. */
  at: number;
  end: number;
  /** Of a number. */
  value: number;
}

/** @returns the number that begins there, and where it ends; beyond 2^53 it is not exact */
function readVarint(bytes: Uint8Array, at: number): [value: number, end: number] {
  let value = 0;
  let factor = 1;
  for (let end = at; end < bytes.length && end < at + 10; end += 1) {
    const byte = bytes[end]!;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return [value, end + 1];
    factor *= 128;
  }
  throw new Error('the graph is damaged');
}

/** The fields of a message. @throws Error where it is none */
export function* fieldsOf(
  bytes: Uint8Array,
  from = 0,
  to: number = bytes.length,
): Generator<Field, void, void> {
  let at = from;
  while (at < to) {
    const start = at;
    const [tag, afterTag] = readVarint(bytes, at);
    const wire = tag % 8;
    const number = Math.floor(tag / 8);
    let field: Field = { number, wire, start, at: afterTag, end: afterTag, value: 0 };
    if (wire === 0) {
      const [value, end] = readVarint(bytes, afterTag);
      field = { ...field, at: end, end, value };
    } else if (wire === 2) {
      const [length, content] = readVarint(bytes, afterTag);
      field = { ...field, at: content, end: content + length };
    } else if (wire === 1 || wire === 5) {
      field = { ...field, end: afterTag + (wire === 1 ? 8 : 4) };
    } else throw new Error('the graph is damaged');
    if (field.end > to) throw new Error('the graph is cut off');
    yield field;
    at = field.end;
  }
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) + 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

const utf8 = new TextEncoder();

/** A field with bytes, words or another message. */
export function bytesField(number: number, content: Uint8Array | string): Uint8Array {
  const bytes = typeof content === 'string' ? utf8.encode(content) : content;
  return joined(varint(number * 8 + 2), varint(bytes.length), bytes);
}

export const numberField = (number: number, value: number): Uint8Array =>
  joined(varint(number * 8), varint(value));
