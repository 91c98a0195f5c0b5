import { lazy, Suspense } from 'react';
import classes from './Plot.module.css';
import type { PlotProps } from './PlotProps.ts';

const Surface = lazy(async () => ({ default: (await import('./PlotSurface.tsx')).PlotSurface }));

/** A small plot; what draws it is loaded with the first one. */
export function Plot(props: PlotProps) {
  return (
    <figure className={classes.plot}>
      <figcaption className={classes.caption}>
        {props.title}
        <span className={classes.now}>{props.summary}</span>
      </figcaption>
      <div className={classes.surface} role="img" aria-label={`${props.title}: ${props.summary}`}>
        <Suspense fallback={null}>
          <Surface {...props} />
        </Suspense>
      </div>
    </figure>
  );
}
