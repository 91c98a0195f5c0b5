import { atom } from '../../ui/atoms.ts';

/** What lies over the page. One at most: never one over another. */
export const panelAtom = atom<'credits' | 'guide' | 'options' | 'queue' | 'works' | null>(null);
