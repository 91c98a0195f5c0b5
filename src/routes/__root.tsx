import { useMantineColorScheme } from '@mantine/core';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { BalanceBadge } from '../features/account/BalanceBadge.tsx';
import { useSignInRequest } from '../features/account/useSignInRequest.ts';
import { setHomeText } from '../features/home/home-text.ts';
import { AppShell } from '../features/shell/AppShell.tsx';
import type { Environment } from '../features/shell/environment.ts';
import { ErrorPage, NotFoundPage, PendingPage } from '../features/shell/PageState.tsx';
import { readRootSearch } from '../features/shell/root-search.ts';
import { UpdatePrompt } from '../features/shell/UpdatePrompt.tsx';
import { useWaitingUpdate } from '../features/shell/updates.ts';
import { useGlance } from '../features/shell/useGlance.ts';
import { AppActionsContext } from '../ui/app-actions.ts';

// What the first paint can do without comes in its own chunks.
const WaitingBanner = lazy(() =>
  import('../features/queue/WaitingBanner.tsx').then((module) => ({
    default: module.WaitingBanner,
  })),
);
const AccountArea = lazy(() =>
  import('../features/shell/AccountArea.tsx').then((module) => ({ default: module.AccountArea })),
);
const OptionsDialog = lazy(() =>
  import('../features/options/OptionsDialog.tsx').then((module) => ({
    default: module.OptionsDialog,
  })),
);
const SignInDialog = lazy(() =>
  import('../features/account/SignInDialog.tsx').then((module) => ({
    default: module.SignInDialog,
  })),
);
const QueueDrawer = lazy(() =>
  import('../features/queue/QueueDrawer.tsx').then((module) => ({ default: module.QueueDrawer })),
);

export const Route = createRootRouteWithContext<Environment>()({
  validateSearch: readRootSearch,
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
  pendingComponent: PendingPage,
});

type Drawer = 'untouched' | 'opened' | 'closed';

async function leave() {
  const { signOut } = await import('../features/account/sign-out.ts');
  await signOut();
}

/** Fills the shell's slots and lets features ask each other; knows what each does, not how. */
function Root() {
  const { mode, search } = Route.useSearch();
  const { wakeQueue } = Route.useRouteContext();
  const { setColorScheme } = useMantineColorScheme();
  const glance = useGlance();
  const applyUpdate = useWaitingUpdate();
  // Their code is loaded at the first opening.
  const [options, setOptions] = useState<Drawer>('untouched');
  const [queue, setQueue] = useState<Drawer>('untouched');

  const signIn = useSignInRequest();
  const [signInAsked, setSignInAsked] = useState(false);
  if (signIn.opened && !signInAsked) setSignInAsked(true);

  useEffect(() => {
    if (mode) setColorScheme(mode);
  }, [mode, setColorScheme]);
  useEffect(() => {
    if (search !== undefined) setHomeText(search);
  }, [search]);

  const openQueue = () => setQueue('opened');

  return (
    <AppActionsContext value={{ requestSignIn: signIn.requestSignIn, openQueue, wakeQueue }}>
      <AppShell
        queue={{
          openCount: glance.open,
          attentionCount: glance.needsAttention,
          progress: glance.progress,
          onOpen: openQueue,
        }}
        balance={<BalanceBadge />}
        account={
          <Suspense fallback={null}>
            <AccountArea
              onSignIn={() => void signIn.requestSignIn()}
              onSignOut={() => void leave()}
            />
          </Suspense>
        }
        banner={
          <Suspense fallback={null}>
            <WaitingBanner />
          </Suspense>
        }
        onOpenOptions={() => setOptions('opened')}
      >
        <Outlet />
      </AppShell>
      {options !== 'untouched' && (
        <Suspense fallback={null}>
          <OptionsDialog opened={options === 'opened'} onClose={() => setOptions('closed')} />
        </Suspense>
      )}
      {queue !== 'untouched' && (
        <Suspense fallback={null}>
          <QueueDrawer opened={queue === 'opened'} onClose={() => setQueue('closed')} />
        </Suspense>
      )}
      {signInAsked && (
        <Suspense fallback={null}>
          <SignInDialog opened={signIn.opened} onDone={signIn.settle} />
        </Suspense>
      )}
      <UpdatePrompt ready={applyUpdate !== null} onUpdate={() => applyUpdate?.()} />
    </AppActionsContext>
  );
}
