import type { ExportScope } from '../../domain/archive/scope.ts';
import type { UserKey } from '../../domain/ids.ts';
import { PartMissingError } from '../../domain/part-missing.ts';
import { useThrottledQuery } from '../../live/useThrottledQuery.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { measureExport } from '../../../workers/archive-export/client.ts';
import type { ExportMeasure } from '../../../workers/archive-export/contract.ts';
import { resolveScope, type ExportChoice, type ScopeName } from './export-scopes.ts';

export interface MeasuredScope {
  name: ScopeName;
  scope: ExportScope;
  measure: ExportMeasure;
}

/** What was known before stays. */
const noAnswer = new Promise<never>(() => {});

/**
 * What an archive would hold, also when works come or go while one looks at it.
 * @param isAsked false while something is written: then it would change all the time
 * @returns undefined until known, null when the works can't be read, `part-missing` where what reads them is not on this
 * device
 */
export function useExportMeasure(
  owner: UserKey,
  name: ScopeName,
  choice: ExportChoice,
  isAsked: boolean,
): MeasuredScope | 'part-missing' | null | undefined {
  const online = useOnline();
  const measured = useThrottledQuery<MeasuredScope | 'part-missing' | null>(
    // A read that never ends must not be one that others wait for: it follows nothing.
    isAsked ? ['works'] : [],
    async () => {
      if (!isAsked) return noAnswer;
      try {
        const scope = await resolveScope(owner, name, choice);
        return { name, scope, measure: await measureExport(owner, scope) };
      } catch (error) {
        return error instanceof PartMissingError ? 'part-missing' : null;
      }
    },
    [owner, name, isAsked, online],
  );
  if (measured === null || measured === 'part-missing') return measured;
  // Of the choice before nothing is shown.
  return measured?.name === name ? measured : undefined;
}
