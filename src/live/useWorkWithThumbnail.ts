import { useCallback, useSyncExternalStore } from 'react';
import type { WorkId } from '../domain/ids.ts';
import { showWork, shownWork, type WorkWithThumbnail } from './shown-works.ts';

/**
 * A work, in the bin or not, and its small picture, alive; undefined until read. A wall has dozens of tiles, and a row of
 * them appears in each frame of scrolling: all that appear together are read together.
 */
export function useWorkWithThumbnail(id: WorkId): WorkWithThumbnail | undefined {
  const subscribe = useCallback((listener: () => void) => showWork(id, listener), [id]);
  return useSyncExternalStore(subscribe, () => shownWork(id));
}
