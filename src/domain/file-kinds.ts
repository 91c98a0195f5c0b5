import { downloadNameMaxCharacters } from './limits.ts';

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
  if (ascii(4, 'ftyp')) return 'video/mp4';
  if (head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3)
    return 'video/webm';
  if (ascii(0, 'OggS')) return 'audio/ogg';
  if (ascii(0, 'fLaC')) return 'audio/flac';
  if (ascii(0, 'ID3') || (head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0))
    return 'audio/mpeg';
  if (ascii(0, 'glTF')) return 'model/gltf-binary';
  if (ascii(0, '<svg ')) return 'image/svg+xml';
  if (ascii(0, 'PK\u0003\u0004')) return 'application/zip';
  return null;
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
