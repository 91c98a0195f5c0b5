import { getDrawing } from '../db/drawings.ts';
import type { DrawingPlace, DrawingRow } from '../db/schema.ts';
import type { UserKey } from '../domain/ids.ts';
import { useKeyedQuery } from './useKeyedQuery.ts';

/** A drawing that was begun for a field and is still to be used; null where there is none. */
export function useKeptDrawing(owner: UserKey, place: DrawingPlace): DrawingRow | null | undefined {
  return useKeyedQuery(`${owner} ${place}`, async () => (await getDrawing(owner, place)) ?? null);
}
