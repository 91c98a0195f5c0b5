import { useLingui } from '@lingui/react';
import {
  createRootRouteWithContext,
  Outlet,
  useRouter,
  useRouterState,
} from '@tanstack/react-router';
import { Suspense, useEffect, useState, type ComponentType } from 'react';
import {
  answerSignIn,
  requestSignIn,
  useSignInRequest,
} from '../features/account/useSignInRequest.ts';
import { useDoorKeys } from '../features/account/useDoorKeys.ts';
import {
  answerVolunteers,
  requestVolunteers,
  useVolunteersRequest,
} from '../features/account/useVolunteersRequest.ts';
import { addedWorksAtom, addToAlbum } from '../features/albums/add-to-album.ts';
import { useFirstGuide } from '../features/guide/useFirstGuide.ts';
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
import { communityOwner } from '../domain/community.ts';
import { asLanguage } from '../domain/languages.ts';
import { AppActionsContext } from '../ui/useAppActions.ts';
import { examplesAtom } from '../requests/actions/examples.ts';
import { feedbackAtom } from '../requests/actions/feedback.ts';
import { noticeAtom } from '../requests/actions/notices.ts';
import { publishingAtom } from '../requests/actions/publishing.ts';
import { sharingAtom } from '../requests/actions/sharing.ts';
import { toolChoiceAtom } from '../requests/actions/tool-choice.ts';
import { useAtom, useAtomValue, useSetAtom } from '../ui/atoms.ts';
import { productNameAtom } from '../ui/product-name.ts';
import { BannerRegion } from '../ui/Banner.tsx';
import { untilFirstPageIsCalm } from '../ui/first-page.ts';
import { InSlices } from '../ui/InSlices.tsx';
import { useEver } from '../ui/useEver.ts';
import { lazyPart, lazyWithWords, untilWordsFor } from '../words/lazy-words.ts';
import { forgetLinkFact } from '../db/link-facts.ts';
import { useBrand } from '../live/useBrand.ts';
import { useCommunity } from '../live/useCommunity.ts';
import { useSetting } from '../live/useSetting.ts';
import { useLinkFact } from '../live/useLinkFact.ts';
import { useOwner } from '../live/useSession.ts';
import { useQueueGlance } from '../live/useQueueGlance.ts';

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
const OptionsDialog = lazyWithWords(
  async () => (await import('../features/options/OptionsDialog.tsx')).OptionsDialog,
);
const SignInDialog = lazyWithWords(
  async () => (await import('../features/account/SignInDialog.tsx')).SignInDialog,
);
const CreditsDialog = lazyWithWords(
  async () => (await import('../features/account/CreditsDialog.tsx')).CreditsDialog,
);
const GiftDialog = lazyWithWords(
  async () => (await import('../features/account/GiftDialog.tsx')).GiftDialog,
);
const VolunteersDialog = lazyWithWords(
  async () => (await import('../features/account/VolunteersDialog.tsx')).VolunteersDialog,
);
const NotificationSwitch = lazyWithWords(
  async () => (await import('../features/notifications/NotificationSwitch.tsx')).NotificationSwitch,
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
const SignOutDialog = lazyWithWords(
  async () => (await import('../features/account/SignOutDialog.tsx')).SignOutDialog,
);
const QueueDrawer = lazyWithWords(
  async () => (await import('../features/queue/QueueDrawer.tsx')).QueueDrawer,
);

const ShareDialog = lazyWithWords(
  async () => (await import('../features/sharing/ShareDialog.tsx')).ShareDialog,
);
const PublishDialog = lazyWithWords(
  async () => (await import('../features/gallery/PublishDialog.tsx')).PublishDialog,
);
const ExamplesDialog = lazyWithWords(
  async () => (await import('../features/gallery/ExamplesDialog.tsx')).ExamplesDialog,
);
const loadGuide = async () => {
  const [{ GuideDialog }] = await Promise.all([
    import('../features/guide/GuideDialog.tsx'),
    import('../ui/DialogSurface.tsx'),
  ]);
  return GuideDialog;
};
const GuideDialog = lazyPart(loadGuide);
const HistoryDrawer = lazyWithWords(
  async () => (await import('../features/history/HistoryDrawer.tsx')).HistoryDrawer,
);
const NoticeDialogs = lazyWithWords(
  async () => (await import('../features/pages/NoticeDialogs.tsx')).NoticeDialogs,
);
const FeedbackDialog = lazyWithWords(
  async () => (await import('../features/feedback/FeedbackDialog.tsx')).FeedbackDialog,
);
const SurveyDialog = lazyWithWords(
  async () => (await import('../features/survey/SurveyDialog.tsx')).SurveyDialog,
);
const AddToAlbumDialog = lazyWithWords(
  async () => (await import('../features/albums/AddToAlbumDialog.tsx')).AddToAlbumDialog,
);
const ToolChoiceSheet = lazyWithWords(
  async () => (await import('../features/playground/tools/ToolChoiceSheet.tsx')).ToolChoiceSheet,
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
  const owner = knownOwner ?? null;
  const isSignedIn = owner !== null;
  const isFramed = useFrameFirst(knownOwner !== undefined && community !== undefined);
  const update = useUpdate();
  const setHomeText = useSetAtom(homeTextAtom);
  const [panel, setPanel] = useAtom(panelAtom);
  const signInRequest = useSignInRequest();
  const signingIn = signInRequest !== null;
  const volunteersRequest = useVolunteersRequest();
  const isAsked = signingIn || volunteersRequest !== null;
  // Never one over another: what asked is back when that is answered.
  const queueOpened = panel === 'queue' && !isAsked;
  const optionsOpened = panel === 'options' && !isAsked;
  // A work that was opened while the guide was on its way is what the person wants to see.
  const isWorkOpen = useRouterState({
    select: ({ location }) => 'work' in location.search && location.search.work !== undefined,
  });
  // Their code is loaded at the first opening.
  const guideOpened = panel === 'guide' && !isAsked && !isWorkOpen;
  const guideWanted = useEver(guideOpened);
  const creditsOpened = panel === 'credits' && !isAsked;
  const creditsWanted = useEver(creditsOpened);
  const worksOpened = panel === 'works' && !isAsked;
  const worksWanted = useEver(worksOpened);
  const queueWanted = useEver(queueOpened);
  const optionsWanted = useEver(optionsOpened);
  const signInWanted = useEver(signingIn);
  const volunteersWanted = useEver(volunteersRequest !== null);
  const sharingWanted = useEver(useAtomValue(sharingAtom) !== null);
  const publishingWanted = useEver(useAtomValue(publishingAtom) !== null);
  const [examples, setExamples] = useAtom(examplesAtom);
  const examplesWanted = useEver(examples !== null);
  const feedbackWanted = useEver(useAtomValue(feedbackAtom));
  const asksCareer = useSetting('asksCareer') === true;
  const noticeWanted = useEver(useAtomValue(noticeAtom) !== null);
  const choiceWanted = useEver(useAtomValue(toolChoiceAtom) !== null);
  const albumsWanted = useEver(useAtomValue(addedWorksAtom) !== null);
  const giftId = useLinkFact('pointId') ?? null;
  const isOnGiftPage = useRouterState({
    select: ({ location }) => location.pathname.startsWith('/getpoint'),
  });
  const giftOpened = giftId !== null && !isOnGiftPage && !isAsked && panel === null;
  const giftWanted = useEver(giftOpened);
  const [leaving, setLeaving] = useState(false);
  const leavingWanted = useEver(leaving);

  usePictureMenus();
  useDoorKeys();
  useVisits();
  const { i18n } = useLingui();
  const isOccupied = isAsked || isWorkOpen || panel !== null || examples !== null;
  useFirstGuide(asLanguage(i18n.locale), isOccupied, loadGuide, (isOpen) =>
    setPanel((now) => (isOpen ? 'guide' : now === 'guide' ? null : now)),
  );
  useLinkKeys(link, setHomeText);
  const router = useRouter();
  useEffect(
    // What lay over a page must not lie over the next one, as after the phone's Back.
    () =>
      router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
        if (!pathChanged) return;
        setPanel(null);
        setExamples(null);
      }),
    [router, setPanel, setExamples],
  );

  const openQueue = () => setPanel('queue');
  const openGuide = () => setPanel('guide');
  const closePanel = () => setPanel(null);

  return (
    <AppActionsContext
      value={{
        requestSignIn,
        requestVolunteers,
        openGuide,
        openQueue,
        addToAlbum,
        wakeQueue,
        refreshWorks,
        refreshModels,
      }}
    >
      <InSlices fallback={null}>
        <AppShell
          queue={{
            openCount: glance.open,
            attentionCount: glance.needsAttention,
            progress: glance.progress,
            onOpen: openQueue,
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
          onOpenWorks={isSignedIn ? () => setPanel('works') : null}
          onOpenOptions={() => setPanel('options')}
        >
          {isFramed && <Outlet />}
        </AppShell>
      </InSlices>
      {optionsWanted && (
        <Suspense fallback={null}>
          <OptionsDialog
            opened={optionsOpened}
            onClose={closePanel}
            notifications={<NotificationSwitch />}
          />
        </Suspense>
      )}
      {guideWanted && (
        <Suspense fallback={null}>
          <GuideDialog opened={guideOpened} onClose={closePanel} />
        </Suspense>
      )}
      {creditsWanted && (
        <Suspense fallback={null}>
          <CreditsDialog opened={creditsOpened} onClose={closePanel} />
        </Suspense>
      )}
      {worksWanted && (
        <Suspense fallback={null}>
          <HistoryDrawer opened={worksOpened} onClose={closePanel} />
        </Suspense>
      )}
      {queueWanted && (
        <Suspense fallback={null}>
          <QueueDrawer opened={queueOpened} onClose={closePanel} />
        </Suspense>
      )}
      {leavingWanted && (
        <Suspense fallback={null}>
          <SignOutDialog opened={leaving} onClose={() => setLeaving(false)} />
        </Suspense>
      )}
      {giftWanted && (
        <Suspense fallback={null}>
          <GiftDialog
            id={giftId}
            opened={giftOpened}
            // Where it can't be written it is forgotten within the hour.
            onClose={() => void forgetLinkFact('pointId').catch(() => {})}
          />
        </Suspense>
      )}
      {volunteersWanted && (
        <Suspense fallback={null}>
          <VolunteersDialog
            opened={volunteersRequest !== null && !signingIn}
            place={volunteersRequest?.place ?? 'platform'}
            onDone={answerVolunteers}
          />
        </Suspense>
      )}
      {sharingWanted && (
        <Suspense fallback={null}>
          <ShareDialog />
        </Suspense>
      )}
      {publishingWanted && (
        <Suspense fallback={null}>
          <PublishDialog />
        </Suspense>
      )}
      {examplesWanted && (
        <Suspense fallback={null}>
          <ExamplesDialog />
        </Suspense>
      )}
      {feedbackWanted && (
        <Suspense fallback={null}>
          <FeedbackDialog />
        </Suspense>
      )}
      {asksCareer && owner !== null && owner !== communityOwner && (
        <Suspense fallback={null}>
          <SurveyDialog key={owner} isOccupied={isAsked || panel !== null || giftOpened} />
        </Suspense>
      )}
      {noticeWanted && (
        <Suspense fallback={null}>
          <NoticeDialogs />
        </Suspense>
      )}
      {albumsWanted && (
        <Suspense fallback={null}>
          <AddToAlbumDialog />
        </Suspense>
      )}
      {choiceWanted && (
        <Suspense fallback={null}>
          <ToolChoiceSheet />
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
