import { useLiveQuery } from './useLiveQuery.ts';
import { countOriginals } from '../db/media/count-originals.ts';

/** How many full-size results are on this device; undefined until read. */
export function useOriginalCount(): number | undefined {
  return useLiveQuery(async () => countOriginals(), []);
}
