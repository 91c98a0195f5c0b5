import { isGeneratorType, type GeneratorType } from '../../domain/generator-types.ts';
import { parseWorkRouteId } from '../../domain/ids.ts';

export interface HistorySearch {
  /** Only what this tool made. */
  tool?: GeneratorType;
  /** The work that is open over the history, `c_{image_id}`. */
  work?: string;
}

/** What is not of the right form is as if it were absent. */
export function readHistorySearch(search: Record<string, unknown>): HistorySearch {
  const found: HistorySearch = {};
  const { tool, work } = search;
  if (typeof tool === 'string' && isGeneratorType(tool)) found.tool = tool;
  if (typeof work === 'string' && parseWorkRouteId(work)) found.work = work;
  return found;
}
