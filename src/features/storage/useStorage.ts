import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { getSession } from '../../db/session.ts';
import {
  countReleasing,
  listQuarantine,
  measureTables,
  sortOriginals,
  type OriginalsByFate,
  type TableUse,
} from '../../db/storage-use.ts';
import type { QuarantineRow } from '../../db/schema.ts';
import type { UserKey } from '../../domain/ids.ts';
import { measureCaches, readEstimate, type Estimate } from './estimate.ts';

export interface Storage {
  owner: UserKey | null;
  tables: TableUse;
  /** Null when nobody is signed in: whose works may go is not known then. */
  fate: OriginalsByFate | null;
  releasing: number;
  damaged: QuarantineRow[];
}

/** What the tables hold, live. */
export function useTables(): Storage | undefined {
  return useLiveQuery(async () => {
    const owner = (await getSession())?.userKey ?? null;
    return {
      owner,
      tables: await measureTables(),
      fate: owner && (await sortOriginals(owner)),
      releasing: owner ? await countReleasing(owner) : 0,
      damaged: await listQuarantine(),
    };
  });
}

/**
 * What the browser counts; undefined until it has said so, null where it does not.
 * @param key another value has it asked again
 */
export function useEstimate(key: unknown): [Estimate | null | undefined, () => void] {
  const [estimate, setEstimate] = useState<Estimate | null | undefined>(undefined);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    async function read() {
      const next = await readEstimate();
      const cacheBytes = next && next.cacheBytes === null ? await measureCaches() : null;
      if (isCurrent) setEstimate(next && { ...next, cacheBytes: cacheBytes ?? next.cacheBytes });
    }
    void read();
    return () => {
      isCurrent = false;
    };
  }, [key, asked]);
  return [estimate, () => setAsked((times) => times + 1)];
}
