import type { WorkId } from '../../domain/ids.ts';
import { atom } from '../../ui/atoms.ts';

/** The work whose link is to be seen to, or all links; the root route shows the dialog. */
export const sharingAtom = atom<WorkId | 'all' | null>(null);
