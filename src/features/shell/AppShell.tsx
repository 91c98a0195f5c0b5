import { Trans } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import { ToastRegion } from '../../ui/ToastRegion.tsx';
import classes from './AppShell.module.css';
import { BottomMenu } from './BottomMenu.tsx';
import { TopBar, type QueueGlance } from './TopBar.tsx';
import { useRouteFocus } from './useRouteFocus.ts';
import { useScrollReturn } from './useScrollReturn.ts';

/**
 * The quiet frame around every page: top bar, page, bottom menu on narrow screens. It knows no other
 * feature; the root route fills its slots.
 */
export function AppShell({
  queue,
  balance,
  account,
  banner,
  onOpenOptions,
  children,
}: {
  queue: QueueGlance;
  /** The credits, for those who have an account. */
  balance?: ReactNode;
  /** Sign-in button or avatar menu. */
  account?: ReactNode;
  /** One quiet line about the network and what waits. */
  banner?: ReactNode;
  onOpenOptions: () => void;
  children: ReactNode;
}) {
  const main = useRef<HTMLElement>(null);
  useRouteFocus(main);
  useScrollReturn();
  return (
    <div className={classes.shell}>
      <a
        className={classes.skip}
        href="#main"
        onClick={(event) => {
          // The router would take a bare hash for a navigation.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        <Trans>Skip to the page</Trans>
      </a>
      <TopBar queue={queue} balance={balance} account={account} onOpenOptions={onOpenOptions} />
      {banner}
      <main className={classes.main} id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <BottomMenu count={queue.openCount + queue.attentionCount} />
      <ToastRegion />
    </div>
  );
}
