import { Trans, useLingui } from '@lingui/react/macro';
import { Button, UnstyledButton } from '@mantine/core';
import {
  IconAdjustments,
  IconArchive,
  IconChevronRight,
  IconDatabase,
  IconCopy,
  IconFileExport,
  IconInfoCircle,
  IconLogout,
  IconMap2,
  IconMessageCircle,
  IconSparkles,
  IconServer2,
  IconSettings,
  IconShieldLock,
  IconUsers,
  IconWorldShare,
  type Icon,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { isSessionUsable } from '../../db/account/session.ts';
import type { Session } from '../../db/schema.ts';
import { communityOwner } from '../../domain/community.ts';
import { storedLevel } from '../../domain/storage.ts';
import { feedbackAtom } from '../../requests/actions/feedback.ts';
import { sharingAtom } from '../../requests/actions/sharing.ts';
import { useSetAtom } from '../../ui/atoms.ts';
import { useAppActions } from '../../ui/useAppActions.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useOnline } from '../../ui/useOnline.ts';
import { Page, Section } from '../../ui/Page.tsx';
import { StatusPill } from '../../ui/StatusPill.tsx';
import { showToast } from '../../ui/toast.ts';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { CommunityMe } from './CommunityMe.tsx';
import { CreditsPanel } from './CreditsPanel.tsx';
import { InstallRow } from './InstallRow.tsx';
import { Ledger } from './Ledger.tsx';
import classes from './MePage.module.css';
import { refreshMyself } from './myself.ts';
import { OwnKeys } from './OwnKeys.tsx';
import { SignOutDialog } from './SignOutDialog.tsx';
import { lazyWithWords } from '../../words/lazy-words.ts';
import { useEver } from '../../ui/useEver.ts';
import { useBalance } from '../../live/useBalance.ts';
import { useSession } from '../../live/useSession.ts';
import { useSetting } from '../../live/useSetting.ts';
import { useStoredBytes } from '../../live/useStoredBytes.ts';

const SecurityDialog = lazyWithWords(
  async () => (await import('./SecurityDialog.tsx')).SecurityDialog,
);
const AccountsDialog = lazyWithWords(
  async () => (await import('./AccountsDialog.tsx')).AccountsDialog,
);
const DataDialog = lazyWithWords(async () => (await import('./DataDialog.tsx')).DataDialog);

/** Dialogs of this page, of which one is open at most. */
type Shown = 'security' | 'accounts' | 'data' | null;

/** Everything that is about the person: who they are, their credits, this device. */
export function MePage() {
  const { t } = useLingui();
  usePageTitle(t({ message: 'Me', comment: 'Title of the personal page' }));
  const session = useSession();
  return (
    <Page width={session && session.userKey !== communityOwner ? 'wide' : 'measure'}>
      {session === undefined && (
        <div className={classes.bone} role="status" aria-label={t`Loading`} />
      )}
      {session === null && <SignedOut />}
      {session?.userKey === communityOwner ? (
        <CommunityMe device={<Device />} />
      ) : (
        session && <SignedIn session={session} />
      )}
    </Page>
  );
}

function SignedIn({ session }: { session: Session }) {
  const { t } = useLingui();
  const { requestSignIn } = useAppActions();
  const online = useOnline();
  const balance = useBalance();
  const [leaving, setLeaving] = useState(false);
  const [shown, setShown] = useState<Shown>(null);
  const wanted = {
    security: useEver(shown === 'security'),
    accounts: useEver(shown === 'accounts'),
    data: useEver(shown === 'data'),
  };
  const close = () => setShown(null);
  const setSharing = useSetAtom(sharingAtom);
  const setFeedback = useSetAtom(feedbackAtom);
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <Profile session={session} />
        {!isSessionUsable(session) && (
          <Notice
            tone="warn"
            title={<Trans>Your sign-in has run out</Trans>}
            actions={
              <Button size="sm" onClick={() => void requestSignIn()}>
                <Trans comment="Button">Sign in again</Trans>
              </Button>
            }
          >
            <Trans>Everything here is safe. What waits leaves once you have signed in again.</Trans>
          </Notice>
        )}
        <RoomNotice />
        <CreditsPanel session={session} online={online} />
        <OwnKeys key={session.userKey} online={online} />
        <Section
          title={<Trans comment="Heading: passwords, devices, data of a person">Account</Trans>}
        >
          <ul className={classes.places}>
            {session.isSuperUser && (
              <li>
                <Link to="/manage/$section" params={{ section: 'jobs' }} className={classes.place}>
                  <IconAdjustments size={22} stroke={1.75} aria-hidden />
                  <span>
                    <Trans comment="Title of the page for operators">Running the studio</Trans>
                  </span>
                  <IconChevronRight className={classes.more} size={18} stroke={1.75} aria-hidden />
                </Link>
              </li>
            )}
            <PlaceButton icon={IconWorldShare} onClick={() => setSharing('all')}>
              {t({ message: 'Links you have given', comment: 'Button: opens a list' })}
            </PlaceButton>
            <PlaceButton icon={IconShieldLock} opensDialog onClick={() => setShown('security')}>
              <Trans comment="Title of a dialog">Password and devices</Trans>
            </PlaceButton>
            <PlaceButton icon={IconUsers} opensDialog onClick={() => setShown('accounts')}>
              <Trans comment="Title of a dialog">Accounts on this device</Trans>
            </PlaceButton>
            <PlaceButton icon={IconFileExport} opensDialog onClick={() => setShown('data')}>
              <Trans comment="Title of a dialog">Your account and its data</Trans>
            </PlaceButton>
            <PlaceButton icon={IconMessageCircle} opensDialog onClick={() => setFeedback(true)}>
              <Trans comment="Title of a request in the queue, and of a dialog">Feedback</Trans>
            </PlaceButton>
            <PlaceButton icon={IconLogout} onClick={() => setLeaving(true)}>
              {t({ message: 'Sign out', comment: 'Button' })}
            </PlaceButton>
          </ul>
        </Section>
        <Device />
      </div>
      <Section
        title={
          <Trans comment="Heading: list of credits that came and went">Credits in and out</Trans>
        }
      >
        <Ledger key={session.userKey} online={online} balance={balance?.value.balance ?? null} />
      </Section>
      <Suspense fallback={null}>
        {wanted.security && <SecurityDialog opened={shown === 'security'} onClose={close} />}
        {wanted.accounts && <AccountsDialog opened={shown === 'accounts'} onClose={close} />}
        {wanted.data && (
          <DataDialog
            name={session.nickname || session.account}
            opened={shown === 'data'}
            onClose={close}
          />
        )}
      </Suspense>
      <SignOutDialog opened={leaving} onClose={() => setLeaving(false)} />
    </div>
  );
}

/** Told here, too, before a request is refused for it: few people look at what takes room. */
function RoomNotice() {
  const stored = useStoredBytes();
  if (!stored) return null;
  const { works, uploads, limit } = stored.value;
  const level = storedLevel(works + uploads, limit);
  if (level === 'fine') return null;
  return (
    <Notice
      tone={level === 'used-up' ? 'danger' : 'warn'}
      title={
        level === 'used-up' ? (
          <Trans>The studio has no more room for you</Trans>
        ) : (
          <Trans>Your room with the studio is filling up</Trans>
        )
      }
      actions={
        <ButtonLink size="sm" variant="default" to="/storage">
          <Trans comment="Button: goes to the page about storage">See what takes room</Trans>
        </ButtonLink>
      }
    />
  );
}

function Profile({ session }: { session: Session }) {
  const { t } = useLingui();
  const canAsk = useOnline() && isSessionUsable(session);
  // VIP that was bought elsewhere, or on a page that was closed too soon, is known here from now on.
  useEffect(() => {
    if (canAsk) void refreshMyself();
  }, [session.userKey, canAsk]);
  // The part before the '@' is the account's id; the rest names the platform.
  const userId = session.userKey.split('@')[0] ?? session.userKey;
  const name = session.nickname || session.account;
  const initial = [...name.trim()][0]?.toLocaleUpperCase() ?? '·';

  async function copyId() {
    try {
      await navigator.clipboard.writeText(userId);
      showToast({ message: t`User ID copied`, tone: 'success', durationMs: 1_000 });
    } catch {
      showToast({
        message: t`This browser did not let us copy. Your user ID is ${userId}`,
        tone: 'warn',
      });
    }
  }

  return (
    <header className={classes.profile}>
      <span className={classes.avatar} aria-hidden>
        {initial}
      </span>
      <div className={classes.who}>
        <h1 className={classes.name} tabIndex={-1}>
          {name}
          {session.isVip && (
            <StatusPill tone="active">
              <Trans comment="Badge of a paying member">VIP</Trans>
            </StatusPill>
          )}
        </h1>
        <UnstyledButton
          className={classes.id}
          onClick={() => void copyId()}
          aria-label={t({ message: `Copy user ID ${userId}`, comment: 'Button' })}
        >
          <span>{userId}</span>
          <IconCopy size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      </div>
    </header>
  );
}

function SignedOut() {
  const { requestSignIn } = useAppActions();
  return (
    <>
      <EmptyState
        kind="signed-out"
        headingLevel={1}
        title={<Trans>Make it yours</Trans>}
        actions={
          <Button size="lg" onClick={() => void requestSignIn()}>
            <Trans comment="Button">Sign in or create an account</Trans>
          </Button>
        }
      >
        <p>
          <Trans>
            An account holds your free credits of every day and brings your works home. It takes a
            name and a password, nothing else.
          </Trans>
        </p>
      </EmptyState>
      <Waiting />
      <Device />
    </>
  );
}

/** Accounts that are signed in here still, although the one that was in use is not. */
function Waiting() {
  const { t } = useLingui();
  const others = useSetting('otherSessions') ?? [];
  if (others.length === 0) return null;
  return (
    <Section title={<Trans comment="Title of a dialog">Accounts on this device</Trans>}>
      <ul className={classes.places}>
        {others.map(({ userKey, nickname, account }) => {
          const name = nickname || account;
          return (
            <li key={userKey}>
              <UnstyledButton
                className={classes.place}
                onClick={() => void import('./accounts.ts').then(({ goOnAs }) => goOnAs(userKey))}
              >
                <IconUsers size={22} stroke={1.75} aria-hidden />
                <span>{t({ message: `Go on as ${name}`, comment: 'Button' })}</span>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

/** What belongs to this device rather than to the account, and the ways on from here. */
function Device() {
  const { openGuide } = useAppActions();
  return (
    <Section title={<Trans comment="Heading: storage and installing">On this device</Trans>}>
      <ul className={classes.places}>
        <PlaceLink to="/options" icon={IconSettings}>
          <Trans comment="Link to the settings">Options</Trans>
        </PlaceLink>
        <PlaceLink to="/storage" icon={IconDatabase}>
          <Trans comment="Link to what takes room on this device">Storage</Trans>
        </PlaceLink>
        <PlaceLink to="/archive" icon={IconArchive}>
          <Trans comment="Link to the page about archives of works">Archives</Trans>
        </PlaceLink>
        <PlaceLink to="/train" icon={IconSparkles}>
          <Trans comment="Name of a tool">Train a style</Trans>
        </PlaceLink>
        <PlaceLink to="/workers" icon={IconServer2}>
          <Trans comment="Title of the page of machines that make pictures">Workers</Trans>
        </PlaceLink>
        <PlaceLink to="/about" icon={IconInfoCircle}>
          <Trans comment="Link to the page about the app">About Kiln</Trans>
        </PlaceLink>
        <li>
          <UnstyledButton className={classes.place} onClick={openGuide}>
            <IconMap2 size={22} stroke={1.75} aria-hidden />
            <span>
              <Trans comment="Button: opens the guide, nine cards">Show me around</Trans>
            </span>
            <IconChevronRight className={classes.more} size={18} stroke={1.75} aria-hidden />
          </UnstyledButton>
        </li>
        <InstallRow />
      </ul>
    </Section>
  );
}

function PlaceButton({
  icon: PlaceIcon,
  opensDialog = false,
  onClick,
  children,
}: {
  icon: Icon;
  opensDialog?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <li>
      <UnstyledButton
        className={classes.place}
        {...(opensDialog && { 'aria-haspopup': 'dialog' })}
        onClick={onClick}
      >
        <PlaceIcon size={22} stroke={1.75} aria-hidden />
        <span>{children}</span>
      </UnstyledButton>
    </li>
  );
}

function PlaceLink({
  to,
  icon: PlaceIcon,
  children,
}: {
  to: '/options' | '/storage' | '/archive' | '/about' | '/train' | '/workers';
  icon: Icon;
  children: ReactNode;
}) {
  return (
    <li>
      <Link to={to} className={classes.place}>
        <PlaceIcon size={22} stroke={1.75} aria-hidden />
        <span>{children}</span>
        <IconChevronRight className={classes.more} size={18} stroke={1.75} aria-hidden />
      </Link>
    </li>
  );
}
