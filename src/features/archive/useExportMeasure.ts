import { useEffect, useEffectEvent, useState } from 'react';
import type { ExportScope } from '../../domain/archive/scope.ts';
import type { UserKey } from '../../domain/ids.ts';
import { measureExport } from '../../../workers/archive-export/client.ts';
import type { ExportMeasure } from '../../../workers/archive-export/contract.ts';
import { resolveScope, type ExportChoice, type ScopeName } from './export-scopes.ts';

export interface MeasuredScope {
  name: ScopeName;
  scope: ExportScope;
  measure: ExportMeasure;
}

/**
 * What an archive would hold.
 * @param isAsked false while something is written: then it would change all the time
 * @returns undefined until known, null when the works can't be read
 */
export function useExportMeasure(
  owner: UserKey,
  name: ScopeName,
  choice: ExportChoice,
  isAsked: boolean,
): MeasuredScope | null | undefined {
  const [measured, setMeasured] = useState<MeasuredScope | null>();
  const ask = useEffectEvent(async () => {
    const scope = await resolveScope(owner, name, choice);
    return { name, scope, measure: await measureExport(owner, scope) };
  });
  useEffect(() => {
    if (!isAsked) return undefined;
    let isWanted = true;
    ask().then(
      (answer) => isWanted && setMeasured(answer),
      () => isWanted && setMeasured(null),
    );
    return () => {
      isWanted = false;
    };
  }, [owner, name, isAsked]);
  // Of the choice before nothing is shown.
  return measured?.name === name || measured === null ? measured : undefined;
}
