import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { Suspense, useEffect, useState, type ComponentType } from 'react';
import { requestSignIn } from '../features/account/useSignInRequest.ts';
import { useDoorKeys } from '../features/account/useDoorKeys.ts';
import { requestVolunteers } from '../features/account/useVolunteersRequest.ts';
import { addToAlbum } from '../features/albums/add-to-album.ts';
import { homeTextAtom } from '../features/home/home-text.ts';
import { useFrameFirst } from '../features/playground/shell/useFrameFirst.ts';
import { AppShell } from '../features/shell/AppShell.tsx';
import type { Environment } from '../features/shell/environment.ts';
import { panelAtom } from '../features/shell/panel.ts';
import { ErrorPage, NotFoundPage, PendingPage } from '../features/shell/PageState.tsx';
import { readRootSearch } from '../features/shell/root-search.ts';
import { useUpdate } from '../features/shell/useUpdate.ts';
import { useVisits } from '../features/shell/useVisits.ts';
import { usePictureMenus } from '../features/shell/usePictureMenus.ts';
import { useLinkKeys } from '../features/shell/useLinkKeys.ts';
import { AppActionsContext } from '../ui/useAppActions.ts';
import { useSetAtom } from '../ui/atoms.ts';
import { productNameAtom } from '../ui/product-name.ts';
import { BannerRegion } from '../ui/Banner.tsx';
import { untilFirstPageIsCalm } from '../ui/first-page.ts';
import { InSlices } from '../ui/InSlices.tsx';
import { lazyPart, lazyWithWords, untilWordsFor } from '../words/lazy-words.ts';
import { useBrand } from '../live/useBrand.ts';
import { useCommunity } from '../live/useCommunity.ts';
import { useOwner } from '../live/useSession.ts';
import { useQueueGlance } from '../live/useQueueGlance.ts';
import { Overlays } from './-overlays.tsx';

/**
 * What nobody misses who scrolls: drawing it would hold the frames up in which the page first moves. Not for what moves
 * the buttons beside it: those would go from under the pointer later than they have to.
 */
function calmPart<Props>(part: () => Promise<ComponentType<Props>>) {
  return lazyPart(async () => {
    const [component] = await Promise.all([part(), untilFirstPageIsCalm]);
    return component;
  });
}

// What the first paint can do without comes in its own chunks, with its own words.
const WaitingBanner = calmPart(
  async () => (await import('../features/queue/WaitingBanner.tsx')).WaitingBanner,
);
const AccountArea = lazyPart(
  async () => (await import('../features/shell/AccountArea.tsx')).AccountArea,
);
const BalanceBadge = lazyPart(
  async () => (await import('../features/account/BalanceBadge.tsx')).BalanceBadge,
);
const NotifyOffer = lazyWithWords(
  async () => (await import('../features/notifications/NotifyOffer.tsx')).NotifyOffer,
);
const StorageWatch = calmPart(
  async () => (await import('../features/storage/StorageWatch.tsx')).StorageWatch,
);
const UpdatePrompt = lazyWithWords(
  async () => (await import('../features/shell/UpdatePrompt.tsx')).UpdatePrompt,
);

export const Route = createRootRouteWithContext<Environment>()({
  validateSearch: readRootSearch,
  beforeLoad: ({ location }) => untilWordsFor(location.pathname) ?? undefined,
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: ErrorPage,
  pendingComponent: PendingPage,
});

/** Fills the shell's slots and lets features ask each other; knows what each does, not how. */
function Root() {
  // The frame is not drawn anew for each thing that becomes known.
  'use memo';
  const link = Route.useSearch();
  const { wakeQueue, refreshWorks, refreshModels } = Route.useRouteContext();
  const glance = useQueueGlance();
  const brand = useBrand();
  const setProductName = useSetAtom(productNameAtom);
  useEffect(() => {
    if (brand.name !== '') setProductName(brand.name);
  }, [brand.name, setProductName]);
  const knownOwner = useOwner();
  const community = useCommunity();
  const isFramed = useFrameFirst(knownOwner !== undefined && community !== undefined);
  const update = useUpdate();
  const setHomeText = useSetAtom(homeTextAtom);
  const setPanel = useSetAtom(panelAtom);
  const [leaving, setLeaving] = useState(false);

  usePictureMenus();
  useDoorKeys();
  useVisits();
  useLinkKeys(link, setHomeText);

  const actions = {
    requestSignIn,
    requestVolunteers,
    openGuide: () => setPanel('guide'),
    openQueue: () => setPanel('queue'),
    addToAlbum,
    wakeQueue,
    refreshWorks,
    refreshModels,
  };

  return (
    <AppActionsContext value={actions}>
      <InSlices fallback={null}>
        <AppShell
          queue={{
            openCount: glance.open,
            attentionCount: glance.needsAttention,
            progress: glance.progress,
            onOpen: actions.openQueue,
          }}
          brand={brand}
          balance={
            <Suspense fallback={null}>
              <BalanceBadge onOpen={() => setPanel('credits')} />
            </Suspense>
          }
          account={
            <Suspense fallback={null}>
              <AccountArea
                onSignIn={() => void requestSignIn()}
                onCredits={() => setPanel('credits')}
                onSignOut={() => setLeaving(true)}
              />
            </Suspense>
          }
          banner={
            <>
              <Suspense fallback={null}>
                <WaitingBanner />
              </Suspense>
              <BannerRegion>
                <Suspense fallback={null}>
                  {update && <UpdatePrompt update={update} />}
                  {glance.open > 0 && <NotifyOffer />}
                  <StorageWatch />
                </Suspense>
              </BannerRegion>
            </>
          }
          onOpenWorks={knownOwner ? () => setPanel('works') : null}
          onOpenOptions={() => setPanel('options')}
        >
          {isFramed && <Outlet />}
        </AppShell>
      </InSlices>
      <Overlays leaving={leaving} onLeaving={setLeaving} />
    </AppActionsContext>
  );
}
