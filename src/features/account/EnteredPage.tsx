import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { readEntered } from '../../domain/doors.ts';
import { errorCodeOf } from '../../domain/errors.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { useAppActions } from '../../ui/useAppActions.ts';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { errorWords } from '../../words/errors.ts';
import { finishElsewhere } from './elsewhere.ts';

/** Where somebody lands who has signed in elsewhere. What they bring leaves the address at once. */
export function EnteredPage() {
  const { t, i18n } = useLingui();
  usePageTitle(t({ message: 'Signing in', comment: 'Page title' }));
  const navigate = useNavigate();
  const { history } = useRouter();
  const { requestSignIn } = useAppActions();
  // Read once: the address loses it at once, and a reload finds nothing to use again.
  const [came] = useState(() => readEntered(location.hash));
  const [failure, setFailure] = useState<'refused' | 'failed' | 'locked' | null>(
    'failure' in came ? came.failure : null,
  );
  useEffect(() => {
    if (location.hash !== '') void navigate({ to: '/entered', hash: '', replace: true });
  }, [navigate]);
  useEffect(() => {
    if (!('ticket' in came)) return;
    finishElsewhere(came.ticket).then(
      (returnTo) => history.replace(returnTo),
      (error: unknown) => setFailure(errorCodeOf(error) === 'account-locked' ? 'locked' : 'failed'),
    );
  }, [came, history]);
  return (
    <Page width="measure">
      {failure === null ? (
        <EmptyState kind="signed-out" headingLevel={1} title={<Trans>One moment, please</Trans>}>
          <p role="status">
            <Trans>You are being signed in.</Trans>
          </p>
        </EmptyState>
      ) : (
        <EmptyState
          kind="failed"
          headingLevel={1}
          title={
            failure === 'locked' ? (
              i18n._(errorWords['account-locked'].title)
            ) : failure === 'refused' ? (
              <Trans>You didn't sign in</Trans>
            ) : (
              <Trans>This sign-in didn't work</Trans>
            )
          }
          actions={
            <>
              <Button onClick={() => void requestSignIn()}>
                <Trans comment="Button">Sign in</Trans>
              </Button>
              <ButtonLink to="/" variant="default">
                <Trans comment="Link to the first page">Home</Trans>
              </ButtonLink>
            </>
          }
        >
          <p>
            {failure === 'locked' ? (
              i18n._(errorWords['account-locked'].advice)
            ) : failure === 'refused' ? (
              <Trans>You said no there. Nothing has changed here.</Trans>
            ) : (
              <Trans>
                It was too old, or begun in another browser. What you have written and made is as it
                was. Begin it again here.
              </Trans>
            )}
          </p>
        </EmptyState>
      )}
    </Page>
  );
}
