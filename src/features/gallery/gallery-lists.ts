import type { GalleryEntry } from '../../domain/gallery.ts';
import { atom } from '../../ui/atoms.ts';

/** What has been read of a list so far. */
export interface ReadGallery {
  key: string;
  entries: readonly GalleryEntry[];
  pages: number;
  more: boolean;
  /** When the oldest of it was given, where nobody could be asked anew; null while all of it is fresh. */
  asOfMs: number | null;
}

/** The list that was looked at last in each place: who comes back to it finds it as it was. */
export const lastReadAtoms = {
  home: atom<ReadGallery | null>(null),
  examples: atom<ReadGallery | null>(null),
};
export type GalleryPlace = keyof typeof lastReadAtoms;
