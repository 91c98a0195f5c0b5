import { useMantineColorScheme } from '@mantine/core';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { BalanceBadge } from '../features/account/BalanceBadge.tsx';
import { signOut } from '../features/account/sign-out.ts';
import { useSignInRequest } from '../features/account/useSignInRequest.ts';
import { setHomeText } from '../features/home/home-text.ts';
import { OptionsDialog } from '../features/options/OptionsDialog.tsx';
import { WaitingBanner } from '../features/queue/WaitingBanner.tsx';
import { AccountArea } from '../features/shell/AccountArea.tsx';
import { AppShell } from '../features/shell/AppShell.tsx';
import type { Environment } from '../features/shell/environment.ts';
import { ErrorPage, NotFoundPage, PendingPage } from '../features/shell/PageState.tsx';
import { readRootSearch } from '../features/shell/root-search.ts';
import { UpdatePrompt } from '../features/shell/UpdatePrompt.tsx';
import { useWaitingUpdate } from '../features/shell/updates.ts';
import { useGlance } from '../features/shell/useGlance.ts';
import { AppActionsContext } from '../ui/app-actions.ts';

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

/** Fills the shell's slots and lets features ask each other; knows what each does, not how. */
function Root() {
  const { mode, search } = Route.useSearch();
  const { wakeQueue } = Route.useRouteContext();
  const { setColorScheme } = useMantineColorScheme();
  const glance = useGlance();
  const applyUpdate = useWaitingUpdate();
  const [optionsOpened, setOptionsOpened] = useState(false);
  // Its code is loaded at the first opening.
  const [queue, setQueue] = useState<'untouched' | 'opened' | 'closed'>('untouched');

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
          <AccountArea
            onSignIn={() => void signIn.requestSignIn()}
            onSignOut={() => void signOut()}
          />
        }
        banner={<WaitingBanner />}
        onOpenOptions={() => setOptionsOpened(true)}
      >
        <Outlet />
      </AppShell>
      <OptionsDialog opened={optionsOpened} onClose={() => setOptionsOpened(false)} />
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
