import type { ReactNode } from 'react';
import classes from './Page.module.css';

/** Width and rhythm of a page. `measure` is for reading, `wide` for galleries, `full` for workbenches. */
export function Page({
  children,
  width = 'wide',
}: {
  children: ReactNode;
  width?: 'measure' | 'wide' | 'full';
}) {
  return (
    <div className={classes.page} data-width={width}>
      {children}
    </div>
  );
}

/** The page's one h1, a sentence under it where it helps, and its actions. */
export function PageHeader({
  title,
  description,
  actions,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <h1 className={classes.title} tabIndex={-1}>
          {title}
        </h1>
        {description && <p className={classes.description}>{description}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}

/** A titled part of a page. */
export function Section({
  title,
  action,
  children,
}: {
  title: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={classes.section}>
      <div className={classes.sectionHead}>
        <h2 className={classes.sectionTitle}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
