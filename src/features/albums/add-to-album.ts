import type { WorkId } from '../../domain/ids.ts';
import { atom, store } from '../../ui/atoms.ts';

/** The works that are being put into albums; null while none are. */
export const addedWorksAtom = atom<readonly WorkId[] | null>(null);

/** Asks into which albums works are to go. */
export function addToAlbum(ids: readonly string[]): void {
  if (ids.length > 0) store.set(addedWorksAtom, ids as readonly WorkId[]);
}
