import { useLiveQuery } from './useLiveQuery.ts';
import { listIntentsInStages } from '../db/intents/lists.ts';
import type { UserKey } from '../domain/ids.ts';
import type { DeleteWorksIntent } from '../domain/intent.ts';

/** Deletions that were refused, whose works are shown again; undefined until read. */
export function useRefusedDeletions(owner: UserKey): DeleteWorksIntent[] | undefined {
  return useLiveQuery(async () => {
    const failed = await listIntentsInStages(owner, ['failed']);
    return failed.filter((intent): intent is DeleteWorksIntent => intent.kind === 'delete-works');
  }, [owner]);
}
