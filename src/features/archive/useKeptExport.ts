import { useEffect, useState } from 'react';
import type { UserKey } from '../../domain/ids.ts';
import { keptExport } from '../../../workers/archive-export/client.ts';
import type { KeptExport } from '../../../workers/archive-export/contract.ts';

/**
 * What of an archive lies on this device.
 * @param step whenever it changes, it is looked for anew
 * @returns undefined until known
 */
export function useKeptExport(owner: UserKey, step: string): KeptExport | null | undefined {
  const [kept, setKept] = useState<KeptExport | null>();
  useEffect(() => {
    let isWanted = true;
    keptExport(owner).then(
      (found) => isWanted && setKept(found),
      () => isWanted && setKept(null),
    );
    return () => {
      isWanted = false;
    };
  }, [owner, step]);
  return kept;
}
