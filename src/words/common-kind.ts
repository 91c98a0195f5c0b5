import { mediaKind, type MediaKind } from '../domain/media-kind.ts';

/** What all of these works are; null where they differ. */
export function commonKind(works: readonly { mediaType: string }[]): MediaKind | null {
  const kinds = new Set(works.map(({ mediaType }) => mediaKind(mediaType)));
  const [kind = null] = kinds;
  return kinds.size === 1 ? kind : null;
}
