import type { ReactNode } from 'react';
import classes from './Kbd.module.css';

/** One key of a keyboard shortcut. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={classes.key}>{children}</kbd>;
}
