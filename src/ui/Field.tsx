import { useId, type ReactNode } from 'react';
import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './Field.module.css';

/** Attributes that tie a control to its label, hint and error; spread them on the control. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

/** Label, hint and error around a control of any kind. Mantine's inputs bring their own and don't need it. */
export function Field({
  label,
  hint,
  error,
  required,
  aside,
  children,
}: {
  label: ReactNode;
  /** What a first-time user would not know. */
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** At the right of the label: a current value, a small action. */
  aside?: ReactNode;
  children: (control: FieldControl) => ReactNode;
}) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy =
    [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ') || undefined;
  return (
    <div className={classes.field}>
      <div className={classes.head}>
        <label className={classes.label} htmlFor={id}>
          {label}
          {required && (
            <span className={classes.required} aria-hidden>
              {' *'}
            </span>
          )}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': describedBy,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      {hint && (
        <p className={classes.hint} id={hintId}>
          {hint}
        </p>
      )}
      {error && (
        <p className={classes.error} id={errorId} role="alert">
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}
