import { atom } from './atoms.ts';

/** What stands behind each page's title: the product, or what a deployment calls itself. */
export const productNameAtom = atom('Kiln 窑');
