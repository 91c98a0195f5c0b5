import { crc32 } from '../../../src/media/zip/crc32.ts';

/** Bytes of a file, and their checksum as ZIP has it. */
export interface SummedBytes {
  bytes: Uint8Array<ArrayBuffer>;
  crc: number;
}

/** Files are read in pieces of so many bytes at most. */
export const pieceBytes = 1024 * 1024;

function openPieces(blob: Blob): ReadableStreamBYOBReader | null {
  try {
    return blob.stream().getReader({ mode: 'byob' });
  } catch {
    // Not every browser reads files into memory that one has.
    return null;
  }
}

/** Chromium collects a stream that nobody holds while it is being read, and what was asked of it is never answered. */
const beingRead = new Set<ReadableStreamBYOBReader>();

const lost = (message: string) => new DOMException(message, 'NotReadableError');

/** Into memory that is there already: a page of it that is new costs more than to fill it. */
async function readInto(blob: Blob, spare: ArrayBuffer | null): Promise<Uint8Array<ArrayBuffer>> {
  const reader = blob.size > pieceBytes ? null : openPieces(blob);
  if (!reader) return new Uint8Array(await blob.arrayBuffer());
  beingRead.add(reader);
  let buffer = spare ?? new ArrayBuffer(pieceBytes);
  let at = 0;
  try {
    while (at < blob.size) {
      const { value, done } = await reader.read(new Uint8Array(buffer, at, blob.size - at));
      if (done || !value) break;
      ({ buffer } = value);
      at += value.length;
    }
  } catch (error) {
    // Chromium's streams say "network error" of a file that is lost, where everything else says what it is.
    throw error instanceof DOMException ? error : lost(String(error));
  } finally {
    beingRead.delete(reader);
  }
  if (at < blob.size) throw lost(`${at} of ${blob.size} bytes`);
  return new Uint8Array(buffer, 0, at);
}

/**
 * @param blob no larger than a piece
 * @param spare memory of a piece's size that nobody needs
 * @throws DOMException where the disk has lost them
 */
export async function sumBytes(blob: Blob, spare: ArrayBuffer | null = null): Promise<SummedBytes> {
  const bytes = await readInto(blob, spare);
  return { bytes, crc: crc32(bytes) };
}
