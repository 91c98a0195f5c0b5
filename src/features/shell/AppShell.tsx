import { Trans } from '@lingui/react/macro';
import { useRef, type ReactNode } from 'react';
import { ToastRegion } from '../../ui/ToastRegion.tsx';
import classes from './AppShell.module.css';
import { BottomMenu } from './BottomMenu.tsx';
import { TopBar, type QueueGlance } from './TopBar.tsx';
import { useRouteFocus } from './useRouteFocus.ts';
import { useScrollReturn } from './useScrollReturn.ts';

const unnamed = { name: '', logo: '' };

/**
 * The quiet frame around every page: top bar, page, bottom menu on narrow screens. It knows no other
 * feature; the root route fills its slots.
 */
export function AppShell({
  queue,
  brand = unnamed,
  balance,
  account,
  banner,
  onOpenWorks,
  onOpenOptions,
  children,
}: {
  queue: QueueGlance;
  /** What the deployment calls itself; it is Kiln where this is left out. */
  brand?: { name: string; logo: string };
  /** The credits, for those who have an account. */
  balance?: ReactNode;
  /** Sign-in button or avatar menu. */
  account?: ReactNode;
  /** One quiet line about the network and what waits. */
  banner?: ReactNode;
  onOpenWorks: (() => void) | null;
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
      <TopBar
        queue={queue}
        brand={brand}
        balance={balance}
        account={account}
        onOpenWorks={onOpenWorks}
        onOpenOptions={onOpenOptions}
      />
      {banner}
      <main className={classes.main} id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <BottomMenu count={queue.openCount + queue.attentionCount} />
      <ToastRegion />
    </div>
  );
}
