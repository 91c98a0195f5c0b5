import type { WorkId } from '../../domain/ids.ts';
import { useLatest } from '../../live/useLatest.ts';
import { useViewedWork, type ViewedWork } from '../../live/useViewedWork.ts';
import { useWorkPosition, type WorkPosition } from '../../live/useWorkPosition.ts';
import { useSearchNeighbours, type ListSource } from './useSearchNeighbours.ts';

/** A work with its neighbours and its place in the list that it was opened from. */
export interface ListedWork extends ViewedWork {
  /** Null where the list does not show it (any more). */
  position: WorkPosition | null;
}

/**
 * The work to look at. While the next one is read, the one before stays on the screen.
 * @returns undefined until the first is read; null when it is not here, or belongs to someone who is not signed in
 */
export function useListedWork(id: WorkId | null, from: ListSource): ListedWork | null | undefined {
  const viewed = useLatest(useViewedWork(id, from.filter));
  const isSearch = from.words.trim() !== '';
  const counted = useLatest(
    useWorkPosition(isSearch ? null : (viewed?.work.id ?? null), from.filter),
  );
  return useSearchNeighbours(viewed ? { ...viewed, position: counted ?? null } : viewed, from);
}
