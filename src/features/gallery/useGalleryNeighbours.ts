import type { GalleryEntry } from '../../domain/gallery.ts';
import type { WorkId } from '../../domain/ids.ts';
import { useAtomValue } from '../../ui/atoms.ts';
import { lastReadAtoms } from './gallery-lists.ts';

/**
 * What comes before and after a published work in the list that one came from, as far as that was read (spec 1,
 * section 2: navigation moves through the gallery list).
 */
export function useGalleryNeighbours(id: WorkId | null): {
  previous: WorkId | null;
  next: WorkId | null;
  /** The work itself, as the list has it. */
  known: GalleryEntry | null;
} {
  const home = useAtomValue(lastReadAtoms.home);
  const examples = useAtomValue(lastReadAtoms.examples);
  for (const read of [home, examples]) {
    const at = read?.entries.findIndex((entry) => entry.id === id) ?? -1;
    if (read && at >= 0) {
      return {
        known: read.entries[at] ?? null,
        previous: read.entries[at - 1]?.id ?? null,
        next: read.entries[at + 1]?.id ?? null,
      };
    }
  }
  return { known: null, previous: null, next: null };
}
