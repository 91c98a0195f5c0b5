import { IconCloudOff, IconFilterOff, IconMoodSad } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';
import { KilnLogo } from './KilnLogo.tsx';

export type EmptyKind = 'first-use' | 'filtered' | 'offline' | 'failed' | 'signed-out' | 'missing';

/**
 * What a view shows when it has nothing to show: before first use, after a filter, without a network,
 * after a failure, before signing in, or at an address that has nothing (`missing`). (The other two of the six states are `loading`, drawn with
 * skeletons in the shape of the content, and `full`.)
 */
export function EmptyState({
  kind = 'first-use',
  title,
  children,
  actions,
  headingLevel = 2,
}: {
  kind?: EmptyKind;
  title: ReactNode;
  /** What happened, what is safe, what to do. */
  children?: ReactNode;
  actions?: ReactNode;
  /** 1 where the state is the whole page. */
  headingLevel?: 1 | 2 | 3;
}) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={classes.root} role={kind === 'failed' ? 'alert' : undefined}>
      <div className={classes.figure} data-kind={kind} aria-hidden>
        {kind === 'filtered' && <IconFilterOff size={26} stroke={1.5} />}
        {kind === 'offline' && <IconCloudOff size={26} stroke={1.5} />}
        {kind === 'missing' && <KilnLogo size="2rem" progress={0} />}
        {kind === 'failed' && <IconMoodSad size={26} stroke={1.5} />}
        {(kind === 'first-use' || kind === 'signed-out') && <KilnLogo size="2rem" />}
      </div>
      <Heading className={classes.title} tabIndex={headingLevel === 1 ? -1 : undefined}>
        {title}
      </Heading>
      {children && <div className={classes.words}>{children}</div>}
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
