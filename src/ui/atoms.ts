/*
 * The one door to Jotai. Atoms hold what dies with the tab; what outlives it is in src/db, what a link
 * reopens is in the URL. There is one store, so that verbs outside of components reach it, too.
 */
import { getDefaultStore } from 'jotai';

export { atom, useAtom, useAtomValue, useSetAtom } from 'jotai';

export const store = getDefaultStore();
