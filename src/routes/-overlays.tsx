import { useLingui } from '@lingui/react';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { answerSignIn, useSignInRequest } from '../features/account/useSignInRequest.ts';
import {
  answerVolunteers,
  useVolunteersRequest,
} from '../features/account/useVolunteersRequest.ts';
import { addedWorksAtom } from '../features/albums/add-to-album.ts';
import { useFirstGuide } from '../features/guide/useFirstGuide.ts';
import { panelAtom } from '../features/shell/panel.ts';
import { communityOwner } from '../domain/community.ts';
import { asLanguage } from '../domain/languages.ts';
import { examplesAtom } from '../requests/actions/examples.ts';
import { feedbackAtom } from '../requests/actions/feedback.ts';
import { noticeAtom } from '../requests/actions/notices.ts';
import { publishingAtom } from '../requests/actions/publishing.ts';
import { sharingAtom } from '../requests/actions/sharing.ts';
import { toolChoiceAtom } from '../requests/actions/tool-choice.ts';
import { useAtom, useAtomValue } from '../ui/atoms.ts';
import { useEver } from '../ui/useEver.ts';
import { lazyPart, lazyWithWords } from '../words/lazy-words.ts';
import { forgetLinkFact } from '../db/link-facts.ts';
import { useSetting } from '../live/useSetting.ts';
import { useLinkFact } from '../live/useLinkFact.ts';
import { useOwner } from '../live/useSession.ts';

// Their code comes when they are first opened, with its own words.
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

/**
 * What lies over pages: panels, dialogs and what asks by itself. A component of its own, so that the frame and the page in
 * it are not drawn anew when one of them opens, or when it becomes known that none has to.
 */
export function Overlays({
  leaving,
  onLeaving,
}: {
  /** Somebody is asked how to sign out. */
  leaving: boolean;
  onLeaving: (leaving: boolean) => void;
}) {
  const owner = useOwner() ?? null;
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
  const leavingWanted = useEver(leaving);

  const { i18n } = useLingui();
  const isOccupied = isAsked || isWorkOpen || panel !== null || examples !== null;
  useFirstGuide(asLanguage(i18n.locale), isOccupied, loadGuide, (isOpen) =>
    setPanel((now) => (isOpen ? 'guide' : now === 'guide' ? null : now)),
  );

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

  const closePanel = () => setPanel(null);

  return (
    <>
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
          <SignOutDialog opened={leaving} onClose={() => onLeaving(false)} />
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
    </>
  );
}
