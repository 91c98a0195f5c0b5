import { atom } from '../../ui/atoms.ts';

/**
 * Short words of the deployment's over whatever one does: how to work together with whoever runs it, or that something
 * is kept for some. The root route shows them.
 */
export const noticeAtom = atom<'business' | 'no-access' | null>(null);
