import type { ReactNode } from 'react';
import type { WorkEntry } from '../../domain/work-entry.ts';
import classes from './JobTile.module.css';

/** Columns in which so many works lie in one tile. */
const columnsOf = (count: number): number => Math.ceil(Math.sqrt(count));

/** All works of one job in one place of the wall; each can be opened and selected by itself. */
export function JobTile({
  entries,
  ratio,
  children,
}: {
  entries: readonly WorkEntry[];
  /** Of the whole tile. */
  ratio: number;
  children: (entry: WorkEntry, ratio: number) => ReactNode;
}) {
  const columns = columnsOf(entries.length);
  const rows = Math.ceil(entries.length / columns);
  return (
    <div className={classes.job} style={{ '--job-columns': columns, '--job-rows': rows }}>
      {entries.map((entry) => (
        <div key={entry.id} className={classes.one}>
          {children(entry, (ratio * rows) / columns)}
        </div>
      ))}
    </div>
  );
}
