import type { ReactNode } from 'react';
import classes from './StatusPill.module.css';

export type Tone = 'quiet' | 'active' | 'success' | 'warn' | 'danger';

/** A state in words with an icon; the tone only supports what the words say. */
export function StatusPill({
  tone = 'quiet',
  icon,
  children,
  onPicture,
  wrap,
}: {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
  /** Puts a dark plate behind it so that it reads on any picture. */
  onPicture?: boolean;
  /** Where there is little room: words go on in a second line instead of being cut off. */
  wrap?: boolean;
}) {
  return (
    <span
      className={classes.pill}
      data-tone={tone}
      data-on-picture={onPicture || undefined}
      data-wrap={wrap || undefined}
    >
      {icon}
      <span className={classes.text}>{children}</span>
    </span>
  );
}
