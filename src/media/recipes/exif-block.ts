import { joined } from '../../domain/joined.ts';
import { Bytes } from '../../domain/pictures/bytes.ts';

/*
 * A block of EXIF (Exif 2.32, which is TIFF 6.0 with names): written anew for a picture that leaves, with what it
 * says of its making and nothing else but how it is to be turned.
 */

type Data = Uint8Array<ArrayBuffer>;

/** The texts that go into a picture. */
export interface PictureTexts {
  /** In A1111's form. */
  infotext: string;
  /** In Kiln's own; null where it is too long. */
  request: string | null;
}

const tags = {
  orientation: 0x0112,
  exifFolder: 0x8769,
  version: 0x9000,
  makerNote: 0x927c,
  userComment: 0x9286,
} as const;

/** What a maker's note of Kiln begins with: anybody may write one. */
export const noteSign = 'Kiln\0';

/** Letters of one byte each. */
export const latin1 = (text: string): Data =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0));

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** `UNICODE`, a zero, and UTF-16 with the larger byte first, as A1111 writes and reads it. */
function userComment(text: string): Data {
  const words = new Uint8Array(2 * text.length);
  const view = new DataView(words.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at, text.charCodeAt(at));
  return joined(latin1('UNICODE\0'), words);
}

type Entry = readonly [tag: number, type: 3 | 4 | 7, value: number | Uint8Array];

/** A folder of entries, and behind it what does not fit into one. */
function folder(entries: readonly Entry[], at: number): Data {
  const head = new Uint8Array(2 + 12 * entries.length + 4);
  const view = new DataView(head.buffer);
  view.setUint16(0, entries.length);
  const rest: Uint8Array[] = [];
  let free = at + head.length;
  for (const [index, [tag, type, value]] of entries.entries()) {
    const entry = 2 + 12 * index;
    view.setUint16(entry, tag);
    view.setUint16(entry + 2, type);
    view.setUint32(entry + 4, typeof value === 'number' ? 1 : value.length);
    if (typeof value === 'number') {
      if (type === 3) view.setUint16(entry + 8, value);
      else view.setUint32(entry + 8, value);
    } else if (value.length <= 4) {
      head.set(value, entry + 8);
    } else {
      view.setUint32(entry + 8, free);
      // Every value begins at an even place.
      const data = value.length % 2 === 0 ? value : joined(value, new Uint8Array(1));
      rest.push(data);
      free += data.length;
    }
  }
  return joined(head, ...rest);
}

/** Null where there is nothing to say. @param orientation 1 to 8, as the camera was held */
export function exifBlock(texts: PictureTexts | null, orientation: number): Data | null {
  if (texts === null && orientation === 1) return null;
  const turned: Entry[] = orientation === 1 ? [] : [[tags.orientation, 3, orientation]];
  const header = joined(latin1('MM'), Uint8Array.of(0, 42, 0, 0, 0, 8));
  if (texts === null) return joined(header, folder(turned, 8));
  const inner: Entry[] = [
    [tags.version, 7, latin1('0232')],
    ...(texts.request === null
      ? []
      : [[tags.makerNote, 7, utf8(noteSign + texts.request)] satisfies Entry]),
    [tags.userComment, 7, userComment(texts.infotext)],
  ];
  const outer = (at: number) => folder([...turned, [tags.exifFolder, 4, at]], 8);
  const innerAt = 8 + outer(0).length;
  return joined(header, outer(innerAt), folder(inner, innerAt));
}

/** How a picture is to be turned, as its EXIF says; 1, which is not at all, where it says nothing that makes sense. */
export function orientationOf(block: Uint8Array): number {
  const bytes = new Bytes(block);
  const isLittle = bytes.text(0, 2) === 'II';
  const short = (at: number) => (isLittle ? bytes.little16(at) : bytes.big16(at));
  const first = isLittle ? bytes.little32(4) : bytes.big32(4);
  for (let index = 0; index < short(first); index += 1) {
    const entry = first + 2 + 12 * index;
    if (entry + 12 > bytes.length) return 1;
    if (short(entry) !== tags.orientation) continue;
    const value = short(entry + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}
