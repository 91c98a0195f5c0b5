import { useMantineColorScheme } from '@mantine/core';
import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import {
  answerSignIn,
  requestSignIn,
  useSignInRequest,
} from '../features/account/sign-in-request.ts';
import { homeTextAtom } from '../features/home/home-text.ts';
import { AppShell } from '../features/shell/AppShell.tsx';
import type { Environment } from '../features/shell/environment.ts';
import { panelAtom } from '../features/shell/panel.ts';
import { ErrorPage, NotFoundPage, PendingPage } from '../features/shell/PageState.tsx';
import { readRootSearch } from '../features/shell/root-search.ts';
import { useUpdate } from '../features/shell/updates.ts';
import { useGlance } from '../features/shell/useGlance.ts';
import { AppActionsContext } from '../ui/app-actions.ts';
import { useAtom, useSetAtom } from '../ui/atoms.ts';
import { PromptRegion } from '../ui/Prompt.tsx';
import { useEver } from '../ui/useEver.ts';
import { late, untilWordsFor } from '../words/late.ts';

// What the first paint can do without comes in its own chunks, with its own words.
const WaitingBanner = late(
  async () => (await import('../features/queue/WaitingBanner.tsx')).WaitingBanner,
);
const AccountArea = late(
  async () => (await import('../features/shell/AccountArea.tsx')).AccountArea,
);
const BalanceBadge = late(
  async () => (await import('../features/account/BalanceBadge.tsx')).BalanceBadge,
);
const OptionsDialog = late(
  async () => (await import('../features/options/OptionsDialog.tsx')).OptionsDialog,
);
const SignInDialog = late(
  async () => (await import('../features/account/SignInDialog.tsx')).SignInDialog,
);
const NotificationSwitch = late(
  async () => (await import('../features/notifications/NotificationSwitch.tsx')).NotificationSwitch,
);
const NotifyOffer = late(
  async () => (await import('../features/notifications/NotifyOffer.tsx')).NotifyOffer,
);
const StorageWatch = late(
  async () => (await import('../features/storage/StorageWatch.tsx')).StorageWatch,
);
const UpdatePrompt = late(
  async () => (await import('../features/shell/UpdatePrompt.tsx')).UpdatePrompt,
);
const QueueDrawer = late(
  async () => (await import('../features/queue/QueueDrawer.tsx')).QueueDrawer,
);

export const Route = createRootRouteWithContext<Environment>()({
  validateSearch: readRootSearch,
  beforeLoad: ({ location }) => untilWordsFor(location.pathname) ?? undefined,
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
  pendingComponent: PendingPage,
});

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
  const update = useUpdate();
  const setHomeText = useSetAtom(homeTextAtom);
  const [panel, setPanel] = useAtom(panelAtom);
  const signInRequest = useSignInRequest();
  const signingIn = signInRequest !== null;
  // Never one over another: what asked for the sign-in is back when that is answered.
  const queueOpened = panel === 'queue' && !signingIn;
  const optionsOpened = panel === 'options' && !signingIn;
  // Their code is loaded at the first opening.
  const queueWanted = useEver(queueOpened);
  const optionsWanted = useEver(optionsOpened);
  const signInWanted = useEver(signingIn);

  useEffect(() => {
    if (mode) setColorScheme(mode);
  }, [mode, setColorScheme]);
  useEffect(() => {
    if (search !== undefined) setHomeText(search);
  }, [search, setHomeText]);
  const router = useRouter();
  useEffect(
    // What lay over a page must not lie over the next one, as after the phone's Back.
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (pathChanged) setPanel(null);
      }),
    [router, setPanel],
  );

  const openQueue = () => setPanel('queue');
  const closePanel = () => setPanel(null);

  return (
    <AppActionsContext value={{ requestSignIn, openQueue, wakeQueue }}>
      <AppShell
        queue={{
          openCount: glance.open,
          attentionCount: glance.needsAttention,
          progress: glance.progress,
          onOpen: openQueue,
        }}
        balance={
          <Suspense fallback={null}>
            <BalanceBadge />
          </Suspense>
        }
        account={
          <Suspense fallback={null}>
            <AccountArea onSignIn={() => void requestSignIn()} onSignOut={() => void leave()} />
          </Suspense>
        }
        banner={
          <>
            <Suspense fallback={null}>
              <WaitingBanner />
            </Suspense>
            <PromptRegion>
              <Suspense fallback={null}>
                {update && <UpdatePrompt update={update} />}
                {glance.open > 0 && <NotifyOffer />}
                <StorageWatch />
              </Suspense>
            </PromptRegion>
          </>
        }
        onOpenOptions={() => setPanel('options')}
      >
        <Outlet />
      </AppShell>
      {optionsWanted && (
        <Suspense fallback={null}>
          <OptionsDialog
            opened={optionsOpened}
            onClose={closePanel}
            notifications={<NotificationSwitch />}
          />
        </Suspense>
      )}
      {queueWanted && (
        <Suspense fallback={null}>
          <QueueDrawer opened={queueOpened} onClose={closePanel} />
        </Suspense>
      )}
      {signInWanted && (
        <Suspense fallback={null}>
          <SignInDialog opened={signingIn} why={signInRequest?.why ?? null} onDone={answerSignIn} />
        </Suspense>
      )}
    </AppActionsContext>
  );
}
