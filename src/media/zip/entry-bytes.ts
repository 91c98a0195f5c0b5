import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { RefusedError } from '../../domain/imports/refusals.ts';
import { importWindowBytes } from '../../domain/limits.ts';
import { crc32 } from './crc32.ts';
import type { ZipEntry } from './directory.ts';
import { localHeaderBytes, storedMethod } from './entry-checks.ts';
import { readBlob, type WindowReader } from './window-reader.ts';

type Data = Uint8Array<ArrayBuffer>;

/** The bytes of a file that was brought, and what is known of them. */
export interface BroughtBytes {
  /** As a file of this type. Made when it is asked for: a browser takes longer over it than over what is in it. */
  as(this: void, mediaType: string): Blob;
  bytes: number;
  /** Hex SHA-256, worked out when it is asked for. */
  sha256(this: void): Promise<string>;
  /** All of it where it fits into a window, else the first of them. */
  head: Data;
  isWhole: boolean;
}

/** Makes a file of a type once, however often it is asked for. */
function oncePerType(make: (mediaType: string) => Blob): BroughtBytes['as'] {
  let made: Blob | null = null;
  return (mediaType) => {
    if (made?.type !== mediaType) made = make(mediaType);
    return made;
  };
}

/** Asks once, however often it is asked. */
function once<Value>(ask: () => Promise<Value>): () => Promise<Value> {
  let asked: Promise<Value> | null = null;
  return () => (asked ??= ask());
}

const localSignature = 0x04034b50;

/** Where the bytes of an entry begin; its local header must not contradict the directory. */
async function dataOffset(reader: WindowReader, entry: ZipEntry): Promise<number> {
  // What is needed first is asked for with what comes behind it, so that one read has it all.
  const header = await reader.read(entry.offset, localHeaderBytes);
  if (header.length < localHeaderBytes) throw new RefusedError('entry-damaged');
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (view.getUint32(0, true) !== localSignature) throw new RefusedError('entry-damaged');
  if (view.getUint16(8, true) !== entry.method) throw new RefusedError('entry-damaged');
  const from =
    entry.offset + localHeaderBytes + view.getUint16(26, true) + view.getUint16(28, true);
  if (from + entry.packedBytes > entry.limit) throw new RefusedError('overlapping');
  return from;
}

/** Adds up what goes through, so that nothing has to be looked at twice. */
class Tally {
  readonly #hash = sha256.create();
  crc = 0;
  bytes = 0;

  add(piece: Data): void {
    this.crc = crc32(piece, this.crc);
    this.#hash.update(piece);
    this.bytes += piece.length;
  }

  sha256(): () => Promise<string> {
    const hash = bytesToHex(this.#hash.digest());
    return () => Promise.resolve(hash);
  }
}

async function hashOf(bytes: Data): Promise<string> {
  // Absent on plain http in a local network.
  const subtle = (crypto as { subtle?: SubtleCrypto }).subtle;
  if (!subtle) return bytesToHex(sha256(bytes));
  return bytesToHex(new Uint8Array(await subtle.digest('SHA-256', bytes)));
}

function check(entry: ZipEntry, crc: number, bytes: number): void {
  if (bytes !== entry.bytes) throw new RefusedError('wrong-size');
  if (crc !== entry.crc) throw new RefusedError('entry-damaged');
}

async function readStored(
  reader: WindowReader,
  entry: ZipEntry,
  expectedHash: string | null,
): Promise<BroughtBytes> {
  const from = await dataOffset(reader, entry);
  const as = oncePerType((type) => reader.file.slice(from, from + entry.bytes, type));
  const { bytes } = entry;
  if (entry.bytes <= importWindowBytes) {
    const head = await reader.read(from, entry.bytes);
    const hash = once(() => hashOf(head));
    // Bytes that have the hash that is expected of them need no checksum.
    const isExpected =
      expectedHash !== null && head.length === bytes && (await hash()) === expectedHash;
    if (!isExpected) check(entry, crc32(head), head.length);
    return { as, bytes, sha256: hash, head, isWhole: true };
  }
  const tally = new Tally();
  let head: Data | null = null;
  for await (const piece of reader.pieces(from, entry.bytes)) {
    head ??= piece;
    tally.add(piece);
  }
  check(entry, tally.crc, tally.bytes);
  return { as, bytes, sha256: tally.sha256(), head: head ?? new Uint8Array(), isWhole: false };
}

function joined(pieces: readonly Data[], bytes: number): Data {
  const all = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** Unpacks, and stops at the first byte more than was promised. */
async function* unpacked(packed: Blob, promisedBytes: number): AsyncGenerator<Data> {
  const stream = packed.stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const reader = stream.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.length;
      if (bytes > promisedBytes) throw new RefusedError('wrong-size');
      yield value;
    }
  } catch (error) {
    if (error instanceof RefusedError) throw error;
    // A stream says of a file that has gone, and of bytes that are wrong, the same kind of thing.
    await readBlob(packed.slice(0, 1));
    throw new RefusedError('entry-damaged', error);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function readDeflated(reader: WindowReader, entry: ZipEntry): Promise<BroughtBytes> {
  const from = await dataOffset(reader, entry);
  const packed = reader.file.slice(from, from + entry.packedBytes);
  const isWhole = entry.bytes <= importWindowBytes;
  const tally = new Tally();
  // Only what is small is kept in memory as a whole; of the rest each part goes to the browser as soon as it is full.
  const parts: Blob[] = [];
  let open: Data[] = [];
  let openBytes = 0;
  let head: Data | null = null;
  for await (const piece of unpacked(packed, entry.bytes)) {
    head ??= piece;
    tally.add(piece);
    open.push(piece);
    openBytes += piece.length;
    if (isWhole || openBytes < importWindowBytes) continue;
    parts.push(new Blob(open));
    open = [];
    openBytes = 0;
  }
  check(entry, tally.crc, tally.bytes);
  const as = oncePerType((type) => new Blob([...parts, ...open], { type }));
  const all = isWhole ? joined(open, entry.bytes) : (head ?? new Uint8Array());
  return { as, bytes: entry.bytes, sha256: tally.sha256(), head: all, isWhole };
}

/**
 * The bytes of an entry, held against size and checksum of the directory.
 * @param expectedHash hex SHA-256; bytes that have it are not held against the checksum as well
 * @throws RefusedError `entry-damaged`, `wrong-size`, `overlapping`, `not-readable`
 */
export async function readEntry(
  reader: WindowReader,
  entry: ZipEntry,
  expectedHash: string | null = null,
): Promise<BroughtBytes> {
  return entry.method === storedMethod
    ? readStored(reader, entry, expectedHash)
    : readDeflated(reader, entry);
}

/** The bytes of a file that was given as it is. */
export async function readLoose(file: Blob, reader: WindowReader): Promise<BroughtBytes> {
  const as = oncePerType((type) => (file.type === type ? file : file.slice(0, file.size, type)));
  const bytes = file.size;
  if (file.size <= importWindowBytes) {
    const head = await reader.read(0, file.size);
    return { as, bytes, sha256: once(() => hashOf(head)), head, isWhole: true };
  }
  const tally = new Tally();
  let head: Data | null = null;
  for await (const piece of reader.pieces(0, file.size)) {
    head ??= piece;
    tally.add(piece);
  }
  return { as, bytes, sha256: tally.sha256(), head: head ?? new Uint8Array(), isWhole: false };
}
