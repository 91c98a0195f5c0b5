import { downloadNameMaxCharacters } from './limits.ts';

/** What a file of the ISO base media format is: films, and photos of telephones. The first name decides. */
const brands: readonly [brand: RegExp, mediaType: string | null][] = [
  [/^avi[fs]$/, 'image/avif'],
  [/^(?:hei[cxms]|hev[cxms])$/, 'image/heic'],
  [/^M4[AB] $/, null],
  [/^crx $/, null],
];

/** These name the container of a picture and leave its coding to the other brands. */
const anyPicture = /^(?:mif[12]|msf1|miaf)$/;

function mediaTypeOfBrands(head: Uint8Array): string | null {
  const brandAt = (at: number): string => String.fromCharCode(...head.subarray(at, at + 4));
  const major = brandAt(8);
  const known = brands.find(([brand]) => brand.test(major));
  if (known) return known[1];
  if (!anyPicture.test(major)) return 'video/mp4';
  const end = Math.min(head.length, ((head[2] ?? 0) << 8) | (head[3] ?? 0));
  for (let at = 16; at + 4 <= end; at += 4) {
    if (/^avi[fs]$/.test(brandAt(at))) return 'image/avif';
  }
  return 'image/heic';
}

/**
 * Recognises a media type by its first bytes; what a server or a file name claims is not trusted.
 * @param head at least the first 16 bytes
 */
export function sniffMediaType(head: Uint8Array): string | null {
  const ascii = (from: number, text: string) =>
    [...text].every((character, index) => head[from + index] === character.charCodeAt(0));
  if (head[0] === 0x89 && ascii(1, 'PNG')) return 'image/png';
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg';
  if (ascii(0, 'RIFF') && ascii(8, 'WEBP')) return 'image/webp';
  if (ascii(0, 'RIFF') && ascii(8, 'WAVE')) return 'audio/wav';
  if (ascii(0, 'GIF8')) return 'image/gif';
  if (ascii(0, 'BM')) return 'image/bmp';
  if (ascii(0, 'II*\u0000') || ascii(0, 'MM\u0000*')) return 'image/tiff';
  if (ascii(4, 'ftyp')) return mediaTypeOfBrands(head);
  if (head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3)
    return 'video/webm';
  if (ascii(0, 'OggS')) return 'audio/ogg';
  if (ascii(0, 'fLaC')) return 'audio/flac';
  if (ascii(0, 'ID3') || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0))
    return 'audio/mpeg';
  if (ascii(0, 'glTF')) return 'model/gltf-binary';
  if (ascii(0, 'ply\n') || ascii(0, 'ply\r')) return 'model/ply';
  if (ascii(0, '<svg ')) return 'image/svg+xml';
  if (ascii(0, 'PK\u0003\u0004')) return 'application/zip';
  return null;
}

/** File endings, and what people call the format: an MP3 is no "MPEG" to them. */
const formats: Readonly<Record<string, { extension: string; name: string }>> = {
  'image/png': { extension: 'png', name: 'PNG' },
  'image/jpeg': { extension: 'jpg', name: 'JPEG' },
  'image/webp': { extension: 'webp', name: 'WebP' },
  'image/gif': { extension: 'gif', name: 'GIF' },
  'image/bmp': { extension: 'bmp', name: 'BMP' },
  'image/svg+xml': { extension: 'svg', name: 'SVG' },
  'video/mp4': { extension: 'mp4', name: 'MP4' },
  'video/webm': { extension: 'webm', name: 'WebM' },
  'audio/mpeg': { extension: 'mp3', name: 'MP3' },
  'audio/ogg': { extension: 'ogg', name: 'Ogg' },
  'audio/wav': { extension: 'wav', name: 'WAV' },
  'audio/flac': { extension: 'flac', name: 'FLAC' },
  'model/gltf-binary': { extension: 'glb', name: 'GLB' },
  'model/ply': { extension: 'ply', name: 'PLY' },
  'model/obj': { extension: 'obj', name: 'OBJ' },
  'application/zip': { extension: 'zip', name: 'ZIP' },
};

/** Every type that this product makes or takes. */
export const mediaTypes: readonly string[] = /* @__PURE__ */ Object.keys(formats);

/** Null for a type that this product neither makes nor takes. */
export function extensionOf(mediaType: string): string | null {
  return formats[mediaType]?.extension ?? null;
}

const byExtension: ReadonlyMap<string, string> = new Map([
  ...Object.entries(formats).map(([type, { extension }]): [string, string] => [extension, type]),
  ['jpeg', 'image/jpeg'],
]);

/** The media type of a file ending without its dot; null for one that this product neither makes nor takes. */
export function mediaTypeOf(extension: string): string | null {
  return byExtension.get(extension.toLowerCase()) ?? null;
}

/** What people call a file's format. */
export function formatName(mediaType: string): string {
  return formats[mediaType]?.name ?? (mediaType.split('/')[1] ?? mediaType).toUpperCase();
}

/**
 * Whether a work of this type is handed out in the format that the person chose. What is drawn in lines or
 * moves would lose that; films, sounds and solids are no pictures.
 */
export function isConvertible(mediaType: string): boolean {
  return /^image\/(?:png|jpeg|webp|bmp)$/.test(mediaType);
}

/** Whether a work of this type can have a small picture: its own, or a poster that the platform keeps. */
export const mayHaveSmallPicture = (mediaType: string): boolean =>
  /^(?:image|video|audio|model)\//.test(mediaType);

/** A download's name: nothing a file system refuses, at most 128 characters before the extension. */
export function downloadName(wanted: string, extension: string): string {
  const cleaned = wanted
    // eslint-disable-next-line no-control-regex -- control characters are exactly what must go
    .replaceAll(/[\u0000-\u001f\u007f/\\:*?"<>|]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '');
  const cut = [...(cleaned || 'kiln')].slice(0, downloadNameMaxCharacters).join('').trim();
  return `${cut}.${extension}`;
}

/** `accept_types` of models that take pictures: what the platform's decoders can really read. */
export const readableExtensions = ['png', 'jpg', 'jpeg', 'webp', 'gif'];
