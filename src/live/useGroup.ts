import { readGroup, type GroupWithMembers } from '../db/intents/groups.ts';
import type { GroupId, UserKey } from '../domain/ids.ts';
import { useThrottledQuery } from './useThrottledQuery.ts';

/** Requests of one press in compare mode with what they became; undefined until read, null when there is none. */
export function useGroup(owner: UserKey, id: GroupId): GroupWithMembers | null | undefined {
  const found = useThrottledQuery(
    ['intents', 'works', 'groups'],
    async () => ({ id, value: await readGroup(owner, id) }),
    [owner, id],
  );
  // While the next one is read, the hook still holds the one before.
  return found?.id === id ? found.value : undefined;
}
