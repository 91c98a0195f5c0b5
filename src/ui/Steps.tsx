import type { ReactNode } from 'react';
import classes from './Steps.module.css';

/** What happens, or what to do, one after the other; the glow rises with them. Its children are `Step`. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className={classes.steps}>{children}</ol>;
}

/** @param title an h3; without one the step is a single sentence */
export function Step({ title, children }: { title?: ReactNode; children: ReactNode }) {
  return (
    <li className={classes.step}>
      {title && <h3 className={classes.title}>{title}</h3>}
      <p className={classes.words}>{children}</p>
    </li>
  );
}
