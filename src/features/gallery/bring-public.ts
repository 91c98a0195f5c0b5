import { hashFile } from '../../../workers/imaging/client.ts';
import { putSource } from '../../db/media/media.ts';
import type { GalleryEntry } from '../../domain/gallery.ts';
import type { MediaId } from '../../domain/ids.ts';
import { mediaKind } from '../../domain/media-kind.ts';

/** What a published work is on this device: its address, and the type in which it comes. */
export const publicFileOf = ({ picture, file, mediaType }: GalleryEntry): string =>
  mediaKind(mediaType) === 'picture' ? picture : file;

/**
 * Brings a published work's file here, as a source of a form.
 * @returns null where it can't be had now
 */
export async function bringPublic(entry: GalleryEntry): Promise<MediaId | null> {
  const answer = await fetch(publicFileOf(entry)).catch(() => null);
  const type = (answer?.headers.get('Content-Type') ?? '').split(';')[0]?.trim() ?? '';
  // A portal answers every address with a page of its own.
  if (!answer?.ok || !/^(?:image|video)\//.test(type)) return null;
  const blob = await answer.blob().catch(() => null);
  if (!blob) return null;
  const { width, height, title, prompt } = entry;
  return putSource({
    blob,
    mediaType: type,
    bytes: blob.size,
    sha256: await hashFile(blob),
    width,
    height,
    name: (title || prompt).slice(0, 60),
  });
}
