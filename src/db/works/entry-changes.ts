import type { HistoryFilter } from '../../domain/history-filter.ts';
import type { UserKey } from '../../domain/ids.ts';
import type { HistoryOrder, WorkEntry } from '../../domain/work-entry.ts';
import { onTableChanges } from '../row-changes.ts';
import { collectionsOf, criteriaOf, everything, timesBetween } from './entry-keys.ts';
import type { WorkCursor } from './works.ts';

/** Where a list shows the works that were made at some time. */
interface ShownStretch {
  after: WorkCursor | null;
  until: WorkCursor | null;
  entries: readonly WorkEntry[];
}

/**
 * Calls back after each write that may change what a list shows, with the way to ask whether it does so in one of its
 * stretches. One watch for all of them, however many there are.
 * @returns the way to stop
 */
export function onEntryChanges(
  { owner, order, filter }: { owner: UserKey; order: HistoryOrder; filter: HistoryFilter },
  callback: (isTouched: (stretch: ShownStretch) => boolean) => void,
): () => void {
  const stretches = [everything(owner), ...criteriaOf(owner, filter).flat()];
  const timesIn = ({ after, until }: ShownStretch) => timesBetween(filter, order, after, until);
  const stops = [
    onTableChanges('works', ({ row, range }) =>
      callback((shown) => {
        const { fromMs, toMs } = timesIn(shown);
        return (
          stretches.some(({ index, prefix }) =>
            range(index, [...prefix, fromMs], [...prefix, toMs]),
          ) || shown.entries.some(({ id }) => row(id))
        );
      }),
    ),
    ...collectionsOf(filter).map((collection) =>
      onTableChanges('memberships', ({ range, unknown }) =>
        callback((shown) => {
          const { fromMs, toMs } = timesIn(shown);
          return (
            unknown ||
            range(
              '[owner+collection+place]',
              [owner, collection, fromMs],
              [owner, collection, toMs],
            )
          );
        }),
      ),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
