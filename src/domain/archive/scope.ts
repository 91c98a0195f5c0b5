import type { HistoryFilter } from '../history-filter.ts';
import type { WorkId } from '../ids.ts';

/** Which works an archive is to hold: some by name, or all that a filter shows. */
export type ExportScope = { ids: readonly WorkId[] } | { filter: HistoryFilter };
