import type { DBCore, Dexie, IntervalTree, ObservabilitySet } from 'dexie';

/** So deep is a tree of seven ranges. */
const preciseDepth = 3;

const isOfRows = (key: string): boolean => key.endsWith('/') || key.endsWith(':dels');

/** All of it as one range, from its lowest key to its highest. */
function span(ranges: IntervalTree): void {
  if (!('from' in ranges)) return;
  let first: IntervalTree = ranges;
  while (first.l) first = first.l;
  let last: IntervalTree = ranges;
  while (last.r) last = last.r;
  Object.assign(ranges, { from: first.from, to: last.to, d: 1, l: null, r: null });
}

/**
 * Of a write of many rows no index tells every key: a dozen of them do so for each work, every live query of every page
 * adds each key to what it has heard since it was read, and thousands that come in keep the pages busy with that alone.
 * Between the lowest and the highest key more is read again than has changed. Which rows were written is always told.
 */
export function installCoarseChanges(database: Dexie): void {
  database.use({
    stack: 'dbcore',
    name: 'coarse-changes',
    create: (core: DBCore) => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        return {
          ...table,
          mutate: (request) =>
            table.mutate(request).then((answer) => {
              // Dexie gathers there what it tells everybody when the transaction is complete.
              const { mutatedParts = {} } = request.trans as { mutatedParts?: ObservabilitySet };
              for (const [key, ranges] of Object.entries(mutatedParts)) {
                if (ranges.d > preciseDepth && !isOfRows(key)) span(ranges);
              }
              return answer;
            }),
        };
      },
    }),
  });
}
