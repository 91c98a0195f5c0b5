import type { ReactNode } from 'react';
import classes from './Banner.module.css';

/** Where banners stand: below the top bar, one above the other. Stays mounted, so that they are read out. */
export function BannerRegion({ children }: { children: ReactNode }) {
  return (
    <div className={classes.region} role="status">
      {children}
    </div>
  );
}

/** A question of the app itself that waits until somebody has time for it; inside the `BannerRegion`. */
export function Banner({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div className={classes.banner}>
      <span className={classes.words}>{children}</span>
      <span className={classes.actions}>{actions}</span>
    </div>
  );
}
