import { useLiveQuery } from './useLiveQuery.ts';
import type { QuarantineRow } from '../db/schema.ts';
import { getSession } from '../db/account/session.ts';
import {
  countReleasing,
  listQuarantine,
  measureTables,
  sortOriginals,
  type OriginalsByFate,
  type TableUse,
} from '../db/media/storage-use.ts';
import { guestOwner } from '../domain/community.ts';
import type { UserKey } from '../domain/ids.ts';

export interface TablesInUse {
  owner: UserKey | null;
  tables: TableUse;
  /** Null when nobody is signed in: whose works may go is not known then. */
  fate: OriginalsByFate | null;
  releasing: number;
  damaged: QuarantineRow[];
}

/** What the tables hold; undefined until read. */
export function useTableUse(): TablesInUse | undefined {
  return useLiveQuery(async () => {
    const owner = (await getSession())?.userKey ?? null;
    return {
      owner,
      tables: await measureTables(),
      fate: owner && (await sortOriginals(owner)),
      releasing: owner ? await countReleasing(owner) : 0,
      damaged: await listQuarantine(owner ?? (guestOwner as UserKey)),
    };
  }, []);
}
