import type { ReactNode } from 'react';
import classes from './Prompt.module.css';

/** Where prompts stand: below the top bar, one above the other. Stays mounted, so that they are read out. */
export function PromptRegion({ children }: { children: ReactNode }) {
  return (
    <div className={classes.region} role="status">
      {children}
    </div>
  );
}

/** A question of the app itself that waits until somebody has time for it; inside the `PromptRegion`. */
export function Prompt({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div className={classes.prompt}>
      <span className={classes.words}>{children}</span>
      <span className={classes.actions}>{actions}</span>
    </div>
  );
}
