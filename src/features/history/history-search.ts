import { ratingFilters, type RatingFilter } from '../../db/works/entries.ts';
import { isGeneratorType, type GeneratorType } from '../../domain/generator-types.ts';
import { parseWorkRouteId } from '../../domain/ids.ts';

export interface HistorySearch {
  /** Only what this tool made. */
  tool?: GeneratorType;
  /** Only what the person marked so; absent for all. */
  marked?: RatingFilter;
  /** The work that is open over the history, `c_{image_id}`. */
  work?: string;
}

/**
 * What is not of the right form is as if it were absent. Every key is named: the router lays the answer over
 * what the URL says, and what is left out would come through as it was.
 */
export function readHistorySearch({ tool, marked, work }: Record<string, unknown>): HistorySearch {
  return {
    tool: typeof tool === 'string' && isGeneratorType(tool) ? tool : undefined,
    marked: ratingFilters.find((known) => known === marked && known !== 'all'),
    work: typeof work === 'string' && parseWorkRouteId(work) ? work : undefined,
  };
}
