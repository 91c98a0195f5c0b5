import { Bytes } from '../../domain/pictures/bytes.ts';

/** A part of a picture's file that stands by itself: a chunk, or a segment of a JPEG. */
export interface Piece {
  /** As the format calls it; for JPEG the marker, `e1`. */
  kind: string;
  /** The whole of it. */
  start: number;
  end: number;
  /** What it holds. */
  from: number;
  to: number;
}

/** `null`: the file is not put together as it should be, and better left alone. */
export type Pieces = Piece[] | null;

/** Behind the last chunk there may be anything, which is no piece. */
export function pngPieces(data: Uint8Array): Pieces {
  const bytes = new Bytes(data);
  const pieces: Piece[] = [];
  for (let start = 8; start + 12 <= data.length;) {
    const to = start + 8 + bytes.big32(start);
    const piece = { kind: bytes.text(start + 4, 4), start, end: to + 4, from: start + 8, to };
    if (piece.end > data.length) return null;
    pieces.push(piece);
    if (piece.kind === 'IEND') return pieces[0]?.kind === 'IHDR' ? pieces : null;
    start = piece.end;
  }
  return null;
}

/** The segments before the pixels. */
export function jpegPieces(data: Uint8Array): Pieces {
  const bytes = new Bytes(data);
  const pieces: Piece[] = [];
  for (let start = 2; start + 2 <= data.length;) {
    if (bytes.at(start) !== 0xff) return null;
    const marker = bytes.at(start + 1);
    // Filled up with FF.
    if (marker === 0xff) {
      start += 1;
      continue;
    }
    if (marker === 0xda || marker === 0xd9) return pieces;
    const end = start + 2 + bytes.big16(start + 2);
    if (end > data.length || end < start + 4) return null;
    pieces.push({ kind: marker.toString(16), start, end, from: start + 4, to: end });
    start = end;
  }
  return null;
}

/** Lengths are even; the last chunk of some writers lacks what fills it up. */
export function webpPieces(data: Uint8Array): Pieces {
  const bytes = new Bytes(data);
  const claimed = 8 + bytes.little32(4);
  if (claimed > data.length + 1) return null;
  const last = Math.min(data.length, claimed);
  const pieces: Piece[] = [];
  for (let start = 12; start + 8 <= last;) {
    const from = start + 8;
    const to = from + bytes.little32(start + 4);
    if (to > last) return null;
    const end = Math.min(last, to + (to % 2));
    pieces.push({ kind: bytes.text(start, 4), start, end, from, to });
    start = end;
  }
  return pieces.length > 0 ? pieces : null;
}
