import { sniffMediaType } from '../../domain/file-kinds.ts';
import { Bytes } from '../../domain/pictures/bytes.ts';
import type { Recipe } from '../../domain/recipes/recipe.ts';
import { joined } from '../../domain/joined.ts';
import { exifBlock, latin1, orientationOf, utf8, type PictureTexts } from './exif-block.ts';
import { writeRequest } from './kiln-request.ts';
import { jpegPieces, pngPieces, webpPieces, type Piece } from './pieces.ts';
import { writeInfotext } from './write-infotext.ts';

/*
 * What a picture says of its making, put into the copy that leaves. Kept libraries write one format each, and none
 * WebP; what is needed is little: pieces are taken out, others put in, and no pixel is touched.
 */

type Parts = Uint8Array[];

/** Under these names programs write into PNGs how a picture was made: ours take their place. */
const textNames: ReadonlySet<string> = new Set([
  'parameters',
  'prompt',
  'workflow',
  'kiln',
  'Comment',
  'Description',
  'generation_data',
  'invokeai_metadata',
  'sd-metadata',
]);

/** Letters of Latin-1 that can be seen, and line feeds (PNG, 11.3.3.2). */
const plainText = /^[\n\u0020-\u007e\u00a0-\u00ff]*$/;

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const numbered = (bytes: number, set: (view: DataView) => void): Uint8Array => {
  const data = new Uint8Array(bytes);
  set(new DataView(data.buffer));
  return data;
};
const big32 = (value: number) => numbered(4, (view) => view.setUint32(0, value));
const big16 = (value: number) => numbered(2, (view) => view.setUint16(0, value));
const little32 = (value: number) => numbered(4, (view) => view.setUint32(0, value, true));

function pngChunk(kind: string, content: Uint8Array): Uint8Array {
  const named = joined(latin1(kind), content);
  return joined(big32(content.length), named, big32(crc32(named)));
}

/** As tEXt where that can say it, which every reader knows, else as iTXt. */
function textChunk(name: string, text: string): Uint8Array {
  return plainText.test(text)
    ? pngChunk('tEXt', latin1(`${name}\0${text}`))
    : pngChunk('iTXt', joined(latin1(`${name}\0\0\0\0\0`), utf8(text)));
}

function nameOfText(data: Uint8Array, { from, to }: Piece): string {
  const name = data.subarray(from, Math.min(to, from + 80));
  const end = name.indexOf(0);
  return new Bytes(name).text(0, end < 0 ? name.length : end);
}

function inPng(data: Uint8Array, texts: PictureTexts | null): Parts | null {
  const pieces = pngPieces(data);
  const last = pieces?.at(-1);
  if (!pieces || !last) return null;
  const tells = (piece: Piece) =>
    piece.kind === 'eXIf' ||
    (/^[tiz][TE]Xt$/.test(piece.kind) && textNames.has(nameOfText(data, piece)));
  const turned = pieces.find(({ kind }) => kind === 'eXIf');
  // What is said is said as text; the block stays only for how the picture is turned.
  const block = turned && exifBlock(null, orientationOf(data.subarray(turned.from, turned.to)));
  const added = [
    ...(texts === null ? [] : [textChunk('parameters', texts.infotext)]),
    ...(texts?.request ? [textChunk('kiln', texts.request)] : []),
    ...(block ? [pngChunk('eXIf', block)] : []),
  ];
  const [header, ...others] = pieces;
  return [
    data.subarray(0, header?.end),
    ...added,
    ...others.filter((piece) => !tells(piece)).map(({ start, end }) => data.subarray(start, end)),
    data.subarray(last.end),
  ];
}

const exifSign = 'Exif\0\0';
/** A segment's length counts itself and has two bytes. */
const segmentMaxBytes = 0xffff - 2;

function inJpeg(data: Uint8Array, texts: PictureTexts | null): Parts | null {
  const pieces = jpegPieces(data);
  if (!pieces) return null;
  const isExif = ({ kind, from }: Piece) =>
    kind === 'e1' && new Bytes(data).text(from, exifSign.length) === exifSign;
  const before = pieces.find(isExif);
  const orientation = before
    ? orientationOf(data.subarray(before.from + exifSign.length, before.to))
    : 1;
  const segment = (written: PictureTexts | null) => {
    const block = exifBlock(written, orientation);
    const content = block && joined(latin1(exifSign), block);
    return content && content.length <= segmentMaxBytes
      ? joined(Uint8Array.of(0xff, 0xe1), big16(2 + content.length), content)
      : null;
  };
  const added = segment(texts) ?? segment(texts && { ...texts, request: null }) ?? segment(null);
  // JFIF's own segment comes first (JFIF 1.02); EXIF wants to be the next.
  const at = pieces[0]?.kind === 'e0' ? 1 : 0;
  const kept = (from: readonly Piece[]) =>
    from.filter((piece) => !isExif(piece)).map(({ start, end }) => data.subarray(start, end));
  return [
    data.subarray(0, 2),
    ...kept(pieces.slice(0, at)),
    ...(added ? [added] : []),
    ...kept(pieces.slice(at)),
    data.subarray(pieces.at(-1)?.end ?? 2),
  ];
}

/** RFC 9649, 2.7: flags of VP8X. */
const webpExif = 0x08;
const webpAlpha = 0x10;

/** The header of the extended form, for a picture in the plain one. */
function extended(data: Uint8Array, picture: Piece): Uint8Array | null {
  const bytes = new Bytes(data);
  const { kind, from } = picture;
  let [width, height, flags] = [0, 0, 0];
  if (kind === 'VP8 ') {
    width = bytes.little16(from + 6) & 0x3fff;
    height = bytes.little16(from + 8) & 0x3fff;
  } else if (kind === 'VP8L') {
    const packed = bytes.little32(from + 1);
    width = (packed & 0x3fff) + 1;
    height = ((packed >>> 14) & 0x3fff) + 1;
    if ((packed >>> 28) & 1) flags = webpAlpha;
  }
  if (width === 0 || height === 0) return null;
  return numbered(10, (view) => {
    view.setUint8(0, flags);
    for (const [at, side] of [width - 1, height - 1].entries()) {
      view.setUint16(4 + 3 * at, side & 0xffff, true);
      view.setUint8(6 + 3 * at, side >>> 16);
    }
  });
}

function riffChunk(kind: string, content: Uint8Array): Uint8Array {
  const filled = new Uint8Array(content.length % 2);
  return joined(latin1(kind), little32(content.length), content, filled);
}

function inWebp(data: Uint8Array, texts: PictureTexts | null): Parts | null {
  const pieces = webpPieces(data);
  const [first] = pieces ?? [];
  if (!pieces || !first) return null;
  const before = pieces.find(({ kind }) => kind === 'EXIF');
  if (texts === null && !before) return [data];
  const block = exifBlock(texts, before ? orientationOf(data.subarray(before.from, before.to)) : 1);
  const isExtended = first.kind === 'VP8X';
  const header = isExtended ? data.slice(first.from, first.to) : extended(data, first);
  if (!header) return null;
  header[0] = ((header[0] ?? 0) & ~webpExif) | (block ? webpExif : 0);
  const kept = pieces.filter((piece) => piece !== before && !(isExtended && piece === first));
  const xmpAt = kept.findIndex(({ kind }) => kind === 'XMP ');
  const chunks = kept.map(({ kind, from, to }) => riffChunk(kind, data.subarray(from, to)));
  // Behind the picture, before XMP.
  if (block) chunks.splice(xmpAt < 0 ? chunks.length : xmpAt, 0, riffChunk('EXIF', block));
  const all = [latin1('WEBP'), riffChunk('VP8X', header), ...chunks];
  const bytes = all.reduce((sum, part) => sum + part.length, 0);
  return [latin1('RIFF'), little32(bytes), ...all];
}

const writers: Readonly<
  Record<string, (data: Uint8Array, texts: PictureTexts | null) => Parts | null>
> = { 'image/png': inPng, 'image/jpeg': inJpeg, 'image/webp': inWebp };

/**
 * A copy of a picture that says how it was made, in A1111's words and in Kiln's own; what it said before goes.
 * @param file PNG, JPEG or WebP; anything else, and what is not put together as it should be, stays as it is
 * @param recipe null: the copy says nothing of it
 */
export async function writeRecipe(file: Blob, recipe: Recipe | null): Promise<Blob> {
  const data = new Uint8Array(await file.arrayBuffer());
  const mediaType = sniffMediaType(data.subarray(0, 64));
  const texts = recipe && {
    infotext: writeInfotext(recipe),
    request: recipe.request ? writeRequest(recipe.request) : null,
  };
  const parts = (mediaType === null ? undefined : writers[mediaType])?.(data, texts);
  return parts ? new Blob(parts as BlobPart[], { type: file.type }) : file;
}
