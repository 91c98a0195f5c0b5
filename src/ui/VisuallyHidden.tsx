import type { ReactNode } from 'react';
import classes from './VisuallyHidden.module.css';

/** Text for screen readers only. */
export function VisuallyHidden({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <span className={classes.hidden} id={id}>
      {children}
    </span>
  );
}
