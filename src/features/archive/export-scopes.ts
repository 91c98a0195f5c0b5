import type { ExportScope } from '../../domain/archive/scope.ts';
import { countCriteria, noFilter, type HistoryFilter } from '../../domain/history-filter.ts';
import type { UserKey, WorkId } from '../../domain/ids.ts';
import { searchWorkIds } from '../../../workers/search/client.ts';

/** What a person comes with: works that they selected, and what their history showed. */
export interface ExportChoice {
  selected: readonly WorkId[];
  filter: HistoryFilter;
  /** Words that all have to be in a work's prompt; empty where nobody searched. */
  words: string;
}

/** Nobody came from works of theirs. */
export const nothingChosen: ExportChoice = { selected: [], filter: noFilter, words: '' };

/** Which of it they want. */
export type ScopeName = 'selected' | 'shown' | 'everything';

/** The choices that there are, the nearest to what the person was doing first. */
export function scopesOf({ selected, filter, words }: ExportChoice): ScopeName[] {
  const isNarrowed = countCriteria(filter) > 0 || words.trim() !== '';
  return [
    ...(selected.length > 0 ? ['selected' as const] : []),
    ...(isNarrowed ? ['shown' as const] : []),
    'everything',
  ];
}

/** @throws when the words can't be searched for */
export async function resolveScope(
  owner: UserKey,
  name: ScopeName,
  { selected, filter, words }: ExportChoice,
): Promise<ExportScope> {
  if (name === 'selected') return { ids: selected };
  if (name === 'everything') return { filter: noFilter };
  if (words.trim() === '') return { filter };
  return { ids: await searchWorkIds({ owner, words, filter, order: 'oldest' }) };
}
