import type { HistoryFilter } from '../../domain/history-filter.ts';
import { useMakingOwner } from '../../live/useSession.ts';
import { HistoryFilters } from './HistoryFilters.tsx';

/** The history's choices of what is left out, for a rule that an album is filled by. */
export function RuleFields(props: {
  filter: HistoryFilter;
  onFilter: (filter: HistoryFilter) => void;
}) {
  const owner = useMakingOwner();
  return owner ? <HistoryFilters owner={owner} {...props} /> : null;
}
