import { atom } from '../../ui/atoms.ts';

/** Whether somebody is telling whoever runs this what is wrong or could be better. The root route shows the form. */
export const feedbackAtom = atom(false);
