import type { WorkId } from '../../domain/ids.ts';
import { atom } from '../../ui/atoms.ts';

/** The work whose place in the gallery is to be seen to; the root route shows the dialog. */
export const publishingAtom = atom<WorkId | null>(null);
