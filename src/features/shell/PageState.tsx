import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { usePageTitle } from '../../ui/usePageTitle.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import classes from './PageState.module.css';

export function NotFoundPage() {
  const { t } = useLingui();
  usePageTitle(t`Not found`);
  return (
    <Page width="measure">
      <EmptyState
        kind="missing"
        headingLevel={1}
        title={<Trans>There is nothing here</Trans>}
        actions={
          <ButtonLink to="/">
            <Trans>Go home</Trans>
          </ButtonLink>
        }
      >
        <p>
          <Trans>
            The link may be old or mistyped. Your works and your queue are where you left them.
          </Trans>
        </p>
      </EmptyState>
    </Page>
  );
}

/** Each browser says in its own words that a part of the app did not come. */
const isPartMissing = (error: unknown): boolean =>
  error instanceof TypeError && /\bmodule\b/i.test(error.message);

/** The last net under every page. Its words hold whatever broke; the details are there to be copied. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  usePageTitle(t`Something broke`);
  // What failed once fails until the page is loaded anew, which takes a network.
  const [isMissing] = useState(() => !navigator.onLine && isPartMissing(error));
  useEffect(() => {
    if (!isMissing) return undefined;
    const reload = () => window.location.reload();
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [isMissing]);
  return (
    <Page width="measure">
      <EmptyState
        kind="failed"
        headingLevel={1}
        title={
          isMissing ? <Trans>This page is not here yet</Trans> : <Trans>This page broke</Trans>
        }
        actions={
          !isMissing && (
            <>
              <Button onClick={() => window.location.reload()}>
                <Trans comment="Button: reload the page">Reload</Trans>
              </Button>
              <Button variant="default" onClick={reset}>
                <Trans comment="Button: try to show the page again without reloading">
                  Try again
                </Trans>
              </Button>
            </>
          )
        }
      >
        <p>
          {isMissing ? (
            <Trans>
              The network went before all of it had come. It opens by itself as soon as you are
              online; what you have made is safe on this device.
            </Trans>
          ) : (
            <Trans>
              Your works and your queue are safe on this device. Reloading usually helps.
            </Trans>
          )}
        </p>
        <details className={classes.details}>
          <summary>
            <Trans>What happened, for a report</Trans>
          </summary>
          <pre>{error instanceof Error ? `${error.name}: ${error.message}` : String(error)}</pre>
        </details>
      </EmptyState>
    </Page>
  );
}

/** Shaped like a page, so that what follows does not jump. */
export function PendingPage() {
  const { t } = useLingui();
  return (
    <Page>
      <VisuallyHidden>
        <h1>{t`Loading`}</h1>
      </VisuallyHidden>
      <div className={classes.pending} role="status" aria-label={t`Loading`}>
        <div className={classes.bone} data-kind="title" />
        <div className={classes.bone} data-kind="block" />
      </div>
    </Page>
  );
}
