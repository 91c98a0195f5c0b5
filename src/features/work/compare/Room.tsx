import type { CSSProperties, ReactNode } from 'react';
import classes from './Compare.module.css';
import type { SharedLook } from './useSharedLook.ts';

/** Where one picture, or several over one another, are looked at together with those of the other rooms. */
export function Room({
  ratio,
  look,
  children,
  over,
}: {
  /** Width by height of what is shown. */
  ratio: number;
  look: SharedLook;
  children: ReactNode;
  /** What stays where it is, however large the picture is. */
  over?: ReactNode;
}) {
  const style = {
    '--ratio': ratio,
    '--scale': look.scale,
    '--x': `${look.x * 100}%`,
    '--y': `${look.y * 100}%`,
  } as CSSProperties;
  return (
    <div
      className={classes.room}
      data-room
      data-whole={look.scale === 1 || undefined}
      style={style}
    >
      <div className={classes.moved}>{children}</div>
      {over}
    </div>
  );
}
