import { useLiveQuery } from './useLiveQuery.ts';
import { getSetting } from '../db/settings.ts';
import type { TagList } from '../domain/tags.ts';

/** Whose tags are suggested here, and where the list is. */
export interface ChosenTagList {
  list: TagList;
  address: string;
}

/** The list that was chosen and that the deployment has: undefined until read, null where there is none. */
export function useTagList(): ChosenTagList | null | undefined {
  return useLiveQuery(async () => {
    const list = await getSetting('tagSource');
    if (list === 'none') return null;
    const { [list]: address } = await getSetting('tagLists');
    return address === undefined ? null : { list, address };
  }, []);
}
