import { bmpStructure } from './bmp.ts';
import { gifStructure } from './gif.ts';
import { jpegStructure } from './jpeg.ts';
import { pngStructure } from './png.ts';
import { webpStructure } from './webp.ts';
import { Bytes, type PictureStructure } from './bytes.ts';

const readers: Readonly<Record<string, (bytes: Bytes) => PictureStructure>> = {
  'image/png': pngStructure,
  'image/jpeg': jpegStructure,
  'image/gif': gifStructure,
  'image/webp': webpStructure,
  'image/bmp': bmpStructure,
};

/**
 * Walks over a picture's pieces by the lengths that they claim, never beyond the file. A file that ends too early is
 * walked as far as it goes: whether it can be shown, its decoder says.
 * @param data the whole file
 * @returns null for a type that has no such pieces
 */
export function readStructure(data: Uint8Array, mediaType: string): PictureStructure | null {
  return readers[mediaType]?.(new Bytes(data)) ?? null;
}
