import type { OpenArchive } from './format.ts';
import type { SourceEntry } from '../source-entry.ts';

/** Endings of files that may be works; which one they are, their bytes say. */
const media: ReadonlySet<string> = new Set(
  'png jpg jpeg webp gif bmp avif svg mp4 m4v webm mp3 ogg oga opus wav flac glb ply obj'.split(
    ' ',
  ),
);

/** What systems and other programs leave in archives: nothing that anybody would miss. */
const litter = /(?:^|\/)(?:__MACOSX\/.*|\.[^/]*|Thumbs\.db|desktop\.ini)$/i;

export const extensionOfName = (name: string): string =>
  /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

export const withoutExtension = (name: string): string => name.replace(/\.[a-z0-9]{1,5}$/i, '');

export const isMediaName = (name: string): boolean => media.has(extensionOfName(name));

export const isLitter = (name: string): boolean => litter.test(name);

/** The file of the same name with another ending. */
export const besideIt = (
  archive: OpenArchive,
  entry: SourceEntry,
  extension: string,
): SourceEntry | undefined => archive.named(`${withoutExtension(entry.name)}.${extension}`);

/** JSON of a stranger; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
