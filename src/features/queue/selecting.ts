import { atom } from '../../ui/atoms.ts';

/** Several requests are being selected: Escape leaves that first, and only then the sheet around it. */
export const selectingAtom = atom(false);
