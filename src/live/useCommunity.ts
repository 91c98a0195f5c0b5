import { getCommunity } from '../db/account/community.ts';
import { sharedQuery } from './shared-query.ts';
import { useSharedQuery } from './useSharedQuery.ts';

const community = sharedQuery(getCommunity);

/** Where pictures are made without a platform: undefined until read, null where there is one. */
export function useCommunity() {
  return useSharedQuery(community);
}
