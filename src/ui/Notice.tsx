import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Notice.module.css';
import type { Tone } from './StatusPill.tsx';

/**
 * Words where the thing happened: what happened, what is safe, what to do.
 * @param announce reads it aloud when it appears; leave out for what was there from the start
 */
export function Notice({
  tone = 'quiet',
  title,
  children,
  actions,
  announce = false,
}: {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  announce?: boolean;
}) {
  const Icon =
    tone === 'danger' || tone === 'warn'
      ? IconAlertTriangle
      : tone === 'success'
        ? IconCircleCheck
        : IconInfoCircle;
  const role = announce ? (tone === 'danger' ? 'alert' : 'status') : undefined;
  return (
    <div className={classes.root} data-tone={tone} role={role}>
      <Icon className={classes.icon} size={20} stroke={1.75} aria-hidden />
      <div className={classes.words}>
        {title && <strong className={classes.title}>{title}</strong>}
        {children && <div>{children}</div>}
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </div>
  );
}
