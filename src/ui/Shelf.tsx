import type { ReactNode } from 'react';
import classes from './Shelf.module.css';

/**
 * A strip that scrolls sideways inside itself, so that the page never does. A list for screen readers;
 * reachable by keyboard through its items, and by arrows when it has focus.
 */
export function Shelf({
  label,
  children,
  itemWidth = '9rem',
}: {
  label: string;
  children: ReactNode[];
  itemWidth?: string;
}) {
  return (
    // Focusable, because a region that scrolls must scroll by keyboard too.
    <div className={classes.scroller} role="region" aria-label={label} tabIndex={0}>
      <ul className={classes.list} style={{ '--item-width': itemWidth }}>
        {children}
      </ul>
    </div>
  );
}

export function ShelfItem({ children }: { children: ReactNode }) {
  return <li className={classes.item}>{children}</li>;
}
