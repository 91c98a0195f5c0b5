import type { ReactNode } from 'react';
import classes from './parameters.module.css';

/** Name of a setting on the left, what can be done with it on the right. */
export function FieldHead({
  htmlFor,
  label,
  children,
}: {
  htmlFor?: string;
  label: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={classes.head}>
      {htmlFor ? (
        <label className={classes.label} htmlFor={htmlFor}>
          {label}
        </label>
      ) : (
        <span className={classes.label} aria-hidden>
          {label}
        </span>
      )}
      <span className={classes.headActions}>{children}</span>
    </div>
  );
}
