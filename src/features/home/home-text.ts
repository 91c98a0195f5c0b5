import { atom } from '../../ui/atoms.ts';

/** What stands in the prompt box of home. `?search=` may arrive on any route and is shown there. */
export const homeTextAtom = atom('');
