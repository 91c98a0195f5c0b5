import { useLiveQuery } from 'dexie-react-hooks';
import { getCommunity } from '../db/account/community.ts';

/** Where pictures are made without a platform: undefined until read, null where there is one. */
export function useCommunity() {
  return useLiveQuery(getCommunity, []);
}
