import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isSessionUsable } from '../../db/account/session.ts';
import { errorCodeOf, type ErrorCode } from '../../domain/errors.ts';
import { useSession } from '../../live/useSession.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { useAppActions } from '../../ui/useAppActions.ts';
import { useOnline } from '../../ui/useOnline.ts';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { errorWords } from '../../words/errors.ts';
import { runThis } from './admin.ts';

/** Where the link leads that a start prints while nobody runs the studio. It holds until it is used. */
export function AdminPage() {
  const { t, i18n } = useLingui();
  usePageTitle(t({ message: 'Run this studio', comment: 'Page title and button' }));
  const session = useSession();
  const online = useOnline();
  const navigate = useNavigate();
  const { requestSignIn } = useAppActions();
  const [token] = useState(() => /^#([\w-]{43})$/.exec(location.hash)?.[1] ?? null);
  const [busy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [failure, setFailure] = useState<ErrorCode | null>(null);

  async function run(by: string) {
    if (!isSessionUsable(session ?? null) && !(await requestSignIn())) return;
    setBusy(true);
    setFailure(null);
    try {
      await runThis(by);
      setDone(true);
      // It is used, and nothing to keep.
      void navigate({ to: '/admin', hash: '', replace: true });
    } catch (error) {
      setFailure(errorCodeOf(error));
    } finally {
      setBusy(false);
    }
  }

  if (isDone || (session?.isSuperUser && token === null)) {
    return (
      <Page width="measure">
        <EmptyState
          headingLevel={1}
          title={<Trans>You run this studio</Trans>}
          actions={
            <ButtonLink to="/">
              <Trans comment="Link to the first page">Home</Trans>
            </ButtonLink>
          }
        >
          <p>
            <Trans>
              This account may see and change what only operators may. The link that led here opens
              nothing any more.
            </Trans>
          </p>
        </EmptyState>
      </Page>
    );
  }
  if (token === null || failure === 'not-found') {
    return (
      <Page width="measure">
        <EmptyState
          kind="missing"
          headingLevel={1}
          title={<Trans>This link opens nothing any more</Trans>}
          actions={
            <ButtonLink to="/" variant="default">
              <Trans comment="Link to the first page">Home</Trans>
            </ButtonLink>
          }
        >
          <p>
            <Trans>
              It was used, or the studio has been started anew. While nobody runs it, each start
              prints another one.
            </Trans>
          </p>
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page width="measure">
      <EmptyState
        headingLevel={1}
        title={<Trans>Nobody runs this studio yet</Trans>}
        actions={
          <Button
            size="lg"
            disabled={!online || session === undefined}
            loading={busy}
            onClick={() => void run(token)}
          >
            <Trans comment="Page title and button">Run this studio</Trans>
          </Button>
        }
      >
        <p>
          {session ? (
            <Trans>
              The account {session.nickname} will be the one that may change everything.
            </Trans>
          ) : (
            <Trans>
              Sign in or create an account; it will be the one that may change everything.
            </Trans>
          )}
        </p>
        {failure !== null && (
          <Notice tone="warn" announce title={i18n._(errorWords[failure].title)}>
            <Trans>The link still holds. Press again when you like.</Trans>
          </Notice>
        )}
      </EmptyState>
    </Page>
  );
}
