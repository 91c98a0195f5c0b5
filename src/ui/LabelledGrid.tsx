import type { ReactNode } from 'react';
import classes from './LabelledGrid.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export interface GridLabel {
  key: string | number;
  /** Null where a single row or column needs no name. */
  label: ReactNode | null;
}

/**
 * A table of pictures whose row and column headers stay in sight while it scrolls, both ways.
 * @param caption what the table shows, for screen readers
 */
export function LabelledGrid({
  caption,
  corner,
  columns,
  rows,
  small = false,
  children,
}: {
  caption: string;
  /** What runs across and what runs down. */
  corner: ReactNode;
  columns: readonly GridLabel[];
  rows: readonly GridLabel[];
  /** Cells that only say that they are there. */
  small?: boolean;
  children: (row: number, column: number) => ReactNode;
}) {
  const hasColumns = columns.some(({ label }) => label !== null);
  const hasRows = rows.some(({ label }) => label !== null);
  return (
    // Focusable, because a region that scrolls must scroll by keyboard too.
    <div
      className={classes.scroll}
      data-small={small || undefined}
      role="region"
      aria-label={caption}
      tabIndex={0}
    >
      <table className={classes.table}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        {hasColumns && (
          <thead>
            <tr>
              {hasRows && <td className={classes.corner}>{corner}</td>}
              {columns.map(({ key, label }) => (
                <th key={key} scope="col" className={classes.column}>
                  <span className={classes.label}>{label}</span>
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={row.key}>
              {hasRows && (
                <th scope="row" className={classes.row}>
                  <span className={classes.label}>{row.label}</span>
                </th>
              )}
              {columns.map((column, columnIndex) => (
                <td key={column.key} className={classes.cell}>
                  {children(rowIndex, columnIndex)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
