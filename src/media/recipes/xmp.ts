import { recipeXmpMaxBytes } from '../../domain/limits.ts';
import { Bytes } from '../../domain/pictures/bytes.ts';
import { jpegPieces, pngPieces, webpPieces, type Piece } from './pieces.ts';

/*
 * XMP is XML, which a worker has no parser for. Only whole texts are wanted, wherever in it they stand: those between
 * tags and those in quotes.
 */

const pngName = 'XML:com.adobe.xmp\0';
const jpegName = 'http://ns.adobe.com/xap/1.0/\0';

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi,
    (whole, hex, decimal, name) => {
      if (typeof name === 'string') return entities[name] ?? whole;
      const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

/** The texts of an XMP packet that are long enough to tell of a picture. */
export function textsOfXmp(packet: string): string[] {
  const texts: string[] = [];
  for (const part of packet.split('<')) {
    const end = part.indexOf('>');
    const [tag, text] = end < 0 ? [part, ''] : [part.slice(0, end), part.slice(end + 1)];
    // Of what is parted by quotes every second one stood in them.
    texts.push(...tag.split('"').filter((_value, index) => index % 2 === 1), text);
  }
  return texts.map((text) => decoded(text).trim()).filter((text) => text.length >= shortest);
}

/** "Steps: 1, Seed: 1, Size: 1x1" and the like. */
const shortest = 20;

/** The XMP packet of a picture; null where it has none, or more than is good. */
export function xmpOf(data: Uint8Array, mediaType: string): string | null {
  const bytes = new Bytes(data);
  const named = (
    pieces: readonly Piece[] | null,
    kind: string,
    name: string,
  ): Uint8Array | null => {
    const found = pieces?.find(
      (piece) => piece.kind === kind && bytes.text(piece.from, name.length) === name,
    );
    return found ? data.subarray(found.from + name.length, found.to) : null;
  };
  let packet: Uint8Array | null = null;
  if (mediaType === 'image/webp') packet = named(webpPieces(data), 'XMP ', '');
  else if (mediaType === 'image/jpeg') packet = named(jpegPieces(data), 'e1', jpegName);
  else if (mediaType === 'image/png') {
    // Two more zeros say that it is not packed, then come language and translated name.
    packet = named(pngPieces(data), 'iTXt', `${pngName}\0\0`);
  }
  return packet && packet.length <= recipeXmpMaxBytes ? new TextDecoder().decode(packet) : null;
}
